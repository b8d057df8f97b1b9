"""Random hands of every game that PokerKit has, played there and at our tables with the same cards.

After every action who acts, what is legal and its bounds are compared, and in the end the payoffs.
Needs ``pip install pokerkit``; tests/native/game/test_pokerkit.py plays some of these hands.

    python benchmarks/pokerkit_hands.py [--hands 10000] [--games razz ...]
"""

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from report import print_table
from rich.table import Table

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))
from pokerkit_hands import PEER_GAMES, PeerGame, play_beside, random_stacks


def play_many(peer: PeerGame, hand_count: int) -> Counter[str]:
    """Play hands, every other one with stacks that differ; stops with an error where they do."""
    dice = random.Random(peer.name)
    seen: Counter[str] = Counter()
    for hand in range(hand_count):
        stacks = random_stacks(peer, dice, is_equal=hand % 2 == 0)
        found = play_beside(peer, stacks, dice)
        seen.update({difference.name: count for difference, count in found.items()})
    return seen


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--games", nargs="+", default=[peer.name for peer in PEER_GAMES])
    options = parser.parse_args()
    table = Table("game", "hands alike", "differences of rules", title="Beside PokerKit")
    for peer in PEER_GAMES:
        if peer.name in options.games:
            seen = play_many(peer, options.hands)
            differences = ", ".join(f"{name} {count}" for name, count in sorted(seen.items()))
            table.add_row(peer.name, f"{options.hands:,}", differences)
    print_table(table)


if __name__ == "__main__":
    main()
