"""Arrow tables as pandas has them, where it is installed."""

from typing import Any

import pyarrow as pa

from railbird.results.errors import MissingPackageError


def to_pandas(table: pa.Table) -> Any:
    """Return a table as a pandas DataFrame; MissingPackageError where pandas is not installed."""
    try:
        return table.to_pandas()
    except ImportError as error:
        raise MissingPackageError(
            "pandas is not installed; pip install pandas, or take the Arrow table itself (.arrow)"
        ) from error
