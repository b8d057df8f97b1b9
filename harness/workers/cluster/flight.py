"""Limits the data in transit, so that shards do not accumulate on their way to the driver."""

from railbird.harness.plan.schedule import Schedule
from railbird.harness.workers.task_queue import Task

IN_FLIGHT = 256 * 2**20
BYTES_PER_HAND = 16  # before any chunk has arrived; most games need less


class Flight:
    """Counts chunks that were assigned and whose bytes are not stored yet.

    The size of a shard is not known before it is played: each is assumed to be as large as the
    largest so far. One task is always allowed.
    """

    def __init__(self, schedule: Schedule, *, most_bytes: int) -> None:
        """Start with nothing in transit."""
        self._most_bytes = most_bytes
        self._chunk_bytes = 1
        self._is_measured = False
        self._guess = schedule.matches_per_chunk * schedule.hands_per_match * BYTES_PER_HAND
        self.chunk_count = 0

    def room(self, slots: int) -> int:
        """Return how many chunks the next task may have if `slots` workers share the limit."""
        size = self._chunk_bytes if self._is_measured else self._guess
        room = self._most_bytes // size - self.chunk_count
        share = max(self._most_bytes // size // max(slots, 1), 1)
        return min(room, share) if room > 0 else int(self.chunk_count == 0)

    def leave(self, task: Task) -> None:
        """Count the chunks of a task that is assigned."""
        self.chunk_count += len(task.chunks)

    def land(self, task: Task) -> None:
        """Count the chunks of a task that was returned or lost."""
        self.chunk_count -= len(task.chunks)

    def learn(self, byte_count: int) -> None:
        """Note the size of a shard."""
        self._is_measured = True
        self._chunk_bytes = max(self._chunk_bytes, byte_count)
