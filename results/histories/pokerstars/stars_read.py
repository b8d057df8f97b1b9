"""Reads hold'em from the text of PokerStars' hand histories for import.

Hands that are spelt as usual are read and played in C, a thousand at a time; all others line by
line, which also says what is wrong with them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native import PAYOFF_UNIT, ActionWalk, GameDefinitionError, ToldHands
from railbird.results.errors import LogError
from railbird.results.histories.checking.hand_games import HandGames, OtherTableError
from railbird.results.histories.checking.parsed_hand import Chips, ParsedHand, ReadItem, Session
from railbird.results.histories.notation.holdem import holdem
from railbird.results.histories.notation.pots import before_rake
from railbird.results.histories.pokerstars.stars_lines import read_lines
from railbird.results.histories.pokerstars.stars_parse import session_of

HANDS_AT_ONCE = 1024
_FIRST = re.compile(r"^\ufeff*PokerStars +\S", re.MULTILINE)
_INDENTS = re.compile(r"^[ \t]+", re.MULTILINE)
_SEAT_MARK = " Seat #"


def read_stars(text: str, _: Path, games: HandGames, *, chips: Chips) -> Iterator[ReadItem]:
    """Yield the hands and faults of a file."""
    if "\n " in text or "\n\t" in text:
        text = _INDENTS.sub("", text)
    first = _FIRST.search(text)
    if first is None:
        yield from read_lines(text, 1, games, chips=chips)
        return
    before, line = text[: first.start()], 1
    if before:
        line += before.count("\n")
        yield from read_lines(before.removesuffix("\n"), 1, games, chips=chips)
    batch = _Batch(text[first.start() :].encode(), games, chips)
    place = 0
    while place < len(batch.text):
        place, line = batch.told.read_room(batch.text, place, line, chips_per_unit=chips.per_unit)
        yield from batch.hands()


_Key = tuple[Any, ...]


@dataclass(slots=True)
class _Batch:
    """Hands of a file as they are read in C, a thousand at a time."""

    text: bytes
    games: HandGames
    chips: Chips
    told: ToldHands = field(default_factory=lambda: ToldHands(HANDS_AT_ONCE))
    _walks: dict[_Key, ActionWalk | None] = field(default_factory=dict)
    _names: dict[bytes, str] = field(default_factory=dict)
    _sessions: dict[bytes, Session] = field(default_factory=dict)

    def hands(self) -> Iterator[ReadItem]:
        """Yield the hands just read, in order."""
        told, columns = self.told, self.told.columns
        count, most = told.count, int(columns["player_counts"][: told.count].max(initial=0))
        rows = {name: columns[name][:count].tolist() for name in _ONE_A_HAND}
        rows |= {name: columns[name][:count, :most].tolist() for name in ("stacks", "blinds")}
        rows |= {name: _spans(columns[name][:count]).tolist() for name in _PIECES}
        rows["names"] = _spans(columns["names"][:count, :most]).tolist()
        walks, others = self._find_walks(rows)
        bettings = self._play(walks)
        spent, collected = columns["spent"][:count], columns["collected"][:count]
        even = ((collected - spent) * PAYOFF_UNIT).tolist()
        for row, (cards, betting) in enumerate(zip(told.cards(), bettings, strict=True)):
            walk = walks[row]
            if walk is None:
                yield from others[row]
                continue
            if betting is None:
                yield from self._by_lines(rows["texts"][row], rows["lines"][row])
                continue
            size, rake = walk.definition.player_count, rows["rakes"][row]
            payoffs = tuple(even[row][:size])
            if rake:
                payoffs = before_rake(spent[row, :size].tolist(), collected[row, :size].tolist())
            yield ParsedHand(
                rows["lines"][row],
                self._session(*rows["tables"][row]),
                tuple(map(self._name, rows["names"][row][:size])),
                betting,
                cards,
                payoffs,
                tuple(rows["stacks"][row][:size]),
                tuple(rows["blinds"][row][:size]),
                rake=rake,
                game=walk.definition,
                number=self._piece(rows["numbers"][row]),
            )

    def _find_walks(
        self, rows: dict[str, list[Any]]
    ) -> tuple[list[ActionWalk | None], dict[int, list[ReadItem]]]:
        """Return the table that plays each hand, and hands without one, read line by line.

        The first hand of a game makes its table, so this goes by the order of the file.
        """
        walks = self._walks
        found: list[ActionWalk | None] = []
        others: dict[int, list[ReadItem]] = {}
        for row, is_read in enumerate(self.told.is_read()):
            if not is_read:
                found.append(None)
                others[row] = list(self._by_lines(rows["texts"][row], rows["lines"][row]))
                continue
            stakes, blinds = rows["stakes"][row], rows["blinds"][row]
            count, has_limit = rows["player_counts"][row], rows["has_limit"][row]
            key = (count, has_limit, *stakes, *blinds[:count])
            if key not in walks:
                bets = (stakes[0], stakes[1]) if has_limit else None
                walks[key] = self._walk(blinds[:count], bets)
            found.append(walks[key])
            if walks[key] is None:
                others[row] = list(self._by_lines(rows["texts"][row], rows["lines"][row]))
        return found, others

    def _walk(self, blinds: list[int], bets: tuple[int, int] | None) -> ActionWalk | None:
        if bets is None and any(0 < blind < max(blinds) for blind in blinds[2:]):
            return None  # a small blind of a player who missed it is dead
        try:
            return self.games.walk_for(holdem(len(blinds), blinds=blinds, bets=bets))
        except (OtherTableError, LogError, GameDefinitionError):
            return None

    def _play(self, walks: list[ActionWalk | None]) -> list[str | None]:
        bettings: list[str | None] = [None] * len(walks)
        by_walk: dict[int, list[int]] = {}
        for row, walk in enumerate(walks):
            if walk is not None:
                by_walk.setdefault(id(walk), []).append(row)
        for same in by_walk.values():
            walk = walks[same[0]]
            assert walk is not None
            for row, betting in zip(same, self.told.play(walk, same), strict=True):
                bettings[row] = betting
        return bettings

    def _by_lines(self, span: tuple[int, int], line: int) -> Iterator[ReadItem]:
        start, length = span
        text = self.text[start : start + length].decode().removesuffix("\n")
        return read_lines(text, line, self.games, chips=self.chips)

    def _piece(self, span: tuple[int, int]) -> str:
        start, length = span
        return self.text[start : start + length].decode()

    def _name(self, span: tuple[int, int]) -> str:
        start, length = span
        letters = self.text[start : start + length]
        name = self._names.get(letters)
        if name is None:
            name = self._names[letters] = letters.decode()
        return name

    def _session(self, start: int, length: int) -> Session:
        line = self.text[start : start + length]
        table, _, _ = line.rpartition(_SEAT_MARK.encode())
        session = self._sessions.get(table)
        if session is None:
            session = self._sessions[table] = session_of(line.decode())
        return session


_PIECES = ("texts", "tables", "numbers")
_ONE_A_HAND = ("lines", "player_counts", "has_limit", "stakes", "rakes")


def _spans(spans: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return pieces of a text as int64[..., 2], start and length."""
    return np.ascontiguousarray(spans).view(np.int64).reshape(*spans.shape, 2)
