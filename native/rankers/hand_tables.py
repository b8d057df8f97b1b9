"""Rankings given by the rank of every hand, in tables over all sets of so many cards."""

from dataclasses import dataclass
from math import comb
from typing import Protocol

import numpy as np
import numpy.typing as npt

from railbird.native.errors import RankerError

DECK_SIZE = 52
MOST_TABLE_CARDS = 5


class RankTable(Protocol):
    """What a ``Ranking`` by a table needs of it."""

    @property
    def hand_size(self) -> int:
        """Cards of a hand, 1 to 5."""
        ...

    @property
    def ranks(self) -> npt.NDArray[np.uint16]:
        """The rank of each hand in the order of ``every_hand``, uint16[C(52, hand_size)]."""
        ...

    @property
    def kind(self) -> str:
        """What it is, in a word."""
        ...

    def name_of(self, rank: int) -> str:
        """The name of a rank, such as that of its category."""
        ...


@dataclass(frozen=True, eq=False)
class HandTable:
    """A ranking by a table: ``ranks`` are those of all hands of so many cards, higher wins.

    They are uint16[C(52, hand_size)] in the order of ``every_hand``. Raises RankerError for a hand
    of other than 1 to 5 cards and for a table of another size or type.
    """

    hand_size: int
    ranks: npt.NDArray[np.uint16]

    def __post_init__(self) -> None:
        """Refuse a table that C could not look hands up in."""
        if not 1 <= self.hand_size <= MOST_TABLE_CARDS:
            raise RankerError(f"hand_size is {self.hand_size}; give 1 to {MOST_TABLE_CARDS}")
        shape = (comb(DECK_SIZE, self.hand_size),)
        is_plain = self.ranks.dtype == np.uint16 and self.ranks.flags.c_contiguous
        if self.ranks.shape != shape or not is_plain:
            raise RankerError(
                f"ranks must be a contiguous uint16[{shape[0]}], one for each hand of "
                f"{self.hand_size} cards, not {self.ranks.dtype.name}{list(self.ranks.shape)}"
            )

    @property
    def kind(self) -> str:
        """What it is, in a word."""
        return "table"

    def name_of(self, rank: int) -> str:
        """The number of the rank."""
        return f"rank {rank}"


def every_hand(hand_size: int) -> npt.NDArray[np.uint8]:
    """All sets of so many of the 52 cards, uint8[hand_size, C(52, hand_size)].

    Each column is a hand, its cards in rising order; the hands are in colexicographic order: by
    their highest card, those with the same one by their second highest, and so on.
    """
    columns: list[npt.NDArray[np.uint8]] = []
    for size in range(1, hand_size + 1):
        counts = [comb(card, size - 1) for card in range(DECK_SIZE)]
        columns = [np.concatenate([column[:count] for count in counts]) for column in columns]
        columns.append(np.repeat(np.arange(DECK_SIZE, dtype=np.uint8), counts))
    return np.stack(columns)
