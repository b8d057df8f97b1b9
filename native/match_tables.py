"""Tables at which whole matches are played, hand after hand, and recorded."""

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
from railbird.native.match_steps import Applied, HandColumns, Pending, head_of
from railbird.native.table_state import read_only


class MatchTables:
    """M matches of H hands each, one table a match; a table that ends a hand starts its next one.

    In hand ``h`` seat ``s`` plays position ``(s - h) mod N``. ``columns`` reads the hands being
    played; ``hand_index`` (int32[M]) numbers them; ``payoffs`` (int64[M, H, N] by seat, in 1/2520
    chip) is filled as hands end. All are read-only. Not to be used by
    several threads at once.
    """

    def __init__(  # noqa: PLR0913  (all that a match is)
        self,
        definition: GameDefinition,
        *,
        deals: npt.ArrayLike,
        deck_of_match: npt.ArrayLike,
        controllers: npt.ArrayLike,
        match_keys: npt.ArrayLike,
        fixed_seats: bool = False,
    ) -> None:
        """Start the first hand of every match.

        ``deals`` uint8[D, H, W] as ``deal_decks`` gives them; ``deck_of_match`` int32[M] indexes
        it; ``controllers`` int32[M, N] numbers by seat who decides, from 0; ``match_keys``
        uint64[M] are kept for the caller. With ``fixed_seats`` every seat plays the position of its
        number in all hands. Raises CardError for cards not of the deck or doubled.
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
        self._state.c.fixed_seats = fixed_seats
        lib.rb_start_matches(self._state.c)

    @property
    def is_finished(self) -> bool:
        """Whether every hand of every match is played."""
        return bool(self._state.c.playing_count == 0)

    def pending(self, controller_count: int | None = None) -> Pending:
        """The decisions that wait now; empty groups once all is played.

        Only those of the first so many controllers, where others are taken care of elsewhere.
        """
        if self._pending is None:
            self._pending = self._list_pending()
            if controller_count not in (None, self._state.c.controller_count):
                self._pending = head_of(self._pending, controller_count)
        return self._pending

    def lend_to_wire(self) -> MatchState:
        """The arrays for a Wire, which takes actions behind this class's back."""
        return self._state

    def forget_pending(self) -> None:
        """Make the list of decisions anew when next asked for it."""
        self._pending = None

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

    def hand_payoffs(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Payoffs of ended hands by seat, int64[n, N] in 1/2520 chip."""
        self._state.outcomes(matches, hands)
        players = self.definition.player_count
        rows = self.payoffs.reshape(-1, players).take(self._state.hand_rows(matches, hands), axis=0)
        return np.asarray(rows, np.int64)

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
