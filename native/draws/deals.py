"""The ACPC deals: a pure function of a deck seed and a hand number."""

import numpy as np
import numpy.typing as npt

from railbird.native._native import lib
from railbird.native.arrays import as_array, pointer
from railbird.native.errors import LimitError
from railbird.native.game.definition import GameDefinition

MOST_HANDS = 2**31 - 1


def deal_cards(
    definition: GameDefinition, deck_seed: int, hand_count: int, *, first_hand: int = 0
) -> npt.NDArray[np.uint8]:
    """Deal hands of one deck seed, uint8[hand_count, cards_per_hand].

    A row is position 0's hole cards, position 1's, ..., then the board of all rounds. Finding
    ``first_hand`` takes time in proportion to it, since the stream has to be run up to there.
    Raises ValueError for a seed that does not fit 32 bits.
    """
    seeds = as_array([deck_seed], "deck_seed", dtype=np.uint32)
    decks = deal_decks(definition, seeds, hand_count, first_hand=first_hand)
    return decks.reshape(decks.shape[1:])


def deal_decks(
    definition: GameDefinition,
    deck_seeds: npt.ArrayLike,
    hand_count: int,
    *,
    first_hand: int = 0,
) -> npt.NDArray[np.uint8]:
    """Deal the same run of hands of many deck seeds (uint32[D]), uint8[D, hand_count, W]."""
    seeds = as_array(deck_seeds, "deck_seeds", dtype=np.uint32)
    if seeds.ndim != 1:
        raise ValueError(f"deck_seeds must have shape (n,), not {seeds.shape}")
    for name, value in (("hand_count", hand_count), ("first_hand", first_hand)):
        if not 0 <= value <= MOST_HANDS:
            raise LimitError(f"{name} is {value}; give 0 to {MOST_HANDS}")
    deck = definition.deck
    cards = np.empty((len(seeds), hand_count, definition.cards_per_hand), np.uint8)
    lib.rb_deal(
        pointer(seeds, "uint32_t"),
        len(seeds),
        pointer(deck, "uint8_t"),
        len(deck),
        definition.cards_per_hand,
        first_hand,
        hand_count,
        pointer(cards, "uint8_t"),
    )
    return cards
