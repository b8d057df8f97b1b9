"""The rankers by name: what they take, and how C knows them."""

from dataclasses import dataclass
from typing import Any

from railbird.native._native import ffi, lib
from railbird.native.errors import RankerError
from railbird.native.wording import most_alike

_NUMBERS = {
    "high": lib.HIGH,
    "deuce-to-seven": lib.DEUCE_TO_SEVEN,
    "ace-to-five": lib.ACE_TO_FIVE,
    "eight-or-better": lib.ACE_TO_FIVE,
    "badugi": lib.BADUGI,
    "badugi-ace-high": lib.BADUGI_ACE_HIGH,
    "short-deck": lib.SHORT_DECK_HIGH,
    "manila": lib.MANILA_HIGH,
}
_AT_MOST = {"eight-or-better": ("ace-to-five", 8)}
RANKERS = tuple(_NUMBERS)
"""The names of the rankers."""


JOKERS = (52, 53)
"""The numbers of jokers, which must be wild."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """How hands are compared: by which ranker, and which cards a hand is made of.

    With ``use`` a hand is made of exactly so many hole cards and so many cards of the board, as in
    Omaha (2, 3); without, of any of all cards.
    ``wild`` has the numbers of wild cards, ``JOKERS`` among them; each stands for the card that
    makes the hand best, though for none that the hand has. With ``five_of_a_kind`` high hands may
    have a fifth card of a rank, and that is the highest category.
    Raises ``RankerError`` for an unknown ranker, for ``use`` without any card, and for a wild card
    that does not exist.
    """

    by: str = "high"
    use: tuple[int, int] | None = None
    wild: tuple[int, ...] = ()
    five_of_a_kind: bool = False

    def __post_init__(self) -> None:
        """Check what is asked for."""
        if self.by not in _NUMBERS:
            near = most_alike(self.by, RANKERS)
            end = f"; did you mean {near!r}?" if near else ""
            raise RankerError(f"ranker {self.by!r} is not one of {', '.join(RANKERS)}{end}")
        if self.use is not None and (min(self.use) < 0 or not any(self.use)):
            raise RankerError(
                f"use must be numbers of hole cards and of board cards, such as (2, 3), "
                f"not {self.use}"
            )
        if any(not 0 <= card <= JOKERS[-1] for card in self.wild):
            raise RankerError(f"wild cards are numbers from 0 to {JOKERS[-1]}, not {self.wild}")

    @property
    def ranker(self) -> str:
        """The name of the ranker without a qualifier: ace-to-five for eight-or-better."""
        return _AT_MOST.get(self.by, (self.by, 0))[0]

    @property
    def at_most(self) -> int:
        """The highest rank of a hand that qualifies, 0 if all hands do."""
        return _AT_MOST.get(self.by, (self.by, 0))[1]

    @property
    def from_hole(self) -> int:
        """Hole cards of a hand, 0 if any cards make it."""
        return self.use[0] if self.use else 0

    @property
    def from_board(self) -> int:
        """Board cards of a hand, 0 if any cards make it."""
        return self.use[1] if self.use else 0

    @property
    def lowest_card(self) -> int:
        """The lowest card of the ranker's deck: short decks lack the low ranks."""
        return int(lib.rb_lowest_ranked_card(_NUMBERS[self.by]))

    def in_c(self) -> Any:
        """The ``rb_ranking`` of C."""
        ranking = ffi.new("rb_ranking *")
        ranking.ranker, ranking.at_most = _NUMBERS[self.by], self.at_most
        ranking.from_hole, ranking.from_board = self.from_hole, self.from_board
        ranking.fives_of_a_kind = self.five_of_a_kind
        ranking.wild = sum(1 << card for card in set(self.wild))
        return ranking
