"""Spares a process of railbird's the import of pandas, which takes as long as half of all else."""

import sys


def import_pandas_later() -> None:
    """Have pyarrow import pandas when a data frame is asked of it or given to it, not before.

    Else it does with the first array, wherever pandas is installed. Until it has, it takes a
    pandas series for a sequence like any other. Nothing is done where pyarrow is not imported
    yet, or pandas is.
    """
    pyarrow = sys.modules.get("pyarrow")
    if pyarrow is None or "pandas" in sys.modules:
        return
    sys.meta_path.insert(0, _HidesPandas)
    try:
        pyarrow.array([])  # it looks for pandas once, and again where it cannot do without
    finally:
        sys.meta_path.remove(_HidesPandas)


class _HidesPandas:
    """Says of pandas alone that it is not installed."""

    @staticmethod
    def find_spec(name: str, _path: object = None, _target: object = None) -> None:
        """Leave other modules to the next; raises ModuleNotFoundError for pandas."""
        if name == "pandas":
            raise ModuleNotFoundError(name=name)
