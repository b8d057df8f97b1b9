"""Cards as numbers and as text: ``rank * 4 + suit``, ranks 2 to A, suits c d h s."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from railbird.native.errors import CardError, quoted
from railbird.native.rankers.rankers import JOKERS

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARD_COUNT = len(RANKS) * len(SUITS)
NO_CARD = 255
"""The number for no card, or an unknown one."""
JOKER_TEXTS = ("X1", "X2")
CARD_TEXTS = (*(rank + suit for rank in RANKS for suit in SUITS), *JOKER_TEXTS)
"""The text of each card, by its number; jokers, ``X1`` and ``X2``, come last."""


def parse_cards(text: str) -> npt.NDArray[np.uint8]:
    """Cards written as rank and suit, ``"AhKd"``, jokers as ``X1`` and ``X2``.

    Blanks and commas between cards are allowed.

    Raises ``CardError`` for invalid cards and for a card that is used twice.
    """
    packed = "".join(text.replace(",", " ").split())
    cards: list[int] = []
    for start in range(0, len(packed), 2):
        card = _parse_card(packed[start : start + 2], text)
        if card in cards:
            name = format_cards([card])
            raise CardError(f"card {name} is used twice in {quoted(text)}; deal it once")
        cards.append(card)
    return np.array(cards, dtype=np.uint8)


def parse_wild(names: Iterable[str]) -> tuple[int, ...]:
    """The numbers of wild cards: each name is a card, a rank for all its suits, or ``joker``.

    Raises ``CardError`` for any other name.
    """
    found: list[int] = []
    for name in names:
        if name == "joker":
            found += JOKERS
        elif len(name) == 1 and name.upper() in RANKS:
            first = RANKS.index(name.upper()) * len(SUITS)
            found += range(first, first + len(SUITS))
        else:
            found.append(_parse_card(name, name))
    return tuple(sorted(set(found)))


def wild_names(cards: Iterable[int]) -> tuple[str, ...]:
    """Names that ``parse_wild`` reads as these cards, a rank where all its suits are wild."""
    left = set(cards)
    names = ["joker"] if left.intersection(JOKERS) else []
    left -= set(JOKERS)
    for rank, letter in enumerate(RANKS):
        suits = set(range(rank * len(SUITS), (rank + 1) * len(SUITS)))
        if suits <= left:
            names.append(letter)
            left -= suits
    return (*names, *(CARD_TEXTS[card] for card in sorted(left)))


def format_cards(cards: Iterable[int]) -> str:
    """The cards as text, in the order given; ``NO_CARD`` is left out.

    Raises ``CardError`` for a number that is not a card.
    """
    return "".join(_format_card(int(card)) for card in cards if int(card) != NO_CARD)


def check_deck(cards: Iterable[int], deck: Iterable[int]) -> None:
    """Raise ``CardError`` if a card is not in the deck, or is used twice."""
    seen, known = set[int](), {int(card) for card in deck}
    for card in map(int, cards):
        if card not in known:
            ranks = "".join(RANKS[rank] for rank in sorted({card // 4 for card in known}))
            suits = "".join(SUITS[suit] for suit in sorted({card % 4 for card in known}))
            name = _format_card(card)
            raise CardError(f"card {name} is not in the deck, which has ranks {ranks} in {suits}")
        if card in seen:
            raise CardError(f"card {format_cards([card])} is used twice; deal it once")
        seen.add(card)


def _parse_card(card: str, text: str) -> int:
    if len(card) == 2 and card[0].upper() in RANKS and card[1].lower() in SUITS:  # noqa: PLR2004
        return RANKS.index(card[0].upper()) * len(SUITS) + SUITS.index(card[1].lower())
    if card.upper() in JOKER_TEXTS:
        return JOKERS[JOKER_TEXTS.index(card.upper())]
    raise CardError(
        f"{card!r} in {quoted(text)} is not a card; write rank and suit, such as AhKdTc"
    )


def _format_card(card: int) -> str:
    if not 0 <= card < len(CARD_TEXTS):
        raise CardError(f"{card} is not a card; cards are 0 to {CARD_COUNT - 1}")
    return CARD_TEXTS[card]
