"""How much may be under way at a time, so that shards never pile up on their way to the driver."""

from railbird.harness.plan.schedule import Schedule
from railbird.harness.workers.task_queue import Task

IN_FLIGHT = 256 * 2**20
BYTES_PER_HAND = 16  # before any chunk has come; most games take less


class Flight:
    """Counts chunks that were handed out and whose bytes are not stored yet.

    How large the next shard will be is not known before it is played: the largest so far is what
    each is taken for. One task may always fly.
    """

    def __init__(self, schedule: Schedule, *, most_bytes: int) -> None:
        """Begin with nothing in the air."""
        self._most_bytes = most_bytes
        self._chunk_bytes = 1
        self._is_measured = False
        self._guess = schedule.matches_per_chunk * schedule.hands_per_match * BYTES_PER_HAND
        self.chunk_count = 0

    def room(self, slots: int) -> int:
        """Return how many chunks the next task may have where `slots` workers share the room."""
        size = self._chunk_bytes if self._is_measured else self._guess
        room = self._most_bytes // size - self.chunk_count
        share = max(self._most_bytes // size // max(slots, 1), 1)
        return min(room, share) if room > 0 else int(self.chunk_count == 0)

    def leave(self, task: Task) -> None:
        """Count the chunks of a task that is handed out."""
        self.chunk_count += len(task.chunks)

    def land(self, task: Task) -> None:
        """Count the chunks of a task that came back, or that will not."""
        self.chunk_count -= len(task.chunks)

    def learn(self, byte_count: int) -> None:
        """Take note of the size of a shard."""
        self._is_measured = True
        self._chunk_bytes = max(self._chunk_bytes, byte_count)
