"""Duplicate sets as votes: the order of a line-up's members, pair by pair.

Lanctot et al., "Evaluating Agents using Social Choice Theory" (2023), let every task vote with its
order of agents. Here a duplicate set is a vote, with the order of the members' totals over all
seatings. Single seatings would give six votes instead of one in a three-player game, but their
order is dominated by cards and positions, which cancel over the seatings of a deck. As in every
ranking line-ups have equal weight: each has one vote, shared by its deck seeds. Agents with equal
totals are tied, which is half a vote each way; agents that are not in a line-up are not in its
vote. The methods of this package need only the margins of pairs.
"""

from dataclasses import dataclass

import numpy as np

from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.line_up_means import line_up_bounds
from railbird.results.estimate.uncertainty.deck_influence import (
    MOST_BLOCKS,
    Cells,
    set_influence,
)
from railbird.results.estimate.uncertainty.intervals import Floats, Integers
from railbird.results.estimate.uncertainty.resampling import draw_means

_DIGITS = 12
"""Decimals to which margins are rounded, so that sums of fractions that cancel are ties."""


@dataclass(frozen=True, slots=True)
class OrderMargins:
    """Margins of agents over each other in the votes of a run, for A agents.

    `margins` float64[A, A]: over the line-ups with both, the share of duplicate sets with row above
    column minus the share with column above row. `met` float64[A, A]: the number of those line-ups.
    Of the P pairs that met, numbers into the agents `first` < `second` int64[P], `errors`
    float64[P, blocks] are the errors of the margin by deck, as in `DeckInfluence.dense`, and
    `decks` int64[P] the fewest decks of any of their line-ups.
    """

    margins: Floats
    met: Floats
    first: Integers
    second: Integers
    errors: Floats
    decks: Integers

    @property
    def is_known(self) -> bool:
        """Whether resamples are available: no line-up has only one deck seed."""
        return not bool(np.isnan(self.errors).any())

    @property
    def shares(self) -> Floats:
        """The share of votes in which each agent is above the others, ties as halves; or nan."""
        met = self.met.sum(axis=1)
        with np.errstate(invalid="ignore"):
            shares: Floats = (1 + self.margins.sum(axis=1) / met) / 2
        return shares


def margins_of_orders(
    members: Integers, scores: Floats | Integers, agent_count: int, *, weights: Floats | None = None
) -> Floats:
    """Return the margins of row over column in V votes, float64[agent_count, agent_count].

    Vote v has the agents `members[v]`, int64[V, N]; the agent with the higher of `scores` [V, N] is
    above. A vote has the weight `weights[v]`, float64[V], by default 1.
    """
    margins = np.zeros((agent_count, agent_count))
    weights = np.ones(len(members)) if weights is None else weights
    for one, other in zip(*np.triu_indices(members.shape[1], k=1), strict=True):
        signs = weights * np.sign(scores[:, one] - scores[:, other])
        np.add.at(margins, (members[:, one], members[:, other]), signs)
    difference: Floats = np.round(margins - margins.T, _DIGITS)
    return difference


def order_margins(sets: DuplicateSets) -> OrderMargins:
    """Return the margins of a run's duplicate sets, with the influence of each deck."""
    count = len(sets.agents)
    _, counts = line_up_bounds(sets)
    one, other = np.triu_indices(sets.line_ups.shape[1], k=1)
    numbers = sets.line_ups[:, one] * count + sets.line_ups[:, other]
    pairs, group = np.unique(numbers, return_inverse=True)
    group = group.reshape(numbers.shape)
    decks = np.full(len(pairs), np.iinfo(np.int64).max)
    np.minimum.at(decks, group, counts[:, None])
    first, second = np.divmod(pairs, count)
    met = np.zeros((count, count))
    met[first, second] = met[second, first] = np.bincount(group.reshape(-1), minlength=len(pairs))
    members, weights = sets.line_ups[sets.line_up], 1 / counts[sets.line_up]
    return OrderMargins(
        margins=margins_of_orders(members, sets.payoffs, count, weights=weights),
        met=met,
        first=first,
        second=second,
        errors=_errors(sets, group, len(pairs)),
        decks=decks,
    )


def drawn_margins(orders: OrderMargins, count: int) -> Floats:
    """Return the margins in each of `count` resamples, float64[count, A, A].

    If all decks of a pair agree, later ones may not: the spread of two more decks is added to their
    errors, one for each of the two agents.
    """
    errors = np.hstack([orders.errors, _prior(orders)])
    drawn = draw_means(_margins_of_pairs(orders), errors, orders.decks - 1)
    margins = np.zeros((count, *orders.margins.shape))
    margins[:, orders.first, orders.second] = drawn[:, :count].T
    margins[:, orders.second, orders.first] = -drawn[:, :count].T
    return margins


def _errors(sets: DuplicateSets, group: Integers, pair_count: int) -> Floats:
    """Return the errors of margins by deck, float64[pair_count, blocks].

    `group` int64[L, N * (N - 1) / 2] is the number of the pair that two members of a line-up are.
    """
    first, counts = line_up_bounds(sets)
    places = zip(*np.triu_indices(sets.line_ups.shape[1], k=1), strict=True)
    line_ups = np.arange(len(first))
    column, ones = np.zeros_like(line_ups), np.ones(len(line_ups))
    errors = np.zeros((pair_count, 0))
    for number, (one, other) in enumerate(places):  # a sign for every set: one pair at a time
        signs = np.sign(sets.payoffs[:, one] - sets.payoffs[:, other]).astype(np.float64)
        influence = set_influence(signs[:, None], deck=sets.deck, first=first, counts=counts)
        part = influence.dense(Cells(line_ups, column, group[:, number], ones, pair_count))
        part[np.bincount(group[:, number], minlength=pair_count) == 0] = 0.0
        errors = part if number == 0 else errors + part
    return errors


def _margins_of_pairs(orders: OrderMargins) -> Floats:
    pairs: Floats = orders.margins[orders.first, orders.second]
    return pairs


def _prior(orders: OrderMargins) -> Floats:
    """Return the errors of two more decks, float64[P, k], in a column for each pair.

    Pairs beyond 1,000 share a column with an earlier one. The sign makes the long tail of the
    resamples oppose the observed decks.
    """
    pairs = np.arange(len(orders.first))
    size = np.sqrt(2) * orders.met[orders.first, orders.second] / orders.decks
    errors = np.zeros((len(pairs), min(len(pairs), MOST_BLOCKS)))
    errors[pairs, pairs % MOST_BLOCKS] = -np.sign(_margins_of_pairs(orders)) * size
    return errors
