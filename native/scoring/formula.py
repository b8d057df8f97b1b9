"""The rank of every hand by a scoring, enumerated once and numbered in 16 bits."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from railbird.native.cards.cards import RANKS, SUITS
from railbird.native.errors import RankerError
from railbird.native.rankers.hand_tables import every_hand

TABLES_KEPT = 4
_HEAD = re.compile(r"(?:\s|#[^\n]*\n)*cards\s+([1-5])\b")


@dataclass(frozen=True)
class Formula:
    """A ranking by the text of a scoring, for a deck of so many ranks up to the ace and of suits.

    Every hand of the deck is ranked when the ranks are first asked for, 2,598,960 of five cards in
    about a second; RankerError, with line and column, says what is wrong with the text. A hand is
    of the Score with the highest rank whose ``when`` holds, else of the default; hands of one Score
    are ordered by its ``subrank``. Sets with cards that the deck lacks have rank 0.
    """

    text: str
    rank_count: int = len(RANKS)
    suit_count: int = len(SUITS)

    def __post_init__(self) -> None:
        """Refuse what no text file of ours can hold: control characters."""
        strange = next(
            (one for one in self.text if not one.isprintable() and one not in " \t\n"), ""
        )
        if strange:
            raise RankerError(f"the text has the character {strange!r}; remove it")

    @cached_property
    def hand_size(self) -> int:
        """Cards of a hand; the rest of the text is not read for it."""
        head = _HEAD.match(self.text)
        return int(head[1]) if head else self._table.hand_size

    @property
    def ranks(self) -> npt.NDArray[np.uint16]:
        """The rank of each hand, uint16[C(52, hand_size)], in the order of ``every_hand``."""
        return self._table.ranks

    @property
    def kind(self) -> str:
        """What it is, in a word."""
        return "formula"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the Scores that some hand has, the lowest first."""
        return tuple(self._table.first_ranks)

    def name_of(self, rank: int) -> str:
        """The name of the Score to which a rank belongs."""
        names = [name for name, first in self._table.first_ranks.items() if first <= rank]
        return names[-1]

    @cached_property
    def _table(self) -> "_Table":
        """Kept here as long as C may read it; others with the same text share it."""
        return _rank_all(self.text, self.rank_count, self.suit_count)

    def __reduce__(self) -> tuple[type["Formula"], tuple[str, int, int]]:
        """Send the text alone to other processes."""
        return Formula, (self.text, self.rank_count, self.suit_count)


@dataclass(frozen=True, slots=True)
class _Table:
    """What is made of a text: ranks, and of each Score that some hand has the lowest of its."""

    hand_size: int
    ranks: npt.NDArray[np.uint16]
    first_ranks: dict[str, int]


@lru_cache(maxsize=TABLES_KEPT)
def _rank_all(text: str, rank_count: int, suit_count: int) -> _Table:
    from railbird.native.scoring.scores import check_scoring, number_ranks  # noqa: PLC0415  (lark)
    from railbird.native.scoring.syntax import parse_scoring  # noqa: PLC0415  (lark)

    scoring = check_scoring(parse_scoring(text))
    cards = every_hand(scoring.hand_size)
    is_there = np.zeros((len(RANKS), len(SUITS)), np.bool_)
    is_there[-rank_count:, -suit_count:] = True
    places = np.flatnonzero(is_there.ravel()[cards].all(axis=0))
    ranks = np.zeros(cards.shape[1], np.uint16)
    ranks[places], first_ranks = number_ranks(scoring, cards[:, places])
    return _Table(scoring.hand_size, ranks, first_ranks)
