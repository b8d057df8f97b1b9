"""Keys of matches, which draws, schedules and the journal know them by.

A key is the blake2b hash of numbers, each as 8 bytes little-endian, and labels, each as its UTF-8
length (4 bytes little-endian) and bytes, under a name that distinguishes its uses.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b


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
