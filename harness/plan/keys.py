"""Deck seeds, which do not depend on the other decks and agents of a run."""

import numpy as np
import numpy.typing as npt

from railbird.results.store.match_keys import digest_of

DECK_SEED_BITS = 32
ROUNDS = 4
HALF_BITS = 16
HALF_MASK = np.uint64(0xFFFF)


def derive_deck_seeds(
    seed: int, count: int, *, first: int = 0, use: bytes = b"railbird-decks"
) -> npt.NDArray[np.uint32]:
    """Return the deck seeds of the decks `first`, `first + 1`, ... of one use; uint32[count].

    A keyed four-round Feistel network on two halves of 16 bits is a bijection of the deck's number,
    so no two decks of a tournament share a seed, however many are added later.
    """
    if first < 0 or count < 0 or first + count > 1 << DECK_SEED_BITS:
        raise ValueError(f"there are no decks {first} to {first + count}; there are 2**32 in all")
    keys = np.frombuffer(digest_of(use, (seed,), size=8 * ROUNDS), dtype="<u8").astype(np.uint64)
    numbers = np.arange(first, first + count, dtype=np.uint64)
    left, right = numbers >> np.uint64(HALF_BITS), numbers & HALF_MASK
    for key in keys:
        left, right = right, left ^ _mix(right + key)
    return (left << np.uint64(HALF_BITS) | right).astype(np.uint32)


def _mix(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return 16 bits of a hash: the finaliser of SplitMix64 (Steele et al., 2014)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (values ^ (values >> np.uint64(31))) >> np.uint64(48)
