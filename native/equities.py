"""Equities of two to ten hands or ranges, exact or from random deals.

A player is hole cards ``"AhKd"``, a range ``"TT+, AQs+"``, or weights ``float64[1326]``. Deals in
which two players hold the same card do not happen; the others count by the product of weights.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer, writable
from railbird.native.deal_classes import DealClasses, class_deals
from railbird.native.errors import LimitError, RangeError
from railbird.native.holdings import (
    CLASS_COUNT,
    HOLDING_CARDS,
    HOLDING_CLASSES,
    CardsLike,
)
from railbird.native.known_cards import KnownCards, live_ranges
from railbird.native.ranges import RangeLike

Floats = npt.NDArray[np.float64]
SHARE_UNITS = 2520
FLOP_CARDS = 3
WIDE_DEALS = 100_000
NO_MEMORY = -2
MOST_KEY = 2**64


@dataclass(frozen=True, slots=True)
class Equity:
    """What each player wins: ``float64[n]`` each, in the order of the players.

    ``equity`` is the mean share of the pot, ``won`` and ``tied`` are the parts of ``deals`` (the
    number of deals, or their weight) won alone and shared. ``standard_error`` is that of
    ``equity``, and 0 if the equity is exact.
    """

    equity: Floats
    won: Floats
    tied: Floats
    deals: float
    standard_error: Floats
    is_exact: bool


def equity(players: Sequence[RangeLike], board: CardsLike = "", *, dead: CardsLike = "") -> Equity:
    """Exact equities on a board of 0, 3, 4 or 5 cards; ``dead`` cards are out of play.

    Raises ``CardError`` for cards that are none, or twice among board and dead cards, or for a
    board of another length; ``RangeError`` for a range of which nothing is left, or if no deal
    gives every player a hand; ``LimitError`` where too many deals would have to be gone through:
    ``sample_equity`` takes those.
    """
    known = KnownCards(board, dead)
    weights = live_ranges(players, known)
    if len(weights) == 2 and (known.board_count >= FLOP_CARDS or _are_wide(weights, known)):  # noqa: PLR2004
        return _range_against_range(weights, known)
    return _of_classes(class_deals(weights, known), known)


def sample_equity(
    players: Sequence[RangeLike],
    board: CardsLike = "",
    *,
    dead: CardsLike = "",
    sample_count: int,
    key: int,
) -> Equity:
    """Equities from ``sample_count`` random deals, which are a pure function of the arguments.

    The generator is the contract's, with purpose 4, and ``key`` (64 bits) for the match key.
    Errors as for ``equity``, but for ``LimitError``: that is raised where a million draws in a row
    gave two players the same card.
    """
    if not 0 <= key < MOST_KEY or sample_count < 1:
        raise ValueError(f"key {key} must have 64 bits, sample_count {sample_count} be at least 1")
    known = KnownCards(board, dead)
    weights = live_ranges(players, known)
    is_random = np.array([(row == row[0]).all() for row in weights], dtype=np.uint8)
    sums = np.empty((len(weights), 4), dtype=np.int64)
    deals = ffi.new("rb_sampled_deals *", known.as_fields())
    deals.weights, deals.is_random = pointer(weights, "double"), pointer(is_random, "uint8_t")
    deals.key, deals.sample_count, deals.player_count = key, sample_count, len(weights)
    fault = lib.rb_sample_equity(deals, writable(sums, "int64_t"))
    if fault == NO_MEMORY:
        raise MemoryError("no memory for the sets of cards that deals are drawn from")
    if fault:
        raise LimitError(
            "a million draws in a row gave two players the same card; widen the ranges"
        )
    won, tied, shares, squares = sums.T.astype(np.float64)
    mean = shares / SHARE_UNITS / sample_count
    variance = np.maximum(squares / SHARE_UNITS**2 / sample_count - mean**2, 0.0)
    error = np.sqrt(variance / max(sample_count - 1, 1))
    return Equity(mean, won, tied, float(sample_count), error, is_exact=False)


def _exact(shares: Floats, won: Floats, tied: Floats, deals: float) -> Equity:
    return Equity(shares / deals, won, tied, deals, np.zeros(len(won)), is_exact=True)


def _are_wide(weights: Floats, known: KnownCards) -> bool:
    """Whether two ranges name no suits and make more deals than boards that differ by more."""
    if np.count_nonzero(weights, axis=1).prod() <= WIDE_DEALS or len(known.dead):
        return False
    by_class = np.zeros((2, CLASS_COUNT))
    by_class[:, HOLDING_CLASSES] = weights
    return bool((by_class[:, HOLDING_CLASSES] == weights).all())


def _range_against_range(weights: Floats, known: KnownCards) -> Equity:
    tally = np.empty(3)
    ranges = ffi.new("rb_two_ranges *", known.as_fields())
    first, second = (np.ascontiguousarray(row) for row in weights)
    ranges.first, ranges.second = pointer(first, "double"), pointer(second, "double")
    lib.rb_equity_of_ranges(ranges, writable(tally, "double"))
    deals = float(tally.sum())
    if not deals:
        raise RangeError("no deal gives both players a hand of their ranges; they share every card")
    won, tied = tally[[0, 2]], np.full(2, tally[1])
    return _exact(won + tied / 2, won, tied, deals)


def _of_classes(classes: DealClasses, known: KnownCards) -> Equity:
    deal_count, player_count = classes.holdings.shape
    sums = np.empty((deal_count, player_count, 3), dtype=np.int64)
    holes = HOLDING_CARDS[classes.holdings]
    sets = ffi.new("rb_hand_sets *", known.as_fields())
    sets.holes = pointer(holes, "uint8_t")
    sets.set_count, sets.player_count = deal_count, player_count
    board_count = lib.rb_equity_of_hands(sets, writable(sums, "int64_t"))
    won, tied, shares = np.einsum("d,dpk->kp", classes.weights, sums.astype(np.float64))
    return _exact(shares / SHARE_UNITS, won, tied, board_count * float(classes.weights.sum()))
