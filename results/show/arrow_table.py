"""The base of all tables of a run: an Arrow table that other libraries accept directly."""

from typing import Any

import pyarrow as pa

from railbird.results.show.pandas_frame import to_pandas


class ArrowTable:
    """A table with its rows in `arrow`.

    polars, pandas and DuckDB accept it directly (`__arrow_c_stream__`).
    """

    arrow: pa.Table

    @property
    def schema(self) -> pa.Schema:
        """The columns."""
        return self.arrow.schema

    @property
    def num_rows(self) -> int:
        """The number of rows."""
        return int(self.arrow.num_rows)

    def to_pandas(self) -> Any:
        """Return a pandas DataFrame; raises MissingPackageError if pandas is not installed."""
        return to_pandas(self.arrow)

    def to_pylist(self) -> list[dict[str, Any]]:
        """Return the rows as dictionaries."""
        rows: list[dict[str, Any]] = self.arrow.to_pylist()
        return rows

    def __getitem__(self, column: str) -> pa.ChunkedArray:
        """Return one column."""
        return self.arrow[column]

    def __len__(self) -> int:
        """Return the number of rows."""
        return self.num_rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Pass the table to other libraries without a copy."""
        return self.arrow.__arrow_c_stream__(requested_schema)
