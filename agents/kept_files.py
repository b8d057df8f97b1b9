"""Files that agents read once for all their seats, until they change."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

Content = TypeVar("Content")


def read_once(read: Callable[[Path], Content], *, most: int) -> Callable[[Path], Content]:
    """Return ``read`` so that it keeps what it read of the latest ``most`` files.

    A file is read again when its size or its time of change differs.
    """

    @lru_cache(maxsize=most)
    def kept(path: Path, _changed: int, _size: int) -> Content:
        return read(path)

    def load(path: Path) -> Content:
        try:
            found = path.stat()
        except OSError:
            return read(path)
        return kept(path, found.st_mtime_ns, found.st_size)

    return load
