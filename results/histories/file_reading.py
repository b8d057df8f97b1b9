"""Reads one file of an import and checks its hands, in this process or in a worker."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from threading import get_ident

from railbird.native import GameDefinition
from railbird.results.errors import LogError
from railbird.results.histories.checking.deck_seeds import DeckSeeds
from railbird.results.histories.checking.hand_checker import (
    HANDS_AT_ONCE,
    CheckedHands,
    HandChecker,
)
from railbird.results.histories.checking.hand_games import HandGames
from railbird.results.histories.checking.history_files import HistoryFile
from railbird.results.histories.checking.history_text import read_history_text
from railbird.results.histories.checking.parsed_hand import (
    Chips,
    HistoryFault,
    OtherTable,
    ParsedHand,
    ReadItem,
    SkippedLines,
)
from railbird.results.histories.checking.repeats import digest_of
from railbird.results.histories.format_list import READERS, SUFFIXES, find_reader


@dataclass(frozen=True, slots=True)
class FileChoice:
    """How files are read, see ImportChoice; `only` is the game of all hands, if it is known."""

    only: GameDefinition | None
    history_format: str | None
    chips_per_unit: int
    player_count: int | None


@dataclass(slots=True)
class GameHands:
    """The valid hands of one game in a file, in parts, each hand with a digest of its content.

    `kind` tells games apart that have the same stakes, as HandGames has it.
    """

    definition: GameDefinition
    kind: str
    parts: list[tuple[CheckedHands, list[bytes | None]]] = field(default_factory=list)


@dataclass(slots=True)
class FileHands:
    """What is in a file: hands by game, in the order of their first hands, faults, and counts."""

    file: HistoryFile
    history_format: str = ""
    games: list[GameHands] = field(default_factory=list)
    faults: list[HistoryFault] = field(default_factory=list)
    skipped: int = 0
    other_tables: int = 0


def format_of(file: HistoryFile, history_format: str | None) -> str:
    """Return the format of a file, by its suffix if none is given; raises LogError."""
    known = history_format or SUFFIXES.get(file.path.suffix)
    if known is None:
        *others, last = READERS
        raise LogError(
            f"its suffix {file.path.suffix!r} is not that of a known format; choose "
            f"{', '.join(others)} or {last} with --from"
        )
    return known


def read_history_file(file: HistoryFile, choice: FileChoice, text: str | None = None) -> FileHands:
    """Read a file, whose text may be known; errors of any kind are among its faults."""
    read = FileHands(file)
    if file.fault:
        read.faults.append(HistoryFault(0, file.fault))
        return read
    try:
        name = format_of(file, choice.history_format)
        text = read_history_text(file) if text is None else text
    except LogError as error:
        read.faults.append(HistoryFault(0, str(error)))
        return read
    read.history_format, reader = name, find_reader(name)
    games = HandGames(choice.only, player_count=choice.player_count)
    found = reader.read(text, file.path, games, chips=Chips(choice.chips_per_unit))
    _Reading(read, games, odd_chips=reader.odd_chips).take(found)
    return read


class _Reading:
    """A file that is read, with the deck seeds of each game as they are met."""

    def __init__(self, read: FileHands, games: HandGames, *, odd_chips: bool) -> None:
        self._read = read
        self._games = games
        self._odd_chips = odd_chips
        self._hands: dict[GameDefinition, GameHands] = {}
        self._seeds: dict[GameDefinition, DeckSeeds] = {}

    def take(self, found: Iterator[ReadItem]) -> None:
        """Check the hands, thousands at a time."""
        read, is_empty = self._read, True
        while group := list(islice(found, HANDS_AT_ONCE)):
            read.skipped += sum(item.count for item in group if isinstance(item, SkippedLines))
            read.other_tables += sum(isinstance(item, OtherTable) for item in group)
            faults = [item for item in group if isinstance(item, HistoryFault)]
            by_game: dict[GameDefinition, list[ParsedHand]] = {}
            for item in group:
                if isinstance(item, ParsedHand):
                    by_game.setdefault(self._definition(item), []).append(item)
            for definition, hands in by_game.items():
                faults += self._check(definition, hands)
            read.faults += sorted(faults, key=lambda fault: fault.line)
            is_empty &= all(isinstance(item, SkippedLines) for item in group)
        if is_empty:
            read.faults.append(HistoryFault(0, "it contains no hands"))

    def _definition(self, hand: ParsedHand) -> GameDefinition:
        definition = self._games.only or hand.game
        assert definition is not None
        return definition

    def _check(self, definition: GameDefinition, hands: list[ParsedHand]) -> list[HistoryFault]:
        if definition not in self._hands:
            self._hands[definition] = GameHands(definition, self._games.kind_of(definition))
            self._seeds[definition] = DeckSeeds(definition, may_be_of_others=True)
            self._read.games.append(self._hands[definition])
        checker = _checker(definition, get_ident(), odd_chips=self._odd_chips)
        checked, faults = checker.check(hands, self._seeds[definition])
        room = self._read.history_format
        digests = [digest_of(hand, room) for hand in checked.hands]
        self._hands[definition].parts.append((checked, digests))
        return faults


@lru_cache(maxsize=16)
def _checker(definition: GameDefinition, thread: int, *, odd_chips: bool) -> HandChecker:
    """Return tables for the hands of a game, kept for further files of the same thread."""
    return HandChecker(definition, odd_chips=odd_chips)
