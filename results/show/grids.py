"""Tables laid out for the eye, before anything is drawn: a title, headings and cells.

Labels come from outside: a grid holds them as they are, and whatever draws it escapes them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from railbird.results.show.units import UNITS, Unit, unit_of

MARKS = ((0.01, "**"), (0.05, "*"))
LEGEND = "* beyond luck at 5%, ** at 1%, adjusted for all entries of the table"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with half of its interval and a mark of significance, as text."""

    value: str
    half_width: str = ""
    mark: str = ""

    def __str__(self) -> str:
        """Return it as one piece of text."""
        width = f" ± {self.half_width}" if self.half_width else ""
        return f"{self.value}{width}{self.mark}"


Cell = str | Estimate


@dataclass(frozen=True, slots=True)
class Grid:
    """A table for the eye; numbers stand to the right in columns of which `is_text` is false."""

    title: str
    names: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    is_text: tuple[bool, ...]


TEXT = (
    *("agent", "line-up", "team", "teams", "opponent", "other", "left", "next", "against"),
    *("position", "quarter", "class"),
)


def make_grid(title: str, names: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Grid:
    """Lay out rows under headings; the first column and those of labels are text."""
    is_text = tuple(index == 0 or name in TEXT for index, name in enumerate(names))
    return Grid(title, tuple(names), tuple(tuple(row) for row in rows), is_text)


def matrix_grids(table: pa.Table, title: str, *, columns: int | None = None) -> Iterator[Grid]:
    """Lay out `agent` against `opponent`, a row and a column per agent, `columns` at a time.

    What was never played is empty.
    """
    unit = _unit(table)
    rows = table.to_pylist()
    labels = sorted({row["agent"] for row in rows} | {row["opponent"] for row in rows})
    cells = {(row["agent"], row["opponent"]): estimate(row, unit) for row in rows}
    step = columns or max(len(labels), 1)
    for start in range(0, len(labels), step):
        others = labels[start : start + step]
        lines = [[label, *(cells.get((label, other), "") for other in others)] for label in labels]
        grid = make_grid(f"{title}, {unit.words}", ["", *others], lines)
        yield Grid(grid.title, grid.names, grid.rows, (True, *(False for _ in others)))


def pair_grid(table: pa.Table) -> Grid:
    """Lay out schema CROSS_TABLE of a game for three: a row for each pair, a column per agent."""
    unit = _unit(table)
    rows = table.to_pylist()
    labels = sorted({row["agent"] for row in rows})
    cells: dict[tuple[str, ...], dict[str, Cell]] = {}
    for row in rows:
        pair = tuple(label for label in row["line_up"] if label != row["agent"])
        cells.setdefault(pair, {})[row["agent"]] = estimate(row, unit)
    lines = [
        [", ".join(pair), *(cells[pair].get(label, "") for label in labels)]
        for pair in sorted(cells)
    ]
    is_text = (True, *(False for _ in labels))
    title = f"column against each pair, {unit.words}"
    return Grid(title, ("against", *labels), tuple(map(tuple, lines)), is_text)


def list_grid(
    table: pa.Table, title: str, columns: Sequence[tuple[str, Callable[[dict[str, Any]], Cell]]]
) -> Grid:
    """Lay out a row for each of the table's; `columns` are headings with what makes a cell."""
    rows = [[make(row) for _, make in columns] for row in table.to_pylist()]
    return make_grid(title, [name for name, _ in columns], rows)


def estimate(row: dict[str, Any], unit: Unit) -> Cell:
    """Return a row's estimate with its interval and mark; empty where there is none."""
    value, width, p = row[unit.column], row.get("half_width"), row.get("p_adjusted")
    if value is None:
        return ""
    mark = "" if p is None else next((mark for level, mark in MARKS if p < level), "")
    return Estimate(
        f"{value:+.{unit.digits}f}", "" if width is None else f"{width:.{unit.digits}f}", mark
    )


def _unit(table: pa.Table) -> Unit:
    return unit_of(table) or UNITS["mbb/hand"]
