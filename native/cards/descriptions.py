"""Hands in words: ``two pair, aces and kings, nine kicker``."""

import numpy as np
import numpy.typing as npt

from railbird.native.arrays import as_array
from railbird.native.cards.cards import format_cards
from railbird.native.cards.ranks import CATEGORY_NAMES, CATEGORY_SHIFT, MOST_CARDS, rank_hands
from railbird.native.errors import CardError

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


def describe_hand(cards: npt.ArrayLike) -> str:
    """The best five of 1 to 7 cards in words, ranks that decide first.

    Raises ``CardError`` for invalid cards, a card that is used twice, or no or too many cards.
    """
    hand = as_array(cards, "cards", dtype=np.uint8)
    if hand.ndim != 1 or not 1 <= len(hand) <= MOST_CARDS:
        raise CardError(f"a hand has 1 to {MOST_CARDS} cards, not {hand.size}")
    values, counts = np.unique(hand, return_counts=True)
    if (counts > 1).any():
        raise CardError(f"card {format_cards(values[counts > 1][:1])} is used twice in the hand")
    rank = int(rank_hands(hand.reshape(1, -1))[0])
    name = CATEGORY_NAMES[rank >> CATEGORY_SHIFT]
    return ", ".join([name, *_details(name, hand, rank)])


def _details(name: str, hand: npt.NDArray[np.uint8], rank: int) -> list[str]:
    """Return the part after the name of the category."""
    if name in ("straight", "straight flush"):
        return [f"{RANK_NAMES[rank & 0xF]} high"]
    if name == "flush":
        suit = np.bincount(hand % 4).argmax()
        return [_names(np.sort(hand[hand % 4 == suit] // 4)[::-1])]
    counts = np.bincount(hand // 4, minlength=len(RANK_NAMES))
    by_count = sorted((int(r) for r in np.flatnonzero(counts)), key=lambda r: (-counts[r], -r))
    if name == "high card":
        return [_names(by_count)]
    if name == "full house":
        pair = max(r for r in by_count[1:] if counts[r] > 1)
        return [f"{_plural(by_count[0])} over {_plural(pair)}"]
    made = by_count[: 2 if name == "two pair" else 1]
    kicker_count = min(len(hand), SHOWN_CARDS) - sum(min(counts[r], 4) for r in made)
    kickers = sorted((r for r in by_count if r not in made), reverse=True)[:kicker_count]
    words = " and ".join(map(_plural, made))
    return [words] + [f"{_names(kickers)} kicker{'s' * (len(kickers) > 1)}"] * bool(kickers)


def _names(ranks: "npt.NDArray[np.uint8] | list[int]") -> str:
    return " ".join(RANK_NAMES[rank] for rank in ranks[:SHOWN_CARDS])


def _plural(rank: int) -> str:
    name = RANK_NAMES[rank]
    return name + ("es" if name.endswith("x") else "s")
