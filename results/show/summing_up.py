"""Long tables made short: summaries of their extreme rows, or the first rows and columns.

Their titles say what is left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.results.show.table_layout import Cell, Grid, Row, estimate, make_grid, shown_unit

MOST_ROWS, MOST_AGENTS, FARTHEST = 100, 30, 20
"""Maximum rows of a list and agents of a matrix that are printed, and rows of a summary."""

FIRST_ROWS = 60
FIRST_COLUMNS = 60
"""Maximum rows and columns on a page; more columns would not be legible."""

SumUp = Callable[[pa.Table], Sequence[Grid] | None]
"""Lays out a summary of a long table; None if it is short enough to be laid out completely."""


def noted(grid: Grid, words: str) -> Grid:
    """Return the grid with these words after its title."""
    return replace(grid, title=f"{grid.title} ({words})")


def cut(grid: Grid, *, whole: str, row_count: int = 0) -> Grid:
    """Return the first rows and columns of a grid; its title says what was left out.

    `whole` is where all of it is, `row_count` the number of all rows, if the grid has only the
    first of them.
    """
    title = grid.title
    if len(grid.rows) > FIRST_ROWS:
        title += f": the first {FIRST_ROWS} of {max(row_count, len(grid.rows)):,} rows"
    if len(grid.names) > FIRST_COLUMNS + 1:
        title += f", {FIRST_COLUMNS} of {len(grid.names) - 1:,} columns"
    if title == grid.title:
        return grid
    return replace(
        grid,
        title=f"{title}; all: {whole}",
        names=grid.names[: FIRST_COLUMNS + 1],
        is_text=grid.is_text[: FIRST_COLUMNS + 1],
        rows=tuple(row[: FIRST_COLUMNS + 1] for row in grid.rows[:FIRST_ROWS]),
        spare=(),
    )


def best_and_worst(
    title: str, other: Callable[[Row], str], *, is_long: Callable[[pa.Table], bool]
) -> SumUp:
    """Return a layout with each agent's highest and lowest estimate.

    `other` is the column of the opponent.
    """

    def sum_up(table: pa.Table) -> Sequence[Grid] | None:
        return [_extremes(table, title, other)] if is_long(table) else None

    return sum_up


def has_many_agents(table: pa.Table) -> bool:
    """Return whether a table has more agents than a matrix can show."""
    return len(table["agent"].unique()) > MOST_AGENTS


def has_many_rows(table: pa.Table) -> bool:
    """Return whether a table has more rows than a list can show."""
    return bool(table.num_rows > MOST_ROWS)


def _extremes(table: pa.Table, title: str, other: Callable[[Row], str]) -> Grid:
    unit = shown_unit(table)
    agents = table["agent"].combine_chunks().dictionary_encode()
    codes, values = agents.indices.to_numpy(), table[unit.column].to_numpy()
    order = np.lexsort((values, codes))
    order = order[~np.isnan(values[order])]
    is_new = np.diff(codes[order], prepend=-1) != 0
    lowest, highest = order[is_new], order[np.roll(is_new, -1)]
    lines: list[list[Cell]] = sorted(
        [most["agent"], other(most), estimate(most, unit), other(least), estimate(least, unit)]
        for most, least in zip(_rows(table, highest), _rows(table, lowest), strict=True)
    )
    names = ("agent", "most against", unit.words, "least against", unit.words)
    grid = make_grid(title, names, lines, is_text=[True, True, False, True, False])
    return noted(grid, f"the highest and lowest of each agent, from {table.num_rows:,}")


def _rows(table: pa.Table, numbers: Any) -> list[Row]:
    rows: list[Row] = table.take(numbers).to_pylist()
    return rows
