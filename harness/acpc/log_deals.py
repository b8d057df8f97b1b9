"""The cards of a log: as far as a line shows them, and as the deck seed deals them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.native import (
    NO_CARD,
    CardError,
    GameDefinition,
    deal_cards,
    format_cards,
    parse_cards,
)

LETTERS_PER_CARD = 2
DEALS_AT_ONCE = 1024


class LogDeals:
    """Holds shown cards to the deal of a deck seed, and counts them; without a seed, to nothing."""

    def __init__(self, definition: GameDefinition, deck_seed: int | None) -> None:
        """Start without a deal; blocks of them are made as hands come."""
        self.checked_count = 0
        self._definition = definition
        self._deck_seed = deck_seed
        self._block_index = -1
        self._block: NDArray[np.uint8] = np.empty((0, 0), np.uint8)

    def dealt(self, hand_index: int) -> NDArray[np.uint8] | None:
        """Return all cards of a hand in the order of dealing; None without a deck seed."""
        if self._deck_seed is None:
            return None
        block_index, row = divmod(hand_index, DEALS_AT_ONCE)
        if block_index != self._block_index:
            first = block_index * DEALS_AT_ONCE
            self._block_index = block_index
            self._block = deal_cards(
                self._definition, self._deck_seed, DEALS_AT_ONCE, first_hand=first
            )
        cards: NDArray[np.uint8] = self._block[row]
        return cards

    def find_wrong_card(self, hand_index: int, shown: NDArray[np.uint8]) -> str | None:
        """Hold the first cards of a deal to the deck seed; return what is wrong, if anything."""
        dealt = self.dealt(hand_index)
        if dealt is None:
            return None
        self.checked_count += len(shown)
        wrong = np.flatnonzero(shown != dealt[: len(shown)])
        if not wrong.size:
            return None
        place = int(wrong[0])
        is_card, should_be = format_cards(shown[[place]]), format_cards(dealt[[place]])
        return f"card {place} of the deal is {is_card}, but the deck seed deals {should_be}"


def read_shown_cards(
    definition: GameDefinition, hole_cards: Sequence[str], boards: Sequence[str]
) -> NDArray[np.uint8]:
    """Read the cards of a STATE line, uint8[k], in the order of dealing.

    ``boards`` are those of the second round and later, as far as the hand got. Raises CardError
    for a section that is too long or too short, and for cards doubled or not in the deck.
    """
    counts = [definition.hole_card_count] * definition.player_count
    counts += definition.board_card_counts[1 : 1 + len(boards)]
    sections = [*hole_cards, *boards]
    for section, count in zip(sections, counts, strict=True):
        if len(section) != count * LETTERS_PER_CARD:
            raise CardError(f"cards '{section}' stand where {count} belong")
    cards = parse_cards("".join(sections))
    strange = np.flatnonzero(~np.isin(cards, definition.deck))
    if strange.size:
        raise CardError(f"card {format_cards(cards[strange[:1]])} is not in the deck of this game")
    return cards


def complete_deal(definition: GameDefinition, shown: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a whole deal, uint8[cards a hand], in which cards nobody saw are NO_CARD."""
    deal = np.full(definition.cards_per_hand, NO_CARD, np.uint8)
    deal[: len(shown)] = shown
    return deal
