"""Wrappers of an agent: without its probabilities, or asked one row at a time.

The table loop samples for an agent that declares probabilities, and never calls ``act``; the
conformance suite checks ``act`` too.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.harness.table.play_rules import AgentFactory
from railbird.plugins import (
    Action,
    Answers,
    AnyAgent,
    BatchAgent,
    DecisionBatch,
    Distribution,
    HandBatch,
    HandRecord,
    Match,
    MatchBatch,
    Observation,
    decide,
    decide_batch,
    declares_probabilities,
    form_of,
    has_act,
)


class SimpleWrapper:
    """An agent in simple form that acts, by its own act if it has one, and declares nothing."""

    def __init__(self, agent: Any) -> None:
        """Wrap an agent, which hears of hands if it has the method for it."""
        self.agent = agent
        if hasattr(agent, "end_hand"):
            self.end_hand: Callable[[HandRecord], object] = agent.end_hand

    def start_match(self, match: Match) -> Any:
        """Pass it on."""
        return find_method(self.agent, "start_match")(match)

    def act(self, observation: Observation) -> Action:
        """Pass it on."""
        if has_act(self.agent):
            action: Action = self.agent.act(observation)
            return action
        return decide(self.agent, observation)


class BatchWrapper:
    """An agent in batch form that acts, by its own act if it has one, and declares nothing."""

    def __init__(self, agent: Any) -> None:
        """Wrap an agent, which hears of hands if it has the method for it."""
        self.agent = agent
        if hasattr(agent, "end_hands"):
            self.end_hands: Callable[[HandBatch], object] = self._tell

    def _tell(self, hands: HandBatch) -> None:
        self.agent.end_hands(hands)

    def start_matches(self, matches: MatchBatch) -> Any:
        """Pass it on."""
        return find_method(self.agent, "start_matches")(matches)

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        """Pass it on."""
        if has_act(self.agent):
            answers: Answers = self.agent.act_batch(decisions)
            return answers
        return decide_batch(self.agent, decisions)


class RowByRow(BatchWrapper):
    """An agent in batch form that is asked about one row at a time, the last one first."""

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        """Ask about each row, and put the answers together."""
        ask = super().act_batch
        answers = [ask(row) for row in _rows_backwards(decisions)][::-1]
        kinds = np.concatenate([np.asarray(kinds) for kinds, _ in answers])
        amounts = [np.zeros(1, np.int64) if size is None else size for _, size in answers]
        return kinds, np.concatenate(amounts)

    def _tell(self, hands: HandBatch) -> None:
        """Tell of each row by itself, in the order of play."""
        for row in range(len(hands)):
            super()._tell(hands.take(slice(row, row + 1)))


class DeclaringRowByRow(RowByRow):
    """As RowByRow, for an agent that declares probabilities."""

    def __init__(self, agent: Any) -> None:
        """Wrap an agent."""
        super().__init__(agent)
        self.stationary = agent.stationary

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Ask about each row, and put the distributions together."""
        count = len(decisions)
        rows = [
            self.agent.probabilities_batch(row, hole_cards[count - 1 - place :][:1])
            for place, row in enumerate(_rows_backwards(decisions))
        ][::-1]
        bounds = [(row.least, row.most) for row in rows]
        least, most = zip(*bounds, strict=True)
        return Distribution(
            np.concatenate([row.probability for row in rows]),
            rows[0].kinds,
            None if least[0] is None else np.concatenate(least),
            None if most[0] is None else np.concatenate(most),
        )


def hide_probabilities(factory: AgentFactory) -> AgentFactory:
    """Create the agent without its probabilities, so that the table loop calls ``act``."""

    def make() -> AnyAgent:
        agent = factory()
        return SimpleWrapper(agent) if form_of(agent) == "simple" else BatchWrapper(agent)

    return make


def ask_row_by_row(factory: AgentFactory) -> AgentFactory:
    """Create an agent of batch form that is asked about one row at a time."""

    def make() -> BatchAgent:
        agent = factory()
        return DeclaringRowByRow(agent) if declares_probabilities(agent) else RowByRow(agent)

    return make


def find_method(agent: Any, name: str) -> Callable[[Any], Any]:
    """Return an optional method of an agent, or a function that does nothing."""
    method: Callable[[Any], Any] = getattr(agent, name, _do_nothing)
    return method


def _do_nothing(_: Any) -> None:
    return None


def _rows_backwards(decisions: DecisionBatch) -> list[DecisionBatch]:
    return [decisions.take(slice(row, row + 1)) for row in reversed(range(len(decisions)))]
