"""Intervals for few deck seeds: batches of the hands of a deck are used in place of decks.

Hand h is the same deal in every seating of a duplicate set, so hands are divided at the same places
in all of them, and the batches are treated like sets. This assumes that agents are in a steady
state, which the reader must judge: the output says so.
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
"""Hands of a batch: shorter ones would be correlated through what agents remember."""
ROUNDING = 1e-12
"""Relative difference below which a batch counts as equal to its expectation."""


def choose_batches(sets: DuplicateSets, seating_count: int) -> int:
    """Return the number of batches per deck; 1 with many decks or short matches."""
    _, counts = line_up_bounds(sets)
    fewest = int(counts.min(initial=FEW_DECK_SEEDS))
    if fewest >= FEW_DECK_SEEDS or not len(sets.hands):
        return 1
    hands = int(sets.hands.min()) // max(seating_count, 1)
    return max(min(ceil(WANTED_BLOCKS / fewest), hands // LEAST_HANDS), 1)


def batch_influence(
    sets: DuplicateSets, batched: DuplicateSets, batch_count: int, *, big_blind: int
) -> DeckInfluence:
    """Return the errors over batches; `batched` are the same sets, each split into `batch_count`.

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
