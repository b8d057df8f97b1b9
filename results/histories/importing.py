"""Imports hands played elsewhere into a run's folder, for all analyses."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from railbird.native import GameDefinition, RailbirdError, parse_game
from railbird.native.wording import counted
from railbird.plugins import Game
from railbird.results.errors import LogError
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.run_folder import RunFolder
from railbird.results.histories.checking.hand_checker import CheckedHands
from railbird.results.histories.checking.hand_games import HandGames
from railbird.results.histories.checking.history_files import HistoryFile, find_files
from railbird.results.histories.checking.history_text import read_history_text
from railbird.results.histories.checking.parsed_hand import HistoryFault
from railbird.results.histories.checking.refusals import Refusal, Refusals
from railbird.results.histories.checking.repeats import Repeats
from railbird.results.histories.file_reading import FileChoice, FileHands, GameHands, format_of
from railbird.results.histories.file_workers import FileJob, read_files
from railbird.results.histories.format_list import SUFFIXES, find_reader
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
    instead of refusing everything. Of tables with several numbers of players `player_count` picks
    one. `refused_file` is where to list all that is refused, as CSV. `workers`
    processes read the files, with the same result for any number; `show_progress` is called with
    the files read and those there are.
    """

    find_game: Callable[[str], Game]
    game: Game | None = None
    history_format: str | None = None
    keep_going: bool = False
    chips_per_unit: int = 1
    player_count: int | None = None
    refused_file: Path | None = None
    workers: int = 1
    show_progress: Callable[[int, int], None] | None = None


@dataclass(frozen=True, slots=True)
class ImportedRun:
    """One run of an import: the hands of one game."""

    folder: str
    game: str
    matches: int
    hands: int
    has_deck_seeds: bool


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The result of an import: what was read and what was left out, with the first faults.

    `runs` has a run for each number of players and stakes, the one with most hands first, which
    `game` is of; `matches` and `hands` are those of all. `rake_chips` is the rake that was given
    back to those who won, `skipped_lines` the lines between hands that belong to none, `open_folds`
    the folds where checking was free, and `other_tables` the hands with numbers of players that
    were not asked for; `repeated` hands were imported before, and count once; `two_boards` were
    run twice, with the payoffs of the text. `refusals` has what is left out by reason.
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
    other_tables: int = 0
    runs: tuple[ImportedRun, ...] = ()
    repeated: int = 0
    two_boards: int = 0
    refusals: tuple[Refusal, ...] = ()


def import_histories(paths: Sequence[Path], folder: RunPlace, choice: ImportChoice) -> ImportReport:
    """Read files, or all histories in folders, into a new run, or a run for each game in `folder`.

    Raises LogError with file and line of the first fault, unless `keep_going`, and if there are no
    valid hands; StoreError and OtherRunError if `folder` cannot be used.
    """
    files = list(find_files(paths, SUFFIXES))
    work = _Import(choice)
    with closing(work.refusals), closing(read_files(work.jobs(files), choice.workers)) as reading:
        for done, read in enumerate(reading, start=1):
            work.add(read)
            if choice.show_progress is not None:
                choice.show_progress(done, len(files))
    tables = sorted(work.filled_tables(), key=lambda table: -table.gathering.hand_count)
    if not tables:
        first = f"; the first fault is {work.faults[0]}" if work.faults else ""
        raise LogError(f"no hands were found in {counted(len(files), 'file')}{first}")
    source = {"files": len(files), "formats": sorted(work.formats), "left_out": work.left_out}
    runs = []
    for table, place in zip(tables, _places(tables, folder), strict=True):
        store_hands(
            table.gathering, table.game, place, source=source, has_stacks=table.stacks_are_told
        )
        runs.append(table.report(str(place)))
    return ImportReport(
        folder=str(open_folder(folder)),
        game=runs[0].game,
        files=len(files),
        matches=sum(run.matches for run in runs),
        hands=sum(run.hands for run in runs),
        left_out=work.left_out,
        faults=tuple(work.faults),
        has_deck_seeds=all(run.has_deck_seeds for run in runs),
        rake_chips=sum(table.rake for table in tables),
        skipped_lines=work.skipped,
        open_folds=sum(table.open_folds for table in tables),
        other_tables=work.other_tables,
        runs=tuple(runs),
        repeated=sum(table.repeated for table in tables),
        two_boards=sum(table.two_boards for table in tables),
        refusals=tuple(work.refusals.table()),
    )


def _places(tables: Sequence["_Table"], folder: RunPlace) -> Iterator[RunFolder]:
    """Yield the folder of each table's run: `folder` if there is one, otherwise one in it."""
    place = open_folder(folder)
    if len(tables) == 1:
        yield place
        return
    names = Counter[str]()
    for table in tables:
        name = table.game.name
        names[name] += 1
        again = f"-{names[name]}" if names[name] > 1 else ""
        yield open_folder(f"{place}/{name}{again}")


class _Table:
    """The hands of one game, as they are checked and gathered."""

    def __init__(self, game: Game, *, stacks_are_told: bool) -> None:
        self.game = game
        self.stacks_are_told = stacks_are_told
        self.gathering = Gathering()
        self.rake = 0
        self.open_folds = 0
        self.repeated = 0
        self.two_boards = 0
        self._repeats = Repeats()

    def take(self, path: Path, hands: CheckedHands, digests: Sequence[bytes | None]) -> None:
        """Add hands of a file, in order; those that were added before are counted and left out."""
        is_new = [self._repeats.is_new(digest) for digest in digests]
        self.repeated += is_new.count(False)
        hands = hands.of(is_new)
        self.gathering.add(str(path), hands)
        self.rake += sum(hand.rake for hand in hands.hands)
        self.open_folds += sum(hand.open_folds for hand in hands.hands)
        self.two_boards += sum(hand.has_two_boards for hand in hands.hands)

    def end_file(self) -> None:
        """End the matches of a file."""
        self.gathering.end_file()

    def report(self, folder: str) -> ImportedRun:
        """Return what was stored in a folder."""
        matches = self.gathering.matches
        return ImportedRun(
            folder=folder,
            game=self.game.name,
            matches=len(matches),
            hands=self.gathering.hand_count,
            has_deck_seeds=all(match.deck_seed is not None for match in matches),
        )


class _Import:
    """An import in progress: its games, and what was read so far."""

    def __init__(self, choice: ImportChoice) -> None:
        self.formats: set[str] = set()
        self.faults: list[str] = []
        self.refusals = Refusals(choice.refused_file)
        self.skipped = 0
        self.other_tables = 0
        self._choice = choice
        only = None if choice.game is None else choice.game.definition
        self._games = HandGames(only, player_count=choice.player_count)
        self._tables: dict[GameDefinition, _Table] = {}
        if choice.game is not None:
            self._tables[choice.game.definition] = _Table(choice.game, stacks_are_told=True)

    @property
    def left_out(self) -> int:
        """How many hands and files were refused."""
        return self.refusals.count

    def filled_tables(self) -> list[_Table]:
        """Return the tables that have hands."""
        return [table for table in self._tables.values() if table.gathering.hand_count]

    def jobs(self, files: Iterable[HistoryFile]) -> Iterator[FileJob]:
        """Yield how each file is to be read, and its text if that had to be known before."""
        choice = self._choice
        given = None if choice.game is None else choice.game.definition
        for file in files:
            only, text = given, None
            if given is None and not file.fault:
                try:
                    only, text = self._game_named_in(file)
                except LogError as error:
                    file = replace(file, fault=str(error))  # noqa: PLW2901
            own = FileChoice(
                only, choice.history_format, choice.chips_per_unit, choice.player_count
            )
            yield file, own, text

    def add(self, read: FileHands) -> None:
        """Add the hands of a file."""
        path = read.file.path
        for fault in read.faults:
            self._fault(path, fault)
        if read.history_format:
            self.formats.add(read.history_format)
        self.skipped += read.skipped
        self.other_tables += read.other_tables
        for hands in read.games:
            table = self._table(hands, path)
            for part, digests in hands.parts:
                table.take(path, part, digests)
        for table in self._tables.values():
            table.end_file()

    def _table(self, hands: GameHands, path: Path) -> _Table:
        definition = hands.definition
        if definition not in self._tables:  # as another file may have had it, with other blinds
            definition = self._games.walk_for(definition, hands.kind).definition
        table = self._tables.get(definition)
        if table is None:
            game = Game(_name_of(definition, path), definition)
            table = self._tables[definition] = _Table(game, stacks_are_told=False)
        return table

    def _fault(self, path: Path, fault: HistoryFault) -> None:
        where = f"{path}:{fault.line}" if fault.line else f"{path}"
        text = f"{where}: {fault.text}"
        if not self._choice.keep_going:
            raise LogError(f"{text}; fix it, or skip invalid hands with --keep-going")
        self.refusals.add(str(path), fault)
        if len(self.faults) < FAULTS_KEPT:
            self.faults.append(text)

    def _game_named_in(self, file: HistoryFile) -> tuple[GameDefinition | None, str | None]:
        """Return the game of all hands of a file and its text, if its format names it there."""
        reader = find_reader(format_of(file, self._choice.history_format))
        if reader.game_named is None:
            return None, None
        text = read_history_text(file)
        name = Path(
            reader.game_named(text)
        ).name  # a path in a file is of the machine that wrote it
        beside = file.path.parent / name
        game = self._choice.find_game(str(beside) if beside.is_file() else name)
        self._tables.setdefault(game.definition, _Table(game, stacks_are_told=True))
        return game.definition, text


def _name_of(game: GameDefinition, path: Path) -> str:
    """Return the name of a game that a history does not name."""
    if game.variant is not None:
        return game.variant.name
    stakes = name_by_stakes(f"holdem-{game.betting}", game.blinds, bets=bets_of(game) or ())
    return _name_beside(path, game) or stakes


def _name_beside(path: Path, told: GameDefinition) -> str | None:
    """Return the name of the game's file beside a history, as `railbird export` writes it."""
    for file in sorted(path.parent.glob(f"*{_GAME_SUFFIX}")):
        try:
            game = parse_game(file.read_text(encoding="utf-8"), source=file.name)
        except (OSError, ValueError, RailbirdError):
            continue
        if game.player_count != told.player_count:
            continue
        if replace(game, stacks=told.stacks) == told:
            return file.stem
    return None
