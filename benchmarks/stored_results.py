"""How small and how quick to read: bytes a hand as played, and the tables of 50 million hands.

The bars: at most 6 bytes a hand for Kuhn for three and 20 for limit hold'em for two, betting
included; cross-table and rankings of 50 million hands over 50 agents in about 5 s and under 1 GB,
on one core. The hands of the large run are made up: the tables do not care what is in them.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import combinations, islice
from math import factorial
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import perf_counter

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from report import print_table
from rich.table import Table

from railbird.harness import AgentSpec, Spec, play_here, run
from railbird.native import PAYOFF_UNIT
from railbird.results import (
    AgentRecord,
    ChunkHands,
    ChunkMatches,
    Manifest,
    StageRecord,
    Store,
    build_shard,
    open_run,
    read_manifest,
)

AGENTS = [f"agent-{number:02d}" for number in range(50)]
HANDS_PER_MATCH = 500
MATCHES_PER_CHUNK = 524
WORDS = ("cc", "crf", "crc", "rf", "rc")
MOST_BYTES = {"kuhn-3p": 6, "holdem-limit-2p": 20}

MatchKey = tuple[tuple[str, ...], int, int]  # labels by seat, deck, seating


def bytes_per_hand(game: str, seats: int, hand_count: int) -> float:
    """Play `uniform` against itself and return what a hand takes in its shard."""
    labels = "abcdef"[:seats]
    agents = tuple(AgentSpec(agent="uniform", label=label) for label in labels)
    decks = hand_count // (100 * factorial(seats))
    spec = Spec(name="size", game=game, agents=agents, hands_per_match=100, decks=max(decks, 2))
    with tempfile.TemporaryDirectory() as folder:
        run(spec, folder=Path(folder), dispatch=play_here)
        results = open_run(folder)
        hands = sum(pc.sum(batch["hand_count"]).as_py() for batch in results.matches())
        return sum(len(shard.file.map()) for shard in results.reading.holdings.shards) / hands


def make_run(folder: Path, deck_count: int) -> int:
    """Write a made-up round robin of two-player Kuhn, and return the number of its hands."""
    small = Spec(
        name="made-up",
        game="kuhn-2p",
        agents=(AgentSpec(agent="call"), AgentSpec(agent="raise")),
        hands_per_match=2,
        decks=1,
    )
    with tempfile.TemporaryDirectory() as other:
        run(small, folder=Path(other), dispatch=play_here)
        game = read_manifest(Path(other)).game
    keys = [
        (pair if seating == 0 else pair[::-1], deck, seating)
        for pair in combinations(AGENTS, 2)
        for deck in range(deck_count)
        for seating in (0, 1)
    ]
    chunk_count = -(-len(keys) // MATCHES_PER_CHUNK)
    manifest = Manifest(
        railbird_version="0",
        generator="made up",
        game_name="kuhn-2p",
        game=game,
        spec={"name": "made-up"},
        agents=tuple(AgentRecord(label, "made-up") for label in AGENTS),
        deck_seeds=tuple(range(deck_count)),
        seating_count=2,
        stages=(StageRecord(chunk_count, len(keys)),),
    )
    with Store.create(folder, manifest) as store:
        rest = iter(keys)
        for index in range(chunk_count):
            store.write_shard(index, _make_chunk(list(islice(rest, MATCHES_PER_CHUNK)), index))
        store.finish()
    return len(keys) * HANDS_PER_MATCH


def _make_chunk(keys: Sequence[MatchKey], seed: int) -> pa.Table:
    random = np.random.default_rng(seed)
    shape = (len(keys), HANDS_PER_MATCH)
    words = random.integers(0, len(WORDS), shape).reshape(-1)
    lengths = np.array([len(word) for word in WORDS])[words]
    letters = np.array([list(word.ljust(3)) for word in WORDS])[words]
    arena = letters[letters != " "].astype("S1").view(np.uint8)
    won = random.choice(np.array([-2, -1, 1, 2]) * PAYOFF_UNIT, shape)
    labels, decks, seatings = zip(*keys, strict=True)
    return build_shard(
        ChunkMatches(
            np.array(decks, np.uint32),
            np.array(decks, np.uint32),
            np.array(seatings, np.uint32),
            labels,
        ),
        ChunkHands(
            payoffs=np.stack([won, -won], axis=2),
            betting=arena,
            betting_offsets=np.concatenate([[0], np.cumsum(lengths)]),
            showdown=(words < 3).reshape(shape),
        ),
    )


def read_run(folder: Path) -> dict[str, float]:
    """Time every step from the folder to the rankings, in this process."""
    times: dict[str, float] = {}

    def timed(what: str, step: Callable[[], object]) -> None:
        started = perf_counter()
        step()
        times[what] = perf_counter() - started

    results = open_run(folder)
    timed("open, every shard held against its digest", lambda: open_run(folder))
    timed("duplicate sets from the matches", lambda: results.reading.sets)
    timed("means and intervals by line-up", results.cross_table)
    timed("agent by agent", results.agent_matrix)
    timed("total bankroll", results.total_bankroll)
    timed("run-off", results.run_off)
    times["all tables"] = sum(times.values())
    times["peak MB"] = getrusage(RUSAGE_SELF).ru_maxrss / 1000
    timed("once through every hand's payoffs", lambda: [*map(len, results.hands(["payoffs"]))])
    times["peak MB with the hands"] = getrusage(RUSAGE_SELF).ru_maxrss / 1000
    return times


def show_sizes(hand_count: int) -> None:
    """Print bytes a hand as played."""
    table = Table("game", "bytes a hand", "bar", title="Shards of random play, betting included")
    for game, seats in (("kuhn-3p", 3), ("holdem-limit-2p", 2)):
        size = bytes_per_hand(game, seats, hand_count)
        table.add_row(game, f"{size:.2f}", str(MOST_BYTES[game]))
    print_table(table)


def show_reading(deck_count: int) -> None:
    """Print how long the tables of a large run take, and the memory, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        hand_count = make_run(Path(folder), deck_count)
        command = [sys.executable, __file__, "--read", folder]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    table = Table("what", "s or MB", title=f"{hand_count:,} hands, {len(AGENTS)} agents")
    for what, figure in json.loads(done.stdout).items():
        table.add_row(what, f"{figure:,.3f}" if "MB" not in what else f"{figure:,.0f}")
    print_table(table)


def main() -> None:
    """Measure and print, or read once for a parent that measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=500_000, help="hands played for the sizes")
    parser.add_argument("--decks", type=int, default=41, help="decks of the large run")
    parser.add_argument("--read", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if options.read:
        print(json.dumps(read_run(options.read)))
        return
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # inherited by all that is started
    show_sizes(options.hands)
    show_reading(options.decks)


if __name__ == "__main__":
    main()
