"""The cards of stored hands: kept where they were imported, else dealt again from deck seeds."""

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, GameDefinition, deal_decks
from railbird.results.estimate.uncertainty.intervals import Integers
from railbird.results.hands.played_hands import PlayedHands

MOST_DEALT = 2**22
"""Hands dealt at once."""


def cards_of(
    definition: GameDefinition, hands: PlayedHands, rows: Integers
) -> npt.NDArray[np.uint8]:
    """Return the cards of some hands as dealt, uint8[m, W]; 255 where nobody knows them."""
    if hands.cards is not None:
        return hands.cards[rows]
    cards = np.full((len(rows), definition.cards_per_hand), NO_CARD, np.uint8)
    seeds, hand_index = hands.deck_seed[rows], hands.hand_index[rows]
    known = np.flatnonzero(seeds >= 0)
    if not len(known):
        return cards
    decks, deck = np.unique(seeds[known], return_inverse=True)
    first, last = hand_index[known].min(), hand_index[known].max()
    span = int(last - first) + 1
    if len(decks) * span > MOST_DEALT:  # matches of very different lengths
        return _deck_by_deck(definition, cards, known=known, seeds=seeds, hand_index=hand_index)
    deals = deal_decks(definition, decks.astype(np.uint32), span, first_hand=int(first))
    cards[known] = deals[deck, hand_index[known] - first]
    return cards


def _deck_by_deck(
    definition: GameDefinition,
    cards: npt.NDArray[np.uint8],
    *,
    known: Integers,
    seeds: Integers,
    hand_index: Integers,
) -> npt.NDArray[np.uint8]:
    """Fill in the cards of one deck after the other, only over the hands that it has."""
    ordered = known[np.argsort(seeds[known], kind="stable")]
    for rows in np.split(ordered, np.flatnonzero(np.diff(seeds[ordered])) + 1):
        first, last = int(hand_index[rows].min()), int(hand_index[rows].max())
        deals = deal_decks(
            definition, seeds[rows[:1]].astype(np.uint32), last - first + 1, first_hand=first
        )
        cards[rows] = deals[0, hand_index[rows] - first]
    return cards
