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
from railbird.native.cards.holdings import (
    CLASS_COUNT,
    HOLDING_CARDS,
    HOLDING_CLASSES,
    CardsLike,
)
from railbird.native.errors import LimitError, RangeError
from railbird.native.odds.deal_classes import DealClasses, class_deals
from railbird.native.odds.known_cards import KnownCards, live_ranges, no_deal
from railbird.native.odds.ranges import RangeLike

Floats = npt.NDArray[np.float64]
SHARE_UNITS = 2520
FLOP_CARDS = 3
WIDE_DEALS = 100_000
NO_MEMORY, NO_DEAL = -2, -3
MOST_KEY = 2**64 - 1
MOST_SAMPLES = 10**12
# A call to C hears no Ctrl-C: these take a fraction of a second, and samples come in whole batches.
DEALS_PER_CALL = 2**22
SETS_PER_CALL = 512


@dataclass(frozen=True, slots=True)
class Equity:
    """What each player wins: ``float64[n]`` each, in the order of the players.

    ``equity`` is the mean share of the pot, ``won`` and ``tied`` are the parts of ``deals`` (the
    number of deals, or their weight) won alone and shared. ``standard_error`` is that of
    ``equity``: 0 if the equity is exact, NaN if it is that of a single random deal.
    """

    equity: Floats
    won: Floats
    tied: Floats
    deals: float
    standard_error: Floats
    is_exact: bool


def equity(players: Sequence[RangeLike], board: CardsLike = "", *, dead: CardsLike = "") -> Equity:
    """Exact equities on a board of 0, 3, 4 or 5 cards; ``dead`` cards are out of play.

    Raises ``CardError`` for invalid cards, cards used twice among board and dead cards, or a board
    of another length; ``RangeError`` for a range with no holding left, or if no deal gives every
    player a hand; ``LimitError`` for too many deals: use ``sample_equity`` for those.
    """
    known = KnownCards(board, dead)
    weights = live_ranges(players, known)
    if len(weights) == 2 and (known.board_count >= FLOP_CARDS or _are_wide(weights, known)):  # noqa: PLR2004
        result = _range_against_range(weights, known)
    else:
        classes = class_deals(weights, known)
        result = _of_classes(classes, known) if len(classes.weights) else None
    if result is None:
        raise no_deal(players)
    return result


def sample_equity(
    players: Sequence[RangeLike],
    board: CardsLike = "",
    *,
    dead: CardsLike = "",
    sample_count: int,
    key: int,
) -> Equity:
    """Equities from ``sample_count`` random deals, which are a pure function of the arguments.

    The generator is the contract's, with purpose 4, and ``key`` (64 bits) for the match key. Errors
    as for ``equity``, except that ``LimitError`` is raised if a million draws in a row gave two
    players the same card.
    """
    if not 0 <= key <= MOST_KEY:
        raise ValueError(f"key {key} must have 64 bits, 0 to 2**64 - 1")
    if not 1 <= sample_count <= MOST_SAMPLES:
        raise ValueError(f"sample_count must be 1 to 10**12, not {sample_count}")
    known = KnownCards(board, dead)
    weights = live_ranges(players, known)
    sums, results = np.zeros((len(weights), 4), dtype=np.int64), np.empty((4, len(weights)))
    sums_in_c = writable(sums, "int64_t")
    deals = known.with_ranges(weights)
    deals.key = key
    for first in range(0, sample_count, DEALS_PER_CALL):
        deals.first_sample = first
        deals.sample_count = min(DEALS_PER_CALL, sample_count - first)
        fault = lib.rb_sample_equity(deals, sums_in_c)
        if fault:
            raise _sampling_failed(fault, players)
    lib.rb_conclude_samples(sums_in_c, len(weights), sample_count, writable(results, "double"))
    mean, variance, won, tied = results
    return Equity(mean, won, tied, float(sample_count), np.sqrt(variance), is_exact=False)


def _sampling_failed(fault: int, players: Sequence[RangeLike]) -> Exception:
    if fault == NO_MEMORY:
        return MemoryError("no memory for a batch of deals")
    if fault == NO_DEAL:
        return no_deal(players)
    return LimitError("a million draws in a row gave two players the same card; widen the ranges")


def _exact(shares: Floats, won: Floats, tied: Floats, deals: float) -> Equity:
    if not deals:
        raise RangeError("the product of the players' weights is too small; scale them up")
    return Equity(shares / deals, won, tied, deals, np.zeros(len(won)), is_exact=True)


def _are_wide(weights: Floats, known: KnownCards) -> bool:
    """Whether two ranges name no suits and make more deals than boards that differ by more."""
    if np.count_nonzero(weights, axis=1).prod() <= WIDE_DEALS or len(known.dead):
        return False
    by_class = np.zeros((2, CLASS_COUNT))
    by_class[:, HOLDING_CLASSES] = weights
    return bool((by_class[:, HOLDING_CLASSES] == weights).all())


def _range_against_range(weights: Floats, known: KnownCards) -> Equity | None:
    tally = np.empty(3)
    ranges = ffi.new("rb_two_ranges *", known.as_fields())
    first, second = (np.ascontiguousarray(row) for row in weights)
    ranges.first, ranges.second = pointer(first, "double"), pointer(second, "double")
    lib.rb_equity_of_ranges(ranges, writable(tally, "double"))
    deals = float(tally.sum())
    if not deals:
        return None
    won, tied = tally[[0, 2]], np.full(2, tally[1])
    return _exact(won + tied / 2, won, tied, deals)


def _of_classes(classes: DealClasses, known: KnownCards) -> Equity:
    sums, board_count = sum_boards(classes, known)
    won, tied, shares = np.einsum("d,dpk->kp", classes.weights, sums.astype(np.float64))
    return _exact(shares / SHARE_UNITS, won, tied, board_count * float(classes.weights.sum()))


def sum_boards(classes: DealClasses, known: KnownCards) -> tuple[npt.NDArray[np.int64], int]:
    """Boards won, boards tied and shares, ``int64[d, n, 3]`` by deal, and how many boards come."""
    deal_count, player_count = classes.holdings.shape
    sums = np.empty((deal_count, player_count, 3), dtype=np.int64)
    holes = HOLDING_CARDS[classes.holdings]
    sets = ffi.new("rb_hand_sets *", known.as_fields())
    sets.player_count, board_count = player_count, 0
    for first in range(0, deal_count, SETS_PER_CALL):
        some, their_sums = holes[first : first + SETS_PER_CALL], sums[first : first + SETS_PER_CALL]
        sets.holes, sets.set_count = pointer(some, "uint8_t"), len(some)
        board_count = lib.rb_equity_of_hands(sets, writable(their_sums, "int64_t"))
    return sums, board_count
