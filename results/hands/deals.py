"""The cards of stored hands: kept where they were imported, else dealt again from deck seeds."""

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, GameDefinition, deal_decks
from railbird.results.estimate.uncertainty.intervals import Integers
from railbird.results.hands.played_hands import PlayedHands


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
    deals = deal_decks(
        definition, decks.astype(np.uint32), int(last - first) + 1, first_hand=int(first)
    )
    cards[known] = deals[deck, hand_index[known] - first]
    return cards
