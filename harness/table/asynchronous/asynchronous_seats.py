"""Plays the seats of asynchronous agents: each match goes on when its answer arrives."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.harness.table.agent_environment import ASKED
from railbird.harness.table.asking.asking import Asking, complaints
from railbird.harness.table.asynchronous.decision_log import (
    AsynchronousPlay,
    Decided,
    DecisionPoint,
)
from railbird.harness.table.call_points import call_points_of_decisions, call_points_of_ends
from railbird.harness.table.call_times import CallClock
from railbird.harness.table.judging.answers import NonsenseError, read_action
from railbird.harness.table.judging.forfeits import check_or_fold, let_few_cards_go
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.judging.incident_text import normalise_text
from railbird.harness.table.judging.referee import Referee
from railbird.harness.table.line_up_columns import LineUpColumns
from railbird.harness.table.play_rules import AgentFactory, CallPoint, PlayRules
from railbird.native import ActionKind, MatchTables, Pending
from railbird.plugins import (
    AgentError,
    DecisionBatch,
    DecisionSource,
    Game,
    HandBatch,
    HandRecord,
    Match,
    MatchBatch,
    Observation,
    StoppedError,
    UnplayableError,
    form_of,
)
from railbird.plugins.contract.method_arguments import require_arguments
from railbird.plugins.contract.snapshot import take_snapshots

Ended = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]
GIVEN_UP = Decided(ActionKind.CALL.value, is_given_up=True)
CALLED = Decided(ActionKind.CALL.value)


@dataclass(frozen=True, slots=True)
class AsynchronousTables:
    """What the table loop shares with the seats of asynchronous agents."""

    game: Game
    columns: LineUpColumns
    tables: MatchTables
    source: DecisionSource
    referee: Referee
    clock: CallClock


@dataclass(slots=True, eq=False)
class _Seat:
    """One seat of one match; `unheard` are the hands that its agent has not observed yet."""

    asking: Asking
    controller: int
    agent: Any = None
    unheard: list[tuple[CallPoint, HandRecord]] = field(default_factory=list)

    @property
    def wants_hands(self) -> bool:
        return callable(getattr(self.agent, "end_hand", None))


class _Open(NamedTuple):
    """A decision of a match that is not answered yet."""

    task: asyncio.Task[Decided]
    moment: CallPoint
    position: int


class AsynchronousSeats:
    """The seats of asynchronous agents in one call of the table loop.

    `ask` starts a task for each decision that is new, `take` waits for at least one answer and acts
    on those that have arrived. A match has one decision at a time, so that nothing depends on the
    order in which answers arrive.
    """

    def __init__(
        self, play: AsynchronousPlay, shared: AsynchronousTables, rules: PlayRules
    ) -> None:
        """Start without agents."""
        self._play = play
        self._shared = shared
        self._rules = rules
        self._forfeits = shared.referee.forfeits
        self._takes_cards = shared.game.definition.has_card_rounds
        self._is_sized = shared.game.definition.has_amounts
        self._seats: dict[tuple[int, int], _Seat] = {}
        self._open: dict[int, _Open] = {}
        self._answered: list[int] = []
        self._arrival = asyncio.Event()

    def start(self, agents: Mapping[str, AgentFactory]) -> None:
        """Create an agent for every seat, and report its match to it."""
        columns, rules = self._shared.columns, self._rules
        for controller, label in enumerate(columns.labels):
            if label not in self._play.labels:
                continue
            asking = Asking(
                label, self._is_sized, self._takes_cards, rules.raise_agent_errors, rules.watch
            )
            for match, seat in np.argwhere(columns.controllers == controller).tolist():
                place = self._seats[match, seat] = _Seat(asking, controller)
                moment = CallPoint(match, seat, 0, 0)
                if not self._is_out(moment):
                    self._judge(moment, self._begin(place, agents[label], moment))

    def ask(self, local_count: int) -> bool:
        """Start asking for every decision that waits and was not asked for yet.

        Returns whether agents of the first ``local_count`` controllers, who are not asynchronous,
        are to decide.
        """
        tables = self._shared.tables
        tables.forget_pending()
        pending = tables.pending()
        first = int(pending.offsets[local_count])
        waiting = enumerate(pending.table[first:].tolist(), start=first)
        new = [row for row, match in waiting if match not in self._open]
        for start, end in _runs(new):
            self._ask_rows(pending, start, end)
        if first:
            tables.forget_pending()
        return first > 0

    def _ask_rows(self, pending: Pending, first: int, end: int) -> None:
        batch = DecisionBatch.of_pending(self._shared.source, pending, first=first, end=end)
        moments = call_points_of_decisions(batch)
        for moment, observation in zip(moments, take_snapshots(batch), strict=True):
            task = asyncio.create_task(self._decide(moment, observation))
            self._open[moment.match] = _Open(task, moment, observation.position)
            task.add_done_callback(partial(self._arrive, moment.match))

    async def take(self) -> Ended:
        """Wait for answers and act on them; return the hands that ended, in order."""
        await self._arrival.wait()
        self._arrival.clear()
        matches, self._answered = sorted(self._answered), []
        opened = [self._open.pop(match) for match in matches]
        faults = [error for one in opened if (error := one.task.exception()) is not None]
        if faults:
            raise faults[0]
        answers = [one.task.result() for one in opened]
        batch = self._batch(
            np.array(matches, np.int32),
            np.array([one.moment.seat for one in opened], np.uint8),
            np.array([one.position for one in opened], np.uint8),
        )
        # faults are judged when the tables have moved on
        batch.hand_index = np.array([one.moment.hand for one in opened], np.int32)
        batch.decision = np.array([one.moment.decision for one in opened], np.uint16)
        kinds = np.array([answer.kind for answer in answers], np.uint8)
        amounts = np.array([answer.amount for answer in answers], np.int64)
        for one, answer in zip(opened, answers, strict=True):
            self._judge(one.moment, _violations(answer))
        self._shared.referee.check(batch, kinds, amounts)
        self._replace(batch, answers, (kinds, amounts))
        applied = self._shared.tables.act(batch.match, kinds, amounts)
        if applied.fault_count:
            self._shared.referee.judge_faults(applied.faults, batch, (kinds, amounts))
        return applied.ended_match, applied.ended_hand

    def note_ended(self, match: npt.NDArray[np.int32], hand_index: npt.NDArray[np.int32]) -> None:
        """Keep finished hands for the agents that observe them, until their next decision."""
        controllers = self._shared.columns.controllers
        for seat in range(controllers.shape[1]):
            rows = [
                row
                for row, one in enumerate(match.tolist())
                if (one, seat) in self._seats and self._seats[one, seat].wants_hands
            ]
            if not rows:
                continue
            hands = HandBatch(
                self._shared.game,
                self._shared.tables,
                match=match[rows],
                seat=np.full(len(rows), seat, np.uint8),
                hand_index=hand_index[rows],
            )
            for moment, record in zip(call_points_of_ends(hands), hands.records(), strict=True):
                self._seats[moment.match, seat].unheard.append((moment, record))

    async def finish(self) -> None:
        """Let all agents observe their last hands."""
        await asyncio.gather(*map(self._hear, self._seats.values()))

    async def stop(self) -> None:
        """Cancel what is open."""
        tasks = [one.task for one in self._open.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, place: _Seat, factory: AgentFactory, moment: CallPoint) -> list[Violation]:
        place.asking.announce(moment)
        asked = ASKED.set(place.asking.label)
        try:
            agent = factory()
            require_arguments(type(agent))
            if form_of(agent) != "asynchronous":
                raise AgentError("the factory returns agents of several forms; use only one form")
            place.agent = agent
            start_match = getattr(agent, "start_match", None)
            return [] if start_match is None else complaints(start_match(self._match(moment)), 1)
        except BaseException as error:
            return [place.asking.violation(0, error)]
        finally:
            ASKED.reset(asked)

    def _match(self, moment: CallPoint) -> Match:
        columns = self._shared.columns
        row = MatchBatch(
            self._shared.game,
            self._rules.hand_count,
            len(columns.controllers),
            match=np.array([moment.match], np.int32),
            seat=np.array([moment.seat], np.uint8),
            _match_keys=columns.match_keys,
        )
        return Match(row)

    def _batch(
        self,
        match: npt.NDArray[np.int32],
        seat: npt.NDArray[np.uint8],
        position: npt.NDArray[np.uint8],
    ) -> DecisionBatch:
        return DecisionBatch(self._shared.source, match, seat=seat, position=position)

    async def _decide(self, moment: CallPoint, observation: Observation) -> Decided:
        """Answer one decision: first the agent observes the hands before."""
        place = self._seats[moment.match, moment.seat]
        ASKED.set(place.asking.label)
        await self._hear(place)
        if self._is_out(moment):
            return GIVEN_UP
        started = perf_counter()
        decided = await self._play.log.decide(
            self._point(place, moment),
            observation,
            partial(self._ask, place, moment, observation),
        )
        self._shared.clock.note_deciding(place.controller, 1, since=started)
        return decided

    async def _hear(self, place: _Seat) -> None:
        while place.unheard:
            moment, record = place.unheard.pop(0)
            if self._is_out(moment):
                continue
            started = perf_counter()
            told = await self._play.log.tell(
                self._point(place, moment), partial(self._tell, place, moment, record)
            )
            self._shared.clock.note_listening(place.controller, since=started)
            self._judge(moment, _violations(told))

    async def _ask(self, place: _Seat, moment: CallPoint, observation: Observation) -> Decided:
        place.asking.announce(moment)
        try:
            answer = await place.agent.act(observation)
            held = observation.hole_cards if self._takes_cards else None
            return Decided(*read_action(answer, is_sized=self._is_sized, held=held))
        except NonsenseError as error:
            return Decided(ActionKind.CALL.value, 0, "nonsense", str(error))
        except UnplayableError as error:
            text = normalise_text(str(error))
            return Decided(ActionKind.CALL.value, 0, error.kind, text, is_given_up=True)
        except BaseException as error:
            return self._fail(place, error)

    async def _tell(self, place: _Seat, moment: CallPoint, record: HandRecord) -> Decided:
        place.asking.announce(moment)
        try:
            await place.agent.end_hand(record)
        except BaseException as error:
            return self._fail(place, error)
        return CALLED

    def _fail(self, place: _Seat, error: BaseException) -> Decided:
        """Judge an agent's exception, unless it ends the run or this task."""
        if isinstance(error, (StoppedError, GeneratorExit)):
            raise error
        task = asyncio.current_task()
        if isinstance(error, asyncio.CancelledError) and task is not None and task.cancelling():
            raise error
        violation = place.asking.violation(0, error)
        return Decided(ActionKind.CALL.value, 0, violation.kind, violation.text)

    def _arrive(self, match: int, task: asyncio.Task[Decided]) -> None:
        self._answered.append(match)
        self._arrival.set()

    def _replace(
        self, batch: DecisionBatch, answers: list[Decided], actions: tuple[Any, Any]
    ) -> None:
        """Play for seats that are out, and instead of answers that could not be read."""
        given_up = np.array([answer.is_given_up for answer in answers])
        is_out = self._forfeits.find_out(batch.match, batch.seat)
        if is_out is not None:
            given_up |= is_out
        actions[0][given_up] = check_or_fold(batch.legal[given_up])
        actions[1][given_up] = 0
        replaced = given_up | np.array([answer.incident is not None for answer in answers])
        if self._takes_cards and replaced.any():
            let_few_cards_go(batch, np.flatnonzero(replaced), actions)

    def _point(self, place: _Seat, moment: CallPoint) -> DecisionPoint:
        key = int(self._shared.columns.match_keys[moment.match])
        return DecisionPoint(place.asking.label, key, moment.seat, moment.hand, moment.decision)

    def _is_out(self, moment: CallPoint) -> bool:
        """Whether a seat has forfeited, or does so at this moment."""
        if self._forfeits.any_due:
            self._shared.referee.impose([moment])
        return bool(self._forfeits.is_out[moment.match, moment.seat])

    def _judge(self, moment: CallPoint, violations: list[Violation]) -> None:
        if violations:
            self._shared.referee.judge(violations, lambda row: moment)


def _runs(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first row and the end of each run of rows that follow one another."""
    among = set(rows)
    starts = [row for row in rows if row - 1 not in among]
    ends = [row + 1 for row in rows if row + 1 not in among]
    yield from zip(starts, ends, strict=True)


def _violations(decided: Decided) -> list[Violation]:
    return [] if decided.incident is None else [Violation(0, decided.incident, decided.text)]
