"""Equities of every hold'em holding against a known hand, for many hands at once."""

from math import comb

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer, writable
from railbird.native.cards.cards import CARD_COUNT
from railbird.native.cards.holdings import HOLDING_COUNT

Cards = npt.NDArray[np.uint8]
HOLE_CARDS, BOARD_CARDS = 2, 5
BOARD_COUNTS = (3, 4, 5)
ROWS_PER_CALL = 128


def wins_against(hole_cards: Cards, boards: Cards, board_count: int) -> npt.NDArray[np.uint16]:
    """Return the boards to come on which each holding wins, twice, and ties, uint16[n, 1326].

    ``hole_cards`` uint8[n, 2] are the hands that are met; of ``boards`` uint8[n, 5] the first
    ``board_count`` cards lie there, 3, 4 or 5. Divided by ``half_board_count`` they are equities.
    Entries of holdings that share a card with the hand or the board have no meaning. Raises
    ValueError for other shapes or counts, and for cards above 51. Not checked: that the cards of a
    row differ.
    """
    count = len(hole_cards)
    shapes = (hole_cards.shape, boards.shape)
    if shapes != ((count, HOLE_CARDS), (count, BOARD_CARDS)) or board_count not in BOARD_COUNTS:
        raise ValueError(
            f"hole cards and boards must have shapes ({count}, {HOLE_CARDS}) and "
            f"({count}, {BOARD_CARDS}), and boards 3, 4 or 5 cards"
        )
    holes = np.ascontiguousarray(hole_cards, np.uint8)
    laid = np.where(np.arange(BOARD_CARDS) < board_count, boards, 0).astype(np.uint8)
    if max(holes.max(initial=0), laid.max(initial=0)) >= CARD_COUNT:
        raise ValueError("a card is not known; leave out hands with unknown cards")
    wins = np.empty((count, HOLDING_COUNT), np.uint16)
    counts = np.full(count, board_count, np.uint8)
    hands = ffi.new("rb_met_hands *")
    hands.path = -1
    for first in range(0, count, ROWS_PER_CALL):
        part = slice(first, first + ROWS_PER_CALL)
        hands.row_count = len(holes[part])
        hands.holes, hands.boards = pointer(holes[part], "uint8_t"), pointer(laid[part], "uint8_t")
        hands.board_counts = pointer(counts[part], "uint8_t")
        lib.rb_wins_against(hands, writable(wins[part], "uint16_t"))
    return wins


def half_board_count(board_count: int) -> int:
    """Twice the boards to come for two hands, once so many board cards lie there."""
    left = CARD_COUNT - 2 * HOLE_CARDS - board_count
    return 2 * comb(left, BOARD_CARDS - board_count)
