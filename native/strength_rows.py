"""Rows of hole cards, boards and ranges, brought into the form that C takes."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.cards import CARD_COUNT, format_cards
from railbird.native.errors import CardError, RangeError
from railbird.native.holdings import HOLDING_COUNT, CardsLike, as_cards
from railbird.native.ranges import RangeLike, parse_range

UNIFORM = np.ones(HOLDING_COUNT)
BYTES, DOUBLES = ffi.typeof("uint8_t[]"), ffi.typeof("double[]")
Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Order = npt.NDArray[np.intp] | None


class StrengthRows:
    """What is asked about, checked and in the order of boards.

    Rows have hole cards ``uint8[n, 2]``, a board ``uint8[n, b]`` or one for all, ``uint8[b]``, and
    weights ``float64[n, 1326]`` or ``float64[1326]``.
    """

    __slots__ = ("_c", "_holds", "board_count", "count", "is_single", "order")

    def __init__(
        self, holes: Cards, boards: Cards, weights: Floats, *, order: Order, is_single: bool
    ) -> None:
        """Check every row; see ``strength`` for the errors."""
        self.count, self.board_count = len(holes), boards.shape[-1]
        self.order, self.is_single = order, is_single
        self._holds = holes, boards, weights
        self._c = ffi.new("rb_strength_rows *")
        self._c.holes = ffi.from_buffer(BYTES, holes)
        self._c.boards = ffi.from_buffer(BYTES, boards)
        self._c.weights = ffi.from_buffer(DOUBLES, weights)
        self._c.board_stride = self.board_count if boards.ndim > 1 else 0
        self._c.weight_stride = HOLDING_COUNT if weights.ndim > 1 else 0
        self._c.row_count, self._c.board_count, self._c.path = self.count, self.board_count, -1
        bad = lib.rb_find_bad_row(self._c)
        if bad != -1:
            raise self._complaint(bad)

    def call(self, function: Callable[..., int], *arguments: Any) -> None:
        """Call a function of strength.h on these rows; raises ``MemoryError``."""
        if function(self._c, *arguments):
            raise MemoryError("no memory for the rows of one board")

    def check_left(self, weights: Floats) -> Floats:
        """The weights of opponents ``float64[n]``, if all have one; raises ``RangeError``."""
        if weights.min(initial=np.inf) > 0.0:
            return weights
        raise self.nothing_left(int(weights.argmin()))

    def nothing_left(self, row: int) -> RangeError:
        """The complaint that a row's cards leave nothing of the range."""
        return RangeError(f"{self._cards(row)} leave nothing of the opponent's range; widen it")

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

    def _cards(self, row: int) -> str:
        board = format_cards(self._row(1, row))
        return f"hole cards {format_cards(self._row(0, row))} and board {board or '(none)'}"

    def _complaint(self, code: int) -> CardError | RangeError:
        if code < -1:
            weights = self._row(2, -2 - code)
            wrong = weights[~(np.isfinite(weights) & (weights >= 0.0))]
            if len(wrong):
                return RangeError(
                    f"a range has the weight {wrong[0]}; weights are finite, 0 or more"
                )
            return RangeError("a range is empty; give a holding a weight above 0")
        cards = np.concatenate([self._row(0, code), self._row(1, code)])
        if cards.max() >= CARD_COUNT:
            return CardError(f"{cards.max()} is no card; cards are 0 to {CARD_COUNT - 1}")
        values, counts = np.unique(cards, return_counts=True)
        twice = format_cards(values[counts > 1][:1])
        return CardError(f"card {twice} comes twice among {self._cards(code)}; deal it once")


def strength_rows(
    hole_cards: CardsLike,
    board: CardsLike,
    against: RangeLike | None,
    *,
    board_sizes: tuple[int, ...],
) -> StrengthRows:
    """Check the arguments and sort the rows by board; see ``strength`` for shapes and errors."""
    holes, boards = as_cards(hole_cards, "hole_cards"), as_cards(board, "board")
    is_single = holes.ndim == 1
    holes = holes[None] if is_single else holes
    if holes.ndim != 2 or holes.shape[1] != 2:  # noqa: PLR2004
        raise ValueError(f"hole_cards must have shape (n, 2), not {holes.shape}")
    if boards.shape[-1] not in board_sizes:
        raise CardError(_wrong_board(boards, board_sizes))
    if boards.ndim > 1 and boards.shape[:-1] != (len(holes),):
        raise ValueError(f"board must have shape (b,) or ({len(holes)}, b), not {boards.shape}")
    weights = _weights(against, len(holes))
    order = board_order(boards) if boards.ndim > 1 and len(holes) > 1 else None
    if order is not None:
        holes, boards = holes[order], boards[order]
        weights = weights[order] if weights.ndim > 1 else weights
    return StrengthRows(holes, boards, weights, order=order, is_single=is_single)


def _wrong_board(boards: Cards, board_sizes: tuple[int, ...]) -> str:
    sizes = ", ".join(map(str, board_sizes[:-1]))
    text = format_cards(boards.ravel()[: boards.shape[-1]])
    return f"board {text!r} has {boards.shape[-1]} cards; this takes {sizes} or {board_sizes[-1]}"


def _weights(against: RangeLike | None, row_count: int) -> Floats:
    if against is None:
        return UNIFORM
    if isinstance(against, str):
        return parse_range(against)
    weights = np.ascontiguousarray(against, dtype=np.float64)
    if weights.shape not in ((HOLDING_COUNT,), (row_count, HOLDING_COUNT)):
        raise ValueError(
            f"against must have shape ({HOLDING_COUNT},) or ({row_count}, {HOLDING_COUNT}), "
            f"not {weights.shape}"
        )
    return weights


def board_order(boards: Cards) -> npt.NDArray[np.intp]:
    """An order in which rows with the same set of board cards follow each other."""
    bits = np.uint64(1) << (boards.astype(np.uint64) & np.uint64(63))
    return np.argsort(bits.sum(axis=1, dtype=np.uint64), kind="stable")
