"""A journal that cannot be written any more says so to all who wait, and is not torn inside."""

import asyncio
import resource
from pathlib import Path

import pytest

from railbird.harness.services.journal import open_journal
from railbird.results.errors import StoreError
from railbird.results.folders.addresses import open_folder
from railbird.results.store.journal import JournalRecord, frame_of, read_journal


def record(number: int) -> JournalRecord:
    return JournalRecord("call", "m", 1, 0, number, 0, 0, 0, b"question", b"answer" * 20, 0.0, 0.0)


def test_nothing_follows_a_frame_that_was_cut(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def keep_all() -> list[BaseException | None]:
        journal = open_journal(open_folder(tmp_path))
        await journal.keep(record(0))
        file = next((tmp_path / "journal").iterdir())
        room = file.stat().st_size + len(frame_of(record(1))) // 2
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
            failed = await asyncio.gather(journal.keep(record(1)), return_exceptions=True)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        later = await asyncio.gather(
            journal.keep(record(2)), journal.keep(record(3)), return_exceptions=True
        )
        await journal.settle()
        journal.close()
        return [*failed, *later]

    faults = asyncio.run(keep_all())
    assert len(faults) == 3 and all(isinstance(fault, StoreError) for fault in faults)
    with pytest.raises(StopIteration):
        kept = read_journal(open_folder(tmp_path))
        assert next(kept) == record(0)
        next(kept)


def test_what_can_wait_is_on_the_disk_with_the_next_answer_and_when_settled(
    tmp_path: Path,
) -> None:
    async def keep_some() -> list[list[int]]:
        journal, seen = open_journal(open_folder(tmp_path)), []
        journal.keep_soon(record(0))
        await journal.keep(record(1))
        seen.append([one.hand for one in read_journal(open_folder(tmp_path))])
        journal.keep_soon(record(2))
        await journal.settle()
        seen.append([one.hand for one in read_journal(open_folder(tmp_path))])
        journal.close()
        return seen

    assert asyncio.run(keep_some()) == [[0, 1], [0, 1, 2]]
