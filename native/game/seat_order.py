"""Which seat plays which position, hand by hand: the one place that knows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi
from railbird.native.arrays import pointer

Item = TypeVar("Item")
Indexes = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class SeatOrder:
    """Who plays which position: hand ``h`` has row ``h`` modulo the number of rows.

    ``seats`` intp[rows, N] by position, ``positions`` intp[rows, N] by seat; both are read-only.
    Arguments named ``hands`` are hand numbers, of any shape; positions and seats are broadcast
    against them.
    """

    seats: Indexes
    positions: Indexes

    def seats_in(self, hands: npt.ArrayLike) -> Indexes:
        """Seats by position of hands, intp[..., N]."""
        return self.seats.take(self._rows(hands), axis=0)  # thrice as fast as an index

    def positions_in(self, hands: npt.ArrayLike) -> Indexes:
        """Positions by seat of hands, intp[..., N]."""
        return self.positions.take(self._rows(hands), axis=0)

    def seats_of(self, positions: npt.ArrayLike, hands: npt.ArrayLike) -> Indexes:
        """The seats that play positions."""
        return np.asarray(self.seats[self._rows(hands), np.asarray(positions, np.intp)])

    def positions_of(self, seats: npt.ArrayLike, hands: npt.ArrayLike) -> Indexes:
        """The positions that seats play."""
        return np.asarray(self.positions[self._rows(hands), np.asarray(seats, np.intp)])

    def of_hands(self, hands: npt.ArrayLike) -> "HandOrder":
        """The order of hands [n]."""
        return HandOrder(self.seats_in(hands), self.positions_in(hands))

    def turn(self, hand: int) -> int:
        """The row of one hand: hands of one row seat everybody alike."""
        return hand % len(self.seats)

    def seat_row(self, hand: int) -> list[int]:
        """The seats by position of one hand, as plain numbers: quick where hands come singly."""
        row: list[int] = self.seats[self.turn(hand)].tolist()
        return row

    def position_row(self, hand: int) -> list[int]:
        """The positions by seat of one hand, as plain numbers."""
        row: list[int] = self.positions[self.turn(hand)].tolist()
        return row

    def hand_after_hand(self, by_seat: Sequence[Item]) -> Iterator[tuple[Item, ...]]:
        """Yield values by seat in the order of positions: those of hand 0, of hand 1, for ever."""
        return cycle([tuple([by_seat[seat] for seat in row]) for row in self.seats.tolist()])

    def seat_of(self, position: int, hand: int) -> int:
        """The seat that plays a position in one hand."""
        return int(self.seats[self.turn(hand), position])

    def position_of(self, seat: int, hand: int) -> int:
        """The position that a seat plays in one hand."""
        return int(self.positions[self.turn(hand), seat])

    def hands_in(self, position: int, seat: int) -> slice:
        """The hands in which a seat plays a position, as a slice of all."""
        found = np.flatnonzero(self.positions[:, seat] == position)
        first = int(found[0]) if len(found) else None
        return slice(0) if first is None else slice(first, None, len(self.positions))

    def by_seat(self, by_position: npt.NDArray[Any], hands: npt.ArrayLike) -> npt.NDArray[Any]:
        """Put values [n, N, ...] by position of n hands in the order of seats."""
        return _reorder(by_position, self.positions_in(hands))

    def by_position(self, by_seat: npt.NDArray[Any], hands: npt.ArrayLike) -> npt.NDArray[Any]:
        """Put values [n, N, ...] by seat of n hands in the order of positions."""
        return _reorder(by_seat, self.seats_in(hands))

    def _rows(self, hands: npt.ArrayLike) -> Indexes:
        return np.asarray(np.asarray(hands, np.intp) % len(self.seats), np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class HandOrder:
    """Who plays which position in n hands: by a SeatOrder, or as it was stored.

    ``seats`` intp[n, N] by position, ``positions`` intp[n, N] by seat.
    """

    seats: Indexes
    positions: Indexes

    def positions_of(self, seats: npt.ArrayLike) -> Indexes:
        """The positions that seats play, one a hand."""
        return np.asarray(
            self.positions[np.arange(len(self.positions)), np.asarray(seats, np.intp)]
        )

    def by_seat(self, by_position: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Put values [n, N, ...] by position in the order of seats."""
        return _reorder(by_position, self.positions)

    def by_position(self, by_seat: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Put values [n, N, ...] by seat in the order of positions."""
        return _reorder(by_seat, self.seats)


def stored_order(positions: npt.NDArray[np.integer]) -> HandOrder:
    """The order of hands whose positions by seat, [n, N], are known."""
    by_seat = positions.astype(np.intp)
    return HandOrder(np.argsort(by_seat, axis=1), by_seat)


@cache
def seat_order(player_count: int, *, fixed_seats: bool = False) -> SeatOrder:
    """The order in which the button moves on by a seat a hand, or with ``fixed_seats`` stays.

    In hand ``h`` seat ``s`` plays position ``(s - h) mod N``, or with ``fixed_seats`` position
    ``s``.
    """
    every = np.arange(player_count)
    hands = every[: 1 if fixed_seats else None, None]
    seats, positions = (every + hands) % player_count, (every - hands) % player_count
    seats.setflags(write=False)
    positions.setflags(write=False)
    return SeatOrder(seats, positions)


class SeatOrderForC:
    """The arrays of a SeatOrder as C reads them; they live as long as this."""

    def __init__(self, order: SeatOrder) -> None:
        """Copy the rows."""
        self._seats = order.seats.astype(np.uint8)
        self._positions = order.positions.astype(np.uint8)
        self.c = ffi.new("rb_seat_order *")
        self.c.row_count = len(order.seats)
        self.c.seats = pointer(self._seats, "uint8_t")
        self.c.positions = pointer(self._positions, "uint8_t")


def _reorder(values: npt.NDArray[Any], order: Indexes) -> npt.NDArray[Any]:
    return values[np.arange(len(values))[:, None], np.broadcast_to(order, values.shape[:2])]
