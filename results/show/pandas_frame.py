"""Converts Arrow tables to pandas, if it is installed."""

from typing import Any

import pyarrow as pa

from railbird.results.errors import MissingPackageError


def to_pandas(table: pa.Table) -> Any:
    """Return a table as a pandas DataFrame; raises MissingPackageError without pandas."""
    try:
        return table.to_pandas()
    except ImportError as error:
        raise MissingPackageError(
            "pandas is not installed; install it with pip install pandas, or use the Arrow table "
            "(.arrow)"
        ) from error
