"""Writes files to a local disk atomically."""

import os
from pathlib import Path

from railbird.native import PlaceError, atomic_write
from railbird.native.atomic_files import describe_failed_write
from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import Data


def write_whole(path: Path, data: Data, *, mode: int | None = None) -> None:
    """Write `data` to `path` atomically and durably: see `atomic_write`.

    `mode` are its permissions from the start, if not the default ones. Raises StoreError (full
    disk, folder not writable); no partial file is left.
    """
    try:
        with atomic_write(path) as beside, beside.open("wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            file.write(data)
    except PlaceError as error:
        raise StoreError(str(error)) from error


def unwritable(path: Path, error: OSError) -> StoreError:
    """Return a StoreError with the reason why `path` could not be written."""
    return StoreError(describe_failed_write(path, error))


def make_folder(path: Path) -> None:
    """Create a folder and its parents; raises StoreError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        missing = [path, *(parent for parent in path.parents if not parent.exists())]
        raise unwritable(missing[-1], error) from error
