"""Hands in words: ``two pair, aces and kings, nine kicker``."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.native.arrays import as_array
from railbird.native.cards.cards import CARD_COUNT, format_cards
from railbird.native.cards.ranks import CATEGORY_NAMES, CATEGORY_SHIFT, MOST_CARDS, rank_hands
from railbird.native.errors import CardError
from railbird.native.rankers.rankers import THREE_CARD, Ranking

RANK_NAMES = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
SHOWN_CARDS = 5


COUNT_NAMES = ("one", "two", "three", "four")
LOW_RANKERS = ("deuce-to-seven", "ace-to-five", "eight-or-better")
ACE_LOW_RANKERS = ("ace-to-five", "eight-or-better", "badugi")
FLUSH_FIRST_RANKERS = ("short-deck", "manila")
FLUSH_FIRST = {
    CATEGORY_NAMES.index("flush"): CATEGORY_NAMES.index("full house"),
    CATEGORY_NAMES.index("full house"): CATEGORY_NAMES.index("flush"),
}
"""Where a flush is above a full house, their categories change places."""
THREE_CARD_NAMES = (
    "high card",
    "pair",
    "flush",
    "straight",
    "three of a kind",
    "straight flush",
)
"""The categories of ``three-card``, the lowest first."""


def describe_hand(cards: npt.ArrayLike, *, by: str | Ranking = "high") -> str:
    """The best five of 1 to 7 cards in words, ranks that decide first; in badugi up to four.

    ``by`` is a ranker, see ``rank_hands``; with ``deuce-to-seven``, ``ace-to-five`` and
    ``eight-or-better`` a hand without a pair, straight or flush that counts is a ``low``. By a
    ``Ranking`` with a table a hand has the name that the table gives its rank.
    Raises ``CardError`` for invalid cards, a card that is used twice, or no or too many cards, and
    ``RankerError`` for an unknown ranker.
    """
    hand = as_array(cards, "cards", dtype=np.uint8)
    if hand.ndim != 1 or not 1 <= len(hand) <= MOST_CARDS:
        raise CardError(f"a hand has 1 to {MOST_CARDS} cards, not {hand.size}")
    values, counts = np.unique(hand, return_counts=True)
    if (counts > 1).any():
        raise CardError(f"card {format_cards(values[counts > 1][:1])} is used twice in the hand")
    rank = int(rank_hands(hand.reshape(1, -1), by=by)[0])
    if isinstance(by, Ranking):
        if by.table is not None:
            return by.table.name_of(rank)
        by = by.by
    if by != "high":
        return _describe_by(by, hand, rank)
    name = CATEGORY_NAMES[rank >> CATEGORY_SHIFT]
    return ", ".join([name, *_details(name, hand, rank)])


def _describe_by(by: str, hand: npt.NDArray[np.uint8], rank: int) -> str:
    """What another ranker than ``high`` makes of a hand: its best part, by that ranker's order."""
    if not rank and by == "eight-or-better":
        return "does not qualify"
    names, part = RANK_NAMES, _best_part(by, hand, rank)
    if by in ACE_LOW_RANKERS:
        names, part = (*names[-1:], *names[:-1]), (part + 4) % CARD_COUNT
    if by.startswith("badugi"):
        count = COUNT_NAMES[len(part) - 1]
        return f"{count}-card badugi, {_names(_falling(part), names)}"
    if by in LOW_RANKERS:
        rank = (len(CATEGORY_NAMES) << CATEGORY_SHIFT) - 1 - rank
    category = rank >> CATEGORY_SHIFT
    if by == THREE_CARD:
        category = CATEGORY_NAMES.index(THREE_CARD_NAMES[category])
    if by in FLUSH_FIRST_RANKERS:
        category = FLUSH_FIRST.get(category, category)
    name = CATEGORY_NAMES[category]
    if name == "high card" and by in LOW_RANKERS:
        return f"low, {_names(_falling(part), names)}"
    return ", ".join([name, *_details(name, part, rank, names)])


def _best_part(by: str, hand: npt.NDArray[np.uint8], rank: int) -> npt.NDArray[np.uint8]:
    """The cards of a hand that have its rank by themselves: five, or as many as a badugi has."""
    whole = Ranking(by).hand_size or SHOWN_CARDS
    size = rank >> CATEGORY_SHIFT if by.startswith("badugi") else min(len(hand), whole)
    parts = np.array([*combinations(hand, size)], dtype=np.uint8)
    best: npt.NDArray[np.uint8] = parts[(rank_hands(parts, by=by) == rank).argmax()]
    return best


def _falling(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    return np.sort(cards // 4)[::-1]


def _details(
    name: str,
    hand: npt.NDArray[np.uint8],
    rank: int,
    names: Sequence[str] = RANK_NAMES,
) -> list[str]:
    """Return the part after the name of the category."""
    if name in ("straight", "straight flush"):
        return [f"{names[rank & 0xF]} high"]
    if name == "flush":
        suit = np.bincount(hand % 4).argmax()
        return [_names(_falling(hand[hand % 4 == suit]), names)]
    counts = np.bincount(hand // 4, minlength=len(names))
    by_count = sorted((int(r) for r in np.flatnonzero(counts)), key=lambda r: (-counts[r], -r))
    if name == "high card":
        return [_names(by_count, names)]
    if name == "full house":
        pair = max(r for r in by_count[1:] if counts[r] > 1)
        return [f"{_plural(names[by_count[0]])} over {_plural(names[pair])}"]
    made = by_count[: 2 if name == "two pair" else 1]
    kicker_count = min(len(hand), SHOWN_CARDS) - sum(min(counts[r], 4) for r in made)
    kickers = sorted((r for r in by_count if r not in made), reverse=True)[:kicker_count]
    words = " and ".join(_plural(names[rank]) for rank in made)
    return [words] + [f"{_names(kickers, names)} kicker{'s' * (len(kickers) > 1)}"] * bool(kickers)


def _names(ranks: "npt.NDArray[np.uint8] | list[int]", names: Sequence[str]) -> str:
    return " ".join(names[rank] for rank in ranks[:SHOWN_CARDS])


def _plural(name: str) -> str:
    return name + ("es" if name.endswith("x") else "s")
