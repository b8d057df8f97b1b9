"""How fast and how small: Kuhn for three, `uniform` three times, results written, on one core.

The bar: at least 100 times the hands a second of the ACPC's C dealer, and 10 million hands in less
than 500 MB. Every run is a process of its own, and `--dealer` plays the dealer in turns with ours
on the same core.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import perf_counter

from acpc_dealer import hands_per_second
from report import Rate, print_rates, print_table
from rich.table import Table

from railbird.harness import AgentSpec, Spec, play_here, run

LEAST_RATIO = 100
MOST_MEMORY_MB = 500
SEATINGS = 6
DEALER_HANDS = 20_000


@dataclass(frozen=True, slots=True)
class Sample:
    """One tournament in a process of its own: what it took, start-up of Python left out."""

    hand_count: int
    seconds: float
    peak_mb: float
    written_mb: float

    @property
    def per_second(self) -> float:
        """Hands a second."""
        return self.hand_count / self.seconds


def play(hand_count: int, hands_per_match: int) -> Sample:
    """Play about `hand_count` hands in this process, from the spec to the rankings."""
    spec = Spec(
        name="benchmark",
        game="kuhn-3p",
        agents=tuple(AgentSpec(agent="uniform", label=label) for label in "abc"),
        hands_per_match=hands_per_match,
        decks=max(hand_count // (hands_per_match * SEATINGS), 2),
    )
    assert spec.decks is not None
    with tempfile.TemporaryDirectory() as folder:
        started = perf_counter()
        run(spec, folder=Path(folder), dispatch=play_here)
        seconds = perf_counter() - started
        written = sum(path.stat().st_size for path in Path(folder).rglob("*.arrow"))
    peak_mb = getrusage(RUSAGE_SELF).ru_maxrss / 1000
    return Sample(spec.decks * hands_per_match * SEATINGS, seconds, peak_mb, written / 1e6)


def sample(hand_count: int, hands_per_match: int) -> Sample:
    """Play in a fresh process, so that its peak of memory is its own."""
    command = [sys.executable, __file__, "--play", str(hand_count), str(hands_per_match)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return Sample(**json.loads(done.stdout))


def alternate(options: argparse.Namespace) -> Iterator[Rate]:
    """Measure ours, with matches of two lengths, and the dealer in turns."""
    lengths = (100, 3000)
    ours: dict[int, list[float]] = {length: [] for length in lengths}
    dealer: list[float] = []
    for repeat in range(options.repeats):
        for length in lengths:
            ours[length].append(sample(options.hands, length).per_second)
        if options.dealer:
            dealer.append(hands_per_second(options.dealer, DEALER_HANDS, seed=repeat))
    for length in lengths:
        yield Rate(f"railbird run, matches of {length:,} hands", tuple(ours[length]))
    if dealer:
        yield Rate("ACPC C dealer, example players", tuple(dealer))


def show_memory(options: argparse.Namespace) -> None:
    """Print the peak of memory of a short and of a long run."""
    table = Table("hands", "hands/s", "peak MB", "written MB", title="Memory")
    for hand_count in (options.memory_hands // 10, options.memory_hands):
        one = sample(hand_count, 100)
        table.add_row(
            f"{one.hand_count:,}",
            f"{one.per_second:,.0f}",
            f"{one.peak_mb:,.0f}",
            f"{one.written_mb:,.1f}",
        )
    print_table(table)
    print(f"Bar: less than {MOST_MEMORY_MB} MB for 10 million hands.\n")


def main() -> None:
    """Measure and print, or play once for a parent that measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=3_000_000, help="hands of a repeat")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--memory-hands", type=int, default=10_000_000)
    parser.add_argument("--dealer", type=Path, help="folder of the built ACPC server")
    parser.add_argument("--play", type=int, nargs=2, metavar=("HANDS", "PER_MATCH"))
    options = parser.parse_args()
    if options.play:
        result = play(*options.play)
        print(json.dumps({name: getattr(result, name) for name in Sample.__slots__}))
        return
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # inherited by all that is started
    missing = [] if options.dealer else ["ACPC C dealer (give --dealer FOLDER)"]
    print_rates("Kuhn for three", list(alternate(options)), unit="hands", missing=missing)
    print(f"Bar: {LEAST_RATIO} times the C dealer.\n")
    show_memory(options)


if __name__ == "__main__":
    main()
