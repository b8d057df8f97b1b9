"""The temporary folder of a program: created, measured and removed whatever is in it.

A folder is opened from the descriptor of its parent, one at a time, and no link is followed. So
there is no limit on the depth or length of paths, no recursion, few open files, and nothing outside
the folder is touched. Folders that their owner may not enter are made accessible.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from secrets import token_hex
from stat import S_ISDIR, S_ISREG

BLOCK_BYTES = 512
FULL_ACCESS = 0o700
DELETED = "(deleted)"
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
Identity = tuple[int, int]


class FolderMovedError(OSError):
    """A folder was moved or replaced while it was being read."""


@dataclass(slots=True)
class DiskUse:
    """The content of a folder: bytes on disk, and the number of files and folders."""

    bytes: int = 0
    files: int = 0
    counted: set[Identity] = field(default_factory=set)

    def add(self, status: os.stat_result) -> None:
        """Count a file or folder; a file with several names counts once in bytes."""
        self.files += 1
        if status.st_nlink > 1 and not S_ISDIR(status.st_mode):
            identity = _identity(status)
            if identity in self.counted:
                return
            self.counted.add(identity)
        self.bytes += status.st_blocks * BLOCK_BYTES


class Home:
    """A new temporary folder."""

    def __init__(self) -> None:
        """Create it; raises OSError."""
        self.path = tempfile.mkdtemp(prefix="railbird-")
        status = os.stat(self.path)
        self._identity = _identity(status)
        self.device = status.st_dev

    def measure(self, *, most_files: int) -> DiskUse:
        """Add up its content; stops after ``most_files``.

        Raises FolderMovedError if folders are moved meanwhile.
        """
        use, folder = DiskUse(), self._open()
        try:
            path = [_identity(os.fstat(folder))]
            to_visit = [_count(folder, use, most_files)]
            while to_visit and use.files <= most_files:
                if to_visit[-1]:
                    try:
                        inner = _open_folder(to_visit[-1].pop(), folder)
                    except OSError:  # removed meanwhile, or no longer a folder
                        continue
                    path.append(_identity(os.fstat(inner)))
                    folder = _replace(folder, inner)
                    to_visit.append(_count(folder, use, most_files))
                    continue
                path.pop()
                to_visit.pop()
                if to_visit:
                    folder = _replace(folder, os.open("..", FOLDER, dir_fd=folder))
                    if _identity(os.fstat(folder)) != path[-1]:
                        raise FolderMovedError("folders are moved while they are counted")
        finally:
            os.close(folder)
        return use

    def remove(self) -> Iterator[None]:
        """Remove it in steps, so that other work can be done in between.

        Raises OSError if something in it cannot be removed; everything else is removed by then.
        """
        try:
            top = self._open()
        except FileNotFoundError:
            return
        try:
            os.fchmod(top, FULL_ACCESS)
            yield from _Removal(top).steps()
        finally:
            os.close(top)
        os.rmdir(self.path)

    def _open(self) -> int:
        """Open it; raises OSError if its path now leads elsewhere."""
        folder = _open_folder(self.path, None)
        if _identity(os.fstat(folder)) != self._identity:
            os.close(folder)
            raise FolderMovedError("another folder has taken its place")
        return folder


class _Removal:
    """Empties a folder: removes files, and moves folders to the top before entering them.

    A folder on which another file system is mounted cannot be moved, and so is never entered.
    """

    def __init__(self, top: int) -> None:
        self._top = top
        self._removed = 0
        self._error: OSError | None = None
        prefix = token_hex(16)
        self._names = (f"{prefix}-{number}" for number in count())

    def steps(self) -> Iterator[None]:
        """Repeat until the folder is empty, or until a pass removes nothing."""
        while True:
            before, self._error = self._removed, None
            for name in _list(self._top):
                if not self._unlink(name, self._top):
                    yield from self._dissolve(name)
                yield
            if self._removed == before:
                break
        if self._error is not None:
            raise self._error

    def _unlink(self, name: str, folder: int) -> bool:
        """Remove a file; return False if it is a folder."""
        try:
            os.unlink(name, dir_fd=folder)
        except FileNotFoundError:
            return True
        except OSError as error:
            if _is_folder(name, folder):
                return False
            self._error = error
            return True
        self._removed += 1
        return True

    def _dissolve(self, name: str) -> Iterator[None]:
        """Move the folders of a folder to the top, remove its files, and remove it."""
        try:
            own = self._move(name, self._top)
            folder = _open_folder(own, self._top)
        except OSError as error:
            self._error = error
            return
        try:
            for inner in _list(folder):
                if not self._unlink(inner, folder):
                    self._move_up(inner, folder)
                yield
        finally:
            os.close(folder)
        try:
            os.rmdir(own, dir_fd=self._top)
            self._removed += 1
        except OSError as error:
            self._error = error

    def _move_up(self, name: str, folder: int) -> None:
        try:
            self._move(name, folder)
            self._removed += 1
        except OSError as error:
            self._error = error

    def _move(self, name: str, folder: int) -> str:
        """Move a folder to the top under a name of its own; raises OSError."""
        _make_accessible(name, folder)
        own = next(self._names)
        os.rename(name, own, src_dir_fd=folder, dst_dir_fd=self._top)
        return own


def hidden_bytes(processes: Iterable[int], device: int, *, most_a_file: int) -> int:
    """Bytes on a device in files without a name that processes hold open or mapped.

    The size of a file that is mapped but not open is unknown: it counts as ``most_a_file``. Raises
    PermissionError if the files of a process cannot be listed.
    """
    found: dict[int, int] = {}
    mapped: set[int] = set()
    for process in processes:
        try:
            for status in _open_files(process):
                if S_ISREG(status.st_mode) and status.st_dev == device and not status.st_nlink:
                    found[status.st_ino] = status.st_blocks * BLOCK_BYTES
            mapped.update(_mapped_deleted(process, device))
        except (FileNotFoundError, ProcessLookupError):  # it has ended
            continue
    return sum(found.values()) + most_a_file * len(mapped - found.keys())


def _open_files(process: int) -> Iterator[os.stat_result]:
    folder = f"/proc/{process}/fd"
    for name in os.listdir(folder):
        try:
            yield os.stat(f"{folder}/{name}")
        except FileNotFoundError:  # closed meanwhile
            continue


def _mapped_deleted(process: int, device: int) -> Iterator[int]:
    """Inodes of deleted files of a device that a process has mapped."""
    wanted = f"{os.major(device):02x}:{os.minor(device):02x}"
    text = Path(f"/proc/{process}/maps").read_bytes().decode("utf-8", "replace")
    for line in text.split("\n"):
        if line.endswith(DELETED):
            _, _, _, where, inode = line.split(maxsplit=5)[:5]
            if where == wanted:
                yield int(inode)


def _list(folder: int) -> Iterator[str]:
    """Yield names of entries of a folder, a few at a time; some may have been removed."""
    with os.scandir(folder) as entries:
        for entry in entries:
            yield entry.name


def _count(folder: int, use: DiskUse, most_files: int) -> list[str]:
    """Count the entries of a folder, and return the names of its subfolders."""
    folders = []
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                use.add(entry.stat(follow_symlinks=False))
            except FileNotFoundError:
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.name)
            if use.files > most_files:
                break
    return folders


def _open_folder(name: str, parent: int | None) -> int:
    try:
        return os.open(name, FOLDER, dir_fd=parent)
    except PermissionError:
        _make_accessible(name, parent)
        return os.open(name, FOLDER, dir_fd=parent)


def _is_folder(name: str, parent: int) -> bool:
    try:
        return S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)
    except OSError:
        return False


def _make_accessible(name: str, parent: int | None) -> None:
    """Make a folder accessible to its owner; raises OSError for links and other files."""
    status = os.stat(name, dir_fd=parent, follow_symlinks=False)
    if not S_ISDIR(status.st_mode):
        raise NotADirectoryError(f"{name!r} is not a folder")
    if status.st_mode & FULL_ACCESS == FULL_ACCESS:
        return
    if not hasattr(os, "O_PATH"):  # macOS, whose chmod can skip links
        os.chmod(name, FULL_ACCESS, dir_fd=parent, follow_symlinks=False)
        return
    flags = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    folder = os.open(name, flags, dir_fd=parent)
    try:
        os.chmod(f"/proc/self/fd/{folder}", FULL_ACCESS)
    finally:
        os.close(folder)


def _replace(old: int, new: int) -> int:
    os.close(old)
    return new


def _identity(status: os.stat_result) -> Identity:
    return status.st_dev, status.st_ino
