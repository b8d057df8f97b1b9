"""Plays chunks on a Ray cluster, one that is there or one started here; the only import of Ray."""

import logging
import os
import socket
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

# read when Ray is imported: it prints the deaths of workers, which we take for what they are
os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", "^A worker died or was killed while executing")

import ray
from ray.exceptions import RayError, RayTaskError

from railbird.harness.errors import WorkerError
from railbird.harness.workers.failures import Failure, describe_failure
from railbird.harness.workers.job import ChunkReport, Job
from railbird.harness.workers.task_queue import Task, TaskQueue
from railbird.harness.workers.worker import TaskPlayer
from railbird.results import StoreError

TASKS_PER_PROCESSOR = 2  # one is played, one is ready to follow it
SECONDS_TO_ANSWER = 5.0
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}


@dataclass(frozen=True, slots=True)
class RayCluster:
    """Dispatches to the cluster at `address`, or to one of `worker_count` workers started here.

    Workers write into the run's folder, so every machine must see it under the same path; plugins
    by path are sent to them. At most two tasks a processor are in flight.
    """

    address: str | None = None
    worker_count: int | None = None

    def __call__(self, job: Job, chunks: Sequence[int], /) -> Generator[ChunkReport]:
        """Begin; see Dispatch."""
        if not chunks:
            return
        with connected(self) as processor_count:
            yield from _play(job, chunks, in_flight=TASKS_PER_PROCESSOR * processor_count)


def _play(job: Job, chunks: Sequence[int], *, in_flight: int) -> Generator[ChunkReport]:
    task_queue = TaskQueue(chunks, worker_count=in_flight)
    play_task = ray.remote(num_cpus=1, max_retries=0)(_play_task)
    job_ref = [ray.put(job)]  # in a list, so that Ray does not unpack it for every task
    tasks: dict[ray.ObjectRef[list[ChunkReport] | Failure], Task] = {}
    try:
        while True:
            while len(tasks) < in_flight and (task := task_queue.next_task()) is not None:
                tasks[play_task.remote(job_ref, task)] = task
            if not tasks:
                return
            for done in ray.wait(list(tasks), num_returns=1)[0]:
                for report in _reports(done, tasks.pop(done), task_queue):
                    task_queue.learn(report.seconds)
                    yield _stored(report)
    finally:
        for reference in tasks:
            ray.cancel(reference, force=True)


def _reports(
    done: "ray.ObjectRef[list[ChunkReport] | Failure]", task: Task, task_queue: TaskQueue
) -> list[ChunkReport]:
    try:
        reports: list[ChunkReport] | Failure = ray.get(done)
    except RayTaskError as error:
        raise WorkerError(
            f"a worker of the cluster cannot play ({error.cause!r}); install the same railbird and "
            "plugins on every machine"
        ) from error
    except RayError as error:
        for chunk in task.chunks:
            if not task_queue.lose(chunk):
                raise WorkerError(
                    f"chunk {chunk} was lost again and again on the cluster, lastly with "
                    f"{type(error).__name__}; look at Ray's logs and run the same command again"
                ) from error
        return []
    if isinstance(reports, Failure):
        reports.reraise()
    return reports


def _stored(report: ChunkReport) -> ChunkReport:
    if not report.shard.exists():
        raise StoreError(
            f"host '{report.host}' wrote {report.shard}, which is not to be seen here; "
            "choose a folder that all machines share"
        )
    return report


def _play_task(job_ref: "list[ray.ObjectRef[Job]]", task: Task) -> list[ChunkReport] | Failure:
    """Run in a worker of the cluster."""
    try:
        return list(_player(job_ref[0]).play(task))
    except Exception as error:  # sent on, whatever it is
        return describe_failure(error)


@lru_cache(maxsize=1)
def _player(job_ref: "ray.ObjectRef[Job]") -> TaskPlayer:
    return TaskPlayer(ray.get(job_ref))


def _check_address(address: str | None) -> None:
    """Raise WorkerError where nobody listens: Ray would try for minutes, and loudly."""
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), SECONDS_TO_ANSWER).close()
    except OSError as error:
        raise WorkerError(
            f"no Ray cluster answers at '{address}' ({error}); start one or leave out --ray-address"
        ) from error


@contextmanager
def connected(cluster: RayCluster) -> Iterator[int]:
    """Connect to the cluster, unless this process has; yields the processors to be used."""
    _check_address(cluster.address)
    is_ours = not ray.is_initialized()
    if is_ours:
        os.environ.update({name: os.environ.get(name, value) for name, value in QUIET.items()})
        try:
            ray.init(
                address=cluster.address or "local",  # else it takes one that runs here
                num_cpus=None if cluster.address else cluster.worker_count,
                include_dashboard=None if cluster.address else False,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (ConnectionError, RayError, ValueError, RuntimeError) as error:
            raise WorkerError(
                f"there is no Ray cluster at '{cluster.address or 'this machine'}' ({error}); "
                "start one or leave out --ray-address"
            ) from error
    try:
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        there = max(int(resources.get("CPU", 1)), 1)
        yield min(there, cluster.worker_count or there)
    finally:
        if is_ours:
            ray.shutdown()
