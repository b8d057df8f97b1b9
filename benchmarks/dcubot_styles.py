"""How dcubot plays, laid out as table 5-2 of document 001: itself in all seats, and a trained best
response in one seat against it in the five others. Means and deviations in big blinds a hand.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from report import print_table
from rich.table import Table

from railbird.agents.dcubot.net.weights import load_weights
from railbird.agents.dcubot.play.player import Dcubot
from railbird.harness.analysis.training import training_tools
from railbird.native import PAYOFF_UNIT, STYLE_COUNTERS, read_styles
from railbird.plugins import indicator_values, load_registry

GAME = "holdem-limit-6p"
WON = STYLE_COUNTERS.index("showdowns_won")
COLUMNS = {
    "VPIP %": "vpip",
    "PFR %": "pfr",
    "showdowns %": "went_to_showdown",
    "W$SD %": "won_at_showdown",
    "won without %": "won_without_showdown",
}


def row(seats: Sequence[Dcubot], who: Sequence[int], *, hand_count: int) -> list[str]:
    """Statistics of those in some seats."""
    game = load_registry().games[GAME]
    hands = training_tools(game, 77, print).play(seats, 0, hand_count // 6, 6)
    styles = read_styles(game.definition, hands.betting, hands.betting_offsets)
    styles.counts[:, :, WON] = styles.showdowns_won(hands.payoffs)
    mine = np.isin(hands.seats, who)
    counts = styles.counts[mine].astype(np.int64).sum(0)
    won = hands.payoffs[mine] / (PAYOFF_UNIT * game.definition.big_blind)
    shares = [float(indicator_values(counts, name)) for name in COLUMNS.values()]
    aggression = float(indicator_values(counts, "aggression_factor_all_rounds"))
    return [
        f"{won.mean():+.3f} ± {1.96 * won.std() / np.sqrt(mine.sum()):.3f}",
        f"{won.std():.2f}",
        *(f"{share * 100:.1f}" for share in shares),
        f"{aggression:.2f}",
    ]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="weights")
    parser.add_argument("--against", type=Path, help="weights of a best response to them")
    parser.add_argument("--hands", type=int, default=30_000)
    options = parser.parse_args()
    net = Dcubot(weights=load_weights(options.file))
    table = Table("who", "mean", "deviation", *COLUMNS, "aggression", title="as table 5-2")
    if options.against:
        mixed = [Dcubot(weights=load_weights(options.against)), *[net] * 5]
        best, others = (row(mixed, who, hand_count=options.hands) for who in ([0], range(1, 6)))
        table.add_row("best response", *best)
        table.add_row("net against it", *others)
    table.add_row("net in self-play", *row([net] * 6, range(6), hand_count=options.hands))
    print_table(table)


if __name__ == "__main__":
    main()
