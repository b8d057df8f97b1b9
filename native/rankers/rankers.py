"""The rankers by name, and what each takes."""

from dataclasses import dataclass
from typing import Any

from railbird.native._native import ffi, lib

RANKERS = {
    "high": (lib.HIGH, 0),
    "deuce-to-seven": (lib.DEUCE_TO_SEVEN, 0),
    "ace-to-five": (lib.ACE_TO_FIVE, 0),
    "eight-or-better": (lib.ACE_TO_FIVE, 8),
    "badugi": (lib.BADUGI, 0),
    "badugi-ace-high": (lib.BADUGI_ACE_HIGH, 0),
    "short-deck": (lib.SHORT_DECK_HIGH, 0),
    "manila": (lib.MANILA_HIGH, 0),
}
"""Number and ``at_most`` of each ranker, see ``rankers.h``."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """How hands are compared: by which ranker, and of how many hole cards and cards of the board.

    A hand is made of exactly ``from_hole`` hole cards and ``from_board`` cards of the board; where
    both are 0, of any of all cards.
    """

    by: str = "high"
    from_hole: int = 0
    from_board: int = 0

    def in_c(self) -> Any:
        """The ``rb_ranking`` of C."""
        number, at_most = RANKERS[self.by]
        return ffi.new("rb_ranking *", [number, self.from_hole, self.from_board, at_most])
