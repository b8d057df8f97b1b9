"""How chunks are dispatched: the common signature, and the simplest way, in this process."""

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Protocol

from railbird.harness.workers.job import Job, Outcome
from railbird.harness.workers.task_queue import Task
from railbird.harness.workers.worker import TaskPlayer


class Dispatch(Protocol):
    """Plays and stores the chunks of a job, each once, and reports them in any order.

    A chunk that kills every worker that starts it is reported as lost, and the others continue. An
    error of a worker is raised here. Closing the iterator stops the work; shards stored by then are
    complete.
    """

    def __call__(self, job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
        """Start; reports are yielded as chunks are stored."""
        ...


def play_here(job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
    """Play in this process, one chunk after the other; an agent that kills its process kills it."""
    with closing(TaskPlayer(job)) as player:
        yield from player.play(Task(tuple(chunks)))
