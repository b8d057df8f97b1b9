"""Tables at which one hand at a time is played: for tests, replays, protocols and search."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, pointer
from railbird.native.cards.cards import NO_CARD
from railbird.native.errors import BettingError, CardError
from railbird.native.game.actions import action_columns
from railbird.native.game.columns import TableColumns
from railbird.native.game.compile import compile_game
from railbird.native.game.definition import GameDefinition
from railbird.native.game.hand_setup import set_up_hands
from railbird.native.game.table_state import (
    Rows,
    TableState,
    check_deals,
    read_only,
    require_table_count,
)

BETTING_FAULTS = {
    lib.UNKNOWN_LETTER: "that is not a letter of a betting string",
    lib.NOT_LEGAL: "that is not legal there",
    lib.BELOW_LEAST: "that is below the least raise-to",
    lib.ABOVE_MOST: "that is above the most raise-to",
    lib.NOBODY_TO_ACT: "nobody is to act any more",
    lib.MISPLACED_SLASH: "a / stands where a round begins, and nowhere else",
    lib.NO_SIZE: "a size of up to ten digits must follow",
    lib.BROKEN_OFF: "the hand is not over there",
    lib.TOO_FEW_CARDS: "fewer cards are chosen than have to go",
    lib.TOO_MANY_CARDS: "more cards are chosen than may go",
    lib.CARDS_NOT_HELD: "a card is chosen that the player does not hold",
}


class Tables:
    """T tables of one game, each with its own stacks, blinds and seats, one hand at a time.

    Arguments named ``tables`` are int32[n] without repeats. ``columns`` reads many tables at once;
    ``acting_position`` (uint8[T], 255 nobody), ``round_index`` (uint8[T]), ``is_done`` (bool[T]),
    ``spent``, ``stacks`` and ``blinds`` (int64[T, N]), ``seats`` (uint8[T, N]) and ``cards``
    (uint8[T, W]) are read-only views of the tables. A table where no hand was started counts as
    done. Not to be used by several threads at once.
    """

    def __init__(self, definition: GameDefinition, table_count: int) -> None:
        """Make the tables; all arrays are made here, none later."""
        require_table_count(table_count)
        self.definition = definition
        self.table_count = table_count
        compiled = compile_game(definition)
        self._cards = np.full((table_count, compiled.cards_per_hand), NO_CARD, np.uint8)
        self._state = TableState(compiled, table_count, self._cards)
        self._marks = np.zeros(table_count, np.uint8)
        self.columns = TableColumns(self._state)
        self.acting_position: npt.NDArray[np.uint8] = self._state.view("acting_position")
        self.round_index: npt.NDArray[np.uint8] = self._state.view("round_index")
        self.is_done: npt.NDArray[np.bool_] = self._state.view("is_done").view(np.bool_)
        self.spent: npt.NDArray[np.int64] = self._state.view("spent")
        self.stacks: npt.NDArray[np.int64] = self._state.view("stacks")
        self.blinds: npt.NDArray[np.int64] = self._state.view("blinds")
        self.seats: npt.NDArray[np.uint8] = self._state.view("seats")
        self.cards: npt.NDArray[np.uint8] = read_only(self._cards)

    @property
    def has_folded(self) -> npt.NDArray[np.bool_]:
        """Who has folded or is not in the hand, bool[T, N] by position."""
        return self.columns.has_folded(np.arange(self.table_count, dtype=np.int32))

    def start_hands(  # noqa: PLR0913  (all that a hand starts from)
        self,
        tables: Rows,
        cards: npt.NDArray[np.uint8] | None,
        *,
        stacks: npt.NDArray[np.int64] | None = None,
        blinds: npt.NDArray[np.int64] | None = None,
        seats: npt.NDArray[np.uint8] | None = None,
        antes: npt.NDArray[np.int64] | None = None,
    ) -> None:
        """Start a new hand at each table, whatever was played there before.

        ``cards`` (uint8[n, W]) lie as ``deal_cards`` deals them, 255 for a card not known;
        ``stacks`` and ``blinds`` (int64[n, N] by position) and ``antes`` (int64[n]) default to the
        definition's, ``seats`` (uint8[n, N]: the seat of each position) to seat = position. Who has
        a stack of 0 is not in the hand. Raises CardError for cards not of the deck or doubled.
        """
        rows = self._distinct(self._state.rows(tables))
        new_cards = self._new_cards(cards, len(rows))
        setup = set_up_hands(
            self.definition, len(rows), stacks=stacks, blinds=blinds, seats=seats, antes=antes
        )
        self._cards[rows] = new_cards
        self._state.arrays["stacks"][rows] = setup.stacks
        self._state.arrays["blinds"][rows] = setup.blinds
        self._state.arrays["seats"][rows] = setup.seats
        self._state.arrays["antes"][rows] = setup.antes
        lib.rb_start_hands(self._state.c, pointer(rows, "int32_t"), len(rows))

    def deal_again(
        self,
        table: int,
        cards: npt.NDArray[np.uint8],
        *,
        seats: npt.NDArray[np.integer] | None = None,
    ) -> None:
        """Start another hand at one table, from the stacks, blinds and seats of its last one.

        ``cards`` (uint8[W]) and ``seats`` (integers [N], not checked) are as for ``start_hands``,
        which a table takes many times longer over.
        """
        check_deals(self._state, cards[None, :], may_be_unknown=True)
        self._cards[table] = cards
        if seats is not None:
            self._state.arrays["seats"][table] = seats
        lib.rb_start_hands(self._state.c, ffi.new("int32_t[1]", [table]), 1)

    @property
    def c(self) -> Any:
        """The ``rb_tables *``; it lives as long as these tables."""
        return self._state.c

    @property
    def betting_room(self) -> int:
        """Bytes that hold the longest betting of the game."""
        return int(self._state.arrays["betting"].shape[1])

    def lend_cards(self) -> npt.NDArray[np.uint8]:
        """The cards themselves, uint8[T, W], for C to write to."""
        return self._cards

    def _new_cards(self, cards: npt.ArrayLike | None, count: int) -> npt.NDArray[np.uint8]:
        shape = (count, self._cards.shape[1])
        if cards is None:
            return np.full(shape, NO_CARD, np.uint8)
        new_cards: npt.NDArray[np.uint8] = as_array(cards, "cards", dtype=np.uint8)
        if new_cards.shape != shape:
            raise ValueError(f"cards must have shape {shape}, not {new_cards.shape}")
        check_deals(self._state, new_cards, may_be_unknown=True)
        return new_cards

    def _distinct(self, rows: Rows) -> Rows:
        repeat = lib.rb_find_repeat(
            pointer(rows, "int32_t"), len(rows), pointer(self._marks, "uint8_t")
        )
        if repeat >= 0:
            raise ValueError(f"tables[{repeat}] names table {rows[repeat]} again; name it once")
        return rows

    def legal_kinds(self, tables: Rows) -> npt.NDArray[np.uint8]:
        """Legal kinds, uint8[n], as bits ``1 << kind``; 0 where nobody is to act."""
        return self.columns.legal_kinds(tables)

    def raise_bounds(self, tables: Rows) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Least and most raise-to, int64[n] each, 0 where no raise is legal."""
        return self.columns.raise_bounds(tables)

    def check_actions(
        self, tables: Rows, kinds: npt.NDArray[np.uint8], amounts: npt.NDArray[np.int64] | None
    ) -> npt.NDArray[np.uint8]:
        """Say what is wrong with actions, uint8[n] of Fault, and change nothing."""
        return self._act(tables, kinds, amounts=amounts, play=False)

    def apply_actions(
        self, tables: Rows, kinds: npt.NDArray[np.uint8], amounts: npt.NDArray[np.int64] | None
    ) -> npt.NDArray[np.uint8]:
        """Act at each table, and say what was wrong, uint8[n] of Fault.

        As at the ACPC an illegal kind becomes a call and a size out of range the nearest in it.
        ``amounts`` may be None in a limit game. Raises BettingError, having changed nothing, where
        a table is done.
        """
        return self._act(tables, kinds, amounts=amounts, play=True)

    def _act(
        self, tables: Rows, kinds: npt.ArrayLike, *, amounts: npt.ArrayLike | None, play: bool
    ) -> npt.NDArray[np.uint8]:
        rows = self._distinct(self._state.rows(tables, may_be_done=False))
        kind_column, amount_column = action_columns(
            kinds, amounts, count=len(rows), is_sized=self.definition.has_amounts
        )
        faults = np.empty(len(rows), np.uint8)
        lib.rb_act(
            self._state.c,
            pointer(rows, "int32_t"),
            len(rows),
            pointer(kind_column, "uint8_t"),
            ffi.NULL if amount_column is None else pointer(amount_column, "int64_t"),
            play,
            pointer(faults, "uint8_t"),
        )
        return faults

    def muck(self, tables: Rows, is_mucked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Take hands out of the showdown, bool[n, N] by position: they win nothing.

        A bet that nobody called is returned first. Returns bool[n], False at tables that stay as
        they are, since nobody is left who may win every pot.
        """
        rows = self._distinct(self._state.rows(tables))
        live, spent = self._state.hands["live"][rows], self._state.arrays["spent"][rows]
        bits = (1 << np.arange(spent.shape[1])).astype(live.dtype)
        left = live & ~(is_mucked * bits).sum(axis=1, dtype=live.dtype)
        called = np.minimum(spent, np.partition(spent, -2, axis=1)[:, -2:-1])
        most_left = np.where(left[:, None] & bits, called, -1).max(axis=1)
        may_win_all: npt.NDArray[np.bool_] = most_left == called.max(axis=1)
        done = rows[may_win_all]
        self._state.hands["live"][done] = left[may_win_all]
        self._state.arrays["spent"][done] = called[may_win_all]
        return may_win_all

    def payoffs(self, tables: Rows) -> npt.NDArray[np.int64]:
        """Payoffs of finished hands by position, int64[n, N], in 1/2520 chip.

        Raises BettingError where the hand is still on, CardError where a showdown needs a card
        that is not known.
        """
        rows = self._state.rows(tables)
        playing = rows[~self.is_done[rows]]
        if len(playing):
            raise BettingError(f"the hand at table {playing[0]} is still on; play it to its end")
        payoffs = np.empty((len(rows), self.definition.player_count), np.int64)
        bad = lib.rb_payoffs(
            self._state.c, pointer(rows, "int32_t"), len(rows), pointer(payoffs, "int64_t")
        )
        if bad >= 0:
            raise CardError(
                f"the showdown at table {rows[bad]} needs a card that is not known; "
                "start the hand with it"
            )
        return payoffs

    def betting(self, table: int) -> str:
        """The betting at one table as the ACPC writes it, such as ``cr300c/cc/``.

        After ``d`` and ``p`` stand three digits, the slots of the cards that went, one bit each.
        """
        self._state.rows([table])
        length = int(self._state.hands["betting_length"][table])
        return self._state.arrays["betting"][table, :length].tobytes().decode("ascii")

    def play_betting(self, tables: Rows, texts: Sequence[str]) -> None:
        """Go on at each table as its text says, in the ACPC's letters (``f c k r b``, any case).

        A ``/`` stands wherever a round begins; those at the end of a text may be left out. Raises
        BettingError, naming table, text and place, for what the rules do not allow; that table
        stands before the offending letter, and those named after it are untouched.
        """
        rows = self._distinct(self._state.rows(tables))
        if len(texts) != len(rows):
            raise ValueError(f"{len(texts)} texts were given for {len(rows)} tables")
        place = ffi.new("int64_t *")
        for table, text in zip(rows.tolist(), texts, strict=True):
            letters = text.encode("ascii", "replace")
            fault = lib.rb_play_betting(self._state.c, table, letters, len(letters), place)
            if fault:
                raise BettingError(
                    f"table {table}, betting {text!r}, place {place[0]} "
                    f"({text[place[0]] if place[0] < len(text) else 'end'!r}): "
                    f"{BETTING_FAULTS[fault]}"
                )
