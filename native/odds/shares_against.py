"""Shares of a pot of every hold'em holding against known hands, for many hands at once."""

from math import comb

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer, writable
from railbird.native.cards.cards import CARD_COUNT
from railbird.native.cards.holdings import HOLDING_COUNT
from railbird.native.game.actions import PAYOFF_UNIT

Cards = npt.NDArray[np.uint8]
HOLE_CARDS, BOARD_CARDS, MOST_KNOWN = 2, 5, 9
BOARD_COUNTS = (3, 4, 5)
ROWS_PER_CALL = 128


def shares_against(
    hole_cards: Cards,
    boards: Cards,
    board_count: int,
    *,
    contestants: npt.NDArray[np.bool_],
) -> npt.NDArray[np.float64]:
    """Return mean shares of a pot over all boards to come, float64[n, K + 1, 1326].

    ``hole_cards`` uint8[n, K, 2] are known hands, and every holding in turn is one more, the last;
    ``contestants`` bool[n, K + 1] play for the pot, the cards of the others are dead. Of ``boards``
    uint8[n, 5] the first ``board_count`` cards lie there, 3, 4 or 5. Entries of holdings that share
    a card with a known hand or the board have no meaning. Raises ValueError for other shapes or
    counts, and for cards above 51. Not checked: that the cards of a row differ.
    """
    count, known = hole_cards.shape[:2]
    found = (hole_cards.shape, boards.shape, contestants.shape)
    wanted = ((count, known, HOLE_CARDS), (count, BOARD_CARDS), (count, known + 1))
    if found != wanted or board_count not in BOARD_COUNTS or not 1 <= known <= MOST_KNOWN:
        raise ValueError(
            f"hole cards, boards and contestants must have shapes {wanted} for up to {MOST_KNOWN} "
            f"known hands, not {found}, and boards 3, 4 or 5 cards"
        )
    holes = np.ascontiguousarray(hole_cards, np.uint8)
    laid = np.where(np.arange(BOARD_CARDS) < board_count, boards, 0).astype(np.uint8)
    if max(holes.max(initial=0), laid.max(initial=0)) >= CARD_COUNT:
        raise ValueError("a card is not known; leave out hands with unknown cards")
    masks = (contestants @ (1 << np.arange(known + 1))).astype(np.uint16)
    counts = np.full(count, board_count, np.uint8)
    parts = np.empty((count, known + 1, HOLDING_COUNT), np.uint32)
    hands = ffi.new("rb_met_hands *", {"known_count": known, "path": -1})
    for first in range(0, count, ROWS_PER_CALL):
        part = slice(first, first + ROWS_PER_CALL)
        hands.row_count = len(counts[part])
        hands.holes, hands.boards = pointer(holes[part], "uint8_t"), pointer(laid[part], "uint8_t")
        hands.board_counts = pointer(counts[part], "uint8_t")
        hands.contestants = pointer(masks[part], "uint16_t")
        lib.rb_shares_against(hands, writable(parts[part], "uint32_t"))
    left = CARD_COUNT - HOLE_CARDS * (known + 1) - board_count
    return parts / (PAYOFF_UNIT * comb(left, BOARD_CARDS - board_count))
