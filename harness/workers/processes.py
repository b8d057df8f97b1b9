"""Plays chunks in worker processes on this machine; those that die are replaced."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait

from railbird.harness.workers.child import Child, start_child, stop_children
from railbird.harness.workers.job import Job, LostChunk, Outcome, has_remote_agents
from railbird.harness.workers.task_queue import Task, TaskQueue
from railbird.harness.workers.worker import TaskPlayer

SECONDS_BETWEEN_LOOKS = 1.0


@dataclass(frozen=True, slots=True)
class Processes:
    """Dispatches to at most `worker_count` new processes.

    A chunk whose worker dies is played again, and the second time match by match (`alone`). With
    remote players there is only one worker, which listens on their addresses; with asynchronous
    agents too, which has all their decisions open at once.
    """

    worker_count: int

    def __call__(self, job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
        """Start; see Dispatch."""
        is_single = has_remote_agents(job) or bool(job.asynchronous_labels)
        limit = 1 if is_single else self.worker_count
        task_queue = TaskQueue(chunks, worker_count=limit, takes_all=bool(job.asynchronous_labels))
        workers: list[_Worker] = []
        try:
            while _hand_out(task_queue, workers, job=job, limit=limit):
                for worker in _with_news(workers):
                    report = worker.hear()
                    if report is None:
                        workers.remove(worker)
                        yield from _replay(worker, task_queue)
                        continue
                    if not isinstance(report, LostChunk):
                        task_queue.learn(report.seconds)
                    yield report
        finally:
            stop_children([worker.child for worker in workers])


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


def _hand_out(task_queue: TaskQueue, workers: list[_Worker], *, job: Job, limit: int) -> bool:
    """Give every idle worker a task, starting workers up to the limit; False when all is done."""
    idle = [worker for worker in workers if not worker.waiting]
    while (idle or len(workers) < limit) and (task := task_queue.next_task()) is not None:
        if not idle:
            idle.append(_Worker(start_child(serve, job)))
            workers.extend(idle)
        idle.pop().give(task)
    return any(worker.waiting for worker in workers)


def _with_news(workers: list[_Worker]) -> list[_Worker]:
    """Wait until a worker reports or dies."""
    by_connection = {worker.child.connection: worker for worker in workers}
    ready = wait(list(by_connection), SECONDS_BETWEEN_LOOKS)
    if ready:
        return [by_connection[connection] for connection in ready if connection in by_connection]
    # a process started by the agent may hold the connection of a dead worker
    return [worker for worker in workers if worker.child.is_dead]


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


def serve(connection: Connection, job: Job) -> None:
    """Run in a worker process: play task after task, until it is stopped."""
    player = TaskPlayer(job)
    while True:
        for report in player.play(connection.recv()):
            connection.send(report)
