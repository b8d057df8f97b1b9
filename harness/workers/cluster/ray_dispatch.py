"""Plays chunks on a Ray cluster, without a shared folder."""

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import ray
from ray.exceptions import NodeDiedError, RayError, RayTaskError

from railbird.harness.plan.schedule import list_chunk_agents
from railbird.harness.players.resources import add_resources
from railbird.harness.workers.child_pool import ChildPool
from railbird.harness.workers.cluster.carried_files import read_carried
from railbird.harness.workers.cluster.flight import IN_FLIGHT, Flight
from railbird.harness.workers.cluster.node_facts import Charter, facts_here
from railbird.harness.workers.cluster.ray_crew import Crew
from railbird.harness.workers.cluster.ray_session import connected
from railbird.harness.workers.cluster.ray_sessions import Sessions
from railbird.harness.workers.cluster.ray_tasks import (
    NO_ROOM,
    NOT_THE_CHUNK,
    Options,
    Unfit,
    find_job,
    make_remote,
    require_new_unfit,
    task_options,
)
from railbird.harness.workers.failures import Failure, describe_failure
from railbird.harness.workers.job import Job, LostChunk, Outcome, PlayedChunk
from railbird.harness.workers.task_queue import Task, TaskQueue
from railbird.harness.workers.worker import TaskPlayer, store

TASKS_PER_SLOT = 2  # one is played, one is ready to follow
SECONDS_BETWEEN_LOOKS = 2.0
LEAST_GRACE, GRACE = 10.0, 4.0  # seconds; multiple of a task's time
SECONDS_TO_MAKE_ROOM = 1.0


@dataclass(frozen=True, slots=True)
class RayCluster:
    """Dispatches to the cluster at `address`, or to one of `worker_count` workers started here.

    Shards are returned as bytes, of which about `in_flight` may be in transit, and are stored by
    this process: no folder is shared. Plugins by path, games and files of agents are sent with the
    job; `ship` also sends railbird and installed plugins. `skip_unfit` skips nodes whose code or
    versions differ, instead of raising an error. The answers of asynchronous agents are kept, and
    services are asked, by this process.
    """

    address: str | None = None
    worker_count: int | None = None
    in_flight: int = IN_FLIGHT
    ship: bool = False
    skip_unfit: bool = False
    children: ChildPool | None = None

    @contextmanager
    def kept(self) -> Iterator["RayCluster"]:
        """Yield a dispatcher that stays connected from one job to the next.

        Trials are played in processes of this machine, which are kept, too.
        """
        with (
            connected(self.address, worker_count=self.worker_count, ship=self.ship),
            closing(ChildPool()) as children,
        ):
            yield replace(self, ship=False, children=children)

    def __call__(self, job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
        """Start; see Dispatch."""
        if not chunks:
            return
        charter = Charter(job, read_carried(job.files), facts_here(job))
        with connected(self.address, worker_count=self.worker_count, ship=self.ship):
            crew = Crew(charter, most_slots=self.worker_count, skip_unfit=self.skip_unfit)
            crew.call_roll()
            if job.asynchronous_labels:
                yield from Sessions(charter, crew, chunks).outcomes()
            else:
                yield from _Play(charter, crew, chunks, most_bytes=self.in_flight).outcomes()


Returned = list[PlayedChunk | LostChunk] | Failure | Unfit
"""What a task returns."""


class _Play:
    """Chunks on their way to workers and back."""

    def __init__(
        self, charter: Charter, crew: Crew, chunks: Sequence[int], *, most_bytes: int
    ) -> None:
        self._job = charter.job
        self._crew = crew
        self._queue = TaskQueue(chunks, worker_count=TASKS_PER_SLOT * crew.slots())
        self._flight = Flight(charter.job.schedule, most_bytes=most_bytes)
        self._charter = ray.put(charter)
        self._tasks: dict[ray.ObjectRef[Returned], Task] = {}
        self._departures = len(crew.vanished)
        self._overdue: dict[ray.ObjectRef[Returned], float] = {}  # when to stop waiting
        self._needs = {
            entrant.spec.label: entrant.spec.resources
            for entrant in charter.job.entrants
            if entrant.spec.resources
        }

    def outcomes(self) -> Iterator[Outcome]:
        """Assign chunks until each is stored or given up."""
        try:
            while True:
                self._hand_out()
                if not self._tasks:
                    return
                for done in self._ready():
                    yield from self._settle(done, self._land(done))
                yield from self._abandon()
        finally:
            for reference in self._tasks:
                ray.cancel(reference, force=True)

    def _hand_out(self) -> None:
        most = TASKS_PER_SLOT * self._crew.slots()
        self._queue.worker_count = most
        while len(self._tasks) < most and (room := self._flight.room(most)):
            task = self._queue.next_task(most_chunks=room)
            if task is None:
                return
            self._flight.leave(task)
            self._tasks[self._remote(task).remote(task.chunks, task.alone)] = task

    def _land(self, done: "ray.ObjectRef[Returned]") -> Task:
        task = self._tasks.pop(done)
        self._overdue.pop(done, None)
        self._flight.land(task)
        return task

    def _abandon(self) -> Iterator[LostChunk]:
        """Requeue the chunks of tasks that must have been lost with a machine.

        Ray waits for minutes for a machine whose network is gone, although it considers it dead,
        and does not report which tasks were there. So all tasks then running get some more time;
        one that was elsewhere is played twice, with the same bytes.
        """
        now = time.monotonic()
        if self._departures != len(self._crew.vanished):
            self._departures = len(self._crew.vanished)
            for reference, task in self._tasks.items():
                grace = max(LEAST_GRACE, GRACE * self._queue.expected_seconds(task))
                self._overdue.setdefault(reference, now + grace)
        for reference in [one for one, until in self._overdue.items() if until <= now]:
            ray.cancel(reference, force=True)
            gone = NodeDiedError("no answer")  # type: ignore[no-untyped-call]
            yield from self._lose(self._land(reference), gone)

    def _remote(self, task: Task) -> Any:
        agents = () if not self._needs else self._agents_of(task)
        needs = tuple(label for label in agents if label in self._needs)
        amounts = add_resources(self._needs[label] for label in needs)
        return _remote_task(self._charter, task_options(amounts, self._crew.left_out))

    def _agents_of(self, task: Task) -> list[str]:
        schedule = self._job.schedule
        return sorted({a for chunk in task.chunks for a in list_chunk_agents(schedule, chunk)})

    def _ready(self) -> "list[ray.ObjectRef[Returned]]":
        """Return the tasks that have ended; none if it is time to check the nodes."""
        waiting = list(self._tasks)
        ready, others = ray.wait(waiting, num_returns=1, timeout=SECONDS_BETWEEN_LOOKS)
        if ready and others:
            ready += ray.wait(others, num_returns=len(others), timeout=0)[0]
        return ready

    def _settle(self, done: "ray.ObjectRef[Returned]", task: Task) -> Iterator[Outcome]:
        """Store the result of a task, or requeue its chunks."""
        try:
            returned: Returned = ray.get(done)
        except RayTaskError as error:
            yield from self._lose_to_task_error(task, error)
        except RayError as error:
            yield from self._lose(task, error)
        else:
            yield from self._store(returned, task)

    def _store(self, returned: Returned, task: Task) -> Iterator[Outcome]:
        if isinstance(returned, Failure):
            returned.reraise()
        if isinstance(returned, Unfit):
            self._crew.leave_out(returned.node, returned.sentence)
            self._queue.put_back(task.chunks)
            return
        for played in returned:
            if isinstance(played, LostChunk):
                yield played
                continue
            self._flight.learn(played.data.size)
            self._queue.learn(played.report.seconds)
            yield store(self._job, played)

    def _lose_to_task_error(self, task: Task, error: RayTaskError) -> Iterator[LostChunk]:
        if isinstance(error.cause, RayError):
            yield from self._lose(task, error.cause)
        else:
            require_new_unfit(self._crew, error)
            self._queue.put_back(task.chunks)

    def _lose(self, task: Task, error: RayError) -> Iterator[LostChunk]:
        if isinstance(error, NO_ROOM):
            time.sleep(SECONDS_TO_MAKE_ROOM)
        is_innocent = isinstance(error, NOT_THE_CHUNK)
        lose = self._queue.lose_with_machine if is_innocent else self._queue.lose
        for chunk in task.chunks:
            if not lose(chunk):
                yield LostChunk(chunk, f"its last worker ended with {type(error).__name__}")


@lru_cache(maxsize=256)
def _remote_task(charter: "ray.ObjectRef[Charter]", options: Options) -> Any:
    """Return the remote function with these options; created once, since that is slow.

    The charter is sent with the function, not with each call, where it would be half the cost.
    """

    def play_task(chunks: tuple[int, ...], alone: bool) -> Returned:
        return _play_task(charter, Task(chunks, alone))

    return make_remote(play_task, options)


def _play_task(charter: "ray.ObjectRef[Charter]", task: Task) -> Returned:
    """Run in a worker of the cluster."""
    try:
        player = _player(charter)
        return player if isinstance(player, Unfit) else list(player.play_unstored(task))
    except Exception as error:  # any exception is passed on
        return describe_failure(error)


@lru_cache(maxsize=1)
def _player(charter: "ray.ObjectRef[Charter]") -> TaskPlayer | Unfit:
    job = find_job(charter)
    return job if isinstance(job, Unfit) else TaskPlayer(job)
