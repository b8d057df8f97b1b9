"""Suggests an existing path with a similar name for one that does not exist."""

import difflib
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from railbird.native.wording import LEAST_ALIKE

MOST_NAMES = 1_000


def near_path(path: str | Path, is_meant: Callable[[Path], bool] = Path.is_file) -> Path | None:
    """Return the path in the same folder with the most similar name, or None.

    Only paths for which `is_meant` is true are considered, at most the first MOST_NAMES of the
    folder.
    """
    wanted = Path(path)
    try:
        beside = {one.name: one for one in islice(wanted.parent.iterdir(), MOST_NAMES)}
        alike = difflib.get_close_matches(
            wanted.name, beside, n=len(beside) or 1, cutoff=LEAST_ALIKE
        )
        return next((beside[name] for name in alike if is_meant(beside[name])), None)
    except (OSError, ValueError):  # no such folder, or a name with a NUL
        return None


def did_you_mean(path: str | Path, is_meant: Callable[[Path], bool] = Path.is_file) -> str:
    """Return the end of a message that suggests the near path; empty if there is none."""
    near = near_path(path, is_meant)
    return "" if near is None else f"; did you mean '{near}'?"
