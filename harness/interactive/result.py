"""The results of a run, for a notebook: its tables, its hands and its report as attributes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from rich.console import Group

from railbird.harness.interactive.python_words import PYTHON
from railbird.harness.wording import errors_in_words, reworded
from railbird.plugins import unknown_name
from railbird.results import ResultTable, RunOff, RunResults, StoreError
from railbird.results import open_run as open_results
from railbird.results.folders.addresses import RunPlace
from railbird.results.show.printing import draw, notes_view, plain
from railbird.results.show.rich_text import drawn_text
from railbird.results.show.row_table import RowTable
from railbird.results.show.table_layout import Grid
from railbird.results.show.table_text import escape_html, to_html
from railbird.results.store.schema import INCIDENTS
from railbird.results.tables.table_list import TABLES

HEADLINES = ("table", "rank")
"""The commands whose main tables a result shows."""
ATTRIBUTES = tuple(
    name.replace("-", "_") for name, spec in TABLES.items() if not spec.needs_arguments
)
"""The names of tables that need no arguments."""


@dataclass(frozen=True, eq=False)
class Result:
    """The results of a run, finished or not.

    At a prompt it displays its cross-table and rankings, as text or, in a notebook, as HTML. The
    tables of `docs/tables.md` are attributes by name, with winnings in mbb per hand and 95%
    intervals: `result.cross_table`, `result.styles`. Each is computed on access; `table` takes
    options. `run` is the same run with tables as methods, and with parts (`run.where`).
    """

    run: RunResults

    @property
    def labels(self) -> list[str]:
        """The labels of the agents, sorted."""
        return self.run.labels

    @property
    def folder(self) -> str:
        """The path or URL where the run is stored.

        A temporary folder is removed when the result is no longer in use.
        """
        return str(self.run.folder)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the tables, such as missing data and unreliable intervals."""
        return _in_python(self.run.notes)

    @cached_property
    def hand_count(self) -> int:
        """The number of hands played, over all line-ups, deck seeds and seatings."""
        counts = (pc.sum(batch.column("hand_count")).as_py() or 0 for batch in self.run.matches())
        return sum(counts)

    @property
    def cross_table(self) -> ResultTable:
        """The winnings in each line-up, mbb per hand; `agent_matrix` is row against column."""
        return self.table("cross-table")

    @property
    def total_bankroll(self) -> ResultTable:
        """The ranking by the mean over line-ups, mbb per hand."""
        return self.table("total-bankroll")

    @property
    def run_off(self) -> RunOff:
        """The ranking by run-off: the lowest agent is eliminated until one table is left."""
        found = self.run.run_off()
        rounds = None if found.rounds is None else _as_in_python(found.rounds)
        ranking, eliminations = map(_as_in_python, (found.ranking, found.eliminations))
        return RunOff(ranking, eliminations, rounds, found.stop)

    @cached_property
    def hands(self) -> RowTable:
        """All hands, one per row, in schema HAND_EXPORT of `docs/tables.md`.

        Cards are strings such as AhKd, stacks and blinds are in chips, payoffs in 1/2520 chip,
        lists by seat. It takes about 200 bytes per hand in memory; for long runs, `run.hands()`
        yields the hands in parts.
        """
        from railbird.results.histories.flat.hand_tables import (  # noqa: PLC0415  (slow)
            all_hands,
        )

        return RowTable("hands", all_hands(self.run))

    @property
    def incidents(self) -> RowTable:
        """Violations of the rules, one per row, in schema INCIDENTS of `docs/tables.md`."""
        batches = list(self.run.incidents())
        table = pa.Table.from_batches(batches) if batches else INCIDENTS.empty_table()
        return RowTable("incidents", table)

    def table(self, name: str, *arguments: Any, **options: Any) -> ResultTable:
        """Return the table with this name, with the options listed in `docs/tables.md`.

        Raises UnknownNameError if there is no such table, StoreError if this run does not have it.
        """
        with errors_in_words(PYTHON):
            return _as_in_python(self.run.table(name.replace("_", "-"), *arguments, **options))

    def report(self, path: str | Path, *, unit: str = "mbb/hand") -> str:
        """Write the report as one self-contained HTML file; return its path.

        Raises StoreError if it cannot be written, UnitError for a unit that the game does not have.
        """
        from railbird.results.report import write_report  # noqa: PLC0415  (matplotlib)

        return str(write_report(self.run, path, unit=unit))

    def __getattr__(self, name: str) -> ResultTable:
        """Return the table with this name, with underscores for hyphens."""
        if name.replace("_", "-") in TABLES and name not in ATTRIBUTES:
            raise AttributeError(f"table {name!r} needs arguments: result.table({name!r}, ...)")
        if name not in ATTRIBUTES:
            raise AttributeError(str(unknown_name("attribute", name, dir(self))))
        return self.table(name)

    def __dir__(self) -> Iterable[str]:
        """List the tables too, so that editors and notebooks complete them."""
        return sorted({*super().__dir__(), *ATTRIBUTES})

    def __rich__(self) -> Group:
        """Render the cross-table and the rankings in a terminal."""
        grids, remarks = self._headlines()
        return Group(plain(self._title()), *map(draw, grids), notes_view(remarks))

    def __repr__(self) -> str:
        """Render as text."""
        return drawn_text(self)

    def _repr_html_(self) -> str:
        """Render as HTML in a notebook."""
        grids, remarks = self._headlines()
        title = f"<p><strong>{escape_html(self._title())}</strong></p>"
        items = [f"<li>{escape_html(remark)}.</li>" for remark in remarks]
        shown = "".join([title, *map(to_html, grids), "<ul>", *items, "</ul>"])
        return f'<div style="overflow-x: auto">{shown}</div>'

    def _title(self) -> str:
        manifest = self.run.manifest
        name = manifest.spec.get("name", self.run.folder.name)
        return f"{name}: {manifest.game_name}, {self.hand_count:,} hands"

    def _headlines(self) -> tuple[list[Grid], list[str]]:
        """Return the tables to display, and their notes without repetition."""
        try:
            tables = self.run.headlines(*HEADLINES)
            said = [*self.notes, *self.run_off.notes()]
        except StoreError as error:  # nothing was played yet
            return [], list(_in_python([str(error)]))
        grids = [grid for table in tables for grid in table.grids()]
        remarks = [remark for table in tables for remark in table.remarks()]
        return grids, list(dict.fromkeys([*said, *_in_python(remarks)]))


def _in_python(notes: Iterable[str]) -> tuple[str, ...]:
    return tuple(reworded(note, PYTHON) for note in notes)


def _as_in_python(table: ResultTable) -> ResultTable:
    return replace(table, notes=_in_python(table.notes))


def open_run(folder: RunPlace) -> Result:
    """Open a run by its path or URL, finished or not, and check every file of hands in it.

    Raises StoreError if the folder is not a run, or no part of it can be read.
    """
    return Result(open_results(folder))
