"""Intervals where deck seeds are few: runs of hands of a deck stand for decks.

Hand h is the same deal in every seating of a duplicate set, so hands are cut at the same places in
all of them, and a run of hands is to the set what the set is to the run. That takes agents to be in
a steady state, which is for the reader to judge: the output says so.
"""

from math import ceil

import numpy as np

from railbird.native import PAYOFF_UNIT
from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.line_up_means import line_up_bounds
from railbird.results.estimate.uncertainty.deck_influence import DeckInfluence

FEW_DECK_SEEDS = 10
WANTED_BLOCKS = 20
LEAST_HANDS = 50
"""Hands of a batch: shorter ones would hang together through what agents remember."""
ROUNDING = 1e-12
"""A batch this near to its expectation, by it, does not differ from it."""


def choose_batches(sets: DuplicateSets, seating_count: int) -> int:
    """Return how many batches a deck is to be cut into; 1 where decks are many or matches short."""
    _, counts = line_up_bounds(sets)
    fewest = int(counts.min(initial=FEW_DECK_SEEDS))
    if fewest >= FEW_DECK_SEEDS or not len(sets.hands):
        return 1
    hands = int(sets.hands.min()) // max(seating_count, 1)
    return max(min(ceil(WANTED_BLOCKS / fewest), hands // LEAST_HANDS), 1)


def batch_influence(
    sets: DuplicateSets, batched: DuplicateSets, batch_count: int, *, big_blind: int
) -> DeckInfluence:
    """Return the errors over batches; `batched` are the same sets, each cut into `batch_count`.

    With n batches in a line-up, of payoff y[k] in h[k] hands each, and the line-up's mean m per
    hand: z[k] = (y[k] - m * h[k]) / sum of h * sqrt(n / (n - 1)). The mean is that of the sets.
    """
    first, counts = line_up_bounds(batched)
    line_up = np.repeat(np.arange(len(first)), counts)
    set_first, set_counts = line_up_bounds(sets)
    means = np.add.reduceat(sets.payoffs / sets.hands[:, None], set_first) / set_counts[:, None]
    hands = np.add.reduceat(batched.hands, first)
    scale = 1000 / (PAYOFF_UNIT * big_blind) * np.sqrt(counts / (counts - 1.0)) / hands
    expected = means[line_up] * batched.hands[:, None]
    left = batched.payoffs - expected
    left[np.abs(left) <= ROUNDING * np.abs(expected)] = 0.0
    per_hand = means * (1000 / (PAYOFF_UNIT * big_blind))
    errors = left * scale[line_up, None]
    return DeckInfluence(errors, batched.deck, first, counts, per_hand, batch_count)
