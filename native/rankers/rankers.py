"""The rankers by name: what they take, and how C knows them."""

from dataclasses import dataclass
from typing import Any

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer
from railbird.native.errors import RankerError
from railbird.native.rankers.hand_tables import RankTable
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
    "three-card": lib.THREE_CARD,
}
_AT_MOST = {"eight-or-better": ("ace-to-five", 8)}
RANKERS = tuple(_NUMBERS)
"""The names of the rankers."""
OWN_TABLE = "table"
"""The name of the ranker in a ``Ranking`` by a table of its own."""
THREE_CARD = "three-card"
THREE_CARDS = 3

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
    ``table`` has the ranks of all hands of its size, for ``by`` = "table" alone; the best such hand
    of the cards counts.
    Raises ``RankerError`` for an unknown ranker, for ``use`` without any card or with other than
    the cards of a table's hand, for a wild card that does not exist, and for one beside a table or
    three-card.
    """

    by: str = "high"
    use: tuple[int, int] | None = None
    wild: tuple[int, ...] = ()
    five_of_a_kind: bool = False
    table: RankTable | None = None

    def __post_init__(self) -> None:
        """Check what is asked for."""
        if (self.by == OWN_TABLE) != (self.table is not None):
            raise RankerError('give a table with by="table", and with no other ranker')
        if self.by not in _NUMBERS and self.table is None:
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
        if self.hand_size:
            self._check_hand_size()

    def _check_hand_size(self) -> None:
        """Refuse what a ranker of hands of one size cannot do."""
        if self.use is not None and sum(self.use) != self.hand_size:
            raise RankerError(
                f"hands have {self.hand_size} cards by {self.in_words}; use={self.use} takes "
                f"{sum(self.use)}"
            )
        if self.wild:
            raise RankerError(f"cards cannot be wild where hands are ranked by {self.by}")

    @property
    def hand_size(self) -> int:
        """Cards of a hand, where the ranker knows hands of one size alone; else 0."""
        if self.table is not None:
            return self.table.hand_size
        return THREE_CARDS if self.by == THREE_CARD else 0

    @property
    def in_words(self) -> str:
        """The name of the ranker for a sentence."""
        return f"the {self.table.kind}" if self.table is not None else self.by

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
        return int(lib.rb_lowest_ranked_card(self._number))

    @property
    def _number(self) -> int:
        return int(_NUMBERS.get(self.by, lib.OWN_TABLE))

    def in_c(self) -> Any:
        """The ``rb_ranking`` of C, which points at the table: it is there while ``self`` is."""
        ranking = ffi.new("rb_ranking *")
        ranking.ranker, ranking.at_most = self._number, self.at_most
        ranking.from_hole, ranking.from_board = self.from_hole, self.from_board
        ranking.fives_of_a_kind = self.five_of_a_kind
        ranking.wild = sum(1 << card for card in set(self.wild))
        if self.table is not None:
            ranking.table_size = self.table.hand_size
            ranking.table = pointer(self.table.ranks, "uint16_t")
        return ranking
