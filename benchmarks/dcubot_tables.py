"""How dcubot fares at four tables of limit hold'em: seated beside five that are alike, and
archetypes. Every deck is played with it in each seat; intervals (95%) are over decks.
"""

import argparse
from collections.abc import Sequence
from time import process_time

import numpy as np
from report import print_table
from rich.table import Table

from railbird.harness.analysis.training import training_tools
from railbird.native import PAYOFF_UNIT
from railbird.plugins import load_registry

TABLES = {
    "five call": ("call",) * 5,
    "five raise": ("raise",) * 5,
    "five uniform": ("uniform",) * 5,
    "archetypes": ("fox", "rock", "fish", "maniac", "calling-station"),
}
GAME = "holdem-limit-6p"


def winnings(file: str, others: Sequence[str], hand_count: int, seed: int) -> tuple[float, float]:
    """What dcubot wins, mbb a hand, and the half width of its interval."""
    registry = load_registry()
    game, agents = registry.games[GAME], registry.agents
    tools = training_tools(game, seed, print)
    seats, hands_per_deck = game.definition.player_count, game.definition.player_count
    decks = -(-hand_count // (seats * hands_per_deck))
    bot = agents["dcubot"].factory(**({"file": file} if file else {}))
    won = np.zeros(decks)
    for seat in range(seats):
        rest = [agents[name].factory() for name in others]
        hands = tools.play([*rest[:seat], bot, *rest[seat:]], 0, decks, hands_per_deck)
        mine = np.where(hands.seats == seat, hands.payoffs, 0).sum(1)
        won += mine.reshape(decks, hands_per_deck).sum(1)
    unit = PAYOFF_UNIT * game.definition.big_blind * seats * hands_per_deck / 1000
    won = won / unit
    return float(won.mean()), float(1.96 * won.std(ddof=1) / np.sqrt(decks))


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", default=[""], help="weights; without, those shipped")
    parser.add_argument("--hands", type=int, default=60_000, help="hands at each table")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    table = Table(title=f"dcubot, mbb a hand, {options.hands:,} hands a table")
    for name in ("table", *options.files):
        table.add_column(name or "shipped")
    for name, others in TABLES.items():
        rows = [winnings(file, others, options.hands, options.seed) for file in options.files]
        table.add_row(name, *(f"{mean:+.1f} ± {half:.1f}" for mean, half in rows))
    print_table(table)
    print(f"{process_time():.0f} s of processor time")


if __name__ == "__main__":
    main()
