"""Hands of hold'em as texts of others tell them, read and played in C, thousands at once.

What is spelt as usual, follows the rules and comes to what its text says is taken; everything else
is left to readers that can say what is wrong. So nothing here reports a fault.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer
from railbird.native.game.action_walk import ActionWalk
from railbird.native.struct_dtype import struct_dtype

TOLD_PLAYERS: int = lib.TOLD_PLAYERS
"""Places by position in arrays of told hands."""
_HOLE, _BOARD = lib.TOLD_HOLE_LETTERS, lib.TOLD_BOARD_LETTERS
_ACTIONS_A_HAND = 40
_SPAN, _ACTION = struct_dtype("rb_span"), struct_dtype("rb_told_action")
_PLAYED = lib.TOLD_PLAYED
_WIDTHS: dict[str, tuple[tuple[int, ...], Any]] = {
    "lines": ((), np.int64),
    "texts": ((), _SPAN),
    "tables": ((), _SPAN),
    "numbers": ((), _SPAN),
    "names": ((TOLD_PLAYERS,), _SPAN),
    "player_counts": ((), np.int32),
    "has_limit": ((), np.int32),
    "status": ((), np.int32),
    "stakes": ((2,), np.int64),
    "stacks": ((TOLD_PLAYERS,), np.int64),
    "blinds": ((TOLD_PLAYERS,), np.int64),
    "collected": ((TOLD_PLAYERS,), np.int64),
    "returned": ((TOLD_PLAYERS,), np.int64),
    "spent": ((TOLD_PLAYERS,), np.int64),
    "pots": ((), np.int64),
    "rakes": ((), np.int64),
    "holes": ((TOLD_PLAYERS,), f"S{_HOLE}"),
    "boards": ((), f"S{_BOARD}"),
}


class ToldHands:
    """Up to ``room`` hands of texts, read into arrays that are made once.

    ``columns`` has them by name, int64[room, 10] where they are by position: ``stacks``,
    ``blinds`` (what is due), ``collected``, ``spent`` (once played, without an uncalled bet);
    ``stakes`` int64[room, 2]; ``lines``, ``player_counts``, ``has_limit``, ``pots`` and ``rakes``;
    ``holes`` S4[room, 10] and ``boards`` S10, letters of cards, ``?`` if unknown; ``texts``,
    ``tables``, ``numbers`` and ``names``, pieces of the text by ``start`` and ``length``. Not to be
    used by several threads at once.
    """

    def __init__(self, room: int) -> None:
        """Make the arrays."""
        self.columns: dict[str, npt.NDArray[Any]] = {
            name: np.zeros((room, *shape), dtype) for name, (shape, dtype) in _WIDTHS.items()
        }
        self._first_actions = np.zeros(room + 1, np.int64)
        self._actions = np.zeros(room * _ACTIONS_A_HAND, _ACTION)
        self._place, self._line = ffi.new("int64_t *"), ffi.new("int64_t *")
        self._mucked = ffi.new(f"uint8_t[{TOLD_PLAYERS}]")
        self._c = ffi.new("rb_told_hands *")
        self._c.hand_room, self._c.action_room = room, len(self._actions)
        self._c.first_actions = pointer(self._first_actions, "int64_t")
        self._c.actions = pointer(self._actions, "rb_told_action")
        for name, array in self.columns.items():
            c_type = ffi.typeof("rb_told_hands").fields
            kind = next(field.type for field_name, field in c_type if field_name == name)
            setattr(self._c, name, ffi.from_buffer(kind, array))

    @property
    def count(self) -> int:
        """Hands read so far."""
        return int(self._c.hand_count)

    def read_room(
        self, text: bytes, place: int, line: int, *, chips_per_unit: int
    ) -> tuple[int, int]:
        """Read hands in a card room's text, which begins with one, from a place and its line on.

        The hands replace those read before; returns the place and the line of the next.
        """
        self._place[0], self._line[0] = place, line
        lib.rb_read_room_hands(text, len(text), chips_per_unit, self._place, self._line, self._c)
        return int(self._place[0]), int(self._line[0])

    def clear(self) -> None:
        """Forget all hands."""
        self._c.hand_count = self._c.action_count = 0

    def read_phh(
        self, actions: bytes, *, chips_per_unit: int, player_count: int
    ) -> tuple[int, ...] | None:
        """Read the actions of a hand in the PHH format, a list of strings, as the next hand.

        Returns the positions that muck, in order; None, having read nothing, where the list is
        spelt otherwise.
        """
        count = lib.rb_read_phh_actions(
            actions, len(actions), chips_per_unit, player_count, self._c, self._mucked
        )
        return None if count < 0 else tuple(self._mucked[0:count])

    def play(self, walk: ActionWalk, rows: Sequence[int]) -> list[str | None]:
        """Play hands of the walk's game; return their bettings.

        None stands for a hand that is not legal, not over, or that comes to another amount, pot
        or uncalled bet than its text says.
        """
        width, numbers = walk.betting_room, np.array(rows, np.int64)
        text, lengths = np.zeros((len(rows), width), np.uint8), np.zeros(len(rows), np.int32)
        walk.c.antes[0] = walk.definition.ante
        lib.rb_play_told_hands(
            walk.c,
            pointer(numbers, "int64_t"),
            len(numbers),
            self._c,
            pointer(text, "uint8_t"),
            pointer(lengths, "int32_t"),
        )
        whole = text.tobytes().decode("ascii")
        is_played = (self.columns["status"][numbers] == _PLAYED).tolist()
        return [
            whole[start : start + length] if played else None
            for start, length, played in zip(
                range(0, len(whole), width), lengths.tolist(), is_played, strict=True
            )
        ]

    def cards(self) -> list[str]:
        """All cards of each hand, two letters each: hole cards by position, then the board."""
        holes = self.columns["holes"][: self.count].tobytes().decode("latin-1")
        boards = self.columns["boards"][: self.count].tobytes().decode("latin-1")
        counts, width = self.columns["player_counts"][: self.count].tolist(), TOLD_PLAYERS * _HOLE
        return [
            holes[row * width : row * width + count * _HOLE]
            + boards[row * _BOARD : (row + 1) * _BOARD]
            for row, count in enumerate(counts)
        ]

    def is_read(self) -> list[bool]:
        """Whether each hand is spelt as usual."""
        statuses = self.columns["status"][: self.count]
        is_read: list[bool] = (statuses != lib.TOLD_OTHERWISE).tolist()
        return is_read
