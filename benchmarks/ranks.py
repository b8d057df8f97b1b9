"""Hand ranks: ours by every ranker and path of this processor, and installed peers, in turns.

    python benchmarks/ranks.py [--hands 1000000] [--repeats 11]

Peers install with ``pip install phevaluator eval7 pkrbot treys xiapl poker-equity``. Those built
from source are measured outside the project; docs/performance.md has their figures.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rank_peers import installed_peers
from turns import REPEATS, Work, add_times, print_times, take_turns, time_table

from railbird.native import rank_hands
from railbird.native.cards.ranks import rank_paths
from railbird.native.rankers.rankers import Ranking

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))

from native_tools import count_categories

PEER_HANDS = 3_000


OTHER_RANKERS = (
    ("deuce-to-seven", 5),
    ("ace-to-five", 5),
    ("ace-to-five", 7),
    ("eight-or-better", 5),
    ("badugi", 4),
    ("short-deck", 7),
    ("manila", 7),
)
OMAHA_HOLE_CARDS = (4, 5, 6)


def random_hands(hand_count: int, card_count: int, lowest: int = 0) -> npt.NDArray[np.uint8]:
    """Hands of different cards, evenly drawn from a card on."""
    generator = np.random.default_rng(card_count)
    found: list[npt.NDArray[np.uint8]] = []
    while sum(map(len, found)) < hand_count:
        drawn = generator.integers(lowest, 52, size=(hand_count, card_count), dtype=np.uint8)
        in_order = np.sort(drawn, axis=1)
        found.append(drawn[(in_order[:, 1:] != in_order[:, :-1]).all(axis=1)])
    return np.concatenate(found)[:hand_count].copy()


def ours(hands: npt.NDArray[np.uint8], path: str, **how: Any) -> Work:
    """Rank all hands of an array by a path."""
    ranks = np.empty(len(hands), dtype=np.uint16)

    def work() -> int:
        rank_hands(hands, out=ranks, path=path, **how)
        return len(hands)

    return work


def by_other_rankers(hand_count: int) -> Iterator[tuple[str, dict[str, Work]]]:
    """What is ranked, and the ways to rank it."""
    for by, card_count in OTHER_RANKERS:
        hands = random_hands(hand_count, card_count, Ranking(by).lowest_card)
        works = {f"railbird ({path})": ours(hands, path, by=by) for path in rank_paths()}
        yield f"{by}, {card_count} cards", works
    for hole_count in OMAHA_HOLE_CARDS:
        deals = random_hands(hand_count, hole_count + 5)
        hole, board = deals[:, :hole_count].copy(), deals[:, hole_count:].copy()
        for by in ("high", "eight-or-better"):
            how = {"by": by, "board": board, "use": (2, 3)}
            works = {f"railbird ({path})": ours(hole, path, **how) for path in rank_paths()}
            yield f"Omaha, {by}, {hole_count} + 5 cards", works


def in_order(card_count: int, path: str) -> Work:
    """Rank every hand there is."""
    return lambda: int(count_categories(card_count, path=path).sum())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    options = parser.parse_args()
    table = time_table("Ranks of hands, one thread", unit="hand")
    missing: list[str] = []
    for card_count in (7, 6, 5):
        hands = random_hands(options.hands, card_count)
        works = {f"railbird ({path})": ours(hands, path) for path in rank_paths()}
        if card_count == 7:
            peers, missing = installed_peers(hands[:PEER_HANDS].tolist())
            works |= peers
        seconds = take_turns(works, repeats=options.repeats)
        add_times(table, f"{card_count} cards, random", seconds)
    for what, works in by_other_rankers(options.hands):
        add_times(table, what, take_turns(works, repeats=options.repeats))
    works = {f"railbird ({path})": in_order(7, path) for path in rank_paths()}
    add_times(table, "all 133,784,560 in order", take_turns(works, repeats=min(options.repeats, 3)))
    print_times(table, missing)


if __name__ == "__main__":
    main()
