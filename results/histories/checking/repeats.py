"""Finds hands that were imported before: the same number, room, table and content."""

from hashlib import blake2b

from railbird.results.histories.checking.parsed_hand import ParsedHand

_DIGEST_BYTES = 16


def digest_of(hand: ParsedHand, room: str) -> bytes | None:
    """Return 16 bytes that stand for a hand's number, room, table and content.

    None for a hand without a number.
    """
    if not hand.number:
        return None
    content = (
        room,
        hand.number,
        hand.session,
        hand.names,
        hand.betting,
        hand.cards,
        hand.payoffs,
        hand.stacks,
        hand.blinds,
    )
    return blake2b(repr(content).encode(), digest_size=_DIGEST_BYTES).digest()


class Repeats:
    """Remembers the digests of hands."""

    def __init__(self) -> None:
        """Remember none."""
        self._seen: set[bytes] = set()

    def is_new(self, digest: bytes | None) -> bool:
        """Whether a digest was not met before, which is remembered; None always is new."""
        if digest is None:
            return True
        is_new = digest not in self._seen
        self._seen.add(digest)
        return is_new
