"""Kills drivers, workers and raylets at random moments, and compares the bytes of every run.

    python benchmarks/cluster_kills.py [--kills 30] [--seed 1]

A cluster of this machine plays the same tournament over and over. In each run one thing is killed:
the driver, which then goes on with the same command, a worker, or the raylet of a node, for which a
new node comes. It takes some 10 seconds a kill. Ends with code 1 where a byte differs.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

SPEC = """
name = "kills"
game = "kuhn-3p"
hands_per_match = 100
decks = 100
hands_per_chunk = 1000

[[agents]]
agent = "uniform"
[[agents]]
agent = "bluffer"
[[agents]]
agent = "chump"
[[agents]]
agent = "call"
"""
MAIN = "from railbird.harness.cli.application import main; main()"
QUICK_TO_NOTICE = {"health_check_period_ms": 500, "health_check_failure_threshold": 2}


def shards(folder: Path) -> dict[str, bytes]:
    """Return the run's shards and manifest."""
    paths = [*(folder / "shards").iterdir(), folder / "manifest.json"]
    return {path.name: path.read_bytes() for path in paths}


def command(spec: Path, folder: Path, *options: str) -> "subprocess.Popen[bytes]":
    """Start a run."""
    return subprocess.Popen(
        [sys.executable, "-c", MAIN, "run", str(spec), "--out", str(folder), *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def find_worker(chosen: random.Random) -> int | None:
    """Return a process that plays a task now, if there is one."""
    found = subprocess.run(
        ["pgrep", "-f", "ray::.*play_task"], check=False, capture_output=True, text=True
    ).stdout.split()
    return int(chosen.choice(found)) if found else None


def play_with_a_kill(
    cluster: Cluster, spec: Path, folder: Path, *, what: str, chosen: random.Random
) -> bool:
    """Play a run in which something is killed at a random moment; return whether it was in time."""
    options = ("--ray-address", cluster.address)
    playing = command(spec, folder, *options)
    count = chosen.randrange(1, 200)
    while playing.poll() is None and len(list(folder.glob("shards/*.arrow"))) < count:
        time.sleep(0.01)
    in_time = playing.poll() is None
    if what == "driver":
        playing.kill()
    elif what == "worker":
        worker = find_worker(chosen)
        in_time = worker is not None
        if worker is not None:
            os.kill(worker, signal.SIGKILL)
    else:
        node = chosen.choice(list(cluster.worker_nodes))
        os.kill(node.all_processes["raylet"][0].process.pid, signal.SIGKILL)
        cluster.add_node(num_cpus=1, wait=False)
    if playing.wait() != 0:
        playing = command(spec, folder, *options)
        playing.wait()
    if what == "raylet":
        cluster.remove_node(node, allow_graceful=False)
    return in_time


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen = random.Random(options.seed)
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        spec, here = Path(name, "spec.toml"), Path(name, "here")
        spec.write_text(SPEC)
        command(spec, here, "--workers", "0").wait()
        expected = shards(here)
        args = {"num_cpus": 0, "include_dashboard": False, "_system_config": QUICK_TO_NOTICE}
        cluster = Cluster(initialize_head=True, head_node_args=args)
        for _ in range(2):
            cluster.add_node(num_cpus=1)
        begun = time.monotonic()
        for number in range(options.kills):
            what = ("driver", "worker", "raylet")[number % 3]
            folder = Path(name, f"run-{number}")
            in_time = play_with_a_kill(cluster, spec, folder, what=what, chosen=chosen)
            same = "same bytes" if shards(folder) == expected else "OTHER BYTES"
            outcomes[f"{what} killed{'' if in_time else ' too late'}: {same}"] += 1
        seconds = time.monotonic() - begun
        cluster.shutdown()
    for outcome, count in sorted(outcomes.items()):
        print(f"{count:4} x {outcome}")
    print(f"{options.kills} kills in {seconds:.0f} s, Ray {ray.__version__}")
    sys.exit(any("OTHER" in outcome for outcome in outcomes))


if __name__ == "__main__":
    main()
