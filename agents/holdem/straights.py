"""Ranks that make straights, as bits of a number: many hands at once."""

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD
from railbird.native.game.definition import RANKS, SUITS

STRAIGHT = 5
_WHEEL = 1 << (RANKS - 1) | (1 << (STRAIGHT - 1)) - 1
_RUNS = [((1 << STRAIGHT) - 1) << low for low in range(RANKS - STRAIGHT + 1)]
STRAIGHTS = np.array([_WHEEL, *_RUNS])
"""Sets of five ranks that make a straight, as bits; the ace counts low too."""


def rank_bits(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Return the ranks of cards uint8[n, c] as bits, int64[n]; 255 is no card."""
    ranks = np.minimum(cards // SUITS, RANKS - 1).astype(np.int64)
    return np.asarray(np.bitwise_or.reduce(np.where(cards == NO_CARD, 0, 1 << ranks), axis=1))


def has_straight(ranks: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return whether ranks, as bits int64[...], hold a straight, bool[...]."""
    return np.asarray(((ranks[..., None] & STRAIGHTS) == STRAIGHTS).any(axis=-1))


def straight_ranks(
    hole_cards: npt.NDArray[np.uint8], board: npt.NDArray[np.uint8]
) -> npt.NDArray[np.int64]:
    """Return how many ranks of the next card make a straight with a hole card, int64[n].

    ``hole_cards`` uint8[n, h] and ``board`` uint8[n, b]. 0 with a straight made already.
    """
    dealt = rank_bits(board)
    held = dealt | rank_bits(hole_cards)
    following = 1 << np.arange(RANKS)
    makes = has_straight(held[:, None] | following) & ~has_straight(dealt[:, None] | following)
    return np.asarray(np.where(has_straight(held), 0, makes.sum(axis=1)))
