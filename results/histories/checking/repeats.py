"""Finds hands that were imported before: the same number, room, table and content."""

from hashlib import blake2b

from railbird.results.histories.checking.parsed_hand import ParsedHand

_DIGEST_BYTES = 16


class Repeats:
    """Remembers 16 bytes of every hand that has a number."""

    def __init__(self) -> None:
        """Remember none."""
        self._seen: set[bytes] = set()

    def is_new(self, hand: ParsedHand, room: str) -> bool:
        """Whether no hand like this was met in a room; one without a number always is."""
        if not hand.number:
            return True
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
        digest = blake2b(repr(content).encode(), digest_size=_DIGEST_BYTES).digest()
        if digest in self._seen:
            return False
        self._seen.add(digest)
        return True
