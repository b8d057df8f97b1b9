"""Tables at which whole matches are played, hand after hand, and recorded."""

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import as_array, as_column, pointer
from railbird.native.errors import BettingError
from railbird.native.game.actions import action_columns
from railbird.native.game.columns import TableColumns, hide_slots, split_text
from railbird.native.game.compile import compile_game
from railbird.native.game.deal_layout import deal_layout
from railbird.native.game.definition import GameDefinition
from railbird.native.game.hand_setup import HandSetup, set_up_hands
from railbird.native.game.seat_order import HandOrder, seat_order
from railbird.native.game.table_state import read_only
from railbird.native.game.tables import Tables
from railbird.native.matches.match_state import (
    LENGTH_MASK,
    ROUND_MASK,
    ROUND_SHIFT,
    SHOWDOWN,
    MatchState,
)
from railbird.native.matches.match_steps import Applied, HandColumns, Pending
from railbird.native.matches.pending import PendingDraws, PendingLists
from railbird.native.matches.rounds import RoundState
from railbird.native.matches.session_state import Session


class MatchTables:
    """M matches of H hands each, one table a match; a table that ends a hand starts its next one.

    ``seat_order`` says which seat plays which position in a hand. ``columns`` reads the hands being
    played; ``hand_index`` (int32[M]) numbers them, ``levels`` (int32[M]) are theirs in a session.
    All are read-only. ``draws`` are those of the
    decisions that wait now. Not to be used by several threads at once.
    """

    def __init__(  # noqa: PLR0913  (all that a match is)
        self,
        definition: GameDefinition,
        *,
        deals: npt.ArrayLike | None = None,
        deck_of_match: npt.ArrayLike,
        controllers: npt.ArrayLike | None = None,
        match_keys: npt.ArrayLike,
        fixed_seats: bool = False,
        session: Session | None = None,
    ) -> None:
        """Start the first hand of every match.

        ``deals`` uint8[D, H, W] as ``deal_decks`` gives them, copied unless read-only;
        ``deck_of_match`` int32[M] indexes it; ``controllers`` int32[M, N] numbers by seat who
        decides, from 0; ``match_keys`` uint64[M] are kept for the caller. With ``fixed_seats``
        every seat plays the position of its number in all hands. Raises CardError for cards not of
        the deck or doubled.
        Where nobody is able to act from the start, all hands are played here.
        A ``session``, of whose first hand ``definition`` is, says when matches end, and deals their
        hands in place of ``deals``. If it has groups of tables, a match is a table; who decides
        there follows from its players, and ``begin_rounds`` starts all rounds of hands but the
        first.
        """
        self.definition = definition
        self._state = MatchState(
            compile_game(definition),
            deals=deals,
            session=session,
            deck_of_match=deck_of_match,
            controllers=controllers,
            match_keys=match_keys,
            seat_order=seat_order(definition.player_count, fixed_seats=fixed_seats),
        )
        self._pending: Pending | None = None
        self._lists = PendingLists(self._state)
        self.draws = PendingDraws(self._state, self._lists)
        arrays = self._state.arrays
        self.match_keys: npt.NDArray[np.uint64] = read_only(arrays["match_keys"])
        self.columns = TableColumns(self._state.tables)
        self.hand_index: npt.NDArray[np.int32] = read_only(arrays["hand_index"])
        self.seats: npt.NDArray[np.uint8] = self._state.tables.view("seats")
        self.seat_order = self._state.seat_order
        session_state = self._state.session
        self.levels: npt.NDArray[np.int32] | None = (
            None if session_state is None else read_only(session_state.arrays["levels"])
        )
        self._told = np.zeros(self._state.match_count, np.int32)
        if self._state.rounds is not None:
            self._state.begin_rounds()
            self._state.rounds.take_reseated()
            return
        lib.rb_start_matches(self._state.c)
        self._state.resume()

    @property
    def payoffs(self) -> npt.NDArray[np.int64]:
        """Payoffs of all hands by now, int64[M, H, N] by seat in 1/2520 chip.

        Of a session those that are dealt.
        """
        state = self._state
        every = np.arange(state.match_count * state.dealt_count)
        return read_only(state.payoffs(every).reshape(state.match_count, state.dealt_count, -1))

    @property
    def playing_count(self) -> int:
        """Matches that are not finished."""
        return int(self._state.c.playing_count)

    @property
    def is_finished(self) -> bool:
        """Whether every hand of every match is played."""
        return bool(self._state.c.playing_count == 0)

    @property
    def controllers(self) -> npt.NDArray[np.int32]:
        """Who decides for the seats now, int32[M, N], in groups NO_PLAYER where nobody sits."""
        return read_only(self._state.arrays["controllers"])

    @property
    def players(self) -> npt.NDArray[np.int32]:
        """Who sits where in groups, int32[M, N] by seat, numbered over all groups, or NO_PLAYER."""
        return read_only(self._rounds.arrays["players"])

    @property
    def left_counts(self) -> npt.NDArray[np.int32]:
        """Players of each tournament who have chips in this round, int32[G]."""
        return read_only(self._rounds.arrays["left_counts"])

    @property
    def _rounds(self) -> RoundState:
        if self._state.rounds is None:
            raise ValueError("these matches are not played in rounds")
        return self._state.rounds

    @property
    def due_count(self) -> int:
        """Groups not over all of whose tables have ended their hands: ``begin_rounds`` goes on."""
        return int(self._state.c.rounds.due_count)

    def begin_rounds(self) -> npt.NDArray[np.intp]:
        """Have the next round of hands set in the groups that are due, and start it.

        Returns the tables that players have come to, and where all sit anew. ``take_ended`` says
        which hands have ended by then, and must be asked before: nobody could act in them.
        """
        rounds = self._rounds
        self._state.begin_rounds()
        self.forget_pending()
        return rounds.take_reseated()

    def hand_players(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """The players by seat of ended hands in rounds, int32[n, N], numbered over all groups."""
        self._state.outcomes(matches, hands)
        return self._state.players_in(self._state.hand_rows(matches, hands))[0]

    def pending(
        self, controller_count: int | None = None, *, is_of_fullest: bool = False
    ) -> Pending:
        """The decisions that wait now; empty groups once all is played.

        Only those of the first so many controllers, where others are taken care of elsewhere; with
        ``is_of_fullest`` only those of the one that has most, or of those that are asked together
        (``ask_together``) and have most, all other groups being empty.
        """
        if self._pending is None:
            self._pending = self._lists.list_next(controller_count, is_of_fullest=is_of_fullest)
        return self._pending

    def ask_together(self, ends: npt.ArrayLike) -> None:
        """Say which controllers are asked together: each number of ``ends`` int32[G] is the first
        after a group, the last is their count. At first each is a group of its own."""
        column = as_array(ends, "ends", dtype=np.int32)
        count = int(self._state.c.controller_count)
        rises = column.ndim == 1 and len(column) > 0 and (np.diff(column, prepend=0) > 0).all()
        if not rises or column[-1] != count:
            raise ValueError(f"ends must rise from 1 or more to {count}, the controllers")
        self._state.group(column.copy())

    def lend_to_wire(self) -> MatchState:
        """The arrays for a Wire, which takes actions behind this class's back."""
        return self._state

    def forget_pending(self) -> None:
        """Make the list of decisions anew when next asked for it."""
        self._pending = None
        self._lists.forget()

    def apply(
        self, pending: Pending, kinds: npt.ArrayLike, amounts: npt.ArrayLike | None
    ) -> Applied:
        """Take an action for every row of ``pending`` (the latest), with the ACPC's mending.

        Records the hands that end and starts the next ones. ``amounts`` may be None in limit. In a
        session more hands may end than it says, see ``take_ended``.
        """
        if pending is not self._pending:
            raise ValueError("these decisions are not the latest; ask pending() for them")
        count = len(pending.table)
        kind_column, amount_column = action_columns(
            kinds, amounts, count=count, is_sized=self.definition.has_amounts
        )
        self._state.make_room(count)
        self._pending = None
        applied = self._lists.step(kind_column, amount_column)
        if self._state.session is not None:
            self._state.resume()
        return applied

    def take_ended(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Matches and hands that ended since this was asked last, int32[n], those of a match in
        order; of a session, in which hands end that nobody could act in."""
        if self._state.session is None:
            raise ValueError("these matches are not a session; apply says which hands ended")
        ended = self._state.session.arrays["ended_counts"]
        matches = np.flatnonzero(ended > self._told)
        counts = ended[matches] - self._told[matches]
        steps = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        hands = np.repeat(self._told[matches], counts) + steps
        self._told[matches] = ended[matches]
        return np.repeat(matches, counts).astype(np.int32), hands.astype(np.int32)

    def forget_ended(self) -> None:
        """Leave out of the next ``take_ended`` what has ended by now."""
        if self._state.session is not None:
            self._told[:] = self._state.session.arrays["ended_counts"]

    def act(
        self, matches: npt.ArrayLike, kinds: npt.ArrayLike, amounts: npt.ArrayLike | None
    ) -> Applied:
        """Take an action at each of some matches, as `apply` does at all that wait.

        ``matches`` int32[n] are different. The decisions that wait must be asked for anew. Raises
        BettingError where nobody is to act.
        """
        count = np.size(matches)
        rows = as_column(matches, "matches", dtype=np.int32, length=count)
        if (self._state.turns["controller"][rows] < 0).any() or len(set(rows.tolist())) < count:
            raise BettingError("actions are for different matches in which somebody is to act")
        kind_column, amount_column = action_columns(
            kinds, amounts, count=count, is_sized=self.definition.has_amounts
        )
        self._state.make_room(count)
        self.forget_pending()
        faults = np.empty(count, np.uint8)
        ended_match, ended_hand = np.empty((2, count), np.int32)
        actions = ffi.new("rb_actions *", {"count": count})
        actions.rows, actions.kinds = pointer(rows, "int32_t"), pointer(kind_column, "uint8_t")
        if amount_column is not None:
            actions.amounts = pointer(amount_column, "int64_t")
        actions.faults = pointer(faults, "uint8_t")
        actions.ended_matches = pointer(ended_match, "int32_t")
        actions.ended_hands = pointer(ended_hand, "int32_t")
        fault_count = lib.rb_step_matches(self._state.c, actions)
        ended = slice(actions.ended_count)
        applied = Applied(faults, fault_count, ended_match[ended], ended_hand[ended])
        return self._go_on(applied)

    def _go_on(self, applied: Applied) -> Applied:
        """Start hands of a session that had to wait; more may have ended then."""
        if self._state.session is None:
            return applied
        self._state.resume()
        match, hand = self.take_ended()
        return applied._replace(ended_match=match, ended_hand=hand)

    def record(self) -> HandColumns:
        """All hands, once every one is played (BettingError before)."""
        if not self.is_finished:
            raise BettingError(
                f"{self._state.c.playing_count} matches are still being played; "
                "apply actions until is_finished"
            )
        return self._state.read_hands()

    def hand_bettings(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> list[str]:
        """The betting of ended hands, a string a row. BettingError where a hand has not ended."""
        text, offsets = self.hand_letters(matches, hands)
        return split_text(text, np.diff(offsets))

    def hand_letters(
        self, matches: npt.ArrayLike, hands: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """The betting of ended hands one after the other: ASCII uint8[...], offsets int64[n + 1].

        Of cards that went it says how many, not which. BettingError where a hand has not ended.
        """
        self._state.outcomes(matches, hands)
        rows = self._state.hand_rows(matches, hands)
        offsets = np.zeros(len(rows) + 1, np.int64)
        np.cumsum(self._state.ends(rows) & LENGTH_MASK, out=offsets[1:])
        text = self._state.copy_bettings(rows, int(offsets[-1]))
        return hide_slots(text, offsets) if self.definition.has_card_rounds else (text, offsets)

    def hand_holdings(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """What everybody held as hands ended, uint8[n, N, hole cards] by position.

        In a variant 255 for cards that a player did not get, or gave away.
        """
        if self.definition.variant is None:
            return deal_layout(self.definition).hole_cards(self.hand_cards(matches, hands))
        rows = np.arange(len(self._state.hand_rows(matches, hands)), dtype=np.int32)
        ended = self._replay(matches, hands)
        positions = range(self.definition.player_count)
        held = [
            ended.columns.hole_cards(rows, np.full(len(rows), position, np.uint8))
            for position in positions
        ]
        return np.stack(held, axis=1)

    def _replay(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> Tables:
        """Ended hands as they ended, a table a row."""
        rows = self._state.hand_rows(matches, hands)
        lengths = self._state.ends(rows) & LENGTH_MASK
        text = self._state.copy_bettings(rows, int(lengths.sum()))
        tables = Tables(self.definition, max(1, len(rows)))
        every = np.arange(len(rows), dtype=np.int32)
        setup = self.hand_setups(matches, hands)
        tables.start_hands(
            every,
            self.hand_cards(matches, hands),
            stacks=setup.stacks,
            blinds=setup.blinds,
            seats=setup.seats,
            antes=setup.antes,
        )
        tables.play_betting(every, split_text(text, lengths))
        return tables

    def hand_payoffs(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Payoffs of ended hands by seat, int64[n, N] in 1/2520 chip."""
        self._state.outcomes(matches, hands)
        rows = self._state.hand_rows(matches, hands)
        return self._state.payoffs(rows)

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
        """The deal of hands, uint8[n, W] as dealt; see ``deal_layout``."""
        rows = self._state.hand_rows(matches, hands)
        match, hand = np.divmod(rows, self._state.dealt_count)
        deals = self._state.deal_rows(self._state.decks.take(match), hand)
        cards: npt.NDArray[np.uint8] = self._state.cards.take(deals, axis=0)
        return cards

    def hand_order(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> HandOrder:
        """Who played which position in ended hands [n]."""
        if self._state.session is None:
            return self.seat_order.of_hands(hands)
        seats = self.hand_setups(matches, hands).seats
        return HandOrder(seats.astype(np.intp), np.argsort(seats, axis=1))

    def hand_chips(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> HandSetup | None:
        """What ended hands of a session started from; None where the definition says it."""
        return None if self._state.session is None else self.hand_setups(matches, hands)

    def hand_setups(self, matches: npt.ArrayLike, hands: npt.ArrayLike) -> HandSetup:
        """What ended hands started from, by position; BettingError where one has not ended."""
        state = self._state
        state.outcomes(matches, hands)
        rows = state.hand_rows(matches, hands)
        if state.session is None:
            usual = self.seat_order.seats_in(rows % state.dealt_count)
            return set_up_hands(self.definition, len(rows), seats=usual)
        columns = state.session_columns(rows)
        seats = np.argsort(columns.positions, axis=1).astype(np.uint8)
        return HandSetup(
            stacks=np.take_along_axis(columns.stacks, seats, axis=1),
            blinds=np.take_along_axis(columns.blinds, seats, axis=1),
            seats=seats,
            antes=columns.antes,
        )
