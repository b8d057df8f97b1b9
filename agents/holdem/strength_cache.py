"""A cache of hand strengths, shared by all seats and seatings.

Seatings of a duplicate set share boards and hole cards, so the same query is repeated by other
agents and at other steps. Entries are a pure function of the cards, so that the order of queries
and evictions do not change results.
"""

from functools import cache
from math import comb
from threading import Lock

import numpy as np
import numpy.typing as npt

from railbird.agents.holdem.starting_hands import INCOME_PLACES
from railbird.native import (
    HOLDING_COUNT,
    NO_CARD,
    NextCard,
    bounded_strength,
    holding_index,
)

SLOT_BITS = 17
SPREAD = np.uint64(0x9E3779B97F4A7C15)
FULL_BOARD = 5
Cards = npt.NDArray[np.uint8]


def _board_weights() -> npt.NDArray[np.int64]:
    """What the i-th lowest card of a board adds to its number, int64[256, 5]; no card adds 0."""
    weights = np.zeros((NO_CARD + 1, FULL_BOARD), np.int64)
    for place in range(FULL_BOARD):
        weights[:52, place] = [comb(card, place + 1) for card in range(52)]
    return weights


BOARD_WEIGHTS = _board_weights()
SMALLER_BOARDS = np.array([0, 0, 0, 0, comb(52, 3), comb(52, 3) + comb(52, 4)])


class StrengthCache:
    """Computes ``bounded_strength`` for one order of holdings, and caches the latest results."""

    def __init__(self, places: npt.NDArray[np.uint16], *, slot_bits: int = SLOT_BITS) -> None:
        """Cache ``2**slot_bits`` results for bounds in the order of ``places`` (uint16[1326])."""
        self._places = places
        self._shift = np.uint64(64 - slot_bits)
        self._keys = np.full(1 << slot_bits, -1, np.int64)
        self._answers = np.empty((1 << slot_bits, 2))
        self._lock = Lock()

    def look_up(self, hole_cards: Cards, boards: Cards, bounds: npt.ArrayLike) -> NextCard:
        """Return strength and potential of ``hole_cards`` uint8[n, 2] on ``boards`` uint8[n, 5].

        Boards have at least 3 cards, and 255 for cards not dealt yet; ``bounds`` is uint16[n], or
        one for all. See ``bounded_strength``.
        """
        rows = np.broadcast_to(np.asarray(bounds, np.uint16), len(hole_cards))
        keys = _keys(hole_cards, boards, rows)
        slots = (keys.view(np.uint64) * SPREAD >> self._shift).astype(np.intp)
        with self._lock:
            answers = self._answers[slots]
            is_new = self._keys[slots] != keys
        if is_new.any():
            _, first, which = np.unique(keys[is_new], return_index=True, return_inverse=True)
            asked = np.flatnonzero(is_new)[first]
            # In the order of keys, so that rows of one board follow each other.
            new = bounded_strength(
                hole_cards[asked], boards[asked], places=self._places, bounds=rows[asked]
            )
            found = np.column_stack([new.strength, new.positive])
            answers[is_new] = found[which]
            with self._lock:
                self._keys[slots[asked]], self._answers[slots[asked]] = keys[asked], found
        return NextCard(answers[:, 0], answers[:, 1])


def _keys(
    hole_cards: Cards, boards: Cards, bounds: npt.NDArray[np.uint16]
) -> npt.NDArray[np.int64]:
    """Return a key for each query, int64[n]: board, hole cards and bound."""
    in_order = np.sort(boards, axis=1)
    sizes = (boards != NO_CARD).sum(axis=1)
    board = BOARD_WEIGHTS[in_order, np.arange(FULL_BOARD)].sum(axis=1) + SMALLER_BOARDS[sizes]
    return np.asarray(
        (board * HOLDING_COUNT + holding_index(hole_cards)) * (HOLDING_COUNT + 1) + bounds
    )


@cache
def strengths_by_income() -> StrengthCache:
    """The cache of this process for bounds by income rate (document 003, table 1)."""
    return StrengthCache(INCOME_PLACES)
