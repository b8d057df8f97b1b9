"""The columns of a batch of decisions as Python lists, for agents that look at one row at a time.

A column that any row asks for is turned into a list once for all rows; a look then costs tens of
nanoseconds.
"""

from collections.abc import Callable
from itertools import accumulate
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.plugins.contract.decision_batch import DecisionBatch
from railbird.plugins.errors import AgentError

DRAWS_FOR_ALL = 4
"""So many draws of a decision are made for all rows at once; further ones for one row alone."""

DRAWS_PER_BLOCK = 64


class DecisionLists:
    """The columns of a batch as Python lists, each made when an observation first asks for it."""

    __slots__ = (
        *("_made", "batch", "block", "block_of", "draws", "hand_draws"),
        *("seat", "position", "hand_index", "round_index", "decision", "hole_cards", "board"),
        *("betting", "pot", "stacks", "spent", "has_folded", "to_call", "legal", "can_fold"),
        *("can_raise", "least_raise_to", "most_raise_to"),
    )

    seat: list[int]
    position: list[int]
    hand_index: list[int]
    round_index: list[int]
    decision: list[int]
    hole_cards: list[tuple[int, ...]]
    board: list[tuple[int, ...]]
    betting: list[str]
    pot: list[int]
    stacks: list[tuple[int, ...]]
    spent: list[tuple[int, ...]]
    has_folded: list[tuple[bool, ...]]
    to_call: list[int]
    legal: list[int]
    can_fold: list[bool]
    can_raise: list[bool]
    least_raise_to: list[int]
    most_raise_to: list[int]
    draws: dict[int, list[float]]  # those of all rows, by index
    hand_draws: dict[int, list[float]]
    block_of: tuple[int, int]  # the row whose draws `block` are, and the number of the block
    block: list[float]

    def __init__(self, batch: DecisionBatch) -> None:
        """Read off ``batch``, while it is open."""
        self.batch: DecisionBatch | None = batch
        self._made: list[str] = []
        self.draws = {}
        self.hand_draws = {}
        self.block_of = (-1, -1)

    def make(self, name: str) -> None:
        """Make a column, which is an attribute from then on."""
        setattr(self, name, _MADE[name](self.opened()))
        self._made.append(name)

    def close(self) -> None:
        """Forget everything: who kept an observation has kept nothing."""
        for name in self._made:
            delattr(self, name)
        self._made.clear()
        self.draws, self.hand_draws, self.block_of = {}, {}, (-1, -1)
        self.batch = None

    def opened(self) -> DecisionBatch:
        """The batch, as long as it may be read."""
        if self.batch is None:
            raise AgentError(
                "an observation was read after its decision; copy what is to be remembered"
            )
        return self.batch

    def draw(self, row: int, draw_index: int) -> float:
        """One draw of one decision."""
        if draw_index < DRAWS_FOR_ALL:
            draws = self.draws.get(draw_index)
            if draws is None:
                draws = self.draws[draw_index] = self.opened().random(draw_index).tolist()
            return draws[row]
        block, place = divmod(draw_index - DRAWS_FOR_ALL, DRAWS_PER_BLOCK)
        if self.block_of != (row, block):
            first = DRAWS_FOR_ALL + block * DRAWS_PER_BLOCK
            draw_block = self.opened().random_block(row, first, count=DRAWS_PER_BLOCK)
            self.block, self.block_of = draw_block.tolist(), (row, block)
        return self.block[place]

    def hand_draw(self, row: int, draw_index: int) -> float:
        """One draw of the hand, for the seat that decides."""
        draws = self.hand_draws.get(draw_index)
        if draws is None:
            draws = self.hand_draws[draw_index] = self.opened().hand_random(draw_index).tolist()
        return draws[row]


def _listed(name: str) -> Callable[[DecisionBatch], list[Any]]:
    read = attrgetter(name)
    return lambda batch: read(batch).tolist()


def _tuples(name: str) -> Callable[[DecisionBatch], list[Any]]:
    read = attrgetter(name)
    return lambda batch: list(map(tuple, read(batch).tolist()))


def _rows(column: npt.NDArray[np.uint8]) -> list[tuple[int, ...]]:
    """Bytes [n, w] as tuples, without a list for each row on the way."""
    count, width = column.shape
    return list(zip(*[iter(column.tobytes())] * width, strict=True)) if width else [()] * count


def _boards(batch: DecisionBatch) -> list[tuple[int, ...]]:
    ends = list(accumulate(batch.game.definition.board_card_counts))
    dealt = map(ends.__getitem__, batch.round_index.tolist())
    return [cards[:count] for cards, count in zip(_rows(batch.board), dealt, strict=True)]


_NUMBERS = (
    *("seat", "position", "hand_index", "round_index", "decision", "pot", "to_call", "legal"),
    *("can_fold", "can_raise", "least_raise_to", "most_raise_to"),
)
_MADE: dict[str, Callable[[DecisionBatch], list[Any]]] = {
    **{name: _listed(name) for name in _NUMBERS},
    **{name: _tuples(name) for name in ("stacks", "spent", "has_folded")},
    "hole_cards": lambda batch: _rows(batch.hole_cards),
    "board": _boards,
    "betting": lambda batch: batch.betting,
}
