"""A run, finished or not, with all its tables, computed when requested."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pyarrow as pa

from railbird.native import GameDefinition
from railbird.plugins import unknown_name
from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import RunFolder
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.reading.run_reading import RunReading, planned_luck
from railbird.results.show.units import UnitError
from railbird.results.store.manifest import Manifest
from railbird.results.store.store import TABLES as TABLE_FOLDER
from railbird.results.store.table_files import write_table
from railbird.results.store.where import WhereError
from railbird.results.tables.rankings.run_off import decided
from railbird.results.tables.result_table import ResultTable, RunOff
from railbird.results.tables.table_list import TABLES


def wrong_mode(reading: RunReading, what: str) -> UnitError:
    """Return the error for what the chips of a run's mode cannot tell."""
    if reading.mode == "ring":
        return UnitError(
            f"{reading.folder}: {what} is not for ring games, whose chips are of different stakes "
            "and tables; use `railbird bankrolls`"
        )
    if reading.mode == "cash":
        return UnitError(
            f"{reading.folder}: {what} is about tournaments, and this run played cash games; use "
            "`railbird rank`"
        )
    return UnitError(
        f"{reading.folder}: {what} counts chips of a fixed value, which those of tournaments do "
        "not have; use `railbird finishes`"
    )


@dataclass(frozen=True)
class RunResults:
    """The results of a run so far; tables are computed when first requested.

    Each table is a method by its name: `run.total_bankroll()` is `run.table("total-bankroll")`.
    `docs/tables.md` lists them all, with the options that they take.
    """

    reading: RunReading

    def __repr__(self) -> str:
        """Show the address of the run."""
        return f"RunResults({str(self.folder)!r})"

    @property
    def folder(self) -> RunFolder:
        """Where the run is stored."""
        return self.reading.folder

    @property
    def manifest(self) -> Manifest:
        """The description of the run."""
        return self.reading.manifest

    @property
    def game(self) -> GameDefinition:
        """The game's definition."""
        return self.reading.game

    @property
    def labels(self) -> list[str]:
        """The labels of the agents that were entered, sorted."""
        return self.reading.labels

    @property
    def facts(self) -> tuple[str, ...]:
        """Notes on what is missing in the run, and which part was selected."""
        return self.reading.facts

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts, and notes on the intervals of line-ups and bankrolls."""
        return self.reading.notes

    def where(self, *conditions: str) -> "RunResults":
        """Return a part of the run; conditions and errors as in `RunReading.where`."""
        return RunResults(self.reading.where(*conditions))

    def matches(self) -> Iterator[pa.RecordBatch]:
        """Yield all matches in schema MATCHES, with the chosen payoffs."""
        return self.reading.matches()

    def hands(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Yield all hands in schema HANDS, or some columns of it, in small batches."""
        return self.reading.hands(columns)

    def played_hands(self) -> Iterator[PlayedHands]:
        """Yield all hands as numpy columns by position, with the chosen payoffs."""
        return self.reading.played_hands()

    def incidents(self) -> Iterator[pa.RecordBatch]:
        """Yield all incidents in schema INCIDENTS."""
        return self.reading.incidents()

    def table(self, name: str, *arguments: Any, **options: Any) -> ResultTable:
        """Return the table with this name.

        Raises UnknownNameError if there is no such table, StoreError if this run does not have it,
        and the errors of the table itself.
        """
        spec = TABLES.get(name)
        if spec is None:
            raise unknown_name("table", name, TABLES)
        if self.reading.mode not in spec.modes:
            raise wrong_mode(self.reading, f"the table '{name}'")
        if not spec.is_there(self.reading):
            raise StoreError(f"{self.folder} has no table '{name}': {spec.about}")
        made = spec.make(self.reading, *arguments, **options)
        return ResultTable(spec, made, self.game, spec.notes(self.reading))

    def find_table(self, name: str) -> ResultTable | None:
        """Return the table with this name, or None if this run does not have it."""
        spec = TABLES.get(name)
        return self.table(name) if spec is None or spec.is_in(self.reading) else None

    def __getattr__(self, name: str) -> Callable[..., ResultTable]:
        """Return the method that computes a table, by its name with underscores."""
        spec = TABLES.get(name.replace("_", "-"))
        if spec is None:
            raise AttributeError(
                f"a run has no attribute {name!r}; its tables are {', '.join(TABLES)}"
            )
        return partial(self.table, spec.name)

    def __dir__(self) -> Iterable[str]:
        """List the tables too, so that editors and notebooks complete them."""
        return [*super().__dir__(), *(name.replace("-", "_") for name in TABLES)]

    def headlines(self, *commands: str) -> list[ResultTable]:
        """Return the tables that summarise the run, of these commands."""
        return [
            self.table(spec.name)
            for name in commands
            for spec in TABLES.values()
            if spec.command is not None and spec.command.name == name and spec.command.is_headline
        ]

    def run_off(self) -> RunOff:
        """Return the ranking by run-off, with every round."""
        return RunOff(
            self.table("run-off"),
            self.table("run-off-eliminations"),
            self.table("run-off-rounds"),
            self.reading.once(decided).stop,
        )

    def series_run_off(self) -> RunOff:
        """Return the ranking by run-off over series, for two players; raises TwoPlayersError."""
        return RunOff(self.table("series-run-off"), self.table("series-eliminations"))

    def exact_values(self) -> ResultTable | None:
        """Return exact values compared with sampled ones, if there are any."""
        return self.find_table("exact-values")

    def risk_of_ruin(self, big_blinds: float, *, for_hands: int | None = None) -> ResultTable:
        """Return the table `ruin` for this bankroll; raises ValueError for an invalid one."""
        return self.table("ruin", big_blinds, for_hands=for_hands)

    def tables(self) -> list[ResultTable]:
        """Return the tables that `write_tables` writes."""
        written = [spec for spec in TABLES.values() if spec.is_written]
        return [self.table(spec.name) for spec in written if spec.is_in(self.reading)]

    def write_tables(self) -> str:
        """Write all tables to the run's folder as Arrow and CSV, and return their address.

        Those with other luck taken out than in the spec are in a subfolder. Raises WhereError for
        a part of a run, whose tables would be mistaken for the run's.
        """
        if not self.reading.part.is_everything:
            raise WhereError(
                "a run's folder contains the tables of the whole run; write those of a "
                "part elsewhere"
            )
        inside = TABLE_FOLDER
        if self.reading.luck != planned_luck(self.manifest):
            inside = f"{TABLE_FOLDER}/{self.reading.luck}"
        for table in self.tables():
            write_table(self.folder, f"{inside}/{table.name}", table.arrow)
        return self.folder.path_of(inside)
