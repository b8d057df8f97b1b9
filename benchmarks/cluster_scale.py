"""What the driver of a cluster costs: a task through Ray, a shard on disk, a chunk in the books.

    python benchmarks/cluster_scale.py [tasks] [store] [clocks] [files]

`tasks`: empty tasks through the Ray dispatcher, beside Ray's own in the same window; the bar is
2,000 a second or what Ray does, whichever is less. `store`: shards written, synced and renamed.
`clocks`: the driver's books with workers that are clocks. `files`: a run of many small chunks, as
it is listed, checked and ranked. docs/scale.md has what was measured.
"""

import heapq
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pyarrow as pa

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.tournament.preparation import Tournament, prepare
from railbird.harness.tournament.progress import show_nothing
from railbird.harness.tournament.run import _play_missing
from railbird.harness.workers.cluster.flight import IN_FLIGHT, Flight
from railbird.harness.workers.cluster.node_facts import Charter, facts_here
from railbird.harness.workers.dispatch import Dispatch, play_here
from railbird.harness.workers.job import ChunkReport, Job, Outcome, PlayedChunk
from railbird.harness.workers.memory import memory_in_use
from railbird.harness.workers.task_queue import Task, TaskQueue
from railbird.harness.workers.worker import store
from railbird.results import Store, open_run
from railbird.results.store.shard_files import SHARDS, find_shards, named_shards

TASKS, WINDOW, BAR = 6000, 1000, 2000
CHUNK_SECONDS = 1.0
MATCHES_A_DECK = 24


def small_spec(chunks: int) -> Spec:
    """Return a tournament of so many chunks, of one match of one hand each."""
    agents = tuple(AgentSpec(agent=name) for name in ("call", "uniform", "bluffer", "chump"))
    decks = -(-chunks // MATCHES_A_DECK)
    return Spec(
        name="small",
        game="kuhn-3p",
        agents=agents,
        hands_per_match=1,
        decks=decks,
        hands_per_chunk=1,
    )


def seconds_of(work: Callable[[], object]) -> float:
    """Return how long a call takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def report_of(chunk: int) -> ChunkReport:
    """Return what a worker might report."""
    return ChunkReport(chunk, Path(), 1, 1, 0, datetime.now(UTC), CHUNK_SECONDS, "host", "1")


class OpenCrew:
    """A crew with room for a window of tasks, whatever the machine has."""

    left_out = ()
    departures = 0

    def slots(self) -> int:
        """Return half the window: the dispatcher hands out two tasks a slot."""
        return WINDOW // 2


@cache
def remote_nothing(charter: object, options: object) -> object:
    """Return what Ray calls in place of what plays; the charter goes with it as it does there."""
    import ray  # noqa: PLC0415  (slow to import)

    def play_nothing(chunks: tuple[int, ...], alone: bool) -> list[object]:
        return [] if charter else [chunks, alone]

    return ray.remote(num_cpus=1, max_retries=0)(play_nothing)


def measure_tasks() -> None:
    """Compare empty tasks through the dispatcher with Ray's own."""
    import ray  # noqa: PLC0415  (slow to import)

    from railbird.harness.workers.cluster import ray_dispatch  # noqa: PLC0415
    from railbird.harness.workers.cluster.ray_session import connected  # noqa: PLC0415

    job = prepare(small_spec(TASKS)).job
    charter = Charter(job, {}, facts_here(job))
    ray_dispatch._remote_task = remote_nothing
    plain = ray.remote(num_cpus=1, max_retries=0)(lambda: None)

    def play_empty() -> None:
        chunks = range(TASKS)
        list(ray_dispatch._Play(charter, OpenCrew(), chunks, most_bytes=IN_FLIGHT).outcomes())

    def ray_alone() -> None:
        waiting, left = [], TASKS
        while waiting or left:
            while left and len(waiting) < WINDOW:
                waiting.append(plain.remote())
                left -= 1
            done, waiting = ray.wait(waiting, num_returns=1)
            more, waiting = (
                ray.wait(waiting, num_returns=len(waiting), timeout=0) if waiting else ([], [])
            )
            ray.get([*done, *more])

    with connected(worker_count=2):
        play_empty(), ray_alone()
        for turn in range(3):
            ours, theirs = TASKS / seconds_of(play_empty), TASKS / seconds_of(ray_alone)
            bar = min(BAR, theirs)
            print(f"tasks, turn {turn}: ours {ours:,.0f}/s, Ray {theirs:,.0f}/s, bar {bar:,.0f}/s")


def measure_store() -> None:
    """Write shards of several sizes, one after the other."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        job = replace(prepare(small_spec(24)).job, folder=Path(name))
        Path(name, SHARDS).mkdir()
        for size in (3_000, 300_000, 3_000_000):
            data = pa.py_buffer(bytes(size))
            count = 200
            spent = seconds_of(
                lambda data=data, count=count: [
                    store(job, PlayedChunk(report_of(n), data)) for n in range(count)
                ]
            )
            print(f"store: {size:>9,} bytes {1000 * spent / count:6.2f} ms a shard")


def clocks(worker_count: int) -> Dispatch:
    """Return a dispatcher whose workers are clocks: a task ends when its time has come."""

    def dispatch(job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
        slots = 2 * worker_count
        queue = TaskQueue(chunks, worker_count=slots)
        flight = Flight(job.schedule, most_bytes=IN_FLIGHT)
        under_way: list[tuple[float, int, Task]] = []
        now = 0.0
        while True:
            while len(under_way) < slots and (room := flight.room(slots)):
                task = queue.next_task(most_chunks=room)
                if task is None:
                    break
                flight.leave(task)
                end = now + CHUNK_SECONDS * len(task.chunks)
                heapq.heappush(under_way, (end, task.chunks[0], task))
            if not under_way:
                return
            now, _, task = heapq.heappop(under_way)
            flight.land(task)
            flight.learn(3000)
            for chunk in task.chunks:
                queue.learn(CHUNK_SECONDS)
                yield report_of(chunk)

    return dispatch


def play_by_clocks(tournament: Tournament, folder: Path, worker_count: int) -> None:
    """Keep the books of a run whose workers are clocks; no shard is written."""
    with Store.create(folder, tournament.manifest) as opened:
        dispatch = clocks(worker_count)
        _play_missing(
            tournament, opened, dispatch=dispatch, progress=show_nothing, keep_going=False
        )


def measure_clocks() -> None:
    """Print what a chunk costs the driver without Ray and disk, and what it keeps of it."""
    tournament = prepare(small_spec(100_000))
    for worker_count in (10, 100, 1000):
        with tempfile.TemporaryDirectory() as name:
            before = memory_in_use()
            spent = seconds_of(
                lambda name=name, count=worker_count: play_by_clocks(tournament, Path(name), count)
            )
            kept = max(memory_in_use() - before, 0)
        chunks = tournament.manifest.chunk_count
        print(
            f"clocks: {worker_count:5} workers, {chunks:,} chunks: {1e6 * spent / chunks:6.1f} us "
            f"and {kept / chunks:5.0f} bytes a chunk"
        )


def measure_files() -> None:
    """Play many small chunks; list, check and rank them; list a million names."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path(name)
        spec = small_spec(4_000)
        spent = seconds_of(lambda: run(spec, folder=folder, dispatch=play_here))
        count = len(named_shards(folder))
        size = sum(shard.path.stat().st_size for shard in named_shards(folder)) / count
        print(f"files: {count:,} shards of {size:,.0f} bytes, played and ranked in {spent:.1f} s")
        print(f"files: listed in {1e6 * seconds_of(lambda: named_shards(folder)) / count:.1f} us")
        print(f"files: checked in {1e6 * seconds_of(lambda: find_shards(folder)) / count:.1f} us")
        before = memory_in_use()
        spent = seconds_of(lambda: open_run(folder).write_tables())
        kept = memory_in_use() - before
        print(f"files: ranked in {1e6 * spent / count:.1f} us, {kept / count:.0f} bytes a shard")
    with tempfile.TemporaryDirectory(dir=".") as name:
        shards = Path(name, SHARDS)
        shards.mkdir()
        for number in range(1_000_000):
            (shards / f"{number:06d}-{number:016x}.arrow").touch()
        before = memory_in_use()
        spent = seconds_of(lambda: named_shards(Path(name)))
        print(f"files: a million names listed in {spent:.1f} s")


MEASURES = {
    "tasks": measure_tasks,
    "store": measure_store,
    "clocks": measure_clocks,
    "files": measure_files,
}

if __name__ == "__main__":
    for measure in sys.argv[1:] or MEASURES:
        MEASURES[measure]()
