"""Files that appear whole or not at all, and only where a file can be."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from railbird.native.errors import PlaceError

TEMPORARY = ".tmp"
"""How a file's name ends before it is whole."""


def check_writable(path: Path) -> None:
    """Refuse a path where no file can be written, before any work is spent on one.

    Raises PlaceError for a folder, for what is no file (a device or a pipe would be lost for
    everybody when a file took its name), and where there is no folder to write into.
    """
    folder = path.parent
    if path.is_dir():
        why = "it is a folder; name a file in it"
    elif path.exists() and not path.is_file():
        why = "it is not a file but a device or a pipe; name another"
    elif not folder.is_dir():
        why = f"there is no folder {folder}; make it first"
    elif not os.access(folder, os.W_OK):
        why = f"the folder {folder} is not writable; choose another"
    else:
        return
    raise PlaceError(f"cannot write {path}: {why}")


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Give a path beside ``path`` to write to; at the end what is there takes its name at once.

    File and folder are flushed to the disk, so that the file is whole after a power cut too. Raises
    PlaceError as ``check_writable`` does, and where writing fails; what stood at ``path`` stays
    then, and nothing beside it.
    """
    check_writable(path)
    beside = path.with_name(f"{path.name}.{uuid4().hex}{TEMPORARY}")
    try:
        try:
            yield beside
            _flush(beside, os.O_RDONLY)
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
        _flush(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise PlaceError(
            f"cannot write {path}: {os.strerror(error.errno) if error.errno else error}; "
            "make room or choose another place"
        ) from error


def temporary_files(folder: Path) -> Iterator[Path]:
    """Yield what writers that were killed left in ``folder``."""
    yield from folder.glob(f"*{TEMPORARY}")


def _flush(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
