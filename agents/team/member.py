"""Members of a team, of either form, asked in batches.

A failed call is repeated row by row (see BatchAgent), but an agent in simple form, which has
memory, must not be called twice: its last answer is stored, and so is its last fault.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from railbird.plugins import (
    Action,
    DecisionBatch,
    DecisionLists,
    HandBatch,
    HandRecord,
    Match,
    MatchBatch,
    Observation,
    decide,
    decide_batch,
)

Answer = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]
Holder = tuple[int, int]
"""Match and seat."""


class Member(Protocol):
    """One agent of a team, at all seats of the team."""

    def start(self, matches: MatchBatch) -> None:
        """Report its matches."""
        ...

    def act(self, decisions: DecisionBatch) -> Answer:
        """Ask it, kinds uint8[n] and amounts int64[n]."""
        ...

    def end(self, hands: HandBatch) -> None:
        """Report finished hands."""
        ...


class BatchMember:
    """A member in batch form."""

    def __init__(self, agent: Any) -> None:
        """Wrap the single instance."""
        self._agent = agent

    def start(self, matches: MatchBatch) -> None:
        """Pass it on, if the member has the method."""
        if hasattr(self._agent, "start_matches"):
            self._agent.start_matches(matches)

    def act(self, decisions: DecisionBatch) -> Answer:
        """Pass it on; missing sizes become zeros."""
        kinds, amounts = decide_batch(self._agent, decisions)
        return kinds, np.zeros(len(decisions), np.int64) if amounts is None else amounts

    def end(self, hands: HandBatch) -> None:
        """Pass it on, if the member has the method."""
        if hasattr(self._agent, "end_hands"):
            self._agent.end_hands(hands)


class SimpleMember:
    """A member in simple form: an instance for each seat of each match."""

    def __init__(self, make: Callable[[], Any]) -> None:
        """Set the factory of the instances."""
        self._make = make
        self._seats: dict[Holder, _Seat] = {}

    def start(self, matches: MatchBatch) -> None:
        """Create the instances, and report its match to each."""
        self._seats = {}
        for row, holder in enumerate(_holders(matches)):
            seat = self._seats[holder] = _Seat(self._make())
            if hasattr(seat.agent, "start_match"):
                seat.agent.start_match(Match(matches.take(slice(row, row + 1))))

    def act(self, decisions: DecisionBatch) -> Answer:
        """Ask each row's instance."""
        kinds, amounts = np.zeros(len(decisions), np.uint8), np.zeros(len(decisions), np.int64)
        lists = DecisionLists(decisions)
        for row, holder in enumerate(_holders(decisions)):
            action = self._seats[holder].act(Observation(lists, row))
            kinds[row], amounts[row] = action.kind, action.amount
        lists.close()
        return kinds, amounts

    def end(self, hands: HandBatch) -> None:
        """Report each row to its instance, if it observes hands."""
        if any(hasattr(seat.agent, "end_hand") for seat in self._seats.values()):
            for holder, record in zip(_holders(hands), hands.records(), strict=True):
                self._seats[holder].end(record)


class _Seat:
    """An instance, with its last answer or fault, so that no call is repeated."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent
        self._asked = (-1, -1)
        self._told = -1
        self._action: Action | None = None
        self._fault: BaseException | None = None

    def act(self, observation: Observation) -> Action:
        if self._asked != (observation.hand_index, observation.decision):
            self._asked = (observation.hand_index, observation.decision)
            self._action = self._guard(partial(decide, self.agent), observation)
        elif self._fault is not None:
            raise self._fault
        assert self._action is not None
        return self._action

    def end(self, record: HandRecord) -> None:
        if not hasattr(self.agent, "end_hand"):
            return
        if record.hand_index > self._told:
            self._told = record.hand_index
            self._guard(self.agent.end_hand, record)
        elif self._fault is not None:
            raise self._fault

    def _guard(self, method: Callable[[Any], Any], argument: Any) -> Any:
        self._fault = None
        try:
            return method(argument)
        except BaseException as fault:
            self._fault = fault
            raise


def _holders(rows: MatchBatch | DecisionBatch | HandBatch) -> list[Holder]:
    return list(zip(rows.match.tolist(), rows.seat.tolist(), strict=True))
