"""Suggests an existing path with a similar name for one that does not exist."""

from collections.abc import Callable
from difflib import SequenceMatcher
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
        beside = islice(wanted.parent.iterdir(), MOST_NAMES)
        alike = sorted(((_likeness(wanted, one), one.name, one) for one in beside), reverse=True)
        near = (one for how, _, one in alike if how >= LEAST_ALIKE and is_meant(one))
        return next(near, None)
    except (OSError, ValueError):  # no such folder, or a name with a NUL
        return None


def _likeness(wanted: Path, other: Path) -> float:
    """Return how similar the names are, from 0 to 1; the same ending is no similarity."""
    if wanted.suffix == other.suffix:
        return SequenceMatcher(None, other.stem, wanted.stem).ratio()
    return SequenceMatcher(None, other.name, wanted.name).ratio()


def did_you_mean(path: str | Path, is_meant: Callable[[Path], bool] = Path.is_file) -> str:
    """Return the end of a message that suggests the near path; empty if there is none."""
    near = near_path(path, is_meant)
    return "" if near is None else f"; did you mean '{near}'?"
