"""Where a process keeps its answers: a file on a disk, or objects in object storage."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import gethostname
from typing import Protocol
from uuid import uuid4

from railbird.native.atomic_files import describe_failed_write
from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import RunFolder
from railbird.results.store.journal import FIRST_LINE, FRAMES, JOURNAL, JournalRecord, frame_of


class JournalWriter(Protocol):
    """Keeps answers; called for one group of them after the other."""

    async def write(self, records: list[JournalRecord]) -> list[JournalRecord]:
        """Keep answers, and return those that count: themselves, or others kept before.

        They are kept when this returns. Raises StoreError, after which nothing more is written.
        """
        ...

    def close(self) -> None:
        """Close what is open."""
        ...


def writer_to(folder: RunFolder) -> JournalWriter:
    """Return a writer of new files in a run's folder."""
    local = folder.local
    return ObjectWriter(folder) if local is None else DiskWriter(local)


class DiskWriter:
    """Appends to a file of this process, and flushes it."""

    def __init__(self, folder: Path) -> None:
        """Open nothing yet."""
        self._folder = folder
        self._file: int | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")

    async def write(self, records: list[JournalRecord]) -> list[JournalRecord]:
        """Write the answers, and flush them together."""
        data = b"".join(map(frame_of, records))
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._append, data)
        except OSError as error:
            where = str(error.filename or self._folder)
            raise StoreError(describe_failed_write(where, error)) from error
        return records

    def close(self) -> None:
        """Close the file."""
        self._thread.shutdown()
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _append(self, data: bytes) -> None:
        """Write and flush; runs in a thread of its own."""
        if self._file is None:
            self._file = _open_new(self._folder / JOURNAL)
        while data:
            data = data[os.write(self._file, data) :]
        os.fdatasync(self._file)


class ObjectWriter:
    """Puts an object for each group of answers: an object appears whole, and cannot grow."""

    def __init__(self, folder: RunFolder) -> None:
        """Put nothing yet."""
        self._folder = folder
        self._name = _new_name()
        self._count = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")

    async def write(self, records: list[JournalRecord]) -> list[JournalRecord]:
        """Put the answers as one object."""
        data = FIRST_LINE + b"".join(map(frame_of, records))
        file = f"{JOURNAL}/{self._name}-{self._count:08d}{FRAMES}"
        self._count += 1
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._folder.write, file, data)
        return records

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown()


def _open_new(folder: Path) -> int:
    folder.mkdir(exist_ok=True)
    path = folder / f"{_new_name()}{FRAMES}"
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    os.write(file, FIRST_LINE)
    for place in (folder, folder.parent):
        directory = os.open(place, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)
    return file


def _new_name() -> str:
    return f"{gethostname()}-{os.getpid()}-{uuid4().hex[:8]}"
