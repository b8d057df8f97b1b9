"""Equities before the flop, looked up by class of hole cards."""

import numpy as np
import numpy.typing as npt

from railbird.native.cards.holdings import HOLDING_CLASSES, HOLDING_COUNT, CardsLike, holding_class
from railbird.native.odds.preflop_table import CLASS_EQUITIES

_EQUITIES = np.array(CLASS_EQUITIES, dtype=np.float64) / 1e6
MOST_OPPONENTS = _EQUITIES.shape[1]

CLASSES_BY_STRENGTH = tuple(np.argsort(-_EQUITIES[:, 0], kind="stable").tolist())
"""The 169 classes, that with the highest equity against one random hand first."""


def preflop_equity(hole_cards: CardsLike, opponent_count: int = 1) -> npt.NDArray[np.float64]:
    """Equities of hole cards ``[..., 2]`` against 1 to 9 random hands, ``float64[...]``.

    Against one hand they are exact to six digits, against more they come from random deals and
    have a standard error of at most 0.00025.
    """
    if not 1 <= opponent_count <= MOST_OPPONENTS:
        raise ValueError(f"opponent_count must be 1 to {MOST_OPPONENTS}, not {opponent_count}")
    return np.asarray(_EQUITIES[holding_class(hole_cards), opponent_count - 1])


def classes_in_share(shares: npt.ArrayLike) -> npt.NDArray[np.intp]:
    """How many of the best classes hold at least these shares of the holdings, and 1 at least."""
    sizes = np.bincount(HOLDING_CLASSES)[list(CLASSES_BY_STRENGTH)]
    # A share that is a whole number of holdings must not need one class more for rounding's sake.
    wanted = np.asarray(shares, np.float64) * HOLDING_COUNT - 1e-6
    return np.asarray(np.searchsorted(np.cumsum(sizes), wanted) + 1)
