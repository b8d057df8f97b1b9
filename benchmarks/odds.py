"""Odds: each measure of ours, and of each installed peer that has it, in turns.

    python benchmarks/odds.py [--repeats 11]

Peers install with ``pip install eval7 xiapl poker-equity``. Those built from source are measured
outside the project; docs/performance.md has their figures.
"""

import argparse
from collections.abc import Callable

import numpy as np
from odds_peers import SAMPLES, SOME, installed_peers
from turns import REPEATS, Work, add_times, print_times, take_turns, time_table

from railbird.native import (
    equity,
    expected_hand_strength,
    hand_potential,
    hand_strength,
    parse_cards,
    parse_range,
    sample_equity,
)

ROWS = 1_000
HOLES, FLOP = parse_cards("AdQc"), parse_cards("3h4cJh")


def once(ask: Callable[[], object], count: int = 1) -> Work:
    """Ask, and say for how many items."""

    def work() -> int:
        ask()
        return count

    return work


def sampled(players: list[str], board: str = "") -> Work:
    """Random deals."""
    return once(lambda: sample_equity(players, board, sample_count=SAMPLES, key=1), SAMPLES)


def our_measures() -> dict[str, tuple[str, Work]]:
    """What is measured: a title and the work, by the name peers have it under."""
    some, rows = parse_range(SOME.replace(",", " ")), np.tile(HOLES, (ROWS, 1))
    return {
        "aces": ("AhAd against KhKd, exact", once(lambda: equity(["AhAd", "KhKd"]))),
        "flop": (
            "AhKd on 2c7d9h against any, exact",
            once(lambda: equity(["AhKd", "random"], "2c7d9h")),
        ),
        "hands sampled": ("AhAd against KhKd, a deal", sampled(["AhAd", "KhKd"])),
        "range sampled": (
            "AhKd on a flop against a range, a deal",
            sampled(["AhKd", SOME], "2c7d9h"),
        ),
        "any hands sampled": (
            "AhKd against two of any, a deal",
            sampled(["AhKd", "random", "random"]),
        ),
        "strength": (
            "hand strength on a flop against a range, alone",
            once(lambda: hand_strength(HOLES, FLOP, against=some)),
        ),
        "strengths": (
            "the same for 1,000 rows, a row",
            once(lambda: hand_strength(rows, FLOP, against=some), ROWS),
        ),
        "next card": (
            "with potential to the next card",
            once(lambda: hand_potential(HOLES, FLOP, against=some, cards_to_come=1)),
        ),
        "river": (
            "with potential to the river",
            once(lambda: hand_potential(HOLES, FLOP, against=some)),
        ),
        "expected": (
            "E[HS] and E[HS^2] on a flop",
            once(lambda: expected_hand_strength(HOLES, FLOP, against=some)),
        ),
        "ranges": (
            "range against range on a flop, exact",
            once(lambda: equity([SOME, "55+, A9s+, KJs+, AJo+"], "2c7d9h")),
        ),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    options = parser.parse_args()
    table = time_table("Odds, one thread", unit="answer")
    missing: set[str] = set()
    for measure, (title, work) in our_measures().items():
        peers, absent = installed_peers(measure)
        missing |= absent
        add_times(table, title, take_turns({"railbird": work} | peers, repeats=options.repeats))
    print_times(table, sorted(missing))


if __name__ == "__main__":
    main()
