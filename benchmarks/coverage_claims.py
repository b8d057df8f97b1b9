"""How often claims about agents are wrong: tournaments in which nobody is better than anybody.

All agents of a line-up win nothing on average, so every star, every pair that is told apart, every
place that leaves out another and every group is wrong. Luck of a deck is normal, as with limits
(24 big blinds at stake); or stacks of 200 big blinds go in on a coin's toss (heavy tails); or every
second agent goes all-in with aces alone and pays for it in small pots (skewed). Tournaments are
made as totals of duplicate sets, in matches of 10 hands, and judged by the code of
`railbird.results`.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import factorial
from time import perf_counter

import numpy as np
import numpy.typing as npt
from report import print_table
from rich.table import Table

from railbird.native import PAYOFF_UNIT
from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.line_up_means import line_up_means
from railbird.results.estimate.ranking.bankrolls import compare_all
from railbird.results.estimate.ranking.run_off import run_off
from railbird.results.estimate.uncertainty.significance import LEVEL
from railbird.results.tables.won.agent_matrix import agent_matrix

Floats = npt.NDArray[np.float64]
BLOCKS = (3, 5, 8, 10, 15, 20, 50)
AGENTS = {2: (2, 4, 6, 8, 12), 3: (3, 4, 6, 8), 6: (6, 7, 8)}
STACK, HANDS = 200, 10
RUN_OFFS = 10
"""A run-off is played in one tournament of so many."""


@dataclass(frozen=True, slots=True)
class Luck:
    """Luck of one kind: `draw` gives what members won on a deck, float64[L, N, blocks].

    `stake` is the most that can be lost in a hand, big blinds.
    """

    name: str
    stake: int
    draw: Callable[[np.random.Generator, npt.NDArray[np.int64], int], Floats]


def normal(random: np.random.Generator, line_ups: npt.NDArray[np.int64], blocks: int) -> Floats:
    """Draw luck of 3 big blinds a hand, a part of it the deck's and common to line-ups."""
    shape = (*line_ups.shape, blocks)
    own = random.standard_normal(shape)
    common = random.standard_normal((int(line_ups.max()) + 1, blocks))[line_ups]
    luck = 3 * HANDS**0.5 * (own + 0.5 * common)
    return luck - luck.mean(axis=1, keepdims=True)


def coin(random: np.random.Generator, line_ups: npt.NDArray[np.int64], blocks: int) -> Floats:
    """Draw all-ins of two members, one hand in fifty, won by either."""
    shape = (len(line_ups), blocks)
    all_ins = random.binomial(HANDS * line_ups.shape[1], 0.02, shape)
    won = STACK * (2.0 * random.binomial(all_ins, 0.5) - all_ins)
    return _between_two(random, won, line_ups.shape[1])


def aces(random: np.random.Generator, line_ups: npt.NDArray[np.int64], blocks: int) -> Floats:
    """Draw all-ins with aces alone of every second agent, who pays for them evenly otherwise."""
    count = line_ups.shape[1]
    won = np.zeros((*line_ups.shape, blocks))
    waits = line_ups % 2 == 0
    for member in range(count):
        all_ins = random.binomial(HANDS * count, 1 / 221, (len(line_ups), blocks))
        gain = STACK * (2.0 * random.binomial(all_ins, 0.852) - all_ins)
        gain -= HANDS * count / 221 * STACK * (2 * 0.852 - 1)
        gain *= waits[:, member, None]
        won -= gain[:, None] / (count - 1)
        won[:, member] += gain * count / (count - 1)
    return won


def _between_two(random: np.random.Generator, won: Floats, count: int) -> Floats:
    shape = (len(won), count, won.shape[1])
    order = random.random(shape).argsort(axis=1)
    table: Floats = np.where(order == 0, won[:, None], 0) - np.where(order == 1, won[:, None], 0)
    return table


LUCKS = (
    Luck("normal", 24, normal),
    Luck("coin's toss", STACK, coin),
    Luck("aces alone", STACK, aces),
)


def tournament(won: Floats, line_ups: npt.NDArray[np.int64], agents: int) -> DuplicateSets:
    """Return a tournament in which members won so many big blinds, float64[L, N, blocks]."""
    line_up_count, seats, blocks = won.shape
    units = np.rint(won * PAYOFF_UNIT).astype(np.int64)
    units[:, -1] -= units.sum(axis=1)
    return DuplicateSets(
        agents=tuple(f"{number:02}" for number in range(agents)),
        line_ups=line_ups,
        line_up=np.repeat(np.arange(line_up_count), blocks),
        deck=np.tile(np.arange(blocks), line_up_count),
        hands=np.full(line_up_count * blocks, HANDS * min(factorial(seats), 6)),
        payoffs=units.transpose(0, 2, 1).reshape(-1, seats),
        incomplete_count=0,
    )


def judge(sets: DuplicateSets, stake: int, *, plays_run_off: bool) -> tuple[float, ...]:
    """Return whether stars, pairs, places and groups are wrong, and two shares of what is sure.

    The second, of places in the run-off, takes long and is nan where it is left out.
    """
    means = line_up_means(sets, 1, stake=stake)
    compared = compare_all(means)
    starred = [p for p in agent_matrix(means)["p_adjusted"].to_pylist() if p is not None]
    first, last = compared.places()
    bounds = [pair for pair in zip(first, last, strict=True) if pair[0] is not None]
    letters = [set(group) for group in compared.letters() if group]
    above = compared.above[~np.isnan(compared.above)]
    places = run_off(means).ranking if plays_run_off else []
    sure = [row["place_probability"] for row in places if row["place_probability"] is not None]
    return (
        any(p < LEVEL for p in starred),
        bool((compared.verdicts.p_adjusted < LEVEL).any()),
        any(pair != (1, len(sets.agents)) for pair in bounds),
        len(letters) > 0 and not set.intersection(*letters),
        float(np.mean((above < 0.025) | (above > 0.975))) if len(above) else np.nan,
        float(np.mean([share > 0.975 for share in sure])) if sure else np.nan,
    )


def main() -> None:
    """Count wrong claims in every cell, and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=2_000)
    parser.add_argument("--players", type=int, nargs="*", default=list(AGENTS))
    parser.add_argument("--blocks", type=int, nargs="*", default=list(BLOCKS))
    parser.add_argument("--luck", default="", help="kinds of luck with this in their name")
    options = parser.parse_args()
    title = f"wrong claims in {options.tournaments:,} tournaments of equal agents, by deck seeds"
    names = ("luck", "players", "agents", "deck seeds", "stars", "pairs", "places", "groups")
    table = Table(*names, "P(above)", "P(this place)", title=title)
    for luck in [luck for luck in LUCKS if options.luck in luck.name]:
        started = perf_counter()
        for players in options.players:
            for agents in AGENTS[players]:
                for blocks in options.blocks:
                    found = measure(luck, players, agents, blocks, count=options.tournaments)
                    shares = ["" if np.isnan(s) else f"{100 * s:.1f}%" for s in found]
                    print(luck.name, players, agents, blocks, *shares, flush=True)
                    table.add_row(luck.name, str(players), str(agents), str(blocks), *shares)
        print(f"{luck.name}: {perf_counter() - started:.0f} s", flush=True)
    print_table(table)


def measure(luck: Luck, players: int, agents: int, blocks: int, *, count: int) -> Floats:
    """Return the shares of tournaments with wrong claims, and of what is called sure."""
    random = np.random.default_rng([players, agents, blocks, len(luck.name)])
    line_ups = np.array(list(combinations(range(agents), players)))
    found = []
    for number in range(count):
        sets = tournament(luck.draw(random, line_ups, blocks), line_ups, agents)
        found.append(judge(sets, luck.stake, plays_run_off=number % RUN_OFFS == 0))
    known = np.ma.masked_invalid(np.array(found, float))
    shares: Floats = known.mean(axis=0).filled(np.nan)
    return shares


if __name__ == "__main__":
    main()
