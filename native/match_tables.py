"""Tables at which whole matches are played, hand after hand, and recorded."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.actions import action_columns
from railbird.native.arrays import as_column, pointer
from railbird.native.columns import TableColumns, split_text
from railbird.native.compile import compile_game
from railbird.native.definition import GameDefinition
from railbird.native.errors import BettingError
from railbird.native.match_state import ROUND_MASK, ROUND_SHIFT, SHOWDOWN, MatchState
from railbird.native.table_state import read_only


@dataclass(frozen=True, slots=True)
class Pending:
    """The decisions that wait for an action, grouped by controller and in table order within.

    ``table`` int32[R] (also the match), ``seat``, ``position`` and ``legal_kinds`` (bits
    ``1 << kind``) uint8[R]; the rows of controller ``c`` are ``offsets[c]:offsets[c + 1]``
    (int64[C + 1]).
    """

    table: npt.NDArray[np.int32]
    seat: npt.NDArray[np.uint8]
    position: npt.NDArray[np.uint8]
    legal_kinds: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Applied:
    """What a step did: ``faults`` uint8[R] of Fault by row of the Pending, and hands that ended.

    ``ended_match`` and ``ended_hand`` are int32[E], hands of one match in order of play.
    """

    faults: npt.NDArray[np.uint8]
    ended_match: npt.NDArray[np.int32]
    ended_hand: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class HandColumns:
    """All hands of all matches.

    ``payoffs`` int64[M, H, N] by seat in 1/2520 chip; ``showdown`` bool[M, H]; the betting of hand
    ``h`` of match ``m`` is ``betting[offsets[k]:offsets[k + 1]]`` (uint8, ASCII) with
    ``k = m * H + h`` and ``offsets = betting_offsets`` (int64[M * H + 1]).
    """

    payoffs: npt.NDArray[np.int64]
    showdown: npt.NDArray[np.bool_]
    betting: npt.NDArray[np.uint8]
    betting_offsets: npt.NDArray[np.int64]


class MatchTables:
    """M matches of H hands each, one table a match; a table that ends a hand starts its next one.

    In hand ``h`` seat ``s`` plays position ``(s - h) mod N``. ``columns`` reads the hands being
    played; ``hand_index`` (int32[M]) numbers them; ``payoffs`` (int64[M, H, N] by seat, in 1/2520
    chip) is filled as hands end. All are read-only. Not to be used by
    several threads at once.
    """

    def __init__(
        self,
        definition: GameDefinition,
        *,
        deals: npt.ArrayLike,
        deck_of_match: npt.ArrayLike,
        controllers: npt.ArrayLike,
        match_keys: npt.ArrayLike,
    ) -> None:
        """Start the first hand of every match.

        ``deals`` uint8[D, H, W] as ``deal_decks`` gives them; ``deck_of_match`` int32[M] indexes
        it; ``controllers`` int32[M, N] numbers by seat who decides, from 0; ``match_keys``
        uint64[M] are kept for the caller. Raises CardError for cards not of the deck or doubled.
        Where nobody is able to act from the start, all hands are played here.
        """
        self.definition = definition
        self._state = MatchState(
            compile_game(definition),
            deals=deals,
            deck_of_match=deck_of_match,
            controllers=controllers,
        )
        self._pending: Pending | None = None
        self._actions, self._list = ffi.new("rb_actions *"), ffi.new("rb_pending *")
        arrays = self._state.arrays
        keys = as_column(match_keys, "match_keys", dtype=np.uint64, length=self._state.match_count)
        self.match_keys: npt.NDArray[np.uint64] = read_only(keys.copy())
        self.columns = TableColumns(self._state.tables)
        self.hand_index: npt.NDArray[np.int32] = read_only(arrays["hand_index"])
        self.payoffs: npt.NDArray[np.int64] = read_only(arrays["payoffs"])
        self.seats: npt.NDArray[np.uint8] = self._state.tables.view("seats")
        lib.rb_start_matches(self._state.c)

    @property
    def is_finished(self) -> bool:
        """Whether every hand of every match is played."""
        return bool(self._state.c.playing_count == 0)

    def pending(self) -> Pending:
        """The decisions that wait now; empty groups once all is played."""
        if self._pending is None:
            self._pending = self._list_pending()
        return self._pending

    def _list_pending(self) -> Pending:
        c = self._state.c
        count = c.playing_count
        pending = Pending(
            table=np.empty(count, np.int32),
            seat=np.empty(count, np.uint8),
            position=np.empty(count, np.uint8),
            legal_kinds=np.empty(count, np.uint8),
            offsets=np.empty(c.controller_count + 1, np.int64),
        )
        out = self._list
        out.tables = pointer(pending.table, "int32_t")
        out.seats = pointer(pending.seat, "uint8_t")
        out.positions = pointer(pending.position, "uint8_t")
        out.legal_kinds = pointer(pending.legal_kinds, "uint8_t")
        out.offsets = pointer(pending.offsets, "int64_t")
        lib.rb_list_pending(c, out)
        pending.table.setflags(write=False)
        return pending

    def apply(
        self, pending: Pending, kinds: npt.ArrayLike, amounts: npt.ArrayLike | None
    ) -> Applied:
        """Take an action for every row of ``pending`` (the latest), with the ACPC's mending.

        Records the hands that end and starts the next ones. ``amounts`` may be None in limit.
        """
        if pending is not self._pending:
            raise ValueError("these decisions are not the latest; ask pending() for them")
        count = len(pending.table)
        kind_column, amount_column = action_columns(
            kinds, amounts, count=count, is_limit=self.definition.is_limit
        )
        faults = np.empty(count, np.uint8)
        self._state.make_room(count)
        self._pending = None
        actions = self._actions
        actions.count = count
        actions.rows = pointer(pending.table, "int32_t")
        actions.kinds = pointer(kind_column, "uint8_t")
        actions.amounts = ffi.NULL if amount_column is None else pointer(amount_column, "int64_t")
        actions.faults = pointer(faults, "uint8_t")
        bad = lib.rb_step_matches(self._state.c, actions)
        if bad >= 0:
            raise ValueError(f"row {bad} of the decisions was changed; leave them as they came")
        return Applied(faults, *self._state.ended_hands())

    def record(self) -> HandColumns:
        """All hands, once every one is played (BettingError before)."""
        if not self.is_finished:
            raise BettingError(
                f"{self._state.c.playing_count} matches are still being played; "
                "apply actions until is_finished"
            )
        arrays = self._state.arrays
        offsets = np.zeros(arrays["betting_length"].size + 1, np.int64)
        np.cumsum(arrays["betting_length"], out=offsets[1:])
        return HandColumns(
            payoffs=self.payoffs,
            showdown=(arrays["outcome"] & SHOWDOWN) != 0,
            betting=self._state.copy_bettings(None, int(offsets[-1])),
            betting_offsets=offsets,
        )

    def hand_bettings(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> list[str]:
        """The betting of ended hands, a string a row. BettingError where a hand has not ended."""
        text, offsets = self.hand_letters(matches, hands)
        return split_text(text, np.diff(offsets))

    def hand_letters(
        self, matches: npt.ArrayLike, hands: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """The betting of ended hands one after the other: ASCII uint8[...], offsets int64[n + 1].

        BettingError where a hand has not ended.
        """
        self._state.outcomes(matches, hands)
        rows = self._state.hand_rows(matches, hands)
        offsets = np.zeros(len(rows) + 1, np.int64)
        np.cumsum(self._state.arrays["betting_length"].ravel().take(rows), out=offsets[1:])
        return self._state.copy_bettings(rows, int(offsets[-1])), offsets

    def hand_showdowns(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Whether ended hands came to a showdown, bool[n]."""
        showdowns: npt.NDArray[np.bool_] = (self._state.outcomes(matches, hands) & SHOWDOWN) != 0
        return showdowns

    def hand_folds(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Who folded in ended hands, bool[n, N] by seat."""
        outcomes = self._state.outcomes(matches, hands)
        seats = np.arange(self.definition.player_count, dtype=np.uint16)
        return (outcomes[:, None] >> seats & 1).astype(np.bool_)

    def hand_rounds(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """The last round that ended hands came to, uint8[n]: the board lies as far as that."""
        return (self._state.outcomes(matches, hands) >> ROUND_SHIFT & ROUND_MASK).astype(np.uint8)

    def hand_cards(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """The deal of hands, uint8[n, W] as dealt (by position, then all the board)."""
        rows = self._state.hand_rows(matches, hands)
        decks = self._state.decks.take(rows // self._state.hand_count)
        deals = decks * self._state.hand_count + rows % self._state.hand_count
        cards: npt.NDArray[np.uint8] = self._state.cards.take(deals, axis=0)
        return cards
