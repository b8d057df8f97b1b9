"""The cards of stored hands: stored if they were imported, otherwise dealt again."""

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, DealSource, GameDefinition
from railbird.results.estimate.uncertainty.intervals import Integers
from railbird.results.hands.played_hands import PlayedHands

MOST_DEALT = 2**22
"""Hands dealt at once."""


def cards_of(
    definition: GameDefinition, hands: PlayedHands, rows: Integers
) -> npt.NDArray[np.uint8]:
    """Return the cards of some hands as dealt, uint8[m, W]; 255 if unknown."""
    if hands.cards is not None:
        return hands.cards[rows]
    cards = np.full((len(rows), definition.cards_per_hand), NO_CARD, np.uint8)
    known = np.flatnonzero(hands.deck_seed[rows] >= 0)
    if hands.deals is not None and len(known):
        seeds, hand_index = hands.deck_seed[rows[known]], hands.hand_index[rows[known]]
        cards[known] = _deal(definition, hands.deals, seeds, hand_index)
    return cards


def _deal(
    definition: GameDefinition, source: DealSource, seeds: Integers, hand_index: Integers
) -> npt.NDArray[np.uint8]:
    """Deal hands of many decks, in one call if that deals few unneeded ones."""
    decks, deck = np.unique(seeds.astype(np.uint32), return_inverse=True)
    first, last = int(hand_index.min()), int(hand_index.max())
    if len(decks) * (last - first + 1) <= MOST_DEALT:
        deals = source.deal(definition, decks, last - first + 1, first_hand=first)
        return deals[deck, hand_index - first]
    cards = np.empty((len(seeds), definition.cards_per_hand), np.uint8)
    ordered = np.argsort(seeds, kind="stable")
    for rows in np.split(ordered, np.flatnonzero(np.diff(seeds[ordered])) + 1):
        first, last = int(hand_index[rows].min()), int(hand_index[rows].max())
        deals = source.deal(definition, decks[deck[rows[:1]]], last - first + 1, first_hand=first)
        cards[rows] = deals[0, hand_index[rows] - first]
    return cards
