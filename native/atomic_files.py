"""Writes files and folders atomically, and checks in advance that they can be written.

Incomplete files are in the same folder, with the name followed by a number and `.tmp`, and are
locked by the writing process. The next writer takes over what a killed one left.
"""

import errno
import fcntl
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from railbird.native.errors import PlaceError

TEMPORARY = ".tmp"
"""The suffix of an incomplete file."""

_MOST_WRITERS = 100
"""Numbers tried for one path, before a unique name is used."""


NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""The errors of a full disk or quota."""


def describe_failed_write(path: str | Path, error: OSError) -> str:
    """Return the message for a path that could not be written: why, and what to do about it."""
    why = os.strerror(error.errno) if error.errno else str(error)
    remedy = "choose another place"
    if error.errno in NO_ROOM:
        remedy = f"free some disk space, or {remedy}"
    elif error.errno == errno.ENOENT and Path(path).parent.is_dir():
        why = f"nothing can be created in {Path(path).parent}"
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        why = f"it is not writable ({why})"
    return f"cannot write {path}: {why}; {remedy}"


def check_writable(path: Path) -> None:
    """Refuse a path where no file can be written, before any work is done.

    Raises PlaceError for a folder, for anything else that is not a file (a device or a pipe would
    be replaced), and if there is no folder to write to.
    """
    folder = path.parent
    if path.is_dir():
        why = "it is a folder; give a file in it"
    elif path.exists() and not path.is_file():
        why = "it is not a file but a device or a pipe; choose another"
    elif not folder.is_dir():
        why = f"there is no folder {folder}; create it first"
    elif not os.access(folder, os.W_OK):
        why = f"the folder {folder} is not writable; choose another"
    else:
        return
    raise PlaceError(f"cannot write {path}: {why}")


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Yield an empty file to write to, which is renamed to ``path`` atomically at the end.

    File and folder are flushed to the disk, so that the file is whole after a power cut too. Raises
    PlaceError as ``check_writable`` does, and where writing fails; what stood at ``path`` stays
    then, and nothing beside it.
    """
    check_writable(path)
    with _as_place_errors(path), _reserved(path, is_folder=False) as beside:
        try:
            yield beside
            _flush(beside, os.O_RDONLY)
            os.replace(beside, path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        _flush(path.parent, os.O_RDONLY | os.O_DIRECTORY)


@contextmanager
def atomic_folder(path: Path) -> Iterator[Path]:
    """Yield an empty folder to fill; at the end its content is in ``path``.

    ``path`` must be new or an empty folder, and its parent must exist. A new one appears at once; a
    folder that is there takes the files one after the other, each of them whole. Raises PlaceError
    where writing fails; ``path`` is as it was then, with nothing beside it.
    """
    is_there = path.is_dir()
    place = path / ".unfinished" if is_there else path
    with _as_place_errors(path), _reserved(place, is_folder=True) as beside:
        try:
            yield beside
            for folder, _, names in os.walk(beside):
                for name in names:
                    _flush(Path(folder, name), os.O_RDONLY)
                _flush(Path(folder), os.O_RDONLY | os.O_DIRECTORY)
            if is_there:
                for entry in sorted(beside.iterdir()):
                    entry.rename(path / entry.name)
                beside.rmdir()
            else:
                beside.rename(path)
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)
            raise
        _flush(path if is_there else path.parent, os.O_RDONLY | os.O_DIRECTORY)


def is_unwritten(folder: Path) -> bool:
    """Whether a folder is empty, but for what writers that were killed left in it."""
    left = f".unfinished.*{TEMPORARY}"
    return all(Path(entry.name).match(left) for entry in folder.iterdir())


def temporary_files(folder: Path) -> Iterator[Path]:
    """Yield what writers that were killed left in ``folder``, or are writing."""
    yield from folder.glob(f"*{TEMPORARY}")


def remove_left_over(folder: Path, prefix: str) -> None:
    """Remove what killed writers left in ``folder`` under names that begin so.

    What a process writes that is alive stays.
    """
    for path in temporary_files(folder):
        if path.name.startswith(prefix):
            try:
                descriptor = _locked(path, is_folder=False, make=False)
            except (_NoLocksError, OSError):
                continue
            if descriptor is not None:
                path.unlink(missing_ok=True)
                os.close(descriptor)


@contextmanager
def _as_place_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise PlaceError(describe_failed_write(path, error)) from error


@contextmanager
def _reserved(path: Path, *, is_folder: bool) -> Iterator[Path]:
    """Give what lies beside a path, empty, and nobody else's as long as this process lives."""
    beside, descriptor = _reserve(path, is_folder=is_folder)
    try:
        if is_folder:
            _empty(beside)
        else:
            os.ftruncate(descriptor, 0)
        yield beside
    finally:
        os.close(descriptor)


def _empty(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def _reserve(path: Path, *, is_folder: bool) -> tuple[Path, int]:
    for number in range(_MOST_WRITERS):
        beside = path.with_name(f"{path.name}.{number}{TEMPORARY}")
        try:
            descriptor = _locked(beside, is_folder=is_folder, make=True)
        except _NoLocksError:
            _remove_if_empty(beside)
            break
        if descriptor is not None:
            return beside, descriptor
    beside = path.with_name(f"{path.name}.{uuid4().hex}{TEMPORARY}")
    return beside, _opened(beside, is_folder=is_folder, make=True)


class _NoLocksError(Exception):
    """The file system has no locks: use a unique name instead."""


def _remove_if_empty(path: Path) -> None:
    with suppress(OSError):
        if path.is_dir():
            path.rmdir()
        elif not path.stat().st_size:
            path.unlink()


def _locked(path: Path, *, is_folder: bool, make: bool) -> int | None:
    """Open and lock a temporary file or folder; None where another writes it, or it is none."""
    try:
        descriptor = _opened(path, is_folder=is_folder, make=make)
    except (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EACCES, errno.EPERM) and os.path.lexists(path):
            return None
        raise
    is_ours = False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        is_ours = _is_still(path, descriptor, is_folder=is_folder)
    except (BlockingIOError, FileNotFoundError):
        pass  # somebody writes it, or has just written it
    except OSError as error:
        raise _NoLocksError from error
    finally:
        if not is_ours:
            os.close(descriptor)
    return descriptor if is_ours else None


def _opened(path: Path, *, is_folder: bool, make: bool) -> int:
    if not is_folder:
        return os.open(path, os.O_RDWR | os.O_NOFOLLOW | (os.O_CREAT if make else 0), 0o666)
    if make:
        with suppress(FileExistsError):
            path.mkdir()
    return os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)


def _is_still(path: Path, descriptor: int, *, is_folder: bool) -> bool:
    """Whether what was locked is a plain file or folder that has this name, and no other."""
    there, here = os.stat(path, follow_symlinks=False), os.fstat(descriptor)
    is_same = (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)
    return is_same and (is_folder or (stat.S_ISREG(here.st_mode) and here.st_nlink == 1))


def _flush(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
