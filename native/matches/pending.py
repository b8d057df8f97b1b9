"""The decisions that wait at whole matches, listed step by step, their draws and bounds."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import c_type_of, pointer
from railbird.native.draws.draws import PURPOSE_DECISION
from railbird.native.matches.match_state import MatchState
from railbird.native.matches.match_steps import Applied, Pending

BLOCK_ROWS = 2**14
"""Rows that are made at once, for as many lists as they are enough for: for few tables, making
arrays takes longer than filling them."""
MOST_LISTS = 2**10
"""Lists of a block, at most; with many controllers fewer, since each has offsets."""

DRAWS_OF_A_DECISION = 2**32

BYTE, WHOLE, DOUBLE = np.dtype(np.uint8), np.dtype(np.int64), np.dtype(np.float64)
BYTES, WHOLES, DOUBLES = map(ffi.typeof, ("uint8_t[]", "int64_t[]", "double[]"))
from_buffer = ffi.from_buffer

LISTED: dict[str, type[np.generic]] = {
    "tables": np.int32,
    "seats": np.uint8,
    "positions": np.uint8,
    "legal_kinds": np.uint8,
    "hand_indexes": np.int32,
    "action_counts": np.uint16,
    "hole_cards": np.uint8,
}
STEPPED: dict[str, type[np.generic]] = {
    "faults": np.uint8,
    "ended_matches": np.int32,
    "ended_hands": np.int32,
}

Rows = npt.NDArray[Any]


class PendingLists:
    """Lists of pending decisions, each in memory of its own, with room for what the step does."""

    def __init__(self, state: MatchState) -> None:
        """List for these matches; nothing is listed yet."""
        self.c = ffi.new("rb_pending *")
        self.first_row = 0
        """The row of all lists of the block at which the latest list begins."""
        self.row_count = 0
        """Rows that wait now; 0 once they are acted on."""
        self._state = state
        offset_count = state.c.controller_count + 1
        self._place_count = min(max(BLOCK_ROWS // offset_count, 1), MOST_LISTS)
        self._place = self._place_count
        self._used_rows = 0
        self._columns: tuple[Rows, ...] = ()
        self._offsets: Rows = np.empty((0, 0), np.int64)
        self._room: tuple[Rows, ...] = ()
        self._room_count = 0

    def list_next(
        self, controller_count: int | None = None, *, is_of_fullest: bool = False
    ) -> Pending:
        """List what waits now, where asked for that of the first so many controllers alone.

        ``is_of_fullest`` lists the rows of the one of them that has most.
        """
        c_state = self._state.c
        self._place += 1
        fits = self._used_rows + c_state.playing_count <= self._room_count
        if not fits or self._place >= self._place_count:
            self._begin_block()
        place, first = self._place, self._used_rows
        if controller_count is None:
            controller_count = c_state.controller_count
        if is_of_fullest:
            lib.rb_list_fullest(c_state, self.c, place, first, controller_count)
        else:
            lib.rb_list_pending(c_state, self.c, place, first)
        offsets = self._offsets[place, : controller_count + 1]
        self.row_count = count = int(offsets[-1])
        self.first_row = first
        self._used_rows = first + count
        rows = slice(first, first + count)
        return Pending._make([*[column[rows] for column in self._columns], offsets])

    def forget(self) -> None:
        """Give up the latest list."""
        self.row_count = 0

    def step(self, kinds: Rows, amounts: Rows | None) -> Applied:
        """Act at the tables of the latest list."""
        count, first = len(kinds), self.first_row
        fault_count = lib.rb_step_pending(
            self._state.c,
            self.c,
            first,
            count,
            from_buffer(BYTES, kinds),
            ffi.NULL if amounts is None else from_buffer(WHOLES, amounts),
        )
        self.row_count = 0
        end = first + self.c.ended_count
        faults, matches, hands = self._room
        return Applied(
            faults[first : first + count], fault_count, matches[first:end], hands[first:end]
        )

    def _begin_block(self) -> None:
        """Make the arrays of the next lists."""
        self._place = self._used_rows = 0
        self._room_count = max(BLOCK_ROWS, self._state.c.playing_count)
        self._columns = tuple(self._make(name, dtype) for name, dtype in LISTED.items())
        self._room = tuple(self._make(name, dtype) for name, dtype in STEPPED.items())
        self._offsets = self._make("offsets", np.int64)

    def _make(self, name: str, dtype: type[np.generic]) -> Rows:
        shape: tuple[int, ...] = (self._room_count,)
        if name == "hole_cards":
            shape = (*shape, self._state.tables.compiled.hole_card_count)
        if name == "offsets":
            shape = (self._place_count, self._state.c.controller_count + 1)
        array = np.empty(shape, dtype)
        setattr(self.c, name, pointer(array, c_type_of(array)))
        array.setflags(write=False)
        return array


class PendingDraws:
    """What the decisions that wait now draw: rows ``first`` to ``end`` of the latest Pending."""

    def __init__(self, state: MatchState, lists: PendingLists) -> None:
        """Draw for these lists."""
        self._matches = state.c
        self._lists = lists
        self._rows = ffi.new("rb_pending_rows *")
        self._sampled_rows = ffi.new("rb_pending_rows *", {"purpose": PURPOSE_DECISION})
        self._declared = ffi.new("rb_declared *")
        self._kinds: object = None

    def uniform(
        self, first: int, end: int, *, purpose: int, draw_index: int
    ) -> npt.NDArray[np.float64]:
        """Draws ``float64[end - first]`` as ``draw_uniform`` gives them.

        Draws of another purpose than PURPOSE_DECISION are those of decision 0.
        """
        if not 0 <= draw_index < DRAWS_OF_A_DECISION:
            raise ValueError(f"draw_index must be 0 to {DRAWS_OF_A_DECISION - 1}, not {draw_index}")
        rows = self._rows
        self._name(rows, first, end)
        draws = np.empty(end - first, np.float64)
        rows.purpose, rows.draw_index = purpose, draw_index
        rows.is_by_hand = purpose != PURPOSE_DECISION
        lib.rb_draw_pending(self._matches, self._lists.c, rows, from_buffer(DOUBLES, draws))
        return draws

    def sample(
        self, first: int, end: int, *, declared: tuple[Any, Any, Any, Any]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]] | None:
        """Sample with draw 0 of each decision as ``sample_actions`` does with it.

        ``declared`` are probability, kinds, least and most. None where it is left to
        ``sample_actions`` to judge them.
        """
        count, rows = end - first, self._sampled_rows
        if not self._point(*declared, count=count):
            return None
        self._name(rows, first, end)
        chosen, amounts = np.empty(count, BYTE), np.empty(count, WHOLE)
        bad = lib.rb_sample_pending(
            self._matches,
            self._lists.c,
            rows,
            self._declared,
            from_buffer(BYTES, chosen),
            from_buffer(WHOLES, amounts),
        )
        return (chosen, amounts) if bad == -1 else None

    def raise_bounds(
        self, first: int, end: int
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Least and most raise-to, int64[end - first] each, as TableColumns has them."""
        rows = self._rows
        self._name(rows, first, end)
        bounds = np.empty((2, end - first), WHOLE)
        lib.rb_bound_pending(self._matches, self._lists.c, rows, from_buffer(WHOLES, bounds))
        return bounds[0], bounds[1]

    def _name(self, rows: Any, first: int, end: int) -> None:
        if not 0 <= first <= end <= self._lists.row_count:
            raise ValueError(f"rows {first} to {end} are named, where {self._lists.row_count} wait")
        rows.first, rows.count = self._lists.first_row + first, end - first

    def _point(self, probability: Any, kinds: Any, least: Any, most: Any, *, count: int) -> bool:
        """Point at what is declared, where C can read it as it is."""
        declared = self._declared
        if kinds is not self._kinds:
            if not _is_plain(kinds, BYTE, (len(kinds),)):
                return False
            declared.kinds, declared.alternative_count = from_buffer(BYTES, kinds), len(kinds)
            self._kinds = kinds
        shape: tuple[int, ...] = (count, declared.alternative_count)
        if not _is_plain(probability, DOUBLE, shape):
            return False
        declared.probability = from_buffer(DOUBLES, probability)
        if least is None and most is None:
            declared.least = declared.most = ffi.NULL
            return True
        if type(least) is np.ndarray and least.ndim == 1:
            shape = shape[:1]
        if not (_is_plain(least, WHOLE, shape) and _is_plain(most, WHOLE, shape)):
            return False
        declared.least, declared.most = from_buffer(WHOLES, least), from_buffer(WHOLES, most)
        declared.is_by_row = len(shape) == 1
        return True


def _is_plain(array: Any, dtype: np.dtype[Any], shape: tuple[int, ...]) -> bool:
    """Whether C can read an array as it is."""
    return (
        type(array) is np.ndarray
        and array.dtype is dtype
        and array.shape == shape
        and array.flags.c_contiguous
    )
