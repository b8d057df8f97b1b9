"""Reads files one after the other, in this process or in several at once, in the same order."""

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

from railbird.results.histories.checking.history_files import HistoryFile
from railbird.results.histories.file_reading import FileChoice, FileHands, read_history_file

FILES_AHEAD = 4
"""How many files each worker may be ahead of those taken, so that memory does not grow."""
_Job = tuple[HistoryFile, FileChoice]


def read_files(jobs: Iterable[_Job], workers: int) -> Generator[FileHands]:
    """Yield what is in each file, in the order of the files."""
    if workers == 1:
        for file, choice in jobs:
            yield read_history_file(file, choice)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[FileHands]] = deque()
        try:
            for file, choice in jobs:
                waiting.append(pool.submit(read_history_file, file, choice))
                if len(waiting) > FILES_AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
