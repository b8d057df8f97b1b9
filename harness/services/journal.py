"""The journal of this process: looks answers up, and keeps new ones before they are played."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from railbird.harness.errors import JournalError
from railbird.harness.services.journal_writers import JournalWriter, writer_to
from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import RunFolder
from railbird.results.store.journal import JournalRecord, read_journal

SECONDS_TO_WAIT = 0.1
Key = tuple[str, int, int, int, int, int, int]


class Journal:
    """The answers of a run: those of earlier processes, and those of this one.

    An answer is kept by the ``writer`` together with others that arrive in the meantime; without a
    writer it is kept in memory. `is_complete` says that nothing may be asked any more, since a run
    is played again from it. Not for several event loops.
    """

    def __init__(
        self,
        records: Iterable[JournalRecord] = (),
        writer: JournalWriter | None = None,
        *,
        is_complete: bool = False,
    ) -> None:
        """Start with the ``records`` of earlier processes."""
        self.is_complete = is_complete
        self.dollars = 0.0
        self._writer = writer
        self._answers: dict[Key, JournalRecord] = {}
        self._by_match: dict[int, list[Key]] = defaultdict(list)
        self._waiting: list[JournalRecord] = []
        self._kept: list[asyncio.Future[JournalRecord] | None] = []
        self._writing: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        self._fault: StoreError | None = None
        self.add(records)

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

    def add(self, records: Iterable[JournalRecord]) -> None:
        """Add answers that are kept already."""
        for record in records:
            self._note(record)

    def list_answers(self, match_keys: Iterable[int]) -> list[JournalRecord]:
        """Return the answers of some matches, without the texts that are for readers."""
        keys = (key for match_key in match_keys for key in self._by_match.get(match_key, ()))
        return [self._answers[key] for key in keys]

    def keep(self, record: JournalRecord) -> "asyncio.Future[JournalRecord]":
        """Keep an answer; what is returned waits until it is on the disk, or raises StoreError.

        Its result is the answer that counts: another one, if that was kept before elsewhere.
        """
        self._note(record)
        kept: asyncio.Future[JournalRecord] = asyncio.get_running_loop().create_future()
        if self._writer is None:
            kept.set_result(record)
            return kept
        self._waiting.append(record)
        self._kept.append(kept)
        self._begin_writing()
        return kept

    def keep_soon(self, record: JournalRecord) -> None:
        """Keep an answer that need not be on the disk yet: it goes there with the next one."""
        self._note(record)
        if self._writer is None:
            return
        self._waiting.append(record)
        self._kept.append(None)
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
        if self._writer is not None:
            self._writer.close()

    def _note(self, record: JournalRecord) -> None:
        self.dollars += record.usage.dollars
        if record.key not in self._answers:
            self._answers[record.key] = msgspec.structs.replace(record, prompt="", reasoning="")
            self._by_match[record.match_key].append(record.key)

    def _begin_writing(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while self._waiting:
            records, self._waiting = self._waiting, []
            some, self._kept = self._kept, []
            if self._fault is None:  # else the last frame is cut, and nothing may follow it
                records = await self._try_to_write(records)
            _settle(some, records, self._fault)

    async def _try_to_write(self, records: list[JournalRecord]) -> list[JournalRecord]:
        """Return what counts of each; after a failure nothing does."""
        assert self._writer is not None
        try:
            return await self._writer.write(records)
        except StoreError as error:
            self._fault = error
            return records


def open_journal(folder: RunFolder | None) -> Journal:
    """Return the journal of a run's folder, in memory without one.

    Raises StoreError for a damaged file.
    """
    return Journal() if folder is None else Journal(read_journal(folder), writer_to(folder))


def _settle(
    futures: Sequence["asyncio.Future[JournalRecord] | None"],
    records: Sequence[JournalRecord],
    fault: StoreError | None,
) -> None:
    for kept, record in zip(futures, records, strict=True):
        if kept is None or kept.done():  # nobody waits, or its task was cancelled
            continue
        if fault is None:
            kept.set_result(record)
        else:
            kept.set_exception(StoreError(str(fault)))  # raised more than once


def _describe(key: Key, label: str) -> str:
    _, match_key, seat, hand, decision, vote, attempt = key
    call = f", vote {vote}, attempt {attempt}" if vote or attempt else ""
    return (
        f"agent '{label}' (match key {match_key:016x}, seat {seat}, hand {hand}, decision "
        f"{decision}{call})"
    )
