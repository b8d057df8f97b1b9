"""A run's folder on a disk that this machine sees."""

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

    `keeper` lives as long as the folder is in use here: what removes a temporary one at its end.
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
        """Whether there is something of this name."""
        return (self.path / file).exists()

    def is_file(self, file: str) -> bool:
        """Whether it is a file, and no folder, pipe or link that leads nowhere."""
        return os.path.isfile(f"{self.path}/{file}")  # also a link that leads to itself is none

    def read(self, file: str, *, most_bytes: int) -> bytes:
        """Read a file."""
        return read_file(self.path / file, most_bytes=most_bytes)

    def map(self, file: str) -> memoryview:
        """Map a file."""
        return map_file(f"{self.path}/{file}")  # asked for often, where Path is slow

    def write(self, file: str, data: Data) -> None:
        """Write beside the file, flush, rename."""
        write_whole(self.path / file, data)

    def create(self, file: str, data: Data) -> bool:
        """Write where there is no file; only a claim keeps others from doing so meanwhile."""
        if (self.path / file).exists():
            return self.map(file) == memoryview(data)
        write_whole(self.path / file, data)
        return True

    def remove(self, file: str) -> None:
        """Remove a file; what is in a folder of its name stays."""
        path = self.path / file
        if path.is_dir() and not path.is_symlink():
            _put_aside(path)
        _unlink([path])

    def make(self, inside: str) -> None:
        """Make a folder and its parents."""
        make_folder(self.path / inside)

    def move_to(self, name: str) -> bool:
        """Rename the folder; nothing is replaced."""
        target = self.path.with_name(name)
        if os.path.lexists(target):
            return False
        try:
            self.path.rename(target)
        except OSError as error:
            if error.errno in TAKEN:  # since it was looked for
                return False
            raise StoreError(
                f"cannot move {self.path} to {target}: {error.strerror or error}; move it "
                "yourself, or choose another folder"
            ) from error
        return True

    def claim(self, inside: str, *, folders: Sequence[str]) -> "LocalClaim":
        """Lock the folder, and take away what writers that were killed left in it."""
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
        """Give the folder itself."""
        yield self.path

    def __str__(self) -> str:
        """Return the path."""
        return str(self.path)


@dataclass(frozen=True, slots=True, eq=False)
class LocalClaim:
    """A lock, which ends with this process however it ends."""

    lock: IO[str]
    places: tuple[Path, ...]

    def require(self, *, seconds_ago: float = 0.0) -> None:
        """Do nothing: nobody gets the lock while we have it."""

    def release(self) -> None:
        """Take away what stopped workers left half written, and let others write here."""
        if not self.lock.closed:
            with self.lock:
                self.clear_temporaries()

    def withdraw(self) -> None:
        """Release the lock."""
        self.release()

    def clear_temporaries(self) -> None:
        """Remove files that never became whole."""
        for folder in self.places:
            _unlink(temporary_files(folder))


def _unlink(paths: Iterable[Path]) -> None:
    for path in list(paths):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise unwritable(path, error) from error


def _put_aside(folder: Path) -> None:
    """Free the name of a folder that stands where a shard should; what is in it stays."""
    with suppress(OSError):  # it is not empty
        return folder.rmdir()
    try:
        folder.rename(folder.with_name(f"{folder.name}.{uuid4().hex}{_ASIDE}"))
    except OSError as error:
        raise unwritable(folder, error) from error


def _lock(folder: Path, path: Path) -> IO[str]:
    # A record lock, since it is not inherited: workers that outlive a killed run must not hold it.
    try:
        file = path.open("w")
    except OSError as error:
        raise unwritable(path, error) from error
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (EACCES, EAGAIN):
            file.close()
            raise StoreError(f"another process writes into {folder}; wait until it ends") from None
    return file  # a file system without locks trusts its user
