"""A table of a run, which displays itself in terminals, prompts and notebooks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pyarrow as pa
from rich.console import Group

from railbird.native import GameDefinition
from railbird.results.show.arrow_table import ArrowTable
from railbird.results.show.printing import draw, notes_view
from railbird.results.show.rich_text import drawn_text
from railbird.results.show.summing_up import FIRST_ROWS, cut
from railbird.results.show.table_layout import LEGEND, Grid
from railbird.results.show.table_text import escape_html, to_html, to_latex, to_markdown
from railbird.results.show.units import find_unit, in_unit
from railbird.results.tables.table_spec import TableSpec


@dataclass(frozen=True)
class ResultTable(ArrowTable):
    """One table of a run, as listed in `tables.md`, with its notes.

    `arrow` is the table itself.
    """

    spec: TableSpec
    arrow: pa.Table
    game: GameDefinition
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the table."""
        return self.spec.name

    def in_unit(self, name: str) -> "ResultTable":
        """Return the table in another unit; raises UnitError if the game does not support it."""
        return replace(self, arrow=in_unit(self.arrow, find_unit(name), self.game))

    def grids(self, *, columns: int | None = None) -> Sequence[Grid]:
        """Lay out the table, a wide one in parts with at most this many columns."""
        return self.spec.layout(self.arrow, columns)

    def short_grids(self, *, columns: int | None = None) -> Sequence[Grid]:
        """Lay out the table like `grids`, but summarise it if it is long."""
        summed = None if self.spec.sum_up is None else self.spec.sum_up(self.arrow)
        if summed is None:
            return self.grids(columns=columns)
        command = self.spec.whole_command
        hint = f"; everything: {command}" if command else ""
        return [replace(grid, title=f"{grid.title}{hint}") for grid in summed]

    def first_grids(self) -> Sequence[Grid]:
        """Lay out the first rows and columns, for a page; of a long list no more is laid out."""
        is_list = not {"opponent", "other"} & set(self.schema.names)
        count = len(self) if is_list else 0
        shown = replace(self, arrow=self.arrow[: FIRST_ROWS + 1]) if is_list else self
        whole = self.spec.whole_place
        return [cut(grid, whole=whole, row_count=count) for grid in shown.grids()]

    def remarks(self) -> list[str]:
        """Return the notes, and the legend if there are marks."""
        return [*self.notes, *([LEGEND] if self.spec.has_marks else [])]

    def to_markdown(self) -> str:
        """Return the table in Markdown."""
        return "\n\n".join(map(to_markdown, self.grids()))

    def to_latex(self) -> str:
        """Return the table in LaTeX."""
        return "\n\n".join(map(to_latex, self.grids()))

    def __rich__(self) -> Group:
        """Render in a terminal."""
        return Group(*map(draw, self.grids()), notes_view(self.remarks()))

    def __str__(self) -> str:
        """Return the table as text, for print."""
        return self.to_markdown()

    def __repr__(self) -> str:
        """Return the table as text, for a prompt."""
        return drawn_text(self)

    def _repr_html_(self) -> str:
        """Render as HTML in a notebook."""
        remarks = "".join(f"<p>{escape_html(remark)}.</p>" for remark in self.remarks())
        return "".join(map(to_html, self.grids())) + remarks


@dataclass(frozen=True)
class RunOff:
    """A run-off: the ranking, its eliminations, and optionally every round.

    `stop` says why it ended early, and is empty otherwise.
    """

    ranking: ResultTable
    eliminations: ResultTable
    rounds: ResultTable | None = None
    stop: str = ""

    def tables(self) -> list[ResultTable]:
        """Return the tables there are, the ranking first."""
        found = [self.ranking, self.eliminations, self.rounds]
        return [table for table in found if table is not None]

    def notes(self) -> list[str]:
        """Return why it ended early, if it did."""
        return [self.stop] if self.stop else []

    def __rich__(self) -> Group:
        """Render in a terminal."""
        return Group(self.ranking, self.eliminations, notes_view(self.notes()))

    def __repr__(self) -> str:
        """Return the table as text, for a prompt."""
        return drawn_text(self)

    def _repr_html_(self) -> str:
        """Render as HTML in a notebook."""
        stop = "".join(f"<p>{escape_html(note)}.</p>" for note in self.notes())
        return self.ranking._repr_html_() + self.eliminations._repr_html_() + stop
