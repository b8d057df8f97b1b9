"""What a decision of `language-model` costs us, how full the lanes are, and what kills lose.

    python benchmarks/slow_agents.py throughput     # 64 in flight against a server of 200 ms
    python benchmarks/slow_agents.py cluster        # the same on Ray, two workers of this machine
    python benchmarks/slow_agents.py memory         # 1,000 matches open at the same time
    python benchmarks/slow_agents.py kills [50]     # kill -9 at random instants

The server is that of the tests, in a process of its own.
"""

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from railbird.harness import AgentSpec, Dispatch, Spec, run
from railbird.harness.services.service_settings import ServiceSettings
from railbird.harness.workers.dispatch import play_here

SUPPORT = Path(__file__).parents[1] / "tests" / "support"
sys.path.insert(0, str(SUPPORT))


@contextmanager
def served(rule: str, seconds: float, note: Path | None = None) -> Iterator[str]:
    """Serve in another process, and yield the address."""
    notes = [] if note is None else [str(note)]
    process = subprocess.Popen(
        [sys.executable, str(SUPPORT / "chat_server.py"), rule, str(seconds), *notes],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def make_spec(url: str, folder: Path, decks: int, hands: int = 10, **services: float) -> Spec:
    """One model against a caller, heads-up, no-limit."""
    from chat_server import PROMPT  # noqa: PLC0415  (of the tests)

    prompt = folder / "machine.jinja"
    prompt.write_text(PROMPT)
    parameters = {"model": "m", "url": url, "key": "", "prompt": str(prompt)}
    return Spec(
        name="slow",
        game="holdem-nolimit-2p",
        hands_per_match=hands,
        decks=decks,
        agents=(
            AgentSpec(agent="language-model", label="m", parameters=parameters),
            AgentSpec(agent="call", label="call"),
        ),
        services=ServiceSettings(**services),  # type: ignore[arg-type]
    )


def records(folder: Path) -> int:
    """Count the decisions in a journal."""
    from railbird.results.folders.addresses import open_folder  # noqa: PLC0415
    from railbird.results.store.journal import read_journal  # noqa: PLC0415

    return sum(one.kind == "call" for one in read_journal(open_folder(folder)))


def cluster(folder: Path) -> None:
    """Measure the throughput of two workers on Ray, and the processor time of the driver."""
    from railbird.harness.workers.cluster.ray_dispatch import RayCluster  # noqa: PLC0415
    from railbird.harness.workers.cluster.ray_session import connected  # noqa: PLC0415

    with connected(worker_count=2):
        throughput(folder, RayCluster(worker_count=2))


def throughput(folder: Path, dispatch: Dispatch = play_here) -> None:
    """Compare decisions a second with what the lanes allow, and count our processor time."""
    with served("uniform", 0.2) as url:
        spec = make_spec(url, folder, 120, concurrency=64, open_matches=160)
        run(spec, folder=folder / "run", dispatch=dispatch, with_tables=False)
    starts, ends, begun = [], [], dict[int, float]()
    from railbird.results.folders.addresses import open_folder  # noqa: PLC0415
    from railbird.results.store.journal import read_journal  # noqa: PLC0415

    for one in read_journal(open_folder(folder / "run")):
        if one.kind == "call":
            starts.append(one.started)
            ends.append(one.started + one.seconds)
            begun[one.match_key] = min(one.started, begun.get(one.match_key, one.started))
    first, last = min(starts), max(begun.values())  # tables suffice until no match is left to begin
    full = [end for end in ends if first + 1.0 < end < last]
    rate = len(full) / (last - first - 1.0)
    share = rate * 0.2 / 64
    print(f"{len(ends)} decisions; {rate:.1f} a second of at most {64 / 0.2:.0f}: {share:.1%}")
    points = []
    for decks in (4, 40):
        begun = time.process_time()
        with served("uniform", 0.0) as url:
            spec = make_spec(url, folder, decks, concurrency=64)
            run(spec, folder=folder / f"cost-{decks}", dispatch=dispatch, with_tables=False)
        points.append((records(folder / f"cost-{decks}"), time.process_time() - begun))
    (few, short), (many, long) = points
    print(f"own processor time: {1000 * (long - short) / (many - few):.2f} ms a decision")


def memory(folder: Path) -> None:
    """Open 1,000 matches."""
    with served("uniform", 1.0) as url:
        spec = make_spec(url, folder, 500, hands=4, concurrency=1000, open_matches=1000)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        run(spec, folder=folder / "run", dispatch=play_here, with_tables=False)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"1,000 matches open: {peak:.0f} MB at most, {before:.0f} MB before")


def kills(folder: Path, count: int) -> None:
    """Kill the run so often at random instants, every fifth time a run with a worker process."""
    from killed_runs import kill_run, start_run  # noqa: PLC0415  (of the tests)

    note, instants, concurrency = folder / "asked", random.Random(20), 16
    started, lost = time.perf_counter(), []
    with served("uniform", 0.02, note) as url:
        spec = make_spec(url, folder, 8 * count, hands=4, concurrency=concurrency)
        for number in range(count):
            size = _size(note)
            process = start_run(spec, folder / "run", workers=number % 5 == 4)
            while _size(note) == size and process.is_alive():
                time.sleep(0.002)
            time.sleep(0.6 * instants.random())
            assert process.is_alive(), "the run has ended before the last kill"
            kill_run(process)
            time.sleep(0.05)  # what is in flight is noted
            lost.append(len(set(note.read_text().splitlines())) - records(folder / "run"))
        run(spec, folder=folder / "run", dispatch=play_here, with_tables=False)
    plain = (AgentSpec(agent="uniform", label="m"), spec.agents[1])  # whom the server imitates
    whole = replace(spec, agents=plain, hands_per_chunk=8)
    run(whole, folder=folder / "whole", dispatch=play_here, with_tables=False)
    lines = Counter(note.read_text().splitlines())
    again = sum(lines.values()) - len(lines)
    print(f"{count} kills in {time.perf_counter() - started:.0f} s")
    print(f"{len(lines)} questions, {again} asked again (at most {concurrency * count})")
    print(f"lost at a kill: at most {max(lost)} of {concurrency} in flight and not yet on the disk")
    parts = [sorted((folder / name / "shards").iterdir()) for name in ("run", "whole")]
    same = [[path.read_bytes() for path in paths] for paths in parts]
    print("shards are the same bytes" if same[0] == same[1] else "SHARDS DIFFER")
    assert json.loads(next(iter(lines)))


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def main() -> None:
    """Run what the arguments name."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if sys.argv[1] == "kills":
            kills(folder, int(sys.argv[2]) if len(sys.argv) > 2 else 50)
        else:
            {"throughput": throughput, "cluster": cluster, "memory": memory}[sys.argv[1]](folder)


if __name__ == "__main__":
    main()
