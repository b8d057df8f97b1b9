"""The files of an import: those named, those in folders, and those in zip archives.

Nothing is unpacked to a disk. What an archive claims and what it has may differ, so that reading is
bounded; a file that is packed far better than text is refused.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo
from zlib import error as ZlibError  # noqa: N812  (a class, named as one)

from railbird.native import FileError, read_file
from railbird.results.errors import LogError

ZIP = ".zip"
MOST_BYTES = 2**30
"""The largest file that is read."""
MOST_FILES = 10**6
"""The most files of an archive."""
MOST_PACKED = 200
"""How many times smaller than its text a file of an archive may be; texts of hands are some 20."""
_SMALL = 2**20


@dataclass(frozen=True, slots=True)
class HistoryFile:
    """A file, or one in an archive; `fault` says why it cannot be read, if that is known."""

    path: Path
    archive: Path | None = None
    member: str = ""
    fault: str = ""


def find_files(paths: Iterable[Path], suffixes: Collection[str]) -> Iterator[HistoryFile]:
    """Yield the files named, and those with a suffix in folders and archives, sorted.

    Raises LogError for a folder or an archive without any.
    """
    for path in paths:
        if path.is_dir():
            inside = [p for p in sorted(path.rglob("*")) if p.suffix in (*suffixes, ZIP)]
            found = [one for p in inside if p.is_file() for one in _opened(p, suffixes)]
        elif path.suffix == ZIP:
            found = list(_opened(path, suffixes))
        else:
            yield HistoryFile(path)
            continue
        if not found:
            raise LogError(f"{path} contains no histories; they end in {', '.join(suffixes)}")
        yield from found


def read_bytes(file: HistoryFile) -> bytes:
    """Return what a file contains; raises LogError if that cannot be read or is too large."""
    try:
        if file.archive is None:
            return read_file(file.path, most_bytes=MOST_BYTES)
        return _unpacked(file.archive, file.member)
    except FileError as error:
        raise LogError(f"it cannot be read ({error})") from None
    except (OSError, BadZipFile, ZlibError, EOFError, RuntimeError, NotImplementedError) as error:
        raise LogError(
            f"it cannot be read ({error}); unpack the archive, or leave it out"
        ) from None


def _opened(path: Path, suffixes: Collection[str]) -> Iterator[HistoryFile]:
    if path.suffix != ZIP:
        yield HistoryFile(path)
        return
    try:
        with ZipFile(path) as archive:
            members = sorted(archive.infolist(), key=lambda member: member.filename)
    except (OSError, BadZipFile, ValueError, NotImplementedError) as error:
        yield HistoryFile(path, fault=f"it cannot be read as a zip archive ({error})")
        return
    if len(members) > MOST_FILES:
        yield HistoryFile(path, fault=f"it has more than {MOST_FILES:,} files; divide it")
        return
    for member in members:
        suffix = PurePosixPath(member.filename).suffix
        if not member.is_dir() and suffix in (*suffixes, ZIP):
            yield _member(path, member, suffix)


def _member(archive: Path, member: ZipInfo, suffix: str) -> HistoryFile:
    name = PurePosixPath(member.filename.replace("\\", "/"))
    if name.is_absolute() or ".." in name.parts:
        fault = "its name leads out of the archive; rename it"
        return HistoryFile(archive, fault=f"{member.filename[:60]!r}: {fault}")
    shown, fault = archive / name, ""
    if suffix == ZIP:
        fault = "it is an archive in an archive; unpack it"
    elif member.file_size > max(_SMALL, MOST_PACKED * member.compress_size):
        fault = f"it unpacks to more than {MOST_PACKED} times its size, as no history does"
    return HistoryFile(shown, archive, member.filename, fault)


def _unpacked(path: Path, member: str) -> bytes:
    with ZipFile(path) as archive, archive.open(member) as file:
        most = min(MOST_BYTES, max(_SMALL, MOST_PACKED * archive.getinfo(member).compress_size))
        data = file.read(most + 1)
    if len(data) > most:
        raise LogError(f"it unpacks to more than {most:,} bytes")
    return data
