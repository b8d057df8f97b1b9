"""What all-in expectation takes off the variance of a hand, and of a duplicate set.

Of a set it might take off less, or the contrary: seatings of one deck share their boards, and a
board that cancels between them as played need not cancel in expectation.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
from report import print_table, processor, versions
from rich.table import Table

from railbird.harness import AgentSpec, Spec, run
from railbird.native import PAYOFF_UNIT
from railbird.results import RunResults, open_run

TOURNAMENTS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "two, pot raisers": ("holdem-nolimit-2p", "all", ("raise-pot", "call", "uniform")),
    "two, archetypes": ("holdem-nolimit-2p", "all", ("maniac", "gambler", "fox", "rock")),
    "six, archetypes": (
        "holdem-nolimit-6p",
        "rotations",
        ("maniac", "gambler", "fox", "rock", "fish", "calling-station"),
    ),
    "limit for two": ("holdem-limit-2p", "all", ("maniac", "fox", "rock")),
}


def deviations(results: RunResults) -> tuple[float, float]:
    """Return the standard deviations of a hand and of a duplicate set's mean, big blinds.

    That of a set is within line-ups, per hand; all members together.
    """
    blind = PAYOFF_UNIT * results.game.big_blind
    squares, count = 0.0, 0
    for part in results.played_hands():
        squares += float(((part.payoffs / blind) ** 2).sum())
        count += part.payoffs.size
    sets = results.reading.sets
    means = sets.payoffs / blind / sets.hands[:, None]
    spread = [
        means[sets.line_up == number].var(axis=0, ddof=1) for number in range(len(sets.line_ups))
    ]
    return float(np.sqrt(squares / count)), float(np.sqrt(np.mean(spread)))


def main() -> None:
    """Play, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=60)
    parser.add_argument("--hands", type=int, default=60, help="hands of a match")
    arguments = parser.parse_args()
    print(processor(), versions(), sep="\n")
    title = f"standard deviations, big blinds; {arguments.decks} decks of {arguments.hands} hands"
    names = ("tournament", "hand", "expected", "less", "set", "expected", "less", "decks saved")
    table = Table(*names, title=title)
    for name, (game, seatings, agents) in TOURNAMENTS.items():
        spec = Spec(
            name="variance",
            game=game,
            agents=tuple(AgentSpec(agent=agent) for agent in agents),
            hands_per_match=arguments.hands,
            decks=arguments.decks,
            seatings=seatings,
            seed=2026,
        )
        with tempfile.TemporaryDirectory() as folder:
            run(spec, folder=Path(folder) / "run")
            hand, block = deviations(open_run(Path(folder) / "run"))
            other = open_run(Path(folder) / "run", luck="all-in")
            hand_expected, block_expected = deviations(other)
        table.add_row(
            name,
            *(f"{hand:.2f}", f"{hand_expected:.2f}", f"{1 - hand_expected / hand:.0%}"),
            *(f"{block:.3f}", f"{block_expected:.3f}", f"{1 - block_expected / block:.0%}"),
            f"{1 - (block_expected / block) ** 2:.0%}",
        )
    print_table(table)


if __name__ == "__main__":
    main()
