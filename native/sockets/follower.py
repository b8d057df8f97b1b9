"""Follows a hand from the lines that an ACPC dealer sends to one seat, in C."""

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer
from railbird.native.game.seat_order import SeatOrderForC, seat_order
from railbird.native.game.tables import Tables

TABLE = np.zeros(1, np.int32)


class Sight(IntEnum):
    """What a seat knows of its table after a line."""

    NOT_TAKEN = lib.NOT_TAKEN
    """The line is not in the dealer's own spelling, or not possible in the game."""
    WATCHES = lib.WATCHES
    ACTS = lib.ACTS
    IS_OVER = lib.IS_OVER


class Follower:
    """Replays at one table what its seat receives.

    ``tables`` (of one table) and ``hand_index`` (int32[1]) change with every line; ``seat`` and
    ``position`` are -1 before the first; ``seat_order`` is that of a button that moves on.
    """

    def __init__(self, tables: Tables) -> None:
        """Know nothing yet; the table has the definition's stacks, blinds and seats."""
        if tables.table_count != 1:
            raise ValueError(f"one table is followed, not {tables.table_count}")
        self.tables = tables
        self.hand_index: npt.NDArray[np.int32] = np.full(1, -1, np.int32)
        tables.start_hands(TABLE, None)
        self.seat_order = seat_order(tables.definition.player_count)
        self._c_order = SeatOrderForC(self.seat_order)
        self._betting, cards = np.empty(tables.betting_room, np.uint8), tables.lend_cards()
        self._c = ffi.new("rb_follower *")
        self._c.tables = tables.c
        self._c.cards = pointer(cards, "uint8_t")
        self._c.betting = pointer(self._betting, "uint8_t")
        self._c.betting_room = len(self._betting)
        self._c.seat_order = self._c_order.c[0]
        self._c.hand_index = pointer(self.hand_index, "int32_t")
        self._c.betting_length = self._c.position = self._c.seat = -1

    @property
    def seat(self) -> int:
        """The seat, -1 before the first line."""
        return int(self._c.seat)

    @property
    def position(self) -> int:
        """The position in the hand."""
        return int(self._c.position)

    def follow(self, line: bytes) -> int:
        """Read a line without its line end; returns a Sight.

        After NOT_TAKEN the table stands anywhere, until `begin` or a line that is taken: that one
        begins its hand again.
        """
        return int(lib.rb_follow(self._c, line, len(line)))

    def begin(self, position: int, hand_index: int, cards: npt.NDArray[np.uint8]) -> None:
        """Begin a hand by hand: ``cards`` (uint8[W]) have 255 for those unseen."""
        self.tables.deal_again(0, cards, seats=self.seat_order.seats_in(hand_index))
        self._c.betting_length = -1
        self._c.position = position
        self._c.seat = self.seat_order.seat_of(position, hand_index)
        self.hand_index[0] = hand_index

    def sight(self) -> int:
        """What the seat sees now, a Sight."""
        return int(lib.rb_followed(self._c))
