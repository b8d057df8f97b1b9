"""Reads the poker hand history format (PHH): its eleven variants, one or many hands per file.

The actions of hold'em that are spelt as usual are read and played in C, a thousand hands at a time,
and fields that stand in many hands are read once; all other hands are read field by field.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from railbird.native import TOLD_PLAYERS, RailbirdError, ToldHands
from railbird.results.histories.checking.hand_games import HandGames
from railbird.results.histories.checking.parsed_hand import Chips, ParsedHand, ReadItem, Session
from railbird.results.histories.phh.phh_fields import Fields, sections, value_of
from railbird.results.histories.phh.phh_hands import (
    PhhFile,
    PhhTable,
    hand_stacks,
    names_of,
    number_of_hand,
    read_hand,
    session_of,
    table_of,
)
from railbird.results.histories.phh.phh_payoffs import told_payoffs

HANDS_AT_ONCE = 1024
_MOST_KEPT = 2**14
_GAME_FIELDS = (
    "variant",
    "antes",
    "blinds_or_straddles",
    "min_bet",
    "small_bet",
    "big_bet",
    "bring_in",
    "_game",
)
_SESSION_FIELDS = ("table", "_deck_seed", "_deals")
_Texts = dict[str, str]
_Value = TypeVar("_Value")


def read_phh(text: str, path: Path, games: HandGames, *, chips: Chips) -> Iterator[ReadItem]:
    """Yield the hands and faults of a file."""
    batch = _Batch(PhhFile(path, games, chips))
    for line, lines in sections(text):
        batch.add(line, lines)
        if len(batch.sections) == HANDS_AT_ONCE:
            yield from batch.hands()
    yield from batch.hands()


class _Frame(NamedTuple):
    """All of a hand but its actions; `won` are the texts of the fields that tell winnings."""

    table: PhhTable
    names: tuple[str, ...]
    session: Session
    stacks: tuple[int, ...]
    won: _Texts
    number: str


class _Told(NamedTuple):
    """A hand whose actions were read in C, as row `row`."""

    row: int
    frame: _Frame
    mucked: tuple[int, ...]
    number: str


@dataclass(slots=True)
class _Batch:
    """Hands of a file as they are read, a thousand at a time."""

    file: PhhFile
    sections: list[tuple[int, str]] = field(default_factory=list)
    _told: ToldHands = field(default_factory=lambda: ToldHands(HANDS_AT_ONCE))
    _read: list[_Told | ReadItem] = field(default_factory=list)
    _known: dict[tuple[str | None, ...], object] = field(default_factory=dict)
    _frames: dict[tuple[str, str], _Frame | None] = field(default_factory=dict)

    def add(self, line: int, text: str) -> None:
        """Add a section, which begins in this line."""
        self.sections.append((line, text))
        # The first hand of a game makes its table, so this goes by the order of the file.
        self._read.append(self._read_quickly(text) or read_hand(text, line, self.file))

    def hands(self) -> Iterator[ReadItem]:
        """Yield the hands added, in order, and forget them."""
        bettings, cards = self._play(), self._told.cards()
        for (line, text), told in zip(self.sections, self._read, strict=True):
            if not isinstance(told, _Told):
                yield told
                continue
            hand = self._hand(line, told, bettings[told.row], cards[told.row])
            yield hand or read_hand(text, line, self.file)
        self.sections.clear()
        self._read.clear()
        self._told.clear()

    def _read_quickly(self, text: str) -> _Told | None:
        """Return a hand of hold'em; None for others, and for what is spelt otherwise."""
        before, _, rest = text.partition(_ACTIONS)
        actions, _, after = rest.partition("\n")
        numbered = _NUMBERED.match(after)
        if numbered:
            after = after[numbered.end() :]
        frame = self._frame(before, after)
        if frame is None or (numbered and frame.number):
            return None
        row = self._told.count
        mucked = self._told.read_phh(
            actions.encode(),
            chips_per_unit=self.file.chips.per_unit,
            player_count=frame.table.walk.definition.player_count,
        )
        number = numbered[1] if numbered else frame.number
        return None if mucked is None else _Told(row, frame, mucked, number)

    def _frame(self, before: str, after: str) -> _Frame | None:
        """Return what stands before and after the actions; the same texts are read once."""
        key = (before, after)
        if key not in self._frames:
            if len(self._frames) == _MOST_KEPT:
                self._frames.clear()
            try:
                self._frames[key] = self._read_frame(f"{before}\n{after}")
            except Exception:  # whatever it is, reading field by field says it
                self._frames[key] = None
        return self._frames[key]

    def _read_frame(self, text: str) -> _Frame | None:
        texts: _Texts = {}
        for line in text.split("\n"):
            key, equals, value = line.partition(" = ")
            if equals and key not in texts and key == key.strip():
                texts[key] = value
            elif line:
                return None
        if "actions" in texts:
            return None
        table = self._once(texts, _GAME_FIELDS, lambda fields: table_of(fields, self.file))
        game = table.walk.definition
        if game.variant is not None:
            return None
        count, chips = game.player_count, self.file.chips
        for key in texts.keys() - _READ:
            value_of(texts[key])
        return _Frame(
            table,
            self._once(texts, ("players",), lambda fields: names_of(fields, count), count),
            self._once(texts, _SESSION_FIELDS, lambda got: session_of(got, self.file.path)),
            self._once(
                texts, ("starting_stacks",), lambda got: hand_stacks(got, count, chips), count
            ),
            {name: texts[name] for name in _WON if name in texts},
            number_of_hand({name: value_of(texts[name]) for name in ("hand",) if name in texts}),
        )

    def _once(
        self,
        texts: _Texts,
        names: Sequence[str],
        read: Callable[[Fields], _Value],
        count: int = 0,
    ) -> _Value:
        """Return what some fields say, for a number of players; the same texts are read once."""
        key = (names[0], str(count), *[texts.get(name) for name in names])
        known = self._known.get(key)
        if known is None:
            if len(self._known) == _MOST_KEPT:
                self._known.clear()
            fields = {name: value_of(texts[name]) for name in names if name in texts}
            known = self._known[key] = read(fields)
        return known  # type: ignore[return-value]

    def _play(self) -> list[str | None]:
        """Return the betting of each row, None where it is not legal or not over."""
        rows = [told for told in self._read if isinstance(told, _Told)]
        columns = self._told.columns
        by_walk: dict[int, list[_Told]] = {}
        for told in rows:
            by_walk.setdefault(id(told.frame.table.walk), []).append(told)
        if rows:
            columns["stacks"][: len(rows)] = _padded([told.frame.stacks for told in rows])
            columns["blinds"][: len(rows)] = _padded([told.frame.table.blinds for told in rows])
        bettings: list[str | None] = [None] * len(rows)
        for same in by_walk.values():
            numbers = [told.row for told in same]
            played = self._told.play(same[0].frame.table.walk, numbers)
            for row, betting in zip(numbers, played, strict=True):
                bettings[row] = betting
        return bettings

    def _hand(self, line: int, told: _Told, betting: str | None, cards: str) -> ParsedHand | None:
        if betting is None:
            return None
        frame = told.frame
        game = frame.table.walk.definition
        payoffs: tuple[int, ...] | None = None
        rake = 0
        if frame.won:
            spent = self._told.columns["spent"][told.row, : game.player_count].tolist()
            fields = {name: value_of(text) for name, text in frame.won.items()}
            try:
                payoffs, rake = told_payoffs(fields, spent, frame.stacks, chips=self.file.chips)
            except RailbirdError:
                return None
        return ParsedHand(
            line,
            frame.session,
            frame.names,
            betting,
            cards,
            payoffs,
            frame.stacks,
            frame.table.blinds,
            mucked=told.mucked,
            rake=rake,
            game=game,
            number=told.number,
        )


_ACTIONS, _NUMBERED = "\nactions = ", re.compile(r"hand = (0|[1-9][0-9]{0,15})\n")
_WON = ("finishing_stacks", "winnings")
_READ = {*_GAME_FIELDS, *_SESSION_FIELDS, "starting_stacks", "players"}


def _padded(rows: Sequence[tuple[int, ...]]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    nothing = (0,) * TOLD_PLAYERS
    return np.array([(row + nothing)[:TOLD_PLAYERS] for row in rows], np.int64)
