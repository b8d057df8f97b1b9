"""The ACPC deals: a pure function of a deck seed and a hand number."""

import numpy as np
import numpy.typing as npt

from railbird.native.definition import GameDefinition


def deal_cards(
    definition: GameDefinition, deck_seed: int, hand_count: int, *, first_hand: int = 0
) -> npt.NDArray[np.uint8]:
    """Deal hands of one deck seed, uint8[hand_count, cards_per_hand].

    A row is position 0's hole cards, position 1's, ..., then the board of all rounds. Finding
    ``first_hand`` takes time in proportion to it, since the stream has to be run up to there.
    """
    seeds = np.array([_require_seed(deck_seed)], np.uint32)
    decks = deal_decks(definition, seeds, hand_count, first_hand=first_hand)
    return decks.reshape(decks.shape[1:])


def deal_decks(
    definition: GameDefinition,
    deck_seeds: npt.NDArray[np.uint32],
    hand_count: int,
    *,
    first_hand: int = 0,
) -> npt.NDArray[np.uint8]:
    """Deal the same run of hands of many deck seeds, uint8[D, hand_count, cards_per_hand]."""
    raise NotImplementedError


def _require_seed(deck_seed: int) -> int:
    return deck_seed
