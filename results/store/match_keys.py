"""Keys of matches, which draws, schedules and the journal know them by, and deck seeds.

A key is the blake2b hash of numbers, each as 8 bytes little-endian, and labels, each as its UTF-8
length (4 bytes little-endian) and bytes, under a name that distinguishes its uses.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

DECK_SEED_BITS = 32
ROUNDS = 4
HALF_BITS = 16
HALF_MASK = np.uint64(0xFFFF)


def match_key(seed: int, deck_seed: int, agents: Sequence[str], *, secret: bytes = b"") -> int:
    """Return the 64-bit key of all draws of a match; `agents` are the labels by seat."""
    digest = digest_of(b"railbird-match", (seed, deck_seed), agents, size=8, secret=secret)
    return int.from_bytes(digest, "little")


def digest_of(
    person: bytes,
    numbers: Iterable[int],
    labels: Iterable[str] = (),
    *,
    size: int,
    secret: bytes = b"",
) -> bytes:
    """Return `size` bytes that depend on the numbers and labels; `person` names the use.

    Without the `secret`, if there is one, they cannot be computed.
    """
    message = b"".join([number.to_bytes(8, "little") for number in numbers])
    message += _labels_as_bytes(tuple(labels))
    return blake2b(message, digest_size=size, key=secret, person=person).digest()


@lru_cache(maxsize=1024)
def _labels_as_bytes(labels: tuple[str, ...]) -> bytes:
    texts = [label.encode() for label in labels]
    return b"".join(len(text).to_bytes(4, "little") + text for text in texts)


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


def derive_table_seeds(seed: int, table_count: int, deck_index: int) -> npt.NDArray[np.uint32]:
    """Return the deck seeds of the tables of a tournament or a session, uint32[tables].

    No two tables of a run share a deck seed.
    """
    first = deck_index * table_count
    return derive_deck_seeds(seed, table_count, first=first, use=b"railbird-tables")


def _mix(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return 16 bits of a hash: the finaliser of SplitMix64 (Steele et al., 2014)."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (values ^ (values >> np.uint64(31))) >> np.uint64(48)
