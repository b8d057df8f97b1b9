"""Agents in batch form: one instance for all rows."""

from collections.abc import Callable
from typing import Any

import numpy as np

from railbird.harness.table.asking.asking import Asking, complaints, tell_hands
from railbird.harness.table.call_points import call_points_of_decisions
from railbird.harness.table.judging.answers import (
    MOST_BETTING_KIND,
    MOST_KIND,
    Amounts,
    Kinds,
    NonsenseError,
    read_columns,
)
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.judging.incident_text import describe_exception, describe_value
from railbird.plugins import (
    ActionKind,
    DecisionBatch,
    Distribution,
    HandBatch,
    MatchBatch,
    declares_probabilities,
)

BETTING_KIND_BYTES = bytes(range(MOST_BETTING_KIND + 1))
KIND_BYTES = bytes(range(MOST_KIND + 1))
Answer = tuple[Kinds, Amounts, dict[int, str]]


class BatchPlayer:
    """Calls one instance; a call that fails is repeated row by row (see BatchAgent)."""

    def __init__(self, asking: Asking, agent: Any) -> None:
        """Play with ``agent``, using its declared probabilities if it has them."""
        self._asking = asking
        self._agent = agent
        self._kind_bytes = KIND_BYTES if asking.takes_cards else BETTING_KIND_BYTES
        self._end_hands: Callable[[HandBatch], object] | None = getattr(agent, "end_hands", None)
        self._answer = self._sample if declares_probabilities(agent) else self._act
        self.wants_hands = self._end_hands is not None
        self.wants_starts = getattr(agent, "start_matches", None) is not None

    def start(self, matches: MatchBatch) -> list[Violation]:
        """Report its matches to the agent, all at once; exceptions are not caught."""
        start_matches = getattr(self._agent, "start_matches", None)
        return [] if start_matches is None else complaints(start_matches(matches), len(matches))

    def end(self, hands: HandBatch) -> list[Violation]:
        """Report finished hands to the agent."""
        if self._end_hands is None:
            return []
        return tell_hands(self._asking, self._end_hands, hands)

    def decide(self, decisions: DecisionBatch) -> tuple[Kinds, Amounts, list[Violation]]:
        """Ask for all rows at once, and row by row if that fails."""
        if self._asking.watch is None:
            try:
                kinds, amounts, nonsense = self._answer(decisions)
            except BaseException as error:
                failed = self._judge(0, error)
                if len(decisions) == 1:
                    return _calls(1), np.zeros(1, np.int64), [failed]
            else:
                rows = nonsense.items()
                return kinds, amounts, [Violation(row, "nonsense", text) for row, text in rows]
        return self._decide_rows(decisions)

    def _decide_rows(self, decisions: DecisionBatch) -> tuple[Kinds, Amounts, list[Violation]]:
        kinds, amounts = _calls(len(decisions)), np.zeros(len(decisions), np.int64)
        violations: list[Violation] = []
        for row, moment in enumerate(call_points_of_decisions(decisions)):
            self._asking.announce(moment)
            one = decisions.take(slice(row, row + 1))
            try:
                kinds[row : row + 1], amounts[row : row + 1], nonsense = self._answer(one)
                violations += [Violation(row, "nonsense", text) for text in nonsense.values()]
            except BaseException as error:
                violations.append(self._judge(row, error))
            one.close()
        return kinds, amounts, violations

    def _judge(self, row: int, error: BaseException) -> Violation:
        if isinstance(error, NonsenseError):
            return Violation(row, "nonsense", str(error))
        return self._asking.violation(row, error)

    def _act(self, decisions: DecisionBatch) -> Answer:
        answer = self._agent.act_batch(decisions)
        return read_columns(
            answer,
            len(decisions),
            is_sized=self._asking.is_sized,
            takes_cards=self._asking.takes_cards,
        )

    def _sample(self, decisions: DecisionBatch) -> Answer:
        declared = self._agent.probabilities_batch(decisions, decisions.hole_cards)
        if not isinstance(declared, Distribution):
            raise NonsenseError(f"declared {describe_value(declared)} instead of a Distribution")
        try:
            kinds, amounts = decisions.sample(declared)
        except (TypeError, ValueError) as error:
            text = f"invalid probabilities: {describe_exception(error)}"
            raise NonsenseError(text) from error
        # Quicker than a maximum, for few rows; and what was declared has fewer.
        if self._odd(np.asarray(declared.kinds)) and (odd := self._odd(kinds)):
            raise NonsenseError(f"declared kind {max(odd)}")
        return kinds, amounts, {}

    def _odd(self, kinds: Kinds) -> bytes:
        """What is no kind of action."""
        return kinds.astype(np.uint8, copy=False).tobytes().translate(None, self._kind_bytes)


def _calls(count: int) -> Kinds:
    return np.full(count, ActionKind.CALL.value, np.uint8)
