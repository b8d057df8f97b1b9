"""All ways to give each player a hand of his range; those that differ by suits' names are one."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native._native import lib
from railbird.native.arrays import pointer, writable
from railbird.native.cards.holdings import HOLDING_BITS
from railbird.native.errors import LimitError
from railbird.native.odds.known_cards import KnownCards

MOST_DEALS = 4_000_000
# The cost of a class rises with the cards to come; more than this takes over a minute or two.
MOST_CLASSES = {5: 200_000, 2: 4_000_000, 1: 4_000_000, 0: 4_000_000}


@dataclass(frozen=True, slots=True)
class DealClasses:
    """Holdings ``uint16[d, n]`` by player, and how much weight is on the deals like each."""

    holdings: npt.NDArray[np.uint16]
    weights: npt.NDArray[np.float64]


def class_deals(weights: npt.NDArray[np.float64], known: KnownCards) -> DealClasses:
    """The classes of deals of ranges ``float64[n, 1326]`` beside known cards.

    There are none if no deal gives every player a hand. Raises ``LimitError`` for more deals than
    are worth going through.
    """
    deals, deal_weights = _all_deals(weights, known)
    lib.rb_class_deals(
        pointer(known.board, "uint8_t"),
        len(known.board),
        pointer(known.dead, "uint8_t"),
        len(known.dead),
        *deals.shape,
        writable(deals, "uint16_t"),
    )
    order = np.lexsort(deals.T[::-1])
    is_first = np.ones(len(deals), dtype=bool)
    is_first[1:] = (deals[order[1:]] != deals[order[:-1]]).any(axis=1)
    starts = np.flatnonzero(is_first)
    most = MOST_CLASSES[5 - known.board_count]
    if len(starts) > most:
        raise LimitError(
            f"the ranges give {len(starts):,} different deals, but exact equities are limited to "
            f"{most:,}; sample the equity instead"
        )
    return DealClasses(deals[order[starts]], np.add.reduceat(deal_weights[order], starts))


def _all_deals(
    weights: npt.NDArray[np.float64], known: KnownCards
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.float64]]:
    """Every deal without a card twice, a player at a time."""
    is_live = known.is_live()
    deals = np.empty((1, 0), dtype=np.uint16)
    taken, deal_weights = np.zeros(1, dtype=np.uint64), np.ones(1)
    for row in weights:
        held = np.flatnonzero((row > 0.0) & is_live)
        if len(deals) * len(held) > MOST_DEALS:
            raise LimitError(
                f"the ranges give {len(deals) * len(held):,} deals or more, but exact equities "
                f"are limited to {MOST_DEALS:,}; sample the equity instead"
            )
        before, chosen = np.nonzero(taken[:, None] & HOLDING_BITS[held] == 0)
        deals = np.column_stack([deals[before], held[chosen].astype(np.uint16)])
        taken = taken[before] | HOLDING_BITS[held[chosen]]
        deal_weights = deal_weights[before] * row[held[chosen]]
    return np.ascontiguousarray(deals), deal_weights
