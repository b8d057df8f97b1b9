"""Ranges of hole cards: what a player may hold, as weights of the 1,326 holdings.

The grammar players know, items separated by commas or blanks:

    random  any two cards                      AhKd     these two cards
    TT      a pair                             AQs AQo  suited or offsuit; AQ is both
    TT+     this pair and higher               AQs+     and higher second cards, up to AKs
    22-55   pairs from one to the other        A2s-A5s  second cards from one to the other
    T9s-76s cards that keep their distance     15%      the best classes, see ``top_range``

``AA:0.5`` sets the weight of the item before the colon. A holding given twice has the last weight.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.native._native import lib
from railbird.native.arrays import pointer
from railbird.native.cards.cards import RANKS, parse_cards
from railbird.native.cards.holdings import (
    CLASS_NAMES,
    HOLDING_CLASSES,
    HOLDING_COUNT,
    holding_index,
)
from railbird.native.errors import CardError, RangeError, quoted
from railbird.native.odds.preflop import CLASSES_BY_STRENGTH, classes_in_share

RangeLike = str | Sequence[float] | npt.NDArray[np.floating]
CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)(\+?)", re.IGNORECASE)
HOLDING = re.compile(r"([2-9TJQKA][cdhs]){2}", re.IGNORECASE)
SHARE = re.compile(r"(\d+(?:\.\d*)?|\.\d+)%")
WEIGHT = re.compile(r"\d+(?:\.\d*)?|\.\d+")
MOST_WEIGHT, LEAST_GREATEST_WEIGHT = 1e30, 1e-30
ClassParts = tuple[int, int, str]


@lru_cache(maxsize=256)
def parse_range(text: str) -> npt.NDArray[np.float64]:
    """Weights ``float64[1326]``, read-only, of a range in the grammar of this module.

    Raises ``RangeError`` for invalid text and for an empty range.
    """
    weights = np.zeros(HOLDING_COUNT)
    for item in re.sub(r"\s*([-:])\s*", r"\1", text).replace(",", " ").split():
        name, colon, weight = item.partition(":")
        weights[_holdings_of(name, item)] = _weight(weight, item) if colon else 1.0
    if not weights.any():
        raise RangeError(
            f"range {quoted(text)} is empty; give hands, such as 'TT+, AQs+' or 'random'"
        )
    if weights.max() < LEAST_GREATEST_WEIGHT:
        raise bad_weights(weights, f"range {quoted(text)}")
    weights.flags.writeable = False
    return weights


def top_range(share: float) -> npt.NDArray[np.float64]:
    """The best classes, whole, until they hold at least ``share`` (0 to 1) of the 1,326 holdings.

    Classes are ordered by their equity before the flop against one random hand.
    """
    weights = np.zeros(HOLDING_COUNT)
    weights[_top_holdings(share, f"{share:%}")] = 1.0
    return weights


def is_holding(text: str) -> bool:
    """Whether a text names two cards, as ``AhKd`` does, and not a range."""
    return HOLDING.fullmatch(text.strip()) is not None


def range_weights(range_or_weights: RangeLike, name: str = "range") -> npt.NDArray[np.float64]:
    """Weights ``float64[1326]`` from a text or from weights; checks the latter.

    Raises ``RangeError`` for weights that are negative, above 1e30 or NaN, or all
    below 1e-30 (ten of them are multiplied).
    """
    if isinstance(range_or_weights, str):
        return parse_range(range_or_weights)
    weights = as_weights(range_or_weights, name)
    if weights.shape != (HOLDING_COUNT,):
        raise ValueError(f"{name} must have shape ({HOLDING_COUNT},), not {weights.shape}")
    if not lib.rb_are_weights(pointer(weights, "double")):
        raise bad_weights(weights, name)
    return weights


def as_weights(weights: npt.ArrayLike, name: str) -> npt.NDArray[np.float64]:
    """Weights as they come, real numbers or truth values; raises ``TypeError`` for others."""
    array = np.asarray(weights)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name} must be a text or float64 weights, not {array.dtype.name}")
    return np.ascontiguousarray(array, dtype=np.float64)


def bad_weights(weights: npt.NDArray[np.float64], name: str) -> RangeError:
    """Return the error for invalid weights."""
    bad = weights[~((weights >= 0.0) & (weights <= MOST_WEIGHT))]
    if len(bad):
        return RangeError(f"{name} has the weight {bad[0]}; weights are 0 to {MOST_WEIGHT:g}")
    if weights.any():
        return RangeError(f"{name} has no weight above {LEAST_GREATEST_WEIGHT:g}; scale it up")
    return RangeError(f"{name} is empty; give a holding a weight above 0")


def _bad_item(item: str, complaint: str) -> RangeError:
    return RangeError(f"{quoted(item)} {complaint}")


def _weight(text: str, item: str) -> float:
    if not WEIGHT.fullmatch(text):
        raise _bad_item(item, f"has the weight {quoted(text)}; write a number, such as 'AA:0.5'")
    if float(text) > MOST_WEIGHT:
        raise _bad_item(item, f"has a weight above {MOST_WEIGHT:g}; only ratios count")
    return float(text)


def _holdings_of(name: str, item: str) -> npt.NDArray[np.int64]:
    """The numbers of the holdings that an item names, its weight apart."""
    if name.lower() == "random":
        return np.arange(HOLDING_COUNT)
    if HOLDING.fullmatch(name):
        return _one_holding(name)
    if share := SHARE.fullmatch(name):
        return _top_holdings(float(share[1]) / 100, item)
    first, dash, last = name.partition("-")
    start, end = CLASS.fullmatch(first), CLASS.fullmatch(last)
    if start is None or (dash and (end is None or start[4] or end[4])):
        raise _bad_item(
            item, "is not part of a range; write a range such as 'TT+, AQs+, KQo, AhKd'"
        )
    if end is not None:
        return _from_to(_parts(start), _parts(end), item)
    high, low, suit = _parts(start)
    if not start[4]:
        return _of_classes([(high, low)], suit, item)
    lows = range(low, high)
    pairs = [(rank, rank) for rank in range(low, len(RANKS))] if high == low else []
    return _of_classes(pairs or [(high, rank) for rank in lows], suit, item)


def _one_holding(name: str) -> npt.NDArray[np.int64]:
    try:
        return holding_index(parse_cards(name)).reshape(1)
    except CardError as error:
        raise RangeError(str(error)) from error


def _parts(match: re.Match[str]) -> ClassParts:
    ranks = sorted(RANKS.index(match[place].upper()) for place in (1, 2))
    return ranks[1], ranks[0], match[3].lower()


def _from_to(start: ClassParts, end: ClassParts, item: str) -> npt.NDArray[np.int64]:
    """Classes from one to another that share the high card, or their distance (pairs: none)."""
    (high_a, low_a, suit_a), (high_b, low_b, suit_b) = sorted((start, end))
    steps = range(low_b - low_a + 1)
    if suit_a != suit_b:
        raise _bad_item(item, "goes from one kind of hand to another; write two items")
    if high_a == high_b and low_a < high_a and low_b < high_b:
        return _of_classes([(high_a, low_a + step) for step in steps], suit_a, item)
    if high_a - low_a == high_b - low_b:
        return _of_classes([(high_a + step, low_a + step) for step in steps], suit_a, item)
    raise _bad_item(item, "keeps neither its high card nor its distance; write two items")


def _of_classes(pairs: list[tuple[int, int]], suit: str, item: str) -> npt.NDArray[np.int64]:
    if suit and pairs[0][0] == pairs[0][1]:
        raise _bad_item(item, "is a pair, which is neither suited nor offsuit; remove the letter")
    names = [RANKS[high] + RANKS[low] for high, low in pairs]
    suits = [""] if pairs[0][0] == pairs[0][1] else [suit] if suit else ["s", "o"]
    classes = [CLASS_NAMES.index(name + letter) for name in names for letter in suits]
    return np.flatnonzero(np.isin(HOLDING_CLASSES, classes))


def _top_holdings(share: float, item: str) -> npt.NDArray[np.int64]:
    if not 0.0 < share <= 1.0:
        raise _bad_item(item, "is not a share of the hands; write more than 0% and at most 100%")
    best = CLASSES_BY_STRENGTH[: int(classes_in_share(share))]
    return np.flatnonzero(np.isin(HOLDING_CLASSES, best))
