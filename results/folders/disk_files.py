"""Files on a disk of this machine that are there whole or not at all."""

import os
from pathlib import Path

from railbird.native import PlaceError, atomic_write
from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import Data


def write_whole(path: Path, data: Data, *, mode: int | None = None) -> None:
    """Write `data` under the name `path`, whole and on the disk or not at all: see `atomic_write`.

    `mode` are its permissions, before there is a byte in it, if others than usual are wanted.
    Raises StoreError (full disk, folder not writable); nothing stays behind then.
    """
    try:
        with atomic_write(path) as beside, beside.open("wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            file.write(data)
    except PlaceError as error:
        raise StoreError(str(error)) from error


def unwritable(path: Path, error: OSError) -> StoreError:
    """Return the StoreError that says why `path` could not be written."""
    return StoreError(
        f"cannot write {path}: {error.strerror or error}; make room or choose another folder"
    )


def make_folder(path: Path) -> None:
    """Create a folder and its parents; raises StoreError where that cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from error
