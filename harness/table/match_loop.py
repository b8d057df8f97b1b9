"""The steps of the table loop: every agent is asked once a step, and all tables advance.

A table that ends a hand starts its next one in the same step. With few tables, only one agent is
asked per step.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.harness.table.agent_environment import SPEAKER
from railbird.harness.table.asking.asking import Asking, Player
from railbird.harness.table.asking.seat_player import seat_player
from railbird.harness.table.asking.session_player import SessionPlayer
from railbird.harness.table.asynchronous.asynchronous_seats import (
    AsynchronousSeats,
    AsynchronousTables,
)
from railbird.harness.table.asynchronous.decision_log import AsynchronousPlay
from railbird.harness.table.call_points import (
    call_point_of_decision,
    call_points_of_decisions,
    call_points_of_ends,
    call_points_of_starts,
)
from railbird.harness.table.call_times import CallClock
from railbird.harness.table.judging.forfeits import check_or_fold, let_few_cards_go
from railbird.harness.table.judging.referee import Referee
from railbird.harness.table.line_up_columns import LineUpColumns
from railbird.harness.table.match_results import MatchResults
from railbird.harness.table.play_rules import AgentFactory, PlayRules
from railbird.harness.table.remote.isolated_seats import IsolatedSeats
from railbird.harness.table.remote.remote_connections import RemoteConnections
from railbird.harness.table.remote.remote_seats import RemoteSeats
from railbird.harness.table.ring_games import RingAgents
from railbird.harness.table.several_tables import (
    SeveralTables,
    Tournaments,
)
from railbird.native import MatchTables, Pending, Session
from railbird.plugins import DecisionBatch, DecisionSource, Game, HandBatch, MatchBatch

FEW_ROWS = 1024
"""With fewer rows per controller, and the same controllers at every table, only the controller with
most rows is asked per step: its tables then wait for the next one together, which spreads the cost
of a call over more of them. This does not work for tables with different controllers, which diverge
again, or with agents that observe hands, since all of them would be called after every step."""


class MatchLoop:
    """The matches of one call, and their players."""

    def __init__(
        self,
        game: Game,
        columns: LineUpColumns,
        rules: PlayRules,
        *,
        tournaments: Tournaments | None = None,
    ) -> None:
        """Start the first hands; no agent is created yet."""
        self._game = game
        self._columns = columns
        self._rules = rules
        self._tables = MatchTables(
            game.definition,
            **_dealt(game, columns, rules, tournaments),
            deck_of_match=columns.deck_of_match,
            controllers=columns.controllers if tournaments is None else None,
            match_keys=columns.match_keys,
            fixed_seats=rules.fixed_seats,
        )
        self._referee = Referee(*columns.controllers.shape, rules=rules)
        self._forfeits = self._referee.forfeits
        self._several: SeveralTables | None = None
        if tournaments is not None:
            self._several = SeveralTables(tournaments, self._tables, self._forfeits)
            self._rules = _watching_players(rules, self._several)
        self._source = self._make_source()
        match_count = len(columns.match_keys)
        # The actions for each row of a step; agents never see it.
        self._kinds = np.zeros(match_count, np.uint8)
        self._amounts = np.zeros(match_count, np.int64)
        group_ends = columns.group_ends
        self._groups = tuple(pairwise((0, *group_ends)))
        self._group_labels = tuple(group[0] for group in columns.groups)
        if len(self._groups) < len(columns.labels):
            self._tables.ask_together(group_ends)
        are_same = len(columns.labels) == columns.controllers.shape[1] and len(self._groups) > 1
        gathers = are_same and rules.watch is None and tournaments is None
        self._few_matches = FEW_ROWS * len(self._groups) if gathers else 0
        self._players: list[Player | None] = []
        self._agents: Mapping[str, AgentFactory] = {}
        self._choosing: RingAgents | None = None
        self._clock = CallClock(columns.labels, group_ends)
        self._takes_cards = game.definition.has_card_rounds
        self._local_labels = columns.labels
        self._remote_seats: RemoteSeats | None = None
        self._asynchronous_seats: AsynchronousSeats | None = None
        self._isolated: Mapping[str, IsolatedSeats] = {}

    def _make_source(self) -> DecisionSource:
        several = self._several
        return DecisionSource(
            self._game,
            self._tables.columns,
            self._tables.hand_index,
            self._tables.match_keys,
            pending_draws=self._tables.draws,
            levels=self._tables.levels,
            prizes=self._rules.prizes,
            players_left=None if several is None else several.players_left,
        )

    def let_choose(self, choosing: RingAgents) -> None:
        """Play ring games with agents that choose tables, and may forfeit when they do."""
        assert self._several is not None
        self._choosing = choosing
        self._several.share_forfeits(choosing.is_out)

    def isolate(self, isolated: Mapping[str, IsolatedSeats]) -> None:
        """Play agents in processes of their own, who get each hand whole."""
        self._few_matches = 0
        self._isolated = isolated

    def connect(self, connections: RemoteConnections) -> None:
        """Leave the seats of some labels to external players."""
        self._leave_seats(connections.labels)
        is_secret = self._rules.deals.secret is not None
        self._remote_seats = RemoteSeats(
            connections, self._tables, self._referee, has_own_draws=is_secret
        )

    def _leave_seats(self, labels: frozenset[str]) -> None:
        self._local_labels = tuple(one for one in self._columns.labels if one not in labels)
        self._groups = tuple(one for one in self._groups if one[1] <= len(self._local_labels))
        self._few_matches = 0

    def play(self, agents: Mapping[str, AgentFactory]) -> MatchResults:
        """Play to the end; once only."""
        self._begin(agents)
        while not self._tables.is_finished:
            if self._remote_seats is not None:
                self._tell_of_hands(*self._remote_seats.play_on())
            if self._several is not None and self._several.is_due:
                self._begin_rounds(self._several)
            self._step()
        if self._remote_seats is not None:
            self._remote_seats.play_on()
        for isolated in self._isolated.values():
            isolated.close()
        return self._results()

    async def play_asynchronously(
        self, agents: Mapping[str, AgentFactory], asynchronous: AsynchronousPlay
    ) -> MatchResults:
        """Play to the end; once only."""
        self._leave_seats(asynchronous.labels)
        seats = self._asynchronous_seats = AsynchronousSeats(
            asynchronous,
            AsynchronousTables(
                self._game, self._columns, self._tables, self._source, self._referee, self._clock
            ),
            self._rules,
        )
        try:
            seats.start({label: agents[label] for label in self._columns.labels})
            self._begin(agents)
            while not self._tables.is_finished:
                if seats.ask(len(self._local_labels)):
                    self._step()
                    await asyncio.sleep(0)
                else:
                    ended = await seats.take()
                    is_session = self._rules.session is not None
                    self._tell_of_hands(*(self._tables.take_ended() if is_session else ended))
            await seats.finish()
        finally:
            await seats.stop()
        return self._results()

    def _begin(self, agents: Mapping[str, AgentFactory]) -> None:
        """Seat the local agents."""
        self._agents = agents
        for group in range(len(self._groups)):
            self._players.append(self._seat_agent(group, self._matches_of(group)))
        self._wants_hands = any(
            player is not None and player.wants_hands for player in self._players
        )
        if self._wants_hands:
            self._few_matches = 0
        if self._rules.session is not None:
            self._tell_of_hands(*self._tables.take_ended())
        elif self._tables.is_finished:
            self._tell_of_hands(*_all_hands(self._tables.payoffs))

    def _begin_rounds(self, several: SeveralTables) -> None:
        """Start the next rounds of hands, and matches anew where players have come to a table."""
        while several.is_due:
            if not self._wants_hands:
                self._tables.forget_ended()
            reseated = several.begin_rounds()
            if len(reseated):
                self._start_again(reseated)
            if self._wants_hands:
                self._tell_of_hands(*self._tables.take_ended())

    def _start_again(self, tables: npt.NDArray[np.intp]) -> None:
        """Start new matches at tables, for the agents of all their seats."""
        for group, player in enumerate(self._players):
            if player is None:
                matches = self._matches_of(group, tables)
                self._players[group] = self._seat_agent(group, matches)
            if player is None or not player.wants_starts:
                continue
            matches = self._not_forfeited(self._matches_of(group, tables))
            if not len(matches):
                continue
            SPEAKER.label = self._group_labels[group]
            violations = player.start(matches)
            self._wants_hands |= player.wants_hands
            if violations:
                self._referee.judge(violations, call_points_of_starts(matches).__getitem__)

    def _results(self) -> MatchResults:
        hands = self._tables.record()
        session = hands.session
        if self._several is not None and session is not None:
            session = self._several.by_entry(session)
        return MatchResults(
            payoffs=hands.payoffs,
            showdown=hands.showdown,
            betting=hands.betting,
            betting_offsets=hands.betting_offsets,
            session=session,
            incidents=self._referee.incidents(),
            call_times=self._clock.times(),
        )

    def _not_forfeited(self, matches: MatchBatch) -> MatchBatch:
        """Leave out the matches that an agent has forfeited, or does at their start."""
        if self._forfeits.any_due:
            self._referee.impose(call_points_of_starts(matches))
        if not self._forfeits.any_out:
            return matches
        return matches.take(~self._forfeits.is_out[matches.match, matches.seat])

    def _seat_agent(self, group: int, matches: MatchBatch) -> Player | None:
        """Create the player of a group and start its matches; None if there are none to play."""
        matches = self._not_forfeited(matches)
        if not len(matches):
            return None
        label = self._group_labels[group]
        asking = Asking(
            label,
            self._game.definition.has_amounts,
            self._takes_cards,
            self._rules.raise_agent_errors,
            self._rules.watch,
            starts_again=self._several is not None,
        )
        SPEAKER.label = label
        player: Player
        if label in self._isolated:
            player = self._isolated[label]
            violations = player.start(matches)
        elif self._choosing is not None and label in self._choosing.labels:
            instance_of = partial(self._choosing.instance, label)
            player = SessionPlayer(asking, instance_of, self._rules.table_count)
            violations = player.start(matches)
        else:
            player, violations = seat_player(asking, self._agents[label], matches)
        if violations:
            self._referee.judge(violations, call_points_of_starts(matches).__getitem__)
        return player

    def _seats_of(
        self, group: int, controllers: npt.NDArray[np.int32]
    ) -> tuple[npt.NDArray[np.intp], ...]:
        """The rows and seats in which a group's agents decide."""
        first, end = self._groups[group]
        if end - first == 1:
            return np.nonzero(controllers == first)
        return np.nonzero((controllers >= first) & (controllers < end))

    def _matches_of(self, group: int, tables: npt.NDArray[np.intp] | None = None) -> MatchBatch:
        """The matches of a group's agents, of all tables or of some."""
        several, controllers = self._several, self._tables.controllers
        if tables is None:
            match, seat = self._seats_of(group, controllers)
        else:
            row, seat = self._seats_of(group, controllers[tables])
            match = tables[row]
        if several is not None:  # tables that have not played yet rest
            plays = self._tables.hand_index[match] >= 0
            match, seat = match[plays], seat[plays]
        return MatchBatch(
            self._game,
            self._rules.hand_count,
            len(self._columns.controllers),
            match=match.astype(np.int32),
            seat=seat.astype(np.uint8),
            _match_keys=self._columns.match_keys,
            mode=self._rules.mode,
            first_hand=None if several is None else self._tables.hand_index[match],
            players=self._players_of(match),
        )

    def _players_of(self, match: npt.NDArray[np.intp]) -> npt.NDArray[np.int32] | None:
        """The players by seat; a hand tried for a tournament of several tables has one table."""
        if self._several is not None:
            return self._several.pseudonyms(match)
        seats = np.arange(self._columns.controllers.shape[1], dtype=np.int32)
        return np.tile(seats, (len(match), 1)) if self._rules.mode == "tournament" else None

    def _step(self) -> None:
        are_few = self._tables.playing_count < self._few_matches
        pending = self._tables.pending(len(self._local_labels), is_of_fullest=are_few)
        if not len(pending.table):
            return
        self._clock.note_rows(pending.offsets)
        ends = pending.offsets.tolist()
        if self._forfeits.any_due:
            self._referee.impose(call_points_of_decisions(self._all(pending)))
        for group, (begin, stop) in enumerate(self._groups):
            first, end = ends[begin], ends[stop]
            if first < end:
                part = DecisionBatch.of_pending(self._source, pending, first=first, end=end)
                self._ask(group, part, rows=slice(first, end))
        kinds, amounts = self._kinds[: ends[-1]], self._amounts[: ends[-1]]
        is_out = self._forfeits.find_out(pending.table, pending.seat)
        if is_out is not None:
            kinds[is_out] = check_or_fold(pending.legal_kinds[is_out])
            if self._takes_cards:
                let_few_cards_go(self._all(pending), np.flatnonzero(is_out), (kinds, amounts))
        applied = self._tables.apply(pending, kinds, amounts)
        if applied.fault_count:
            self._referee.judge_faults(applied.faults, self._all(pending), (kinds, amounts))
        if self._rules.session is not None:
            if self._wants_hands or self._asynchronous_seats is not None:
                self._tell_of_hands(*self._tables.take_ended())
        elif len(applied.ended_match):
            self._tell_of_hands(applied.ended_match, applied.ended_hand)
            if self._remote_seats is not None:
                self._remote_seats.report(applied.ended_match, applied.ended_hand)

    def _all(self, pending: Pending) -> DecisionBatch:
        """All decisions of the step."""
        return DecisionBatch.of_pending(self._source, pending, first=0, end=len(pending.table))

    def _ask(self, group: int, decisions: DecisionBatch, *, rows: slice) -> None:
        """Ask a group's agents for their rows of the step, and record the actions."""
        player = self._players[group]
        if player is None:
            return
        chosen: slice | npt.NDArray[np.intp] = rows
        if self._forfeits.any_out:
            is_in = ~self._forfeits.is_out[decisions.match, decisions.seat]
            if not is_in.all():
                chosen = np.flatnonzero(is_in) + rows.start
                out = decisions.take(~is_in)
                self._clock.note_unasked(self._tables.controllers[out.match, out.seat])
                decisions = decisions.take(is_in)
                if not len(decisions):
                    return
        SPEAKER.label = self._group_labels[group]
        started = perf_counter()
        kinds, amounts, violations = player.decide(decisions)
        self._clock.note_deciding(self._groups[group][0], len(decisions), since=started)
        if violations and self._takes_cards:
            rows_at_fault = np.array([violation.row for violation in violations])
            kinds, amounts = kinds.copy(), amounts.copy()
            let_few_cards_go(decisions, rows_at_fault, (kinds, amounts))
        self._kinds[chosen], self._amounts[chosen] = kinds, amounts
        if violations:
            self._referee.judge(violations, partial(call_point_of_decision, decisions))
        self._referee.check(decisions, kinds, amounts)
        decisions.close()

    def _tell_of_hands(
        self, match: npt.NDArray[np.int32], hand_index: npt.NDArray[np.int32]
    ) -> None:
        """Report finished hands to the agents that observe them, in order within a match."""
        if self._asynchronous_seats is not None:
            self._asynchronous_seats.note_ended(match, hand_index)
        if not self._wants_hands or not len(match):
            return
        if self._several is None:
            controllers = self._columns.controllers[match]
        else:
            controllers = self._several.controllers_in(match, hand_index)
        for group, player in enumerate(self._players):
            if player is None or not player.wants_hands:
                continue
            row, seat = self._seats_of(group, controllers)
            hands = HandBatch(
                self._game,
                self._tables,
                match=match[row],
                seat=seat.astype(np.uint8),
                hand_index=hand_index[row],
            )
            if self._forfeits.any_due:
                self._referee.impose(call_points_of_ends(hands))
            is_out = self._forfeits.find_out(hands.match, hands.seat)
            hands = hands if is_out is None else hands.take(~is_out)
            SPEAKER.label = self._group_labels[group]
            started = perf_counter()
            violations = player.end(hands) if len(hands) else []
            self._clock.note_listening(self._groups[group][0], since=started)
            if violations:
                self._referee.judge(violations, call_points_of_ends(hands).__getitem__)


def _watching_players(rules: PlayRules, several: SeveralTables) -> PlayRules:
    """Let the watcher of calls know the players, too, who change their seats."""
    watch = rules.watch
    if watch is None:
        return rules
    return replace(rules, watch=lambda label, moment: watch(label, several.with_player(moment)))


def _dealt(
    game: Game, columns: LineUpColumns, rules: PlayRules, tournaments: Tournaments | None
) -> dict[str, Any]:
    """The deals of all hands, or a session that deals as it goes on, as arguments of the tables."""
    if rules.session is None:
        deals = rules.deals.deal(game.definition, columns.deck_seeds, rules.hand_count)
        deals.setflags(write=False)  # so that it need not be copied
        return {"deals": deals}

    def deal(decks: npt.NDArray[np.intp], first: int, count: int) -> npt.NDArray[np.uint8]:
        return rules.deals.deal(game.definition, columns.deck_seeds[decks], count, first_hand=first)

    groups = None if tournaments is None else tournaments.groups
    return {"session": Session(rules.session, deal, groups)}


def _all_hands(payoffs: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int32], ...]:
    """Every hand of every match, for a game in which nobody ever has a choice."""
    return tuple(index.ravel() for index in np.indices(payoffs.shape[:2], np.int32))
