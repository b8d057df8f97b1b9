"""The deals: a pure function of a deck seed, a hand number and, except for the ACPC's, a secret."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, pointer
from railbird.native.errors import LimitError
from railbird.native.game.definition import GameDefinition

MOST_HANDS = 2**31 - 1
SECRET_BYTES = 32
"""The length of the secret of deals."""
SECRET_DEALS = "chacha20/1"
"""The name of deals under a secret in runs and logs; see docs/contracts/draws.md."""


@dataclass(frozen=True, slots=True)
class DealSource:
    """The generator that deals the cards of deck seeds: ChaCha20 with a secret, or the ACPC's own.

    Without the secret (32 bytes) nothing is known about unseen cards. The ACPC's generator is that
    of its dealer: anyone who guesses the deck seed, one of 2**32, knows every card. Raises
    ValueError for a secret of another length.
    """

    secret: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Check the secret's length."""
        if self.secret is not None and len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(self.secret)}")

    def deal(
        self,
        definition: GameDefinition,
        deck_seeds: npt.ArrayLike,
        hand_count: int,
        *,
        first_hand: int = 0,
    ) -> npt.NDArray[np.uint8]:
        """Deal the same run of hands of many deck seeds (uint32[D]), uint8[D, hand_count, W].

        A row is position 0's hole cards, position 1's, ..., then the board of all rounds. With the
        ACPC's generator the time for ``first_hand`` is proportional to it, since all earlier
        numbers must be generated. Raises ValueError for a seed that does not fit 32 bits,
        LimitError for 2**31 or more hands.
        """
        seeds = as_array(deck_seeds, "deck_seeds", dtype=np.uint32)
        if seeds.ndim != 1:
            raise ValueError(f"deck_seeds must have shape (n,), not {seeds.shape}")
        for name, value in (("hand_count", hand_count), ("first_hand", first_hand)):
            if not 0 <= value <= MOST_HANDS:
                raise LimitError(f"{name} is {value}; give 0 to {MOST_HANDS}")
        deck = definition.deck
        cards = np.empty((len(seeds), hand_count, definition.cards_per_hand), np.uint8)
        run = (
            pointer(seeds, "uint32_t"),
            len(seeds),
            pointer(deck, "uint8_t"),
            len(deck),
            definition.cards_per_hand,
            first_hand,
            hand_count,
            pointer(cards, "uint8_t"),
        )
        if self.secret is None:
            lib.rb_deal(*run)
        else:
            lib.rb_deal_secretly(ffi.from_buffer("uint8_t[]", self.secret), *run)
        return cards


ACPC_DEALS = DealSource()
"""The ACPC dealer's own deals."""


def deal_decks(
    definition: GameDefinition,
    deck_seeds: npt.ArrayLike,
    hand_count: int,
    *,
    first_hand: int = 0,
) -> npt.NDArray[np.uint8]:
    """Deal hands of many deck seeds from the ACPC's stream; see ``DealSource.deal``."""
    return ACPC_DEALS.deal(definition, deck_seeds, hand_count, first_hand=first_hand)


def deal_cards(
    definition: GameDefinition, deck_seed: int, hand_count: int, *, first_hand: int = 0
) -> npt.NDArray[np.uint8]:
    """Deal hands of one deck seed from the ACPC's stream, uint8[hand_count, W]."""
    seeds = as_array([deck_seed], "deck_seed", dtype=np.uint32)
    decks = deal_decks(definition, seeds, hand_count, first_hand=first_hand)
    return decks.reshape(decks.shape[1:])
