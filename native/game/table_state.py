"""The arrays that hold many tables of one game, and the C struct that points at them."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, pointer
from railbird.native.errors import BettingError, CardError, LimitError
from railbird.native.game.actions import NO_POSITION
from railbird.native.game.compile import CompiledGame
from railbird.native.game.first_position import heads_up_firsts
from railbird.native.game.variant import (
    FIRST_TO_ACT,
    ROUND_KINDS,
    STRUCTURES,
    Variant,
)
from railbird.native.struct_dtype import struct_dtype

Rows = npt.NDArray[np.int32]

MOST_TABLES = 2**22
CACHE_LINE = 64
WORD = 8

HAND = struct_dtype("rb_hand")
HOLDING_BYTES: int = ffi.sizeof("rb_holding")

BY_POSITION: dict[str, type[np.generic]] = {
    "stacks": np.int64,
    "blinds": np.int64,
    "spent": np.int64,
    "seats": np.uint8,
}


class TableState:
    """T tables at which no hand was started yet: ``arrays`` by name, and ``c``, an ``rb_tables *``.

    ``cards`` is uint8[T, W]. The struct is the field ``tables`` of ``owner``, if that is given.
    """

    def __init__(
        self,
        compiled: CompiledGame,
        table_count: int,
        cards: npt.NDArray[np.uint8],
        *,
        owner: Any = None,
    ) -> None:
        """Make all arrays; none is made later."""
        players = compiled.definition.player_count
        self.compiled = compiled
        self.table_count = table_count
        self.player_count = players
        self.cards = cards
        self.hands = _aligned(table_count, HAND)
        self.hands["acting_position"] = NO_POSITION
        self.hands["is_done"] = 1
        self.arrays: dict[str, npt.NDArray[Any]] = {
            name: np.zeros((table_count, players), dtype) for name, dtype in BY_POSITION.items()
        }
        self.arrays["seats"][:] = np.arange(players)
        self.arrays["antes"] = np.full(table_count, compiled.definition.ante, np.int64)
        self.arrays["betting"] = np.empty((table_count, _betting_stride(compiled)), np.uint8)
        is_variant = compiled.definition.variant is not None
        holding_bytes = table_count * players * HOLDING_BYTES if is_variant else 0
        self.holdings = np.zeros(holding_bytes, np.uint8)
        self.answered = np.zeros((table_count * is_variant, players), np.int64)
        self.arrays["dead"] = np.zeros((table_count * is_variant, players), np.int64)
        self.owner = owner  # a pointer into a struct does not keep it
        self.c = ffi.new("rb_tables *") if owner is None else ffi.addressof(owner, "tables")
        self._point()

    def _point(self) -> None:
        fill_game(self.c.game, self.compiled)
        self.c.game.betting_width = self.arrays["betting"].shape[1]
        self.c.table_count = self.table_count
        self.c.cards = pointer(self.cards, "uint8_t")
        self.c.hands = pointer(self.hands, "rb_hand")
        self.c.holdings = ffi.from_buffer("rb_holding *", self.holdings)
        self.c.answered = pointer(self.answered, "int64_t")
        for name, array in self.arrays.items():
            setattr(self.c, name, pointer(array, f"{array.dtype.name}_t"))

    def rows(self, tables: npt.ArrayLike, *, may_be_done: bool = True) -> Rows:
        """Check a caller's rows: ValueError for no table, BettingError for one that is done."""
        rows: Rows = as_array(tables, "tables", dtype=np.int32)
        if rows.ndim != 1:
            raise ValueError(f"tables must have shape (n,), not {rows.shape}")
        bad = lib.rb_check_rows(self.c, pointer(rows, "int32_t"), len(rows), may_be_done)
        if bad < 0:
            return rows
        if not 0 <= rows[bad] < self.table_count:
            raise ValueError(
                f"tables[{bad}] is {rows[bad]}; tables are numbered 0 to {self.table_count - 1}"
            )
        raise BettingError(f"nobody is to act at table {rows[bad]}; start a hand there first")

    def view(self, name: str) -> npt.NDArray[Any]:
        """An array, or a field of the hands, as callers may see it: nothing makes it writable."""
        return read_only(self.hands[name] if name in (HAND.names or ()) else self.arrays[name])


def require_table_count(table_count: int) -> None:
    """Refuse numbers of tables that do not fit in memory by far: LimitError."""
    if not 1 <= table_count <= MOST_TABLES:
        raise LimitError(f"{table_count} tables were asked for; ask for 1 to {MOST_TABLES}")


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A view of an array that nothing can make writable."""
    return np.asarray(array.data.toreadonly())


def fill_game(c_game: Any, compiled: CompiledGame) -> None:
    """Write a compiled game into an ``rb_game``."""
    definition, variant = compiled.definition, compiled.definition.variant
    c_game.player_count = definition.player_count
    c_game.round_count = definition.round_count
    c_game.loop = lib.LIMIT_LOOP if definition.is_limit else lib.NO_LIMIT_LOOP
    c_game.hole_card_count = c_game.shown_card_count = compiled.hole_card_count
    c_game.ranking_count = 1
    c_game.cards_per_hand = compiled.cards_per_hand
    c_game.deck = sum(1 << int(card) for card in definition.deck)
    heads_up_first = heads_up_firsts(definition)
    for index in range(definition.round_count):
        c_game.first_position[index] = definition.first_positions[index]
        c_game.first_heads_up[index] = heads_up_first[index]
        c_game.max_raises[index] = definition.max_raises[index]
        c_game.board_card_end[index] = compiled.board_card_ends[index]
        c_game.raise_size[index] = definition.raise_sizes[index] if definition.raise_sizes else 0
    for position, slots in enumerate(compiled.layout.hole_slots.tolist()):
        c_game.hole_slots[position][0 : len(slots)] = slots
    board = compiled.layout.board_slots.tolist()
    c_game.board_slots[0 : len(board)] = board
    if variant is not None:
        _fill_variant(c_game, compiled, variant)


def _fill_variant(c_game: Any, compiled: CompiledGame, variant: Variant) -> None:
    """Write what STEPS_LOOP needs beside."""
    held, up_cards = variant.held(), variant.up_cards()
    c_game.loop = lib.STEPS_LOOP
    c_game.shown_card_count = held[-1]
    c_game.bring_in = variant.bring_in
    c_game.least_bet, c_game.has_dead = variant.least_bet, any(variant.dead)
    c_game.dead[0 : len(variant.dead)] = variant.dead
    c_game.has_card_rounds = variant.has_card_rounds
    c_game.draw_start = compiled.layout.hole_slots.size + compiled.layout.board_slots.size
    c_game.draw_count = 0 if variant.shares_stub else variant.most_drawn
    c_game.ranking_count = len(variant.best)
    for index, ranking in enumerate(variant.best):
        c_game.rankings[index] = ranking.in_c()[0]
    for index, rule in enumerate(variant.rounds):
        c_game.rounds[index] = {
            "kind": ROUND_KINDS[rule.kind],
            "structure": STRUCTURES[rule.structure],
            "first": FIRST_TO_ACT[rule.first],
            "held": held[index],
            "up": up_cards[index],
            "least": rule.least,
            "most": rule.most,
            "to_right": rule.to == "right",
        }


def check_deals(state: TableState, cards: npt.NDArray[np.uint8], *, may_be_unknown: bool) -> None:
    """Refuse rows of cards (uint8[n, W]) that are doubled or not of the deck: CardError."""
    game = ffi.addressof(state.c, "game")
    bad = lib.rb_check_deals(game, pointer(cards, "uint8_t"), len(cards), may_be_unknown)
    if bad >= 0:
        raise CardError(
            f"deal {bad} is {cards[bad].tolist()}, where a card is doubled or not of this "
            "game's deck; deal distinct cards of definition.deck"
        )


def _betting_stride(compiled: CompiledGame) -> int:
    """Bytes kept per table: whole words, and where long an odd number of cache lines, so that
    tables do not collide in the cache."""
    unit = WORD if compiled.betting_width <= CACHE_LINE else CACHE_LINE
    units = -(-compiled.betting_width // unit)
    return unit * (units if unit == WORD else units | 1)


def _aligned(count: int, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Zeros that begin with a cache line."""
    raw = np.zeros(count * dtype.itemsize + CACHE_LINE, np.uint8)
    start = -raw.ctypes.data % CACHE_LINE
    return raw[start : start + count * dtype.itemsize].view(dtype)
