"""Shortens long tables for the page, and names the command that prints all of them."""

from dataclasses import replace

from railbird.results.show.table_layout import Grid
from railbird.results.tables.result_table import ResultTable
from railbird.results.tables.table_spec import TableSpec

ROWS_SHOWN = 60
COLUMNS_SHOWN = 60
"""Columns shown of a table of labels against labels; more would not be legible."""


def short_grids(table: ResultTable) -> list[Grid]:
    """Lay out a table, shortened if it is long; of a list only the rows that are shown."""
    is_list = not {"opponent", "other"} & set(table.schema.names)
    count = len(table) if is_list else 0
    shown = replace(table, arrow=table.arrow[: ROWS_SHOWN + 1]) if is_list else table
    return [shorten(grid, table.spec, row_count=count) for grid in shown.grids()]


def shorten(grid: Grid, spec: TableSpec, *, row_count: int = 0) -> Grid:
    """Return the first rows and columns of a table; its title says what was left out.

    `row_count` is the number of all rows, if the grid has only the first of them.
    """
    title = grid.title
    if len(grid.rows) > ROWS_SHOWN:
        title += f": the first {ROWS_SHOWN} of {max(row_count, len(grid.rows)):,} rows"
    if len(grid.names) > COLUMNS_SHOWN + 1:
        title += f", {COLUMNS_SHOWN} of {len(grid.names) - 1:,} columns"
    if title == grid.title:
        return grid
    return replace(
        grid,
        title=f"{title}; all: {whole_table(spec)}",
        names=grid.names[: COLUMNS_SHOWN + 1],
        is_text=grid.is_text[: COLUMNS_SHOWN + 1],
        rows=tuple(row[: COLUMNS_SHOWN + 1] for row in grid.rows[:ROWS_SHOWN]),
        spare=(),
    )


def whole_table(spec: TableSpec) -> str:
    """Return where the whole table is: its command, or the file in the run's folder."""
    if spec.command is None or (spec.is_written and "text" not in spec.command.formats):
        return f"tables/{spec.name}.csv in the run's folder"
    return spec.whole_command
