"""The journal of this process: looks answers up, and keeps new ones before they are played."""

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import gethostname
from uuid import uuid4

import msgspec

from railbird.harness.errors import JournalError
from railbird.native.atomic_files import describe_failed_write
from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import RunFolder
from railbird.results.store.journal import (
    FIRST_LINE,
    FRAMES,
    JOURNAL,
    JournalRecord,
    frame_of,
    read_journal,
)

SECONDS_TO_WAIT = 0.1
Key = tuple[str, int, int, int, int, int, int]


class Journal:
    """The answers of a run: those of earlier processes, and those of this one.

    An answer is written and flushed together with others that arrive in the meantime. Without a
    `folder` it is kept in memory. `is_complete` says that nothing may be asked any more, since a
    run is played again from it. Not for several event loops.
    """

    def __init__(self, folder: RunFolder | None, *, is_complete: bool = False) -> None:
        """Read what is there; raises StoreError for a damaged file."""
        self.is_complete = is_complete
        self.dollars = 0.0
        self._folder = None if folder is None else folder.local
        self._answers: dict[Key, JournalRecord] = {}
        self._file: int | None = None
        self._waiting: list[bytes] = []
        self._kept: list[asyncio.Future[None]] = []
        self._writing: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        self._fault: StoreError | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        for record in () if folder is None else read_journal(folder):
            self._note(record)

    def __len__(self) -> int:
        """The number of answers."""
        return len(self._answers)

    def has(self, key: Key) -> bool:
        """Whether there is an answer."""
        return key in self._answers

    def find(self, key: Key, question: bytes, *, label: str) -> JournalRecord | None:
        """Return the answer to a question that was asked before.

        Raises JournalError if something else was asked at this point, or if there is no answer and
        nothing may be asked.
        """
        record = self._answers.get(key)
        if record is None and self.is_complete:
            raise JournalError(
                f"the journal has no answer for {_describe(key, label)}; play the run with the "
                "services first"
            )
        if record is not None and record.question != question:
            raise JournalError(
                f"{_describe(key, label)} asks something else than the journal has there: its "
                "prompt, parameters or code have changed; undo the change, or start a new run in "
                "another folder or with --fresh"
            )
        return record

    def keep(self, record: JournalRecord) -> "asyncio.Future[None]":
        """Keep an answer; what is returned waits until it is on the disk, or raises StoreError."""
        self._note(record)
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._folder is None:
            kept.set_result(None)
            return kept
        self._waiting.append(frame_of(record))
        self._kept.append(kept)
        self._begin_writing()
        return kept

    def keep_soon(self, record: JournalRecord) -> None:
        """Keep an answer that need not be on the disk yet: it goes there with the next one."""
        self._note(record)
        if self._folder is None:
            return
        self._waiting.append(frame_of(record))
        if self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(SECONDS_TO_WAIT, self._begin_writing)

    async def settle(self) -> None:
        """Wait until everything is on the disk, as far as it can be written."""
        if self._waiting:
            self._begin_writing()
        if self._writing is not None:
            await self._writing

    def close(self) -> None:
        """Close the file."""
        self._thread.shutdown()
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _note(self, record: JournalRecord) -> None:
        self.dollars += record.usage.dollars
        kept = msgspec.structs.replace(record, prompt="", reasoning="")
        self._answers.setdefault(record.key, kept)

    def _begin_writing(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while self._waiting:
            data, self._waiting = b"".join(self._waiting), []
            some, self._kept = self._kept, []
            if self._fault is None:  # else the last frame is cut, and nothing may follow it
                await self._try_to_append(data)
            _settle(some, self._fault)

    async def _try_to_append(self, data: bytes) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._append, data)
        except OSError as error:
            where = str(error.filename or self._folder)
            self._fault = StoreError(describe_failed_write(where, error))

    def _append(self, data: bytes) -> None:
        """Write and flush; runs in a thread of its own."""
        if self._file is None:
            assert self._folder is not None
            self._file = _open_new(self._folder / JOURNAL)
        while data:
            data = data[os.write(self._file, data) :]
        os.fdatasync(self._file)


def _settle(futures: Sequence["asyncio.Future[None]"], fault: StoreError | None) -> None:
    for kept in futures:
        if kept.done():  # its task was cancelled
            continue
        if fault is None:
            kept.set_result(None)
        else:
            kept.set_exception(StoreError(str(fault)))  # raised more than once


def _open_new(folder: Path) -> int:
    folder.mkdir(exist_ok=True)
    name = f"{gethostname()}-{os.getpid()}-{uuid4().hex[:8]}{FRAMES}"
    file = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    os.write(file, FIRST_LINE)
    for place in (folder, folder.parent):
        directory = os.open(place, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)
    return file


def _describe(key: Key, label: str) -> str:
    _, match_key, seat, hand, decision, vote, attempt = key
    call = f", vote {vote}, attempt {attempt}" if vote or attempt else ""
    return (
        f"agent '{label}' (match key {match_key:016x}, seat {seat}, hand {hand}, decision "
        f"{decision}{call})"
    )
