"""Rows of hole cards, boards and ranges, converted for C."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.cards.cards import CARD_COUNT, format_cards
from railbird.native.cards.holdings import HOLDING_COUNT, CardsLike, as_cards
from railbird.native.errors import CardError, RangeError
from railbird.native.odds.ranges import RangeLike, as_weights, bad_weights, parse_range

UNIFORM = np.ones(HOLDING_COUNT)
# A call to C hears no Ctrl-C: so many rows take a few seconds at most.
ROWS_PER_CALL = {0: 16, 3: 1024, 4: 16384, 5: 2**20}
ROWS = ffi.typeof("rb_strength_rows *")
BYTES, DOUBLES = ffi.typeof("uint8_t[]"), ffi.typeof("double[]")
Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Order = npt.NDArray[np.intp] | None


class StrengthRows:
    """What is asked about, in the order of boards.

    Rows have hole cards ``uint8[n, 2]``, a board ``uint8[n, b]`` or one for all, ``uint8[b]``, and
    weights ``float64[n, 1326]`` or ``float64[1326]``. A single row may lack the axis n.
    """

    __slots__ = ("_c", "_holds", "board_count", "count", "is_single", "order")

    def __init__(
        self,
        holes: Cards,
        boards: Cards,
        weights: Floats,
        *,
        order: Order = None,
        is_single: bool = False,
    ) -> None:
        """Take the rows; what they hold is checked when they are used."""
        self.count = 1 if is_single else len(holes)
        self.board_count = boards.shape[-1]
        self.order, self.is_single = order, is_single
        self._holds = holes, boards, weights
        self._c = c = ffi.new(ROWS)
        c.holes, c.boards = ffi.from_buffer(BYTES, holes), ffi.from_buffer(BYTES, boards)
        c.weights = ffi.from_buffer(DOUBLES, weights)
        if not is_single:
            c.board_stride = self.board_count if boards.ndim > 1 else 0
            c.weight_stride = HOLDING_COUNT if weights.ndim > 1 else 0
        c.board_count, c.path = self.board_count, -1

    def ask(self, function: Callable[..., int], *arguments: Any, width: int = 1) -> Floats:
        """Let a function of strength.h write ``float64[n, width]``; see ``strength`` for errors."""
        values, c = np.empty(self.count * width), self._c
        most = ROWS_PER_CALL[self.board_count]
        for first in range(0, self.count, most):
            c.first_row, c.row_count = first, min(most, self.count - first)
            fault = function(c, *arguments, ffi.from_buffer(DOUBLES, values))
            if fault:
                raise self._complaint(fault, c.fault_row)
        return values

    def give_back(self, values: Floats) -> Floats:
        """Values in the order the rows came in, without their axis for a single hand."""
        if self.is_single:
            return np.asarray(values[0])
        if self.order is None:
            return values
        in_order = np.empty_like(values)
        in_order[self.order] = values
        return in_order

    def _row(self, place: int, row: int) -> npt.NDArray[Any]:
        array = self._holds[place]
        return np.asarray(array[row] if array.ndim > 1 else array)

    def _complaint(self, fault: int, row: int) -> CardError | RangeError | MemoryError:
        if fault == lib.RB_NO_MEMORY:
            return MemoryError("no memory for the rows of one board")
        if fault == lib.RB_BAD_WEIGHTS:
            return bad_weights(self._row(2, row), "a range")
        cards = np.concatenate([self._row(0, row), self._row(1, row)])
        if cards.max() >= CARD_COUNT:
            return CardError(f"{cards.max()} is not a card; cards are 0 to {CARD_COUNT - 1}")
        board = format_cards(cards[2:]) or "(none)"
        name = f"hole cards {format_cards(cards[:2])} and board {board}"
        if fault == lib.RB_NOTHING_LEFT:
            return RangeError(f"{name} leave no holding of the opponent's range; widen it")
        values, counts = np.unique(cards, return_counts=True)
        twice = format_cards(values[counts > 1][:1])
        return CardError(f"card {twice} is used twice among {name}; deal it once")


def strength_rows(
    hole_cards: CardsLike,
    board: CardsLike,
    against: RangeLike | None,
    *,
    board_sizes: tuple[int, ...],
) -> StrengthRows:
    """Check the shapes and sort the rows by board; see ``strength`` for shapes and errors."""
    holes, boards = as_cards(hole_cards, "hole_cards"), as_cards(board, "board")
    hole_shape, board_shape = holes.shape, boards.shape
    if hole_shape != (2,) and (len(hole_shape) != 2 or hole_shape[1] != 2):  # noqa: PLR2004
        raise ValueError(f"hole_cards must have shape (n, 2), not {hole_shape}")
    if not board_shape or board_shape[-1] not in board_sizes:
        raise CardError(_wrong_board(boards, board_sizes))
    is_single, has_boards = len(hole_shape) == 1, len(board_shape) > 1
    row_count = 1 if is_single else hole_shape[0]
    if has_boards and board_shape[:-1] != (row_count,):
        raise ValueError(f"board must have shape (b,) or ({row_count}, b), not {board_shape}")
    weights = UNIFORM if against is None else _weights(against, row_count)
    if not has_boards or row_count < 2:  # noqa: PLR2004
        return StrengthRows(holes, boards, weights, is_single=is_single)
    order = _board_order(boards)
    if weights.ndim > 1:
        weights = weights[order]
    return StrengthRows(holes[order], boards[order], weights, order=order)


def _wrong_board(boards: Cards, board_sizes: tuple[int, ...]) -> str:
    sizes = ", ".join(map(str, board_sizes[:-1]))
    count = boards.shape[-1] if boards.ndim else 1
    text = format_cards(boards.ravel()[:count])
    return f"board {text!r} has {count} cards; it must have {sizes} or {board_sizes[-1]}"


def _weights(against: RangeLike, row_count: int) -> Floats:
    if isinstance(against, str):
        return parse_range(against)
    weights = as_weights(against, "against")
    if weights.shape not in ((HOLDING_COUNT,), (row_count, HOLDING_COUNT)):
        raise ValueError(
            f"against must have shape ({HOLDING_COUNT},) or ({row_count}, {HOLDING_COUNT}), "
            f"not {weights.shape}"
        )
    return weights


def _board_order(boards: Cards) -> npt.NDArray[np.intp]:
    """An order in which rows with the same set of board cards follow each other."""
    bits = np.uint64(1) << (boards.astype(np.uint64) & np.uint64(63))
    return np.argsort(bits.sum(axis=1, dtype=np.uint64), kind="stable")
