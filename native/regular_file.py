"""Opens files given by users so that pipes and devices cannot block."""

import mmap
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

from railbird.native.errors import FileError, MissingFileError


def map_file(path: str | Path) -> memoryview:
    """Return a file's bytes without loading them; they stay mapped while they are in use.

    Raises as ``open_file``.
    """
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        if not size:  # an empty file cannot be mapped
            return memoryview(b"")
        return memoryview(mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ))


def read_file(path: str | Path, *, most_bytes: int) -> bytes:
    """Return a file's bytes; raises as ``open_file``, and FileError above ``most_bytes``."""
    with open_file(path) as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise FileError(f"{path} has more than {most_bytes:,} bytes, the limit for reading")
    return data


@contextmanager
def open_file(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file to read.

    Raises MissingFileError if there is none, FileError for a folder, a pipe or a device, and if it
    cannot be read, also later.
    """
    try:
        descriptor = _descriptor(path)
        with open(descriptor, "rb") if _is_regular(descriptor) else nullcontext() as file:
            if file is None:
                raise FileError(f"cannot read {path}: it is not a regular file")
            yield file
    except (FileNotFoundError, NotADirectoryError) as error:
        raise MissingFileError(f"there is no file {path}") from error
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror or error}") from error


def _descriptor(path: str | Path) -> int:
    try:
        # Without O_NONBLOCK opening a pipe waits until somebody writes to it.
        return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except ValueError as error:  # a name with a NUL
        raise FileError(f"cannot read {str(path)!r}: {error}") from error


def _is_regular(descriptor: int) -> bool:
    """Return whether a descriptor is a regular file; otherwise it is closed."""
    is_regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
    if not is_regular:
        os.close(descriptor)
    return is_regular
