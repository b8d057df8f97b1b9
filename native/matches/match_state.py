"""The arrays that hold whole matches and their record, and the C struct that points at them."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, as_column, c_type_of, pointer
from railbird.native.errors import BettingError, LimitError
from railbird.native.game.compile import CompiledGame
from railbird.native.game.hand_setup import reset
from railbird.native.game.seat_order import SeatOrder, SeatOrderForC
from railbird.native.game.table_state import (
    MOST_TABLES,
    WORD,
    TableState,
    check_deals,
    require_table_count,
)
from railbird.native.matches.match_steps import HandColumns, RoundColumns, SessionColumns
from railbird.native.matches.rounds import NO_PLAYER, RoundState
from railbird.native.matches.session_state import Session, SessionState
from railbird.native.struct_dtype import struct_dtype

ROUND_SHIFT: int = lib.ROUND_SHIFT
ROUND_MASK: int = lib.ROUND_MASK
SHOWDOWN: int = lib.SHOWDOWN
ENDED: int = lib.ENDED
PAYOFFS: int = lib.PAYOFFS
LENGTH_BITS: int = lib.LENGTH_BITS
LENGTH_MASK: int = lib.LENGTH_MASK
TURN = struct_dtype("rb_turn")

MOST_CONTROLLERS = 2**20
DEALS_AXES = 3
BETTING_WORDS = 3  # room for the betting of a hand, to begin with
MOST_LOG_WORDS = 2**32
USUAL_HANDS = 64  # that a match of a session has, to begin with

Column = npt.NDArray[np.int64]


class MatchState:
    """M matches of H hands, each before its first: ``arrays`` by name, ``c`` an ``rb_matches *``.

    What the caller gives is copied, so that he cannot change it under the tables; deals that are
    read-only are taken as they are.
    """

    def __init__(  # noqa: PLR0913  (all that matches are)
        self,
        compiled: CompiledGame,
        *,
        deals: npt.ArrayLike | None,
        deck_of_match: npt.ArrayLike,
        controllers: npt.ArrayLike | None,
        match_keys: npt.ArrayLike,
        seat_order: SeatOrder,
        session: Session | None = None,
    ) -> None:
        """Check the arguments and make all arrays; only the log grows later.

        A session deals its hands itself, as they are needed; ``deals`` are then not read.
        """
        self.c = ffi.new("rb_matches *")
        self.session: SessionState | None = None
        if session is None:
            dealt_hands = _deals([] if deals is None else deals, compiled.cards_per_hand)
            self.decks = _decks(deck_of_match, len(dealt_hands))
            self.hand_count = self.dealt_count = dealt_hands.shape[1]
            self.cards = dealt_hands.reshape(-1, compiled.cards_per_hand)
        else:
            self.decks = _decks(deck_of_match, MOST_TABLES)
            self.session = SessionState(session, compiled.definition, self.decks)
            self.hand_count = session.rule.most_hands
            self.cards = self.session.deal_next(np.unique(self.decks))
            self.dealt_count = self.session.blocks.hand_count
        self.match_count = len(self.decks)
        require_table_count(self.match_count)
        self.player_count = compiled.definition.player_count
        dealt = np.zeros((self.match_count, compiled.cards_per_hand), np.uint8)
        self.tables = TableState(compiled, self.match_count, dealt, owner=self.c)
        check_deals(self.tables, self.cards, may_be_unknown=False)
        self.seat_order = seat_order
        self._c_order = SeatOrderForC(seat_order)
        self._set_up_first_hands()
        self._make_arrays(self._seat_controllers(controllers))
        keys = as_column(match_keys, "match_keys", dtype=np.uint64, length=self.match_count)
        self.arrays["match_keys"] = keys.copy()
        self._point()

    def _set_up_first_hands(self) -> None:
        setup = reset(self.tables.compiled.definition, self.match_count)
        arrays = self.tables.arrays
        arrays["stacks"][:], arrays["blinds"][:] = setup.stacks, setup.blinds
        arrays["antes"][:] = setup.antes
        arrays["seats"][:] = self.seat_order.seats_in(0)

    @property
    def rounds(self) -> RoundState | None:
        """The groups of tables that play in rounds, if any do."""
        return None if self.session is None else self.session.rounds

    def _seat_controllers(self, controllers: npt.ArrayLike | None) -> npt.NDArray[np.int32]:
        shape = (self.match_count, self.player_count)
        if self.rounds is None:
            return _controllers([] if controllers is None else controllers, shape)
        if self.rounds.table_count != self.match_count:
            raise ValueError(f"groups have {self.rounds.table_count} tables of {self.match_count}")
        return np.full(shape, NO_PLAYER, np.int32)

    def _make_arrays(self, controllers: npt.NDArray[np.int32]) -> None:
        matches, hands = self.match_count, (self.match_count, self.dealt_count)
        self.arrays: dict[str, npt.NDArray[Any]] = {
            "controllers": controllers,
            "deal_row": self.deal_rows(self.decks, np.zeros(matches, np.int64)),
            "ranks": np.full((len(self.cards), self.player_count), lib.NOT_RANKED, np.uint16),
            "hand_index": np.full(matches, 0 if self.rounds is None else -1, np.int32),
            "places": np.zeros(hands, np.uint32),
            "unfinished": np.arange(matches, dtype=np.int32),
        }
        self.turns = np.zeros(matches, TURN)
        self.turns["controller"] = -1  # at a table whose group may be over before it plays
        fixed = PAYOFFS + self.player_count
        rule = lib.RESET if self.session is None else self.session.rule
        fixed += lib.rb_count_setup_words(rule, self.player_count)
        self.record_words = fixed + self.tables.compiled.betting_width // WORD + 1
        # Memory that is never written to is none, so that a generous guess costs nothing.
        guess = max(self.dealt_count, min(self.hand_count, USUAL_HANDS))
        self.log = np.empty(1 + matches * guess * (fixed + BETTING_WORDS), np.int64)

    def _point(self) -> None:
        self.c.match_count = self.c.playing_count = self.match_count
        self.c.unfinished_count = self.match_count
        self.c.hand_count, self.c.dealt_count = self.hand_count, self.dealt_count
        self.c.session.rule = lib.RESET
        controllers = self.arrays["controllers"]
        if self.rounds is not None:
            self.rounds.point(self.c.rounds, controllers)
            controllers = self.rounds.arrays["player_controllers"]
        self.c.controller_count = int(controllers.max()) + 1
        self.arrays["asked_ends"] = np.arange(1, self.c.controller_count + 1, dtype=np.int32)
        self.c.asked_count = self.c.controller_count
        for name, array in self.arrays.items():
            setattr(self.c, name, pointer(array, c_type_of(array)))
        self.c.seat_order = self._c_order.c[0]
        self.c.turns = pointer(self.turns, "rb_turn")
        self.c.deals = pointer(self.cards, "uint8_t")
        self.c.log = pointer(self.log, "int64_t")
        self.c.log_used = self.c.log_placed = 1
        if self.session is not None:
            self.session.point(self.c.session)

    def group(self, ends: npt.NDArray[np.int32]) -> None:
        """Ask controllers together, the groups ending before each of these."""
        self.arrays["asked_ends"] = ends
        self.c.asked_ends, self.c.asked_count = pointer(ends, "int32_t"), len(ends)

    def deal_rows(self, decks: Column, hands: Column) -> Column:
        """The rows of ``cards`` of hands of decks that are dealt."""
        if self.session is not None:
            return self.session.blocks.rows(decks, hands)
        rows: Column = decks * self.dealt_count + hands
        return rows

    def resume(self) -> None:
        """Go on with the matches of a session that wait."""
        while self.c.session.waiting_count:
            assert self.session is not None
            waits = self.session.arrays["waits"]
            if (waits == lib.FOR_DEAL).any():
                self._deal_next(self.session)
            self.make_room(self.c.session.waiting_count)
            lib.rb_resume_matches(self.c)

    def begin_rounds(self) -> None:
        """Have the next round of hands of all groups that are due set, and start it."""
        assert self.session is not None
        assert self.session.rounds is not None
        self.session.rounds.direct(self.c, self.session.arrays, self.tables)
        if self._needs_deals(self.session.rounds):
            self._deal_next(self.session)
        lib.rb_begin_rounds(self.c)
        self.resume()

    def _needs_deals(self, rounds: RoundState) -> bool:
        """Whether a table is at its last hand that is dealt; none plays more hands than rounds."""
        if rounds.arrays["rounds"].max() + 1 < self.dealt_count:
            return False
        is_open = rounds.arrays["is_open"].view(np.bool_)
        return bool((self.arrays["hand_index"][is_open] + 1 >= self.dealt_count).any())

    def _deal_next(self, session: SessionState) -> None:
        """Deal more hands of the decks of matches that are not over."""
        if session.rounds is None:
            is_over = (self.turns["controller"] < 0) & (session.arrays["waits"] == lib.NOT_WAITING)
        else:
            is_over = session.rounds.arrays["is_open"] == 0
        used = session.blocks.row_count
        cards = session.deal_next(np.unique(self.decks[~is_over]))
        check_deals(self.tables, cards, may_be_unknown=False)
        unranked = np.full((len(cards), self.player_count), lib.NOT_RANKED, np.uint16)
        self.cards = _appended(self.cards, used, cards)
        self.arrays["ranks"] = _appended(self.arrays["ranks"], used, unranked)
        places = np.zeros((self.match_count, session.blocks.hand_count), np.uint32)
        places[:, : self.dealt_count] = self.arrays["places"]
        self.arrays["places"] = places
        self.c.dealt_count = self.dealt_count = session.blocks.hand_count
        self.c.deals = pointer(self.cards, "uint8_t")
        self.c.ranks = pointer(self.arrays["ranks"], "uint16_t")
        self.c.places = pointer(places, "uint32_t")
        session.point(self.c.session)

    def make_room(self, row_count: int) -> None:
        """Let the log hold the records of as many hands as a step over so many rows may end."""
        needed = self.c.log_used + row_count * self.record_words
        if needed <= len(self.log):
            return
        if needed > MOST_LOG_WORDS:
            raise LimitError("the hands of one call fill 32 GB; play fewer matches at a time")
        used = self.log[: self.c.log_used]
        self.log = np.empty(max(needed, 2 * len(self.log)), np.int64)
        self.log[: len(used)] = used
        self.c.log = pointer(self.log, "int64_t")

    def ends(self, rows: Column) -> Column:
        """Lengths of betting and outcomes of hands, int64[n], 0 where one has not ended."""
        ends = np.empty(len(rows), np.int64)
        lib.rb_read_ends(self.c, pointer(rows, "int64_t"), len(rows), pointer(ends, "int64_t"))
        return ends

    def payoffs(self, rows: Column) -> Column:
        """Payoffs of hands by seat, int64[n, N], 0 where one has not ended."""
        payoffs = np.empty((len(rows), self.player_count), np.int64)
        lib.rb_read_hand_payoffs(
            self.c, pointer(rows, "int64_t"), len(rows), pointer(payoffs, "int64_t")
        )
        return payoffs

    def hand_rows(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> Column:
        """Check hands named by a caller, int64[n]: match * D + hand."""
        match_column = as_array(matches, "matches", dtype=np.int32).astype(np.int64)
        if match_column.ndim != 1:
            raise ValueError(f"matches must have shape (n,), not {match_column.shape}")
        hand_column = as_column(hands, "hands", dtype=np.int32, length=len(match_column))
        for name, column, count in (
            ("match", match_column, self.match_count),
            ("hand", hand_column, self.dealt_count),
        ):
            if len(column) and not (column.min() >= 0 and column.max() < count):
                raise ValueError(f"a {name} is named that is not one of 0 to {count - 1}")
        rows: Column = match_column * self.dealt_count + hand_column
        return rows

    def outcomes(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.uint16]:
        """Outcome bits of ended hands, uint16[n]; BettingError where one has not ended."""
        rows = self.hand_rows(matches, hands)
        outcomes = (self.ends(rows) >> LENGTH_BITS).astype(np.uint16)
        if len(rows) and not (outcomes & ENDED).all():
            match, hand = divmod(int(rows[np.argmin(outcomes & ENDED)]), self.dealt_count)
            raise BettingError(f"hand {hand} of match {match} has not ended; ask when it has")
        return outcomes

    def copy_bettings(self, rows: Column, size: int) -> npt.NDArray[np.uint8]:
        """The betting of ended hands, uint8[size], one after the other."""
        text = np.empty(size, np.uint8)
        lib.rb_copy_bettings(self.c, pointer(rows, "int64_t"), len(rows), pointer(text, "uint8_t"))
        return text

    def read_hands(self) -> HandColumns:
        """All hands of all matches, each of which has ended."""
        if self.session is not None:
            return self._read_session(self.session)
        columns = self._make_columns((self.match_count, self.hand_count))
        lib.rb_read_hands(self.c, self._point_at_columns(columns))
        return columns

    def _make_columns(
        self, shape: tuple[int, ...], session: SessionColumns | None = None
    ) -> HandColumns:
        return HandColumns(
            payoffs=np.empty((*shape, self.player_count), np.int64),
            showdown=np.empty(shape, np.bool_),
            betting=np.empty(self.c.betting_length, np.uint8),
            betting_offsets=np.empty(np.prod(shape) + 1, np.int64),
            session=session,
        )

    def _point_at_columns(self, columns: HandColumns) -> Any:
        c = ffi.new("rb_hand_columns *")
        c.payoffs = pointer(columns.payoffs, "int64_t")
        c.showdown = pointer(columns.showdown.view(np.uint8), "uint8_t")
        c.offsets = pointer(columns.betting_offsets, "int64_t")
        c.betting = pointer(columns.betting, "uint8_t")
        return c

    def _read_session(self, session: SessionState) -> HandColumns:
        """The same of a session, whose matches have ended after different numbers of hands."""
        counts = session.arrays["ended_counts"].copy()
        match = np.repeat(np.arange(self.match_count), counts)
        hand = np.arange(len(match)) - np.repeat(np.cumsum(counts) - counts, counts)
        rows = match * self.dealt_count + hand
        where = None
        if session.rounds is not None:
            rows, counts, where = self._by_round(session.rounds, rows)
        started = self._make_starts(counts, len(rows), where)
        columns = self._make_columns((len(rows),), started)
        lib.rb_read_session(
            self.c,
            pointer(rows, "int64_t"),
            len(rows),
            self._point_at_columns(columns),
            self._point_at_starts(started),
        )
        return columns

    def session_columns(self, rows: Column) -> SessionColumns:
        """What some ended hands of a session started from, without counts of matches."""
        columns = self._make_starts(np.zeros(0, np.int32), len(rows), None)
        lib.rb_read_starts(
            self.c, pointer(rows, "int64_t"), len(rows), self._point_at_starts(columns)
        )
        return columns

    def _make_starts(
        self, counts: npt.NDArray[np.int32], hand_count: int, where: RoundColumns | None
    ) -> SessionColumns:
        shape = hand_count, self.player_count
        return SessionColumns(
            hand_counts=counts,
            levels=np.empty(hand_count, np.int32),
            positions=np.empty(shape, np.uint8),
            stacks=np.empty(shape, np.int64),
            blinds=np.empty(shape, np.int64),
            antes=np.empty(hand_count, np.int64),
            rounds=where,
        )

    def _point_at_starts(self, columns: SessionColumns) -> Any:
        c = ffi.new("rb_hand_starts *")
        for name in ("levels", "antes", "positions", "stacks", "blinds"):
            array = getattr(columns, name)
            setattr(c, name, pointer(array, c_type_of(array)))
        return c

    def _by_round(
        self, rounds: RoundState, rows: Column
    ) -> tuple[Column, npt.NDArray[np.int32], RoundColumns]:
        """Ended hands by group, round and table, how many each group has, and where they were."""
        tables = rows // self.dealt_count
        groups = rounds.arrays["groups"][tables]
        players, numbers = self.players_in(rows)
        order = np.lexsort((tables, numbers, groups))
        counts = np.bincount(groups, minlength=len(rounds.arrays["rounds"])).astype(np.int32)
        tables, players = rounds.numbers_in_groups(tables[order], players[order])
        return rows[order], counts, RoundColumns(numbers[order], tables, players)

    def players_in(self, rows: Column) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Players by seat of hands that ended in rounds, int32[n, N], and the rounds, int32[n]."""
        players = np.empty((len(rows), self.player_count), np.int32)
        rounds = np.empty(len(rows), np.int32)
        lib.rb_read_players(
            self.c,
            pointer(rows, "int64_t"),
            len(rows),
            pointer(players, "int32_t"),
            pointer(rounds, "int32_t"),
        )
        return players, rounds


def _appended(rows: npt.NDArray[Any], used: int, more: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Put rows behind those that are used, in a longer array if there is no room."""
    end = used + len(more)
    if end > len(rows):
        longer = np.empty((max(end, 2 * len(rows)), rows.shape[1]), rows.dtype)
        longer[:used] = rows[:used]
        rows = longer
    rows[used:end] = more
    return rows


def _deals(value: npt.ArrayLike, card_count: int) -> npt.NDArray[np.uint8]:
    deals: npt.NDArray[np.uint8] = as_array(value, "deals", dtype=np.uint8)
    if deals.ndim != DEALS_AXES or deals.shape[2] != card_count or 0 in deals.shape:
        raise ValueError(
            f"deals must have shape (decks, hands, {card_count}), none of them 0, not {deals.shape}"
        )
    return deals.copy() if deals.flags.writeable else deals


def _decks(value: npt.ArrayLike, deck_count: int) -> Column:
    decks: Column = as_array(value, "deck_of_match", dtype=np.int32).astype(np.int64)
    if decks.ndim != 1 or not len(decks):
        raise ValueError(f"deck_of_match must have shape (matches,), not {decks.shape}")
    if decks.min() < 0 or decks.max() >= deck_count:
        raise ValueError(f"deck_of_match must lie between 0 and {deck_count - 1}, as deals has it")
    return decks


def _controllers(value: npt.ArrayLike, shape: tuple[int, int]) -> npt.NDArray[np.int32]:
    controllers: npt.NDArray[np.int32] = as_array(value, "controllers", dtype=np.int32)
    if controllers.shape != shape:
        raise ValueError(f"controllers must have shape {shape}, not {controllers.shape}")
    if controllers.min() < 0:
        raise ValueError("controllers are numbered from 0")
    if controllers.max() >= MOST_CONTROLLERS:
        raise LimitError(f"controllers are numbered up to {MOST_CONTROLLERS - 1}")
    return controllers.copy()
