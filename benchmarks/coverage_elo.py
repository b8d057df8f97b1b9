"""How often 95% intervals of Elo hold the truth: made-up tournaments of agents of known strength.

Every pair of agents plays each deck. Who wins follows Bradley and Terry's chances exactly, pair by
pair, but the pairs of one deck go together: behind each outcome is a normal number of which a
quarter is the deck's, a quarter is what the deck does for each of the two agents, and half is the
pair's own. Agents are equal, or each wins 60% or 99% of the sets against the next. The intervals
are those of `railbird.results`, computed by its own code.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from time import process_time

import numpy as np
import numpy.typing as npt
from report import print_table
from rich.table import Table
from scipy.special import ndtri

from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.ranking.bradley_terry import (
    ELO_POINTS,
    MEAN_ELO,
    BradleyTerry,
    bradley_terry,
    count_wins,
)
from railbird.results.estimate.ranking.win_graph import linked_groups

Floats = npt.NDArray[np.float64]
Signs = npt.NDArray[np.int64]
AGENTS, DECKS = (2, 4, 8), (3, 5, 10, 20, 50)
CHANCES = {"equal": 0.5, "close": 0.6, "far": 0.99}
OF_DECK, OF_AGENTS = 0.25, 0.25


@dataclass(frozen=True, slots=True)
class Field:
    """Agents whose true ratings are `elo` float64[A]; the first of a pair wins `chance`[L]."""

    elo: Floats
    pairs: Signs
    chance: Floats

    def play(self, decks: int, count: int, random: np.random.Generator) -> Signs:
        """Return who wins each set, 1 for the first of the pair, else -1, int64[count, L, D]."""
        first, second = self.pairs.T
        deck = random.normal(size=(count, 1, decks))
        agents = random.normal(size=(count, len(self.elo), decks))
        luck = random.normal(size=(count, len(first), decks)) * np.sqrt(1 - OF_DECK - OF_AGENTS)
        luck += deck * np.sqrt(OF_DECK)
        luck += (agents[:, first] - agents[:, second]) * np.sqrt(OF_AGENTS / 2)
        return np.where(luck < ndtri(self.chance)[:, None], 1, -1)


@dataclass(frozen=True, slots=True)
class Held:
    """What came of one cell, an entry for each tournament and agent, float64[T, A].

    `is_split` bool[T] says where the table warns that sets between some agents went one way only.
    """

    above: Floats
    below: Floats
    is_open: Floats
    width: Floats
    is_split: npt.NDArray[np.bool_]

    @property
    def cells(self) -> Iterator[str]:
        """Yield the columns of the table."""
        holds = 1 - self.above - self.below
        yield f"{100 * holds.mean():.1f}%"
        yield f"{100 * holds.mean(axis=0).min():.1f}%"
        yield f"{100 * self.above.mean():.1f}%"
        yield f"{100 * self.below.mean():.1f}%"
        yield f"{100 * self.is_open.mean():.0f}%"
        yield f"{np.median(self.width):.0f}"
        yield f"{100 * self.is_split.mean():.0f}%"


def make_field(agents: int, chance: float) -> Field:
    """Return agents of which each beats the next with this chance."""
    strength = -np.log(chance / (1 - chance)) * np.arange(agents)
    pairs = np.array(list(combinations(range(agents), 2)))
    first, second = strength[pairs].T
    elo = MEAN_ELO + ELO_POINTS * (strength - strength.mean())
    return Field(elo, pairs, 1 / (1 + np.exp(second - first)))


def make_sets(pairs: Signs, won: Signs) -> DuplicateSets:
    """Return the duplicate sets in which the first of each pair has won int64[L, D] a chip."""
    line_ups, decks = won.shape
    chips = won.reshape(-1)
    return DuplicateSets(
        agents=tuple(f"agent {number}" for number in range(int(pairs.max()) + 1)),
        line_ups=pairs,
        line_up=np.repeat(np.arange(line_ups), decks),
        deck=np.tile(np.arange(decks), line_ups),
        hands=np.ones(len(chips), np.int64),
        payoffs=np.stack([chips, -chips], axis=1),
        incomplete_count=0,
    )


def measure(field: Field, decks: int, tournaments: int) -> Held:
    """Play so many tournaments; which deck was which does not matter, so equal ones are one."""
    random = np.random.default_rng([len(field.elo), decks])
    known: dict[bytes, tuple[BradleyTerry, bool]] = {}
    found = []
    for won in field.play(decks, tournaments, random):
        ordered = won[:, np.lexsort(won)]
        key = ordered.tobytes()
        if key not in known:
            sets = make_sets(field.pairs, ordered)
            known[key] = bradley_terry(sets), len(linked_groups(count_wins(sets))) > 1
        found.append(known[key])
    low, high = (np.array([getattr(fit, name) for fit, _ in found]) for name in ("low", "high"))
    return Held(
        above=(field.elo > high + 1e-6).astype(float),
        below=(field.elo < low - 1e-6).astype(float),
        is_open=np.isinf(high - low).astype(float),
        width=high - low,
        is_split=np.array([is_split for _, is_split in found]),
    )


def main() -> None:
    """Measure all cells and print the shares that hold the truth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=2_000)
    options = parser.parse_args()
    started = process_time()
    names = ("agents", "strengths", "decks", "hold it", "worst agent's", "truth above", "below")
    title = f"95% intervals of Elo that hold the truth, {options.tournaments:,} tournaments each"
    table = Table(*names, "open", "median width", "warned of", title=title)
    for agents, (strengths, chance), decks in product(AGENTS, CHANCES.items(), DECKS):
        held = measure(make_field(agents, chance), decks, options.tournaments)
        table.add_row(str(agents), strengths, str(decks), *held.cells)
    print_table(table)
    print(f"{process_time() - started:.0f} s of processor time")


if __name__ == "__main__":
    main()
