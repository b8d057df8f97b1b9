"""Where a hand's time goes: dealing, asking, acting, collecting, writing, for uniform players.

    python benchmarks/hand_parts.py [--tables 2000] [--hands 100] [--repeats 7] [--deals acpc]

Nanoseconds of processor time a hand, the least of the repeats, without the harness:
what its own steps in Python cost is the difference to benchmarks/table_loop.py. "list" is of the
decisions that wait, "declare" and "sample" are what the agents do, "step" is one of C, which
applies actions, ranks, records and starts next hands; "collect" makes columns of the record,
"tabulate" an Arrow table of them, "write" its bytes.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

import numpy as np
from report import print_table
from rich.table import Table
from table_loop_peers import GAMES

from railbird.agents.baselines import KINDS, PROBABILITY_BY_MASK
from railbird.native import ACPC_DEALS, DealSource, GameDefinition, HandColumns, MatchTables
from railbird.plugins import Distribution, load_registry
from railbird.results import ChunkHands, ChunkIncidents, ChunkMatches, build_shard
from railbird.results.store.files import table_bytes

NANO = 1e9
DEALS = {"keyed": DealSource(bytes(32)), "acpc": ACPC_DEALS}


class Parts:
    """Adds up the time of named parts."""

    def __init__(self) -> None:
        """Begin with none."""
        self.seconds: defaultdict[str, float] = defaultdict(float)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Time what is done within."""
        started = process_time()
        yield
        self.seconds[name] += process_time() - started


def play(
    game: GameDefinition, source: DealSource, table_count: int, hand_count: int
) -> tuple[Parts, float]:
    """Play matches of decks of their own; the time of each part, and decisions a hand."""
    parts, decisions, seats = Parts(), 0, np.arange(game.player_count)
    every = np.arange(table_count)
    with parts.part("deal"):
        deals = source.deal(game, every, hand_count)
        deals.setflags(write=False)
    with parts.part("make tables"):
        tables = MatchTables(
            game,
            deals=deals,
            deck_of_match=every,
            controllers=(seats + every[:, None]) % game.player_count,
            match_keys=every,
        )
    while not tables.is_finished:
        with parts.part("list"):
            pending = tables.pending()
        count = len(pending.table)
        with parts.part("declare"):
            shares = PROBABILITY_BY_MASK.take(pending.legal_kinds, axis=0)
            bounds = (None, None) if game.is_limit else tables.draws.raise_bounds(0, count)
            declared = Distribution(shares, KINDS, *bounds)
        with parts.part("sample"):
            sampled = tables.draws.sample(0, count, declared=declared)
        assert sampled is not None
        with parts.part("step"):
            tables.apply(pending, *sampled)
        decisions += count
    with parts.part("collect"):
        hands = tables.record()
    write(hands, parts)
    return parts, decisions / (table_count * hand_count)


def write(hands: HandColumns, parts: Parts) -> None:
    """Make a shard of the hands, in memory."""
    matches, _, players = hands.payoffs.shape
    numbers = np.arange(matches, dtype=np.uint32)
    with parts.part("tabulate"):
        shard = build_shard(
            ChunkMatches(numbers, numbers, numbers, [tuple("abcdefghij"[:players])] * matches),
            ChunkHands(
                hands.payoffs, hands.betting, hands.betting_offsets, showdown=hands.showdown
            ),
            ChunkIncidents([], [], [], [], [], []),
        )
    with parts.part("write"):
        table_bytes(shard)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--hands", type=int, default=100, help="hands of a match")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--deals", default="keyed", choices=list(DEALS))
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    options = parser.parse_args()
    registry = load_registry(())
    table: Table | None = None
    for name in options.games:
        game = registry.game(name).definition
        source, size = DEALS[options.deals], (options.tables, options.hands)
        runs = [play(game, source, *size) for _ in range(options.repeats + 1)][1:]
        scale = NANO / (options.tables * options.hands)
        parts = [run[0].seconds for run in runs]
        least = {part: min(one[part] for one in parts) * scale for part in parts[0]}
        if table is None:
            table = Table("game", "decisions", *least, "all")
            table.title = f"Nanoseconds a hand, {options.tables:,} tables in step"
        numbers = (f"{value:.0f}" for value in (*least.values(), sum(least.values())))
        table.add_row(name, f"{runs[0][1]:.1f}", *numbers)
    assert table is not None
    print_table(table)


if __name__ == "__main__":
    main()
