"""Reads files one after the other, in this process or in several at once, in the same order."""

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

from railbird.results.histories.checking.history_files import HistoryFile
from railbird.results.histories.file_reading import FileChoice, FileHands, read_history_file

FILES_AHEAD = 4
"""How many files each worker may be ahead of those taken, so that memory does not grow."""
FileJob = tuple[HistoryFile, FileChoice, str | None]
"""A file, how to read it, and its text if that is known."""


def read_files(jobs: Iterable[FileJob], workers: int) -> Generator[FileHands]:
    """Yield what is in each file, in the order of the files."""
    if workers == 1:
        for job in jobs:
            yield read_history_file(*job)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[FileHands]] = deque()
        try:
            for job in jobs:
                waiting.append(pool.submit(read_history_file, *job))
                if len(waiting) > FILES_AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
