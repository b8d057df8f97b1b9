"""Equities before the flop of class against class, exact, and against the best share of hands."""

from functools import cache
from importlib.resources import files
from math import comb

import numpy as np
import numpy.typing as npt

from railbird.native._native import lib
from railbird.native.arrays import pointer, writable
from railbird.native.holdings import CLASS_COUNT, HOLDING_BITS, HOLDING_CLASSES
from railbird.native.preflop import CLASSES_BY_STRENGTH

WINS_FILE = "class_pairs.npy"
BOARD_COUNT = comb(48, 5)
"""Boards that two holdings leave."""
WIN, TIE, LOSS = range(3)

Counts = npt.NDArray[np.int64]


@cache
def class_pair_outcomes() -> Counts:
    """Deals that a class wins, ties and loses against another, int64[169, 169, 3], read-only.

    A deal is a holding of each class, without a card in common, and a board. Read from a file that
    ``class_pairs_generate`` wrote.
    """
    with files("railbird.native").joinpath(WINS_FILE).open("rb") as file:
        wins = np.load(file).astype(np.int64)
    losses = wins.T
    outcomes = np.stack([wins, _deal_counts() - wins - losses, losses], axis=2)
    outcomes.flags.writeable = False
    return outcomes


@cache
def top_share_outcomes() -> Counts:
    """Deals that a class wins, ties and loses against the best k + 1 classes, int64[169, 169, 3].

    The second axis is k; classes are in the order of ``CLASSES_BY_STRENGTH``, as in ``top_range``.
    """
    best_first = class_pair_outcomes()[:, list(CLASSES_BY_STRENGTH)]
    outcomes: Counts = best_first.cumsum(axis=1)
    outcomes.flags.writeable = False
    return outcomes


def tally_class_pairs() -> tuple[Counts, Counts]:
    """Count the deals that a class wins and ties against each, int64[169, 169].

    Takes most of a minute.
    """
    wins, ties = np.empty((2, CLASS_COUNT, CLASS_COUNT), np.int64)
    lib.rb_tally_class_pairs(
        pointer(HOLDING_CLASSES, "uint8_t"),
        CLASS_COUNT,
        -1,
        writable(wins, "int64_t"),
        writable(ties, "int64_t"),
    )
    return wins, ties


def _deal_counts() -> Counts:
    """Deals of each pair of classes, int64[169, 169]; small integers are exact in float64."""
    shares_no_card = ((HOLDING_BITS[:, None] & HOLDING_BITS) == 0).astype(np.float64)
    of_class = (np.arange(CLASS_COUNT)[:, None] == HOLDING_CLASSES).astype(np.float64)
    pairs: Counts = (of_class @ shares_no_card @ of_class.T).astype(np.int64)
    return pairs * BOARD_COUNT
