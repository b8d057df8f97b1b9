"""What dcubot, or another agent, wins from a league in limit hold'em at 2, 3 and 6 seats.

A table of the league has one seat for the agent, and archetypes, mixtures of them, observers or
tight-aggressive players in the others. Every deck is played with the agent in each seat; intervals
(95%) are over decks.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from math import sqrt
from time import process_time
from typing import Any

import numpy as np
from report import print_table
from rich.table import Table
from tight_aggressive import TightAggressive

from railbird.harness.analysis.training import training_tools
from railbird.native import PAYOFF_UNIT
from railbird.plugins import Game, load_registry

SEATS = (2, 3, 6)
LOOSE = ("fish", "gambler", "calling-station", "maniac")
TIGHT = ("rock", "fox", "weak-tight", "ace")
MIXTURES = {
    "loose": LOOSE,
    "tight": TIGHT,
    "passive": ("fish", "weak-tight", "calling-station", "rock"),
    "aggressive": ("maniac", "ace", "gambler", "fox"),
    "loose and tight": ("fox", "fish", "rock", "maniac", "calling-station"),
}
STRONG = ("observer", "tight-aggressive")
DECKS_PER_TABLE = 1_000_000
"""Tables have decks of their own, so that their errors are independent."""


@dataclass(frozen=True, slots=True)
class Winnings:
    """What was won at a table, mbb a hand, with the half width of its interval."""

    mean: float
    half: float

    @property
    def is_loss(self) -> bool:
        """Whether the whole interval is below zero."""
        return self.mean + self.half < 0

    def __str__(self) -> str:
        """As printed."""
        return f"{self.mean:+.0f} ± {self.half:.0f}"


def league_tables(seat_count: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tables of the league: a name, and who sits in all seats except one."""
    others = seat_count - 1
    for name in (*LOOSE, *TIGHT, *STRONG):
        yield f"{others} {name}" if others > 1 else name, (name,) * others
    if others > 1:
        for name, members in MIXTURES.items():
            yield name, tuple(islice(cycle(members), others))


@dataclass(frozen=True, slots=True)
class League:
    """A game with its agents, the hands played at each table, and the seed of the decks."""

    game: Game
    makers: Mapping[str, Any]
    hand_count: int
    seed: int

    def winnings(self, make: Any, others: tuple[str, ...], *, table: int) -> Winnings:
        """Play a table: an agent in every seat of the same decks, beside ``others``."""
        seats = len(others) + 1
        decks = -(-self.hand_count // (seats * seats))
        tools = training_tools(self.game, self.seed, print)
        won = np.zeros(decks)
        for seat in range(seats):
            made = {name: self.makers[name]() for name in dict.fromkeys(others)}
            rest = [made[name] for name in others]
            line_up = [*rest[:seat], make(), *rest[seat:]]
            hands = tools.play(line_up, table * DECKS_PER_TABLE, decks, seats)
            mine = np.where(hands.seats == seat, hands.payoffs, 0).sum(1)
            won += mine.reshape(decks, seats).sum(1)
        won /= PAYOFF_UNIT * self.game.definition.big_blind * seats * seats / 1000
        return Winnings(float(won.mean()), float(1.96 * won.std(ddof=1) / sqrt(decks)))


def average(found: list[Winnings]) -> Winnings:
    """The mean over tables that are independent."""
    half = sqrt(sum(one.half**2 for one in found)) / len(found)
    return Winnings(float(np.mean([one.mean for one in found])), half)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="dcubot")
    parser.add_argument("--file", default="", help="weights; without, those shipped")
    parser.add_argument("--seats", type=int, nargs="*", choices=SEATS, default=SEATS)
    parser.add_argument("--hands", type=int, default=100_000, help="hands at each table")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    registry = load_registry()
    makers = {name: entry.factory for name, entry in registry.agents.items()}
    makers["tight-aggressive"] = TightAggressive
    make = partial(makers[options.agent], **({"file": options.file} if options.file else {}))
    for seats in options.seats:
        game = registry.games[f"holdem-limit-{seats}p"]
        league = League(game, makers, options.hands, options.seed)
        title = f"{options.agent}, {game.name}, mbb a hand, {options.hands:,} hands a table"
        table, found = Table("beside", "won", "", title=title), []
        for number, (name, others) in enumerate(league_tables(seats)):
            found.append(league.winnings(make, others, table=number))
            table.add_row(name, str(found[-1]), "loses" if found[-1].is_loss else "")
        table.add_row("average", str(average(found)), "")
        print_table(table)
    print(f"{process_time():.0f} s of processor time")


if __name__ == "__main__":
    main()
