"""What can be read of many tables at once: a column per question, a row per table asked about."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_column, c_type_of, pointer
from railbird.native.game.actions import NO_POSITION
from railbird.native.game.table_state import HAND, TableState

HAND_FIELDS = {name: field[:2] for name, field in (HAND.fields or {}).items()}


class TableColumns:
    """Columns read off the tables named in ``tables`` (int32[n], any order, repeats allowed).

    Positions are those of the hand being played. Columns are new arrays and stay as they are when
    the tables move on. ValueError where a row names no table.
    """

    def __init__(self, state: TableState) -> None:
        """Read from ``state``; nothing here changes it."""
        self._state = state
        definition = state.compiled.definition
        self._card_bounds = np.zeros((definition.round_count, 2), np.uint8)
        if definition.variant is not None:
            self._card_bounds[:] = [(rule.least, rule.most) for rule in definition.variant.rounds]

    def _column(
        self, name: str, tables: npt.ArrayLike, dtype: type[np.generic], *, width: int | None = None
    ) -> npt.NDArray[Any]:
        """A column of ``width`` values a row, or of one, that a function of C fills in."""
        rows = self._state.rows(tables)
        column = np.empty(len(rows) if width is None else (len(rows), width), dtype)
        out = pointer(column, c_type_of(column))
        getattr(lib, name)(self._state.c, pointer(rows, "int32_t"), len(rows), out)
        return column

    def _field(self, name: str, tables: npt.ArrayLike) -> npt.NDArray[Any]:
        """A column of one field of the hands."""
        rows = self._state.rows(tables)
        dtype, offset = HAND_FIELDS[name]
        column = np.empty(len(rows), dtype)
        size, out = dtype.itemsize, ffi.from_buffer("uint8_t[]", column)
        lib.rb_read_fields(self._state.c, pointer(rows, "int32_t"), len(rows), offset, size, out)
        return column

    def hole_cards(
        self, tables: npt.ArrayLike, positions: npt.NDArray[np.uint8] | None = None
    ) -> npt.NDArray[np.uint8]:
        """Hole cards, uint8[n, hole cards], of who is to act or of ``positions`` (uint8[n])."""
        rows = self._state.rows(tables)
        cards = np.empty((len(rows), self._state.compiled.hole_card_count), np.uint8)
        of_whom = ffi.NULL
        if positions is not None:
            column = as_column(positions, "positions", dtype=np.uint8, length=len(rows))
            wrong = (column >= self._state.player_count) & (column != NO_POSITION)
            if wrong.any():
                raise ValueError(
                    f"position {column[wrong][0]} is not one of 0 to {self._state.player_count - 1}"
                )
            of_whom = pointer(column, "uint8_t")
        lib.rb_read_hole_cards(
            self._state.c, pointer(rows, "int32_t"), len(rows), of_whom, pointer(cards, "uint8_t")
        )
        return cards

    def up_cards(self, tables: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """Cards that lie face up, uint8[n, N, hole cards] by position, 255 where none does.

        Of a player who folded, those that he had until then.
        """
        shape = (self._state.player_count, self._state.compiled.hole_card_count)
        cards = self._column("rb_read_up_cards", tables, np.uint8, width=shape[0] * shape[1])
        return cards.reshape(len(cards), *shape)

    def cards_taken(self, tables: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """How many cards each position threw or passed, uint8[n, N, card rounds]."""
        rows = self._state.rows(tables)
        variant = self._state.compiled.definition.variant
        count = 0 if variant is None else variant.card_round_count
        taken = np.zeros((len(rows), self._state.player_count, count), np.uint8)
        if count:
            lib.rb_read_cards_taken(
                self._state.c,
                pointer(rows, "int32_t"),
                len(rows),
                count,
                pointer(taken, "uint8_t"),
            )
        return taken

    def thrown_cards(self, tables: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """What the player to act has thrown away or passed on, uint8[n, most], 255 beyond."""
        rows = self._state.rows(tables)
        variant = self._state.compiled.definition.variant
        most = 0 if variant is None else variant.most_thrown
        cards = np.empty((len(rows), most), np.uint8)
        if most:
            lib.rb_read_thrown_cards(
                self._state.c,
                pointer(rows, "int32_t"),
                len(rows),
                most,
                pointer(cards, "uint8_t"),
            )
        return cards

    def card_bounds(
        self, tables: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
        """Fewest and most cards that go in the round, uint8[n] each, 0 in a round of betting."""
        rounds = self.round_indexes(tables)
        return self._card_bounds[rounds, 0], self._card_bounds[rounds, 1]

    def boards(self, tables: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """Board cards, uint8[n, board cards], 255 where not dealt yet."""
        width = self._state.compiled.board_card_count
        return self._column("rb_read_boards", tables, np.uint8, width=width)

    def pots(self, tables: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Chips in the pot, int64[n]."""
        return self._column("rb_read_pots", tables, np.int64)

    def to_call(self, tables: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Chips that a call costs the position to act, all-in included, int64[n]; 0 where none."""
        return self._column("rb_read_to_call", tables, np.int64)

    def chips_left(self, tables: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Chips behind, int64[n, N] by position."""
        width = self._state.player_count
        return self._column("rb_read_chips_left", tables, np.int64, width=width)

    def has_folded(self, tables: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Who has folded or is not in the hand, bool[n, N] by position."""
        width = self._state.player_count
        return self._column("rb_read_folds", tables, np.uint8, width=width).view(np.bool_)

    def raise_bounds(
        self, tables: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Least and most raise-to, int64[n] each, 0 where no raise is legal.

        In a limit game both are what a raise will come to.
        """
        rows = self._state.rows(tables)
        least, most = np.empty(len(rows), np.int64), np.empty(len(rows), np.int64)
        lib.rb_read_raise_bounds(
            self._state.c,
            pointer(rows, "int32_t"),
            len(rows),
            pointer(least, "int64_t"),
            pointer(most, "int64_t"),
        )
        return least, most

    def legal_kinds(self, tables: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """Legal kinds, uint8[n], as bits ``1 << kind``; 0 where nobody is to act."""
        return self._field("legal_kinds", tables)

    def spent(self, tables: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Chips put in during the hand, int64[n, N] by position, dead ones not counted."""
        return self._state.arrays["spent"].take(self._state.rows(tables), axis=0)

    def blinds(self, tables: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Blinds due in the hand, also above a stack, int64[n, N] by position."""
        return self._state.arrays["blinds"].take(self._state.rows(tables), axis=0)

    def antes(self, tables: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """What everybody posts beside the blinds in the hand, int64[n]."""
        return self._state.arrays["antes"].take(self._state.rows(tables))

    def seats(self, tables: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """The seat that plays each position of the hand, uint8[n, N]."""
        return self._state.arrays["seats"].take(self._state.rows(tables), axis=0)

    def round_indexes(self, tables: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """The betting round, uint8[n]."""
        return self._field("round_index", tables)

    def action_counts(self, tables: npt.ArrayLike) -> npt.NDArray[np.uint16]:
        """Actions taken in the hand by anybody, uint16[n]: the ``decision`` of a draw."""
        return self._field("action_count", tables)

    def bettings(self, tables: npt.ArrayLike) -> list[str]:
        """The betting so far as the ACPC writes it, a string a row.

        Of cards that went it says how many they were, ``d2``, not which: ``Tables.betting`` does.
        """
        state = self._state
        rows = state.rows(tables)
        text = np.empty(len(rows) * (state.c.game.betting_width + 1), np.uint8)
        size = lib.rb_read_betting_lines(
            state.c, pointer(rows, "int32_t"), len(rows), pointer(text, "uint8_t")
        )
        return self._hidden(text[:size]).tobytes().decode("ascii").splitlines()

    def betting_texts(
        self, tables: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """The same as ASCII: one text after the other, and the n + 1 offsets where they begin."""
        rows = self._state.rows(tables)
        offsets = np.zeros(len(rows) + 1, np.int64)
        np.cumsum(self._state.hands["betting_length"][rows], out=offsets[1:])
        text = np.empty(int(offsets[-1]), np.uint8)
        lib.rb_read_bettings(
            self._state.c, pointer(rows, "int32_t"), len(rows), pointer(text, "uint8_t")
        )
        if not self._state.compiled.definition.has_card_rounds:
            return text, offsets
        return hide_slots(text, offsets)

    def _hidden(self, text: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        if not self._state.compiled.definition.has_card_rounds:
            return text
        return hide_slots(text, np.array([0, len(text)]))[0]


def hide_slots(
    text: npt.NDArray[np.uint8], offsets: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Bettings as everybody may see them: of cards that went, how many they were.

    ``text`` is ASCII, one betting after the other, ``offsets`` int64[n + 1] where they begin.
    """
    shown, ends = np.empty_like(text), np.empty_like(offsets)
    lib.rb_hide_slots(
        pointer(text, "uint8_t"),
        pointer(offsets, "int64_t"),
        len(offsets) - 1,
        pointer(shown, "uint8_t"),
        pointer(ends, "int64_t"),
    )
    return shown[: ends[-1]], ends


def split_text(text: npt.NDArray[np.uint8], lengths: npt.NDArray[Any]) -> list[str]:
    """Cut ASCII (uint8[sum of lengths]) into strings of the given lengths."""
    whole = text.tobytes().decode("ascii")
    ends = np.cumsum(lengths, dtype=np.int64).tolist()
    return [whole[start:end] for start, end in zip([0, *ends], ends, strict=False)]
