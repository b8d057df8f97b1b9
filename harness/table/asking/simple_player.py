"""Agents in simple form: one instance per seat and match, called row by row."""

from array import array
from collections.abc import Callable
from typing import Any

import numpy as np

from railbird.harness.table.asking.asking import Asking, complaints
from railbird.harness.table.call_points import (
    call_points_of_decisions,
    call_points_of_ends,
    call_points_of_starts,
)
from railbird.harness.table.judging.answers import Amounts, Kinds, NonsenseError, read_action
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.judging.incident_text import describe_exception
from railbird.harness.table.play_rules import AgentFactory
from railbird.plugins import (
    CALL,
    Action,
    ActionKind,
    AgentError,
    DecisionBatch,
    DecisionLists,
    HandBatch,
    HandRecord,
    Match,
    MatchBatch,
    Observation,
    declares_probabilities,
    form_of,
    sample_alternatives,
)
from railbird.plugins.contract.agent import require_synchronous
from railbird.plugins.contract.method_arguments import require_arguments

Decide = Callable[[Observation], Action]


class SimplePlayer:
    """Wraps the instances of an agent in simple form; a fault affects only its instance."""

    def __init__(self, asking: Asking, factory: AgentFactory, *, first: Any = None) -> None:
        """Use ``first`` as the instance of the first seat, and create the others at the start."""
        self.wants_hands, self.wants_starts = False, True
        self._asking = asking
        self._factory = factory
        self._first = first
        self._seat_count = 0
        self._decide: list[Decide] = []
        self._end: list[Callable[[HandRecord], object] | None] = []

    def start(self, matches: MatchBatch) -> list[Violation]:
        """Create an instance for every row and report its match to it."""
        self._seat_count = matches.seat_count
        place_count = matches.match_count * matches.seat_count
        if not self._decide:
            self._decide = [_decide_nothing] * place_count
            self._end = [None] * place_count
        violations = []
        for row, moment in enumerate(call_points_of_starts(matches)):
            self._asking.announce(moment)
            try:
                agent = self._make()
                self._seat(agent, moment.match * self._seat_count + moment.seat)
                start_match = getattr(agent, "start_match", None)
                if start_match is not None:
                    told = start_match(Match(matches.take(slice(row, row + 1))))
                    violations += [one._replace(row=row) for one in complaints(told, 1)]
            except BaseException as error:
                violations.append(self._asking.violation(row, error))
        self.wants_hands = any(end is not None for end in self._end)
        return violations

    def decide(self, decisions: DecisionBatch) -> tuple[Kinds, Amounts, list[Violation]]:
        """Ask for each row the instance of its seat and match."""
        kinds = bytearray([ActionKind.CALL]) * len(decisions)
        amounts = array("q", bytes(8 * len(decisions)))
        violations: list[Violation] = []
        is_sized, takes_cards = self._asking.is_sized, self._asking.takes_cards
        decide = self._decide
        moments = call_points_of_decisions(decisions) if self._asking.watch is not None else None
        lists = DecisionLists(decisions)
        observation = Observation(lists)
        for row, place in enumerate(self._places(decisions)):
            observation.row = row
            if moments is not None:
                self._asking.announce(moments[row])
            try:
                answer = decide[place](observation)
                if answer is not CALL:
                    held = observation.hole_cards if takes_cards else None
                    kinds[row], amounts[row] = read_action(answer, is_sized=is_sized, held=held)
            except NonsenseError as error:
                violations.append(Violation(row, "nonsense", str(error)))
            except BaseException as error:
                violations.append(self._asking.violation(row, error))
        lists.close()
        return np.frombuffer(kinds, np.uint8), np.frombuffer(amounts, np.int64), violations

    def end(self, hands: HandBatch) -> list[Violation]:
        """Report each row's hand to its instance, if it observes hands."""
        violations = []
        records, places = hands.records(), self._places(hands)
        moments = call_points_of_ends(hands) if self._asking.watch is not None else None
        for row, (record, place) in enumerate(zip(records, places, strict=True)):
            end_hand = self._end[place]
            if end_hand is None:
                continue
            if moments is not None:
                self._asking.announce(moments[row])
            try:
                end_hand(record)
            except BaseException as error:
                violations.append(self._asking.violation(row, error))
        return violations

    def _places(self, rows: DecisionBatch | HandBatch) -> list[int]:
        places: list[int] = (rows.match.astype(np.int64) * self._seat_count + rows.seat).tolist()
        return places

    def _make(self) -> Any:
        agent, self._first = self._first, None
        if agent is None:
            agent = self._factory()
        require_arguments(type(agent))
        require_synchronous(agent)
        if form_of(agent) != "simple":
            raise AgentError("the factory returns agents of both forms; use only one form")
        return agent

    def _seat(self, agent: Any, place: int) -> None:
        declares = declares_probabilities(agent)
        self._decide[place] = _sampling(agent.probabilities) if declares else agent.act
        self._end[place] = getattr(agent, "end_hand", None)


def _decide_nothing(observation: Observation) -> Action:
    raise AgentError(f"there is no agent in seat {observation.seat}")


def _sampling(probabilities: Callable[..., Any]) -> Decide:
    """Sample from what an agent declares, by the decision's draw 0."""

    def decide(observation: Observation) -> Action:
        draw = observation.random()
        alternatives = probabilities(observation, observation.hole_cards)
        try:
            return sample_alternatives(alternatives, draw)
        except Exception as error:
            text = f"invalid probabilities: {describe_exception(error)}"
            raise NonsenseError(text) from error

    return decide
