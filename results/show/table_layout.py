"""Layouts of tables before they are rendered: a title, headings and cells.

Labels are external data: a grid contains them as they are, and the renderers escape them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from railbird.results.show.units import UNITS, Unit, unit_of

MARKS = ((0.01, "**"), (0.05, "*"))
LEGEND = (
    "* significant at 5%, ** at 1%, adjusted for all entries of the table; an interval is for its "
    "entry alone, so that one without zero may have no star"
)
TEXT = (
    *("agent", "line-up", "team", "teams", "opponent", "other", "eliminated", "next", "against"),
    *("position", "quarter", "class", "kind", "outcome", "met by", "first", "message"),
)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with the half-width of its interval and a significance mark, as text."""

    value: str
    half_width: str = ""
    mark: str = ""

    def __str__(self) -> str:
        """Return it as one piece of text."""
        width = f" ± {self.half_width}" if self.half_width else ""
        return f"{self.value}{width}{self.mark}"


Row = dict[str, Any]
Cell = str | Estimate
MakeCell = Callable[[Row, Unit], Cell]
"""Formats a cell from the values of its row and the unit of the table."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The layout of a table; columns with `is_text` false are right-aligned numbers.

    `spare` are the columns that are dropped in a narrow window, in this order.
    """

    title: str
    names: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    is_text: tuple[bool, ...]
    spare: tuple[int, ...] = ()


Layout = Callable[[pa.Table, int | None], Sequence[Grid]]
"""Lays out a table; a wide one in parts with at most a given number of columns."""


def list_layout(title: str, *columns: tuple[str, MakeCell], spare: Sequence[str] = ()) -> Layout:
    """Return the layout with a row for each of the table's; `columns` are headings with cells.

    In a heading `{unit}` stands for the table's unit. `spare` are the headings of columns that are
    dropped in a narrow window, in this order.
    """
    return lambda table, _: [list_grid(table, title, columns, spare=spare)]


def matrix_layout(title: str) -> Layout:
    """Return the layout of `agent` against `opponent`; pairs that did not play are empty."""
    return lambda table, columns: list(_matrix_grids(table, title, columns=columns))


def list_grid(
    table: pa.Table,
    title: str,
    columns: Sequence[tuple[str, MakeCell]],
    *,
    spare: Sequence[str] = (),
) -> Grid:
    """Lay out a row for each of the table's, like `list_layout`."""
    unit = shown_unit(table)
    rows = [[make(row, unit) for _, make in columns] for row in table.to_pylist()]
    names = [name for name, _ in columns]
    grid = make_grid(title, [name.replace("{unit}", unit.words) for name in names], rows)
    return replace(grid, spare=tuple(names.index(name) for name in spare))


def make_grid(
    title: str,
    names: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    *,
    is_text: Sequence[bool] | None = None,
) -> Grid:
    """Lay out rows under headings; by default the first column and those of labels are text."""
    if is_text is None:
        is_text = [index == 0 or name in TEXT for index, name in enumerate(names)]
    return Grid(title, tuple(names), tuple(tuple(row) for row in rows), tuple(is_text))


def label_matrix(
    title: str, labels: Sequence[str], lines: Sequence[list[Cell]], *, corner: str = ""
) -> Grid:
    """Lay out lines with a column of numbers for each label, which may be any text."""
    return make_grid(title, [corner, *labels], lines, is_text=[True, *(False for _ in labels)])


def estimate(row: Row, unit: Unit) -> Cell:
    """Return a row's estimate with its interval and mark; empty if there is none."""
    value, width, p = row[unit.column], row.get("half_width"), row.get("p_adjusted")
    if value is None:
        return ""
    mark = "" if p is None else next((mark for level, mark in MARKS if p < level), "")
    return Estimate(
        f"{value:+z.{unit.digits}f}", "" if width is None else f"{width:.{unit.digits}f}", mark
    )


def shown_unit(table: pa.Table) -> Unit:
    """Return the unit that a table's estimates are in."""
    return unit_of(table) or UNITS["mbb/hand"]


def _matrix_grids(table: pa.Table, title: str, *, columns: int | None) -> Iterator[Grid]:
    unit = shown_unit(table)
    rows = table.to_pylist()
    labels = sorted({row["agent"] for row in rows} | {row["opponent"] for row in rows})
    cells = {(row["agent"], row["opponent"]): estimate(row, unit) for row in rows}
    step = columns or max(len(labels), 1)
    for start in range(0, len(labels), step):
        others = labels[start : start + step]
        lines = [[label, *(cells.get((label, other), "") for other in others)] for label in labels]
        yield label_matrix(f"{title}, {unit.words}", others, lines)
