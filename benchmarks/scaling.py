"""Scaling: workers against one process, Ray against processes, and the cost of a hand by run size.

    python benchmarks/scaling.py [--hands 20000000 | --minutes 2] [--ray] [--largest 7]

The bars are for runs of two minutes: `--minutes 2 --ray --largest 8` takes about an hour on an idle
machine, half of it for the comparisons.
Every run is a process of its own, from the spec to the rankings with all hands written. Walls are
compared, in turns; on a machine that has other work to do, look at the processor seconds too.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter
from typing import Any

from report import print_table
from rich.table import Table

from railbird.harness import AgentSpec, Dispatch, Processes, Spec, play_here, run

HANDS_PER_MATCH = 100
SEATINGS = 6
SMALLEST = 4
SIZING_HANDS = 20_000_000
BAR_OF_TWO, BAR_OF_RAY = 1.85, 0.93


def dispatch_of(way: str) -> Dispatch:
    """Make a dispatcher: in this process, in N, or on Ray with N workers."""
    if way == "here":
        return play_here
    kind, count = way.split("-")
    if kind == "processes":
        return Processes(int(count))
    from railbird.harness.workers.cluster.ray_dispatch import RayCluster  # noqa: PLC0415  (slow to import)

    return RayCluster(None, int(count))


def play(way: str, hand_count: int) -> dict[str, Any]:
    """Play about so many hands of Kuhn for three; seconds of wall and processor, and peak MB."""
    spec = Spec(
        name="scaling",
        game="kuhn-3p",
        agents=tuple(AgentSpec(agent="uniform", label=label) for label in "abc"),
        hands_per_match=HANDS_PER_MATCH,
        decks=max(hand_count // (HANDS_PER_MATCH * SEATINGS), 2),
    )
    assert spec.decks is not None
    dispatch = dispatch_of(way)
    with tempfile.TemporaryDirectory() as folder:
        started = perf_counter()
        run(spec, folder=Path(folder), dispatch=dispatch)
        wall = perf_counter() - started
    own, others = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return {
        "hands": spec.decks * HANDS_PER_MATCH * SEATINGS,
        "wall": wall,
        "processor": own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime,
        "peak_mb": max(own.ru_maxrss, others.ru_maxrss) / 1000,
    }


def sample(way: str, hand_count: int) -> dict[str, Any]:
    """Play in a fresh process."""
    command = [sys.executable, __file__, "--play", way, str(hand_count)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    measured: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return measured


def hands_in(minutes: float) -> int:
    """Find how many hands two processes play in so long."""
    one = sample("processes-2", SIZING_HANDS)
    return int(one["hands"] / one["wall"] * 60 * minutes)


def compare_ways(ways: list[str], hand_count: int, *, repeats: int, bar: float) -> None:
    """Print each way's speed, and how it stands to the first."""
    runs: dict[str, list[dict[str, Any]]] = {way: [] for way in ways}
    for _ in range(repeats):
        for way in ways:
            runs[way].append(sample(way, hand_count))
    table = Table("way", "seconds", "hands/s", "processor ns/hand", "peak MB", "of the first")
    table.title = f"{hand_count:,} hands of Kuhn for three, all written, {repeats} repeats"
    first = median(one["wall"] for one in runs[ways[0]])
    for way, done in runs.items():
        wall = median(one["wall"] for one in done)
        table.add_row(
            way,
            f"{wall:.1f}",
            f"{done[0]['hands'] / wall:,.0f}",
            f"{median(one['processor'] / one['hands'] for one in done) * 1e9:,.0f}",
            f"{max(one['peak_mb'] for one in done):,.0f}",
            f"{first / wall:.2f}",
        )
    print_table(table)
    print(f"Bar: {bar} of the first, in runs of two minutes.\n")


def show_sizes(largest: int) -> None:
    """Print the cost of a hand and the peak of memory from 10,000 hands on."""
    table = Table("hands", "wall us/hand", "processor us/hand", "peak MB", title="By size of run")
    for power in range(SMALLEST, largest + 1):
        one = sample("here", 10**power)
        table.add_row(
            f"{one['hands']:,}",
            f"{one['wall'] / one['hands'] * 1e6:.3f}",
            f"{one['processor'] / one['hands'] * 1e6:.3f}",
            f"{one['peak_mb']:,.0f}",
        )
    print_table(table)
    print("The processor's share has the interpreter's start in it, about a second.\n")


def main() -> None:
    """Measure and print, or play once for a parent that measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000_000, help="hands of a comparison")
    parser.add_argument(
        "--minutes", type=float, help="compare in runs that two processes take so long for"
    )
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--ray", action="store_true", help="compare Ray too; takes minutes")
    parser.add_argument("--largest", type=int, default=7, help="largest run, as a power of ten")
    parser.add_argument("--play", nargs=2, metavar=("WAY", "HANDS"))
    options = parser.parse_args()
    if options.play:
        print(json.dumps(play(options.play[0], int(options.play[1]))))
        return
    hand_count = hands_in(options.minutes) if options.minutes else options.hands
    repeats = options.repeats
    compare_ways(["processes-1", "processes-2"], hand_count, repeats=repeats, bar=BAR_OF_TWO)
    if options.ray:
        compare_ways(["processes-2", "ray-2"], hand_count, repeats=repeats, bar=BAR_OF_RAY)
    show_sizes(options.largest)


if __name__ == "__main__":
    main()
