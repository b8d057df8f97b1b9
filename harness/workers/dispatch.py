"""How chunks are dispatched: the common signature, and the simplest way, in this process."""

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from typing import Protocol, runtime_checkable

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


@runtime_checkable
class KeepsWorkers(Protocol):
    """A dispatcher with workers that can serve one job after another."""

    def kept(self) -> AbstractContextManager[Dispatch]:
        """Yield the same dispatcher, whose workers are stopped at the end and not before."""
        ...


def keep_workers(dispatch: Dispatch) -> AbstractContextManager[Dispatch]:
    """Return a context in which a dispatcher serves one job after another."""
    return dispatch.kept() if isinstance(dispatch, KeepsWorkers) else nullcontext(dispatch)


def play_here(job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
    """Play in this process, one chunk after the other; an agent that kills its process kills it."""
    with closing(TaskPlayer(job)) as player:
        yield from player.play(Task(tuple(chunks)))
