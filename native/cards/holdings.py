"""The 1,326 pairs of hole cards in hold'em, their 169 classes, and Chen's formula.

A *holding* is a player's two hole cards. The holding of cards a < b has number
``b * (b - 1) // 2 + a``. Classes are numbered along the usual square: row and column by rank, aces
first, pairs on the diagonal, suited above it, offsuit below: AA, AKs, ..., A2s, AKo, KK, ..., 22.
"""

import math
from collections.abc import Sequence
from typing import Literal, TypeVar, cast

import numpy as np
import numpy.typing as npt

from railbird.native.arrays import as_array
from railbird.native.cards.cards import CARD_COUNT, RANKS, format_cards, parse_cards
from railbird.native.errors import CardError

HOLDING_COUNT = 1326
"""The number of pairs of hole cards in the whole deck."""
CLASS_COUNT = 169
RANKS_FALLING = RANKS[::-1]
BYTE = np.dtype(np.uint8)
Item = TypeVar("Item", bound=np.generic)
CardsLike = str | Sequence[int] | npt.NDArray[np.integer]


def _class_name(row: int, column: int) -> str:
    high, low = RANKS_FALLING[min(row, column)], RANKS_FALLING[max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


CLASS_NAMES = tuple(_class_name(row, column) for row in range(13) for column in range(13))
"""The 169 classes of hole cards along the square: AA, AKs, ..., A2s, AKo, KK, ..., 22."""


def _all_holdings() -> npt.NDArray[np.uint8]:
    cards = [(low, high) for high in range(CARD_COUNT) for low in range(high)]
    return np.array(cards, dtype=np.uint8)


def _all_classes() -> npt.NDArray[np.uint8]:
    low, high = HOLDING_CARDS.T
    upper, lower = 12 - high // 4, 12 - low // 4
    is_suited = low % 4 == high % 4
    classes = np.where(is_suited, upper * 13 + lower, lower * 13 + upper)
    return np.asarray(classes, dtype=np.uint8)


def _frozen(array: npt.NDArray[Item]) -> npt.NDArray[Item]:
    array.flags.writeable = False
    return array


HOLDING_CARDS = _frozen(_all_holdings())
"""The cards of each holding, ``uint8[1326, 2]``, lower card first."""
HOLDING_BITS = _frozen((np.uint64(1) << HOLDING_CARDS.astype(np.uint64)).sum(1, dtype=np.uint64))
"""The cards of each holding as bits, ``uint64[1326]``."""
HOLDING_CLASSES = _frozen(_all_classes())
"""The class of each holding, ``uint8[1326]``."""


def as_cards(cards: CardsLike, name: str = "cards") -> npt.NDArray[np.uint8]:
    """Return cards from text or numbers; raises ``CardError`` for invalid text."""
    if type(cards) is np.ndarray and cards.dtype is BYTE and cards.flags.c_contiguous:
        return cast("npt.NDArray[np.uint8]", cards)
    if isinstance(cards, str):
        return parse_cards(cards)
    return cast("npt.NDArray[np.uint8]", as_array(cards, name, dtype=np.uint8))


def holding_index(hole_cards: CardsLike) -> npt.NDArray[np.int64]:
    """Numbers of holdings, for cards ``uint8[..., 2]`` or text such as ``"AhKd"``.

    Raises ``CardError`` for invalid cards and for a card that is used twice.
    """
    cards = as_cards(hole_cards, "hole_cards").astype(np.int64)
    if cards.shape[-1:] != (2,):
        raise ValueError(f"hole_cards must have shape (..., 2), not {cards.shape}")
    low, high = cards.min(axis=-1), cards.max(axis=-1)
    if (high >= CARD_COUNT).any():
        raise CardError(f"{high.max()} is not a card; cards are 0 to {CARD_COUNT - 1}")
    if (low == high).any():
        twice = low[low == high].flat[:1]
        raise CardError(
            f"card {format_cards(twice)} is used twice among two hole cards; deal it once"
        )
    return np.asarray(high * (high - 1) // 2 + low)


def holding_class(hole_cards: CardsLike) -> npt.NDArray[np.uint8]:
    """Classes 0 to 168 of hole cards; see ``holding_index`` for the argument and errors."""
    return np.asarray(HOLDING_CLASSES[holding_index(hole_cards)])


def chen_score(
    hole_cards: CardsLike, form: Literal["usual", "printed"] = "usual"
) -> npt.NDArray[np.int64]:
    """Chen's formula for hole cards ``[..., 2]``, ``int64[...]``.

    Source: document 000, figure 18. The highest card counts 10 for an ace, 8, 7 and 6 for king,
    queen and jack, else half its rank; a pair doubles that; suited cards get 2; a distance in rank
    of 2, 3, 4 or more costs 1, 2, 4 or 5; half points are rounded up at the end, since the text
    calls the result an integer. "printed" gives neighbours 1 point whatever their height, as the
    figure does. "usual" is what players know by the name: 1 point for neighbours and for cards
    two apart, if both are below a queen, and at least 5 for a pair.
    """
    if form not in _CHEN_SCORES:
        raise ValueError(f"form {form!r} is not one of {', '.join(_CHEN_SCORES)}")
    return np.asarray(_CHEN_SCORES[form][holding_class(hole_cards)])


def _chen(name: str, form: str) -> int:
    high, low = RANKS.index(name[0]), RANKS.index(name[1])
    distance, is_usual = high - low, form == "usual"
    score = {12: 10.0, 11: 8.0, 10: 7.0, 9: 6.0}.get(high, (high + 2) / 2)
    if distance == 0:
        return math.ceil(max(2 * score, 5.0 if is_usual else 0.0))
    score += 2.0 if name.endswith("s") else 0.0
    score -= {1: 0, 2: 1, 3: 2, 4: 4}.get(distance, 5)
    is_near = distance <= 2 and high < RANKS.index("Q") if is_usual else distance == 1  # noqa: PLR2004
    return math.ceil(score + (1.0 if is_near else 0.0))


_CHEN_SCORES = {
    form: _frozen(np.array([_chen(name, form) for name in CLASS_NAMES]))
    for form in ("usual", "printed")
}
