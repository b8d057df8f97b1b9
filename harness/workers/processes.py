"""Plays chunks in worker processes on this machine; those that die are replaced."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait

from railbird.harness.workers.child import Child, stop_children
from railbird.harness.workers.child_pool import ChildPool, PluginKeeper
from railbird.harness.workers.job import Job, LostChunk, Outcome, has_remote_agents
from railbird.harness.workers.task_queue import Task, TaskQueue
from railbird.harness.workers.worker import TaskPlayer

SECONDS_BETWEEN_LOOKS = 1.0


@dataclass(frozen=True, slots=True)
class Processes:
    """Dispatches to at most `worker_count` processes: new ones, unless there are `children`.

    A chunk whose worker dies is played again, and the second time match by match (`alone`). With
    remote players there is only one worker, which listens on their addresses; with asynchronous
    agents too, which has all their decisions open at once.
    """

    worker_count: int
    children: ChildPool | None = None

    @contextmanager
    def kept(self) -> Iterator["Processes"]:
        """Yield a dispatcher whose processes serve one job after another, and stop at the end."""
        with closing(ChildPool()) as children:
            yield replace(self, children=children)

    def __call__(self, job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
        """Start; see Dispatch."""
        is_single = has_remote_agents(job) or bool(job.asynchronous_labels)
        limit = 1 if is_single else self.worker_count
        task_queue = TaskQueue(chunks, worker_count=limit, takes_all=bool(job.asynchronous_labels))
        crew = _Crew(job, limit, ChildPool() if self.children is None else self.children)
        try:
            while crew.hand_out(task_queue):
                for worker in crew.with_news():
                    report = worker.hear()
                    if report is None:
                        crew.workers.remove(worker)
                        yield from _replay(worker, task_queue)
                        continue
                    if not isinstance(report, LostChunk):
                        task_queue.learn(report.seconds)
                    yield report
        finally:
            crew.dismiss(are_kept=self.children is not None)


@dataclass(slots=True, eq=False)
class _Worker:
    """A worker process; `waiting` are the chunks of its task that are not reported yet."""

    child: Child
    waiting: list[int] = field(default_factory=list)
    is_playing_all: bool = False

    def give(self, task: Task) -> None:
        self.is_playing_all = task.together
        self.waiting = list(task.chunks)
        self.child.send(task)

    def hear(self) -> Outcome | None:
        """Return its report, None if it has died; raises the error it failed with."""
        report: Outcome | None = self.child.receive() if self.child.has_news() else None
        if report is not None:
            self.waiting.remove(report.chunk_index)
        return report


@dataclass(slots=True, eq=False)
class _Crew:
    """The workers of a job, at most `limit`."""

    job: Job
    limit: int
    children: ChildPool
    workers: list[_Worker] = field(default_factory=list)

    def hand_out(self, task_queue: TaskQueue) -> bool:
        """Give every idle worker a task, adding workers up to the limit; False when all is done."""
        idle = [worker for worker in self.workers if not worker.waiting]
        while (idle or len(self.workers) < self.limit) and (task := task_queue.next_task()):
            if not idle:
                idle.append(_Worker(self.children.call(serve, self.job)))
                self.workers.extend(idle)
            idle.pop().give(task)
        return any(worker.waiting for worker in self.workers)

    def with_news(self) -> list[_Worker]:
        """Wait until a worker reports or dies."""
        by_connection = {worker.child.connection: worker for worker in self.workers}
        ready = wait(list(by_connection), SECONDS_BETWEEN_LOOKS)
        if ready:
            return [by_connection[one] for one in ready if one in by_connection]
        # a process started by the agent may hold the connection of a dead worker
        return [worker for worker in self.workers if worker.child.is_dead]

    def dismiss(self, *, are_kept: bool) -> None:
        """Stop the workers; if they are kept, only those that are still at a task."""
        idle = [worker.child for worker in self.workers if are_kept and not worker.waiting]
        stop_children(worker.child for worker in self.workers if worker.child not in idle)
        for child in idle:
            child.send(None)
            self.children.take_back(child)


def _replay(worker: _Worker, task_queue: TaskQueue) -> Iterator[LostChunk]:
    """Requeue the chunks of a worker that died; yield one that is given up."""
    how = worker.child.bury()
    if not worker.waiting:
        return
    if worker.is_playing_all:
        task_queue.lose_together(worker.waiting)
        return
    suspect, *others = worker.waiting
    task_queue.put_back(others)
    if not task_queue.lose(suspect):
        yield LostChunk(suspect, f"its last worker {how}")


def serve(connection: Connection, keeper: PluginKeeper, job: Job) -> None:
    """Run in a worker process: play task after task, until the answer to a report is None."""
    with closing(TaskPlayer(job, keeper.load)) as player:
        while (task := connection.recv()) is not None:
            for report in player.play(task):
                connection.send(report)
