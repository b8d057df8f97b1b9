"""Imports hands played elsewhere into a run's folder, for all analyses."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from railbird.native import GameDefinition, RailbirdError, parse_game
from railbird.native.wording import counted
from railbird.plugins import Game
from railbird.results.errors import LogError
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.histories.checking.deck_seeds import DeckSeeds
from railbird.results.histories.checking.hand_checker import HANDS_AT_ONCE, HandChecker
from railbird.results.histories.checking.parsed_hand import (
    Chips,
    HistoryFault,
    ParsedHand,
    ReadItem,
    SkippedLines,
)
from railbird.results.histories.format_list import READERS, SUFFIXES, find_reader
from railbird.results.histories.history_format import HistoryReader
from railbird.results.histories.history_text import read_history_text
from railbird.results.histories.notation.holdem import bets_of
from railbird.results.histories.notation.stakes import name_by_stakes
from railbird.results.histories.storing.gathering import Gathering
from railbird.results.histories.storing.import_store import store_hands

FAULTS_KEPT = 20
_GAME_SUFFIX = ".game"


@dataclass(frozen=True, slots=True)
class ImportChoice:
    """Import options: `game` if it is known, otherwise `find_game` looks up the name in a log.

    If `history_format` is None, each file's suffix decides; `keep_going` skips invalid hands
    instead of refusing everything.
    """

    find_game: Callable[[str], Game]
    game: Game | None = None
    history_format: str | None = None
    keep_going: bool = False
    chips_per_unit: int = 1


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of an import: what was read and what was left out, with the first faults.

    `rake_chips` is the rake that was given back to those who won, `skipped_lines` the lines between
    hands that belong to none, `open_folds` the folds where checking was free.
    """

    folder: str
    game: str
    files: int
    matches: int
    hands: int
    left_out: int
    faults: tuple[str, ...]
    has_deck_seeds: bool
    rake_chips: int = 0
    skipped_lines: int = 0
    open_folds: int = 0


def import_histories(paths: Sequence[Path], folder: RunPlace, choice: ImportChoice) -> ImportReport:
    """Read files, or all histories in folders, into a new run.

    Raises LogError with file and line of the first fault, unless `keep_going`, and if there are no
    valid hands; StoreError and OtherRunError if `folder` cannot be used.
    """
    files = list(_files(paths))
    work = _Import(choice)
    for path in files:
        work.read(path)
    if not work.gathering.hand_count:
        first = f"; the first fault is {work.faults[0]}" if work.faults else ""
        raise LogError(f"no hands were found in {counted(len(files), 'file')}{first}")
    assert work.game is not None
    source = {"files": len(files), "formats": sorted(work.formats), "left_out": work.left_out}
    store_hands(work.gathering, work.game, folder, source=source, has_stacks=work.stacks_are_told)
    return ImportReport(
        folder=str(open_folder(folder)),
        game=work.game.name,
        files=len(files),
        matches=len(work.gathering.matches),
        hands=work.gathering.hand_count,
        left_out=work.left_out,
        faults=tuple(work.faults),
        has_deck_seeds=all(match.deck_seed is not None for match in work.gathering.matches),
        rake_chips=work.rake,
        skipped_lines=work.skipped,
        open_folds=work.open_folds,
    )


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            inside = [p for p in sorted(path.rglob("*")) if p.suffix in SUFFIXES and p.is_file()]
            if not inside:
                raise LogError(f"{path} contains no histories; they end in {', '.join(SUFFIXES)}")
            yield from inside
        else:
            yield path


class _Import:
    """An import in progress: the game, once it is known, and what was read so far."""

    def __init__(self, choice: ImportChoice) -> None:
        self.game = choice.game
        self.stacks_are_told = choice.game is not None
        self.gathering = Gathering()
        self.formats: set[str] = set()
        self.faults: list[str] = []
        self.left_out = 0
        self.rake = 0
        self.skipped = 0
        self.open_folds = 0
        self._choice = choice
        self._chips = Chips(choice.chips_per_unit)
        self._checkers: dict[bool, HandChecker] = {}  # by whether chips may be odd

    def read(self, path: Path) -> None:
        """Read one file, and add its hands."""
        try:
            text = read_history_text(path)
            name = self._format(path)
            reader = find_reader(name)
            game = self._game(text, path, reader)
        except OSError as error:
            self._fault(path, HistoryFault(0, f"it cannot be read ({error})"))
            return
        except LogError as error:
            self._fault(path, HistoryFault(0, str(error)))
            return
        self.formats.add(name)
        found = reader.read(text, path, game, chips=self._chips)
        if game is None:
            self._refuse_all(path, found)
            return
        self._take(path, found, odd_chips=reader.odd_chips)

    def _refuse_all(self, path: Path, found: Iterator[ReadItem]) -> None:
        """Return the faults of the hands of a file whose game is unknown."""
        faults = [item for item in found if isinstance(item, HistoryFault)]
        for fault in faults or [HistoryFault(0, "it contains no hands")]:
            self._fault(path, fault)

    def _take(self, path: Path, found: Iterator[ReadItem], *, odd_chips: bool) -> None:
        assert self.game is not None
        if odd_chips not in self._checkers:
            self._checkers[odd_chips] = HandChecker(self.game.definition, odd_chips=odd_chips)
        checker = self._checkers[odd_chips]
        seeds = DeckSeeds(self.game.definition, may_be_of_others=True)
        while group := list(islice(found, HANDS_AT_ONCE)):
            self.skipped += sum(item.count for item in group if isinstance(item, SkippedLines))
            faults = [item for item in group if isinstance(item, HistoryFault)]
            hands = [item for item in group if isinstance(item, ParsedHand)]
            checked, more = checker.check(hands, seeds)
            for fault in sorted(faults + more, key=lambda fault: fault.line):
                self._fault(path, fault)
            self.gathering.add(str(path), checked)
            self.rake += sum(hand.rake for hand in checked.hands)
            self.open_folds += sum(hand.open_folds for hand in checked.hands)
        self.gathering.end_file()

    def _fault(self, path: Path, fault: HistoryFault) -> None:
        where = f"{path}:{fault.line}" if fault.line else f"{path}"
        text = f"{where}: {fault.text}"
        if not self._choice.keep_going:
            raise LogError(f"{text}; fix it, or skip invalid hands with --keep-going")
        self.left_out += 1
        if len(self.faults) < FAULTS_KEPT:
            self.faults.append(text)

    def _format(self, path: Path) -> str:
        known = self._choice.history_format or SUFFIXES.get(path.suffix)
        if known is None:
            *others, last = READERS
            raise LogError(
                f"its suffix {path.suffix!r} is not that of a known format; choose "
                f"{', '.join(others)} or {last} with --from"
            )
        return known

    def _game(self, text: str, path: Path, reader: HistoryReader) -> GameDefinition | None:
        if self.game is None:
            self.game = self._told_game(reader.game_in(text, self._chips), path)
        return None if self.game is None else self.game.definition

    def _told_game(self, told: GameDefinition | str | None, path: Path) -> Game | None:
        if told is None:
            return None
        if isinstance(told, str):
            self.stacks_are_told = True
            name = Path(told).name  # a path in a file is of the machine that wrote it
            beside = path.parent / name
            return self._choice.find_game(str(beside) if beside.is_file() else name)
        if told.variant is not None:
            return Game(told.variant.name, told)
        return Game(_name_beside(path, told) or _name_of(told), told)


def _name_of(game: GameDefinition) -> str:
    return name_by_stakes(f"holdem-{game.betting}", game.blinds, bets=bets_of(game) or ())


def _name_beside(path: Path, told: GameDefinition) -> str | None:
    """Return the name of the game's file beside a history, as `railbird export` writes it."""
    for file in sorted(path.parent.glob(f"*{_GAME_SUFFIX}")):
        try:
            game = parse_game(file.read_text(encoding="utf-8"), source=file.name)
        except (OSError, ValueError, RailbirdError):
            continue
        if replace(game, stacks=told.stacks) == told:
            return file.stem
    return None
