"""How chunks get to those who play them: one signature, and the plainest way, in this process."""

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Protocol

from railbird.harness.workers.job import Job, Outcome
from railbird.harness.workers.task_queue import Task
from railbird.harness.workers.worker import TaskPlayer


class Dispatch(Protocol):
    """Has chunks of a job played and stored, each once, and reports them in any order.

    A chunk that kills every worker that begins it is reported as lost, and the others go on. An
    error of a worker is raised here. Closing the iterator ends the work; what is stored by then
    is whole.
    """

    def __call__(self, job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
        """Begin; the reports come as chunks are stored."""
        ...


def play_here(job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
    """Play in this process, one chunk after the other; an agent that kills its process kills it."""
    with closing(TaskPlayer(job)) as player:
        yield from player.play(Task(tuple(chunks)))
