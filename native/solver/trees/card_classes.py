"""What a player sees of the cards, up to a relabelling of the suits.

Where hands are too small for a flush, the suits of each rank may be relabelled by themselves, and a
class is a matter of ranks alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb, prod

import numpy as np
import numpy.typing as npt

from railbird.native.cards.cards import format_cards
from railbird.native.errors import LimitError
from railbird.native.game.definition import SUITS, GameDefinition

CARD_BITS = 6
MOST_VIEWS = 5_000_000
FLUSH_CARDS = 5

Cards = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class CardClasses:
    """The classes of hole cards and board a player can see, by betting round, from 0 on.

    ``codes[r]`` are the sorted codes of round r's classes, ``parents[r]`` the class of round
    r - 1 that each came from (empty for round 0). Two views share a class exactly if a relabelling
    of suits that leaves the game as it is turns one into the other, so nothing is lost; with
    ``merges_suits`` off every view is a class of its own.
    """

    definition: GameDefinition
    merges_suits: bool
    codes: tuple[npt.NDArray[np.int64], ...]
    parents: tuple[npt.NDArray[np.int32], ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """Classes by round."""
        return tuple(len(codes) for codes in self.codes)

    def classes_of(self, views: Cards, round_index: int) -> npt.NDArray[np.int32]:
        """Classes int32[n] of views uint8[n, k]: hole cards, then the board as far as the round."""
        codes = view_codes(self.definition, views, merges_suits=self.merges_suits)
        return np.searchsorted(self.codes[round_index], codes).astype(np.int32)

    def members(self, round_index: int) -> Cards:
        """A view of each class, uint8[classes, k]: hole cards, then the board."""
        groups = view_groups(self.definition, round_index)
        rows = _decode(self.codes[round_index], sum(groups))
        return rows if not self._is_by_rank else _with_suits(rows)

    @property
    def _is_by_rank(self) -> bool:
        return self.merges_suits and not _can_flush(self.definition)

    def describe(self, round_index: int) -> list[str]:
        """A member of each class, in words: ``Kd`` or ``Kd/Qh``, rounds apart by ``/``."""
        groups = view_groups(self.definition, round_index)
        cuts = np.cumsum(groups)[:-1]
        rows = self.members(round_index)
        return ["/".join(format_cards(part) for part in np.split(row, cuts)) for row in rows]


def build_card_classes(
    definition: GameDefinition, *, round_count: int, merges_suits: bool = True
) -> CardClasses:
    """Find all classes of the first rounds; raises LimitError where there are too many views."""
    codes, parents = [], [np.zeros(0, np.int32)]
    for round_index in range(round_count):
        views = enumerate_deals(definition.deck, view_groups(definition, round_index))
        found, first = np.unique(
            view_codes(definition, views, merges_suits=merges_suits), return_index=True
        )
        codes.append(found)
        if round_index:
            width = sum(view_groups(definition, round_index - 1))
            before = views[first, :width]
            cut = view_codes(definition, before, merges_suits=merges_suits)
            parents.append(np.searchsorted(codes[-2], cut).astype(np.int32))
    return CardClasses(definition, merges_suits, tuple(codes), tuple(parents))


def view_groups(definition: GameDefinition, round_index: int) -> list[int]:
    """Sizes of the groups of cards whose order does not matter: hole cards, then boards."""
    boards = definition.board_card_counts[: round_index + 1]
    return [definition.hole_card_count, *(count for count in boards if count)]


def count_deals(deck_size: int, groups: Sequence[int]) -> int:
    """How many ways there are to deal groups of cards one after the other."""
    dealt = [sum(groups[:i]) for i in range(len(groups))]
    return prod(comb(deck_size - before, size) for before, size in zip(dealt, groups, strict=True))


def enumerate_deals(deck: Cards, groups: Sequence[int]) -> Cards:
    """All ways to deal groups of cards, uint8[n, sum(groups)], each group ascending."""
    count = count_deals(len(deck), groups)
    if count > MOST_VIEWS:
        raise LimitError(
            f"there are {count:,} ways to deal the cards, but the limit is {MOST_VIEWS:,}; use a "
            "smaller deck, or sample the deals"
        )
    rows = np.zeros((1, 0), np.uint8)
    taken = np.zeros(1, np.uint64)
    for size in groups:
        sets = np.array(list(combinations(np.sort(deck).tolist(), size)), np.uint8)
        masks = np.bitwise_or.reduce(np.uint64(1) << sets.astype(np.uint64), axis=1)
        left, right = np.nonzero((taken[:, None] & masks[None, :]) == 0)
        rows = np.concatenate([rows[left], sets[right]], axis=1)
        taken = taken[left] | masks[right]
    return rows


def view_codes(
    definition: GameDefinition, views: Cards, *, merges_suits: bool
) -> npt.NDArray[np.int64]:
    """The code int64[n] of each view: the least over all relabellings of suits, if merged."""
    own = np.arange(SUITS - definition.suit_count, SUITS, dtype=np.uint8)
    groups = _groups_of_width(definition, views.shape[1])
    if merges_suits and not _can_flush(definition):
        return _encode(views | np.uint8(SUITS - 1), groups)
    relabelled = permutations(own.tolist()) if merges_suits else [tuple(own.tolist())]
    best: npt.NDArray[np.int64] | None = None
    for order in relabelled:
        suits = np.arange(SUITS, dtype=np.uint8)
        suits[own] = order
        cards = (views & ~np.uint8(SUITS - 1)) | suits[views & np.uint8(SUITS - 1)]
        codes = _encode(cards, groups)
        best = codes if best is None else np.minimum(best, codes)
    assert best is not None
    return best


def _can_flush(definition: GameDefinition) -> bool:
    return definition.hole_card_count + sum(definition.board_card_counts) >= FLUSH_CARDS


def _groups_of_width(definition: GameDefinition, width: int) -> list[int]:
    for round_index in range(definition.round_count):
        groups = view_groups(definition, round_index)
        if sum(groups) == width:
            return groups
    raise ValueError(f"in no round of the game a player sees {width} cards")


def _encode(cards: Cards, groups: Sequence[int]) -> npt.NDArray[np.int64]:
    parts = np.split(cards, np.cumsum(groups)[:-1], axis=1)
    code = np.zeros(len(cards), np.int64)
    for part in parts:
        for column in np.sort(part, axis=1).T:
            code = code << CARD_BITS | column
    return code


def _decode(codes: npt.NDArray[np.int64], width: int) -> Cards:
    shifts = CARD_BITS * np.arange(width - 1, -1, -1)
    return (codes[:, None] >> shifts & ((1 << CARD_BITS) - 1)).astype(np.uint8)


def _with_suits(rows: Cards) -> Cards:
    """Cards of the last suit, moved down a suit for each card of that rank before."""
    cards = rows.copy()
    for column in range(1, rows.shape[1]):
        before = (rows[:, :column] == rows[:, column : column + 1]).sum(axis=1)
        cards[:, column] -= before.astype(np.uint8)
    return cards
