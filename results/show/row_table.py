"""Rows of a run, such as all its hands, as one Arrow table that displays its first rows."""

from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from railbird.results.show.arrow_table import ArrowTable
from railbird.results.show.printing import draw
from railbird.results.show.rich_text import drawn_text
from railbird.results.show.table_layout import make_grid
from railbird.results.show.table_text import to_html

ROWS_IN_HTML, ROWS_IN_TEXT = 10, 3


@dataclass(frozen=True)
class RowTable(ArrowTable):
    """A table with a row for each hand or incident of a run; `arrow` is the table itself."""

    name: str
    arrow: pa.Table

    def __repr__(self) -> str:
        """Render the first rows, a line for each column."""
        rows = self._first_rows(ROWS_IN_TEXT)
        names = ["column", *(f"row {number}" for number in range(len(rows)))]
        cells = [[name, *(_cell(row[name]) for row in rows)] for name in self.arrow.column_names]
        grid = make_grid(self._title(), names, cells, is_text=[True for _ in names])
        return drawn_text(draw(grid))

    def _repr_html_(self) -> str:
        """Show the first rows in a notebook."""
        names = self.arrow.column_names
        cells = [[_cell(row[name]) for name in names] for row in self._first_rows(ROWS_IN_HTML)]
        is_text = [not pa.types.is_integer(field.type) for field in self.schema]
        return to_html(make_grid(self._title(), names, cells, is_text=is_text))

    def _title(self) -> str:
        return f"{self.name}, {self.num_rows:,} rows"

    def _first_rows(self, count: int) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.arrow.slice(0, count).to_pylist()
        return rows


def _cell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_cell, value))
    return "" if value is None else str(value)
