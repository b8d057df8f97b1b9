"""The tasks of a dispatcher: chunks; lost ones are played again, then match by match."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

SECONDS_PER_TASK = 1.0
LOSSES_BEFORE_ALONE = 2
MOST_LOSSES = 3
MOST_DEPARTURES = 20


@dataclass(frozen=True, slots=True)
class Task:
    """Chunks for one worker, in order; `alone` plays each match in a separate process, and
    `together` all chunks at the same time."""

    chunks: tuple[int, ...]
    alone: bool = False
    together: bool = False


class TaskQueue:
    """The chunks that are still to be assigned.

    Tasks grow until each takes about a second, and shrink towards the end so that no worker waits
    long for the last one. This does not affect what is written.
    """

    def __init__(
        self, chunks: Iterable[int], *, worker_count: int, takes_all: bool = False
    ) -> None:
        """Start with all chunks waiting; ``worker_count`` may change later.

        With ``takes_all`` a task has all of them, for a worker that plays many at the same time.
        """
        self._takes_all = takes_all
        self._deaths = 0
        self._waiting = deque(chunks)
        self._alone: deque[int] = deque()
        self._losses: Counter[int] = Counter()
        self._departures: Counter[int] = Counter()
        self.worker_count = worker_count
        self._seconds_per_chunk = SECONDS_PER_TASK

    def __len__(self) -> int:
        """The number of chunks that wait."""
        return len(self._waiting) + len(self._alone)

    def next_task(self, *, most_chunks: int | None = None) -> Task | None:
        """Take the next task, with at most `most_chunks`; None if nothing is waiting."""
        if self._alone:
            return Task((self._alone.popleft(),), alone=True)
        if not self._waiting:
            return None
        if self._takes_all:
            return replace(self._take(len(self._waiting)), together=True)
        share = -(-len(self._waiting) // (2 * self.worker_count))
        size = min(int(SECONDS_PER_TASK / self._seconds_per_chunk), share)
        size = size if most_chunks is None else min(size, most_chunks)
        if self._waiting[0] in self._losses:
            size = 1  # so that it is known which match kills the worker
        return self._take(max(size, 1))

    def _take(self, count: int) -> Task:
        return Task(tuple(self._waiting.popleft() for _ in range(count)))

    def expected_seconds(self, task: Task) -> float:
        """Return how long a task takes, estimated from recent chunks."""
        return self._seconds_per_chunk * len(task.chunks)

    def learn(self, seconds: float) -> None:
        """Note how long a chunk took."""
        self._seconds_per_chunk = max((self._seconds_per_chunk + seconds) / 2, 1e-6)

    def put_back(self, chunks: Iterable[int]) -> None:
        """Requeue chunks that were not started."""
        self._waiting.extendleft(reversed(tuple(chunks)))

    def lose(self, chunk: int) -> bool:
        """Requeue a chunk whose worker died; return False if it is given up instead."""
        self._losses[chunk] += 1
        if self._losses[chunk] >= MOST_LOSSES:
            return False
        waiting = self._waiting if self._losses[chunk] < LOSSES_BEFORE_ALONE else self._alone
        waiting.append(chunk)
        return True

    def lose_together(self, chunks: Sequence[int]) -> None:
        """Requeue chunks that were played at the same time by a worker that died.

        Any of them may be the cause, or none: after the second death each is played alone.
        """
        self._deaths += 1
        waiting = self._waiting if self._deaths < LOSSES_BEFORE_ALONE else self._alone
        waiting.extendleft(reversed(chunks))

    def lose_with_machine(self, chunk: int) -> bool:
        """Requeue a chunk that was lost with a whole machine, which is not its fault.

        Returns False, and gives it up, if that has happened so often that the chunk is the likely
        cause.
        """
        self._departures[chunk] += 1
        if self._departures[chunk] >= MOST_DEPARTURES:
            return False
        self._waiting.append(chunk)
        return True
