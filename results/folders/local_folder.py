"""A run's folder on a disk of this machine."""

import fcntl
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from errno import EACCES, EAGAIN, EEXIST, ENOTDIR, ENOTEMPTY
from pathlib import Path
from typing import IO
from uuid import uuid4

from railbird.native import map_file, read_file, temporary_files
from railbird.native.atomic_files import TEMPORARY
from railbird.results.errors import StoreError
from railbird.results.folders.disk_files import make_folder, unwritable, write_whole
from railbird.results.folders.run_folder import Data

TAKEN = (EEXIST, ENOTEMPTY, ENOTDIR)
_LOCK_FILE, _ASIDE = "run.lock", ".aside"


@dataclass(frozen=True, slots=True)
class LocalFolder:
    """A folder by its path; see RunFolder.

    `keeper` is kept alive while the folder is in use; it removes a temporary folder at the end.
    """

    path: Path
    keeper: object = field(default=None, compare=False, repr=False)

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.path.name

    @property
    def local(self) -> Path:
        """The path."""
        return self.path

    def resolved(self) -> "LocalFolder":
        """Return the folder by its absolute path, without links."""
        return LocalFolder(self.path.resolve())

    def beside(self, name: str) -> "LocalFolder":
        """Return a folder with the same parent."""
        return LocalFolder(self.path.with_name(name))

    def path_of(self, file: str) -> str:
        """Return a path in the folder."""
        return str(self.path / file)

    def names(self, inside: str = "") -> list[str]:
        """Return names; the folder itself may be missing, but not be a file."""
        folder = self.path / inside
        if not inside and folder.exists() and not folder.is_dir():
            raise StoreError(f"{folder} is a file; choose a folder")
        there = os.listdir(folder) if folder.is_dir() else ()
        return [name for name in there if not name.endswith(TEMPORARY)]

    def exists(self, file: str) -> bool:
        """Whether there is an entry with this name."""
        return (self.path / file).exists()

    def is_file(self, file: str) -> bool:
        """Whether it is a regular file, not a folder, pipe or broken link."""
        return os.path.isfile(f"{self.path}/{file}")  # a link to itself is not a file either

    def read(self, file: str, *, most_bytes: int) -> bytes:
        """Read a file."""
        return read_file(self.path / file, most_bytes=most_bytes)

    def map(self, file: str) -> memoryview:
        """Map a file."""
        return map_file(f"{self.path}/{file}")  # called often, and Path is slow

    def write(self, file: str, data: Data) -> None:
        """Write a temporary file beside it, flush, and rename it."""
        write_whole(self.path / file, data)

    def create(self, file: str, data: Data) -> bool:
        """Write if there is no file; only a claim prevents others from doing the same."""
        if (self.path / file).exists():
            return self.map(file) == memoryview(data)
        write_whole(self.path / file, data)
        return True

    def remove(self, file: str) -> None:
        """Remove a file; a non-empty folder with its name is kept."""
        path = self.path / file
        if path.is_dir() and not path.is_symlink():
            _put_aside(path)
        _unlink([path])

    def make(self, inside: str) -> None:
        """Create a folder and its parents."""
        make_folder(self.path / inside)

    def move_to(self, name: str) -> bool:
        """Rename the folder; nothing is replaced."""
        target = self.path.with_name(name)
        if os.path.lexists(target):
            return False
        try:
            self.path.rename(target)
        except OSError as error:
            if error.errno in TAKEN:  # created since the check
                return False
            raise StoreError(
                f"cannot move {self.path} to {target}: {error.strerror or error}; move it "
                "yourself, or choose another folder"
            ) from error
        return True

    def claim(self, inside: str, *, folders: Sequence[str]) -> "LocalClaim":
        """Lock the folder, and remove partial files of killed writers."""
        for name in folders:
            self.make(name)
        places = tuple(self.path / name for name in ("", *folders))
        claim = LocalClaim(_lock(self.path, self.path / inside / _LOCK_FILE), places)
        try:
            claim.clear_temporaries()
        except BaseException:
            claim.release()
            raise
        return claim

    @contextmanager
    def filled(self) -> Iterator[Path]:
        """Return the folder itself."""
        yield self.path

    def __str__(self) -> str:
        """Return the path."""
        return str(self.path)


@dataclass(frozen=True, slots=True, eq=False)
class LocalClaim:
    """A lock, released when this process ends in any way."""

    lock: IO[str]
    places: tuple[Path, ...]

    def require(self, *, seconds_ago: float = 0.0) -> None:
        """Do nothing: no other process can have the lock."""

    def release(self) -> None:
        """Remove partial files of stopped workers, and release the lock."""
        if not self.lock.closed:
            with self.lock:
                self.clear_temporaries()

    def withdraw(self) -> None:
        """Release the lock."""
        self.release()

    def clear_temporaries(self) -> None:
        """Remove partial files."""
        for folder in self.places:
            _unlink(temporary_files(folder))


def _unlink(paths: Iterable[Path]) -> None:
    for path in list(paths):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise unwritable(path, error) from error


def _put_aside(folder: Path) -> None:
    """Rename a folder that has the name of a shard; its content is kept."""
    with suppress(OSError):  # it is not empty
        return folder.rmdir()
    try:
        folder.rename(folder.with_name(f"{folder.name}.{uuid4().hex}{_ASIDE}"))
    except OSError as error:
        raise unwritable(folder, error) from error


def _lock(folder: Path, path: Path) -> IO[str]:
    # A record lock is not inherited: workers that outlive a killed run must not hold it.
    try:
        file = path.open("w")
    except OSError as error:
        raise unwritable(path, error) from error
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (EACCES, EAGAIN):
            file.close()
            raise StoreError(
                f"another process is writing to {folder}; wait until it ends"
            ) from None
    return file  # without locks in the file system, the user is responsible
