"""A batch agent with an instance for every seat and match, like a simple agent.

It is used when instances must be independent: after a failure at the start of all matches at once,
and when every call is watched.
"""

from typing import Any

import numpy as np

from railbird.harness.table.asking.asking import Asking
from railbird.harness.table.asking.batch_player import BatchPlayer
from railbird.harness.table.call_points import call_points_of_starts
from railbird.harness.table.judging.answers import Amounts, Kinds
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.play_rules import AgentFactory
from railbird.plugins import ActionKind, DecisionBatch, HandBatch, MatchBatch


class SplitPlayer:
    """Calls a separate instance for every row, in batches of one."""

    def __init__(self, asking: Asking, factory: AgentFactory, *, first: Any = None) -> None:
        """Use ``first`` as the instance of the first row, and create the others at the start."""
        self.wants_hands, self.wants_starts = False, True
        self._asking = asking
        self._factory = factory
        self._first = first
        self._players: dict[tuple[int, int], BatchPlayer] = {}

    def start(self, matches: MatchBatch) -> list[Violation]:
        """Create an instance for every row and report its match to it."""
        violations = []
        for row, moment in enumerate(call_points_of_starts(matches)):
            self._asking.announce(moment)
            try:
                agent, self._first = self._first, None
                player = BatchPlayer(self._asking, self._factory() if agent is None else agent)
                self._players[moment.match, moment.seat] = player
                told = player.start(matches.take(slice(row, row + 1)))
                violations += [one._replace(row=row) for one in told]
            except BaseException as error:
                violations.append(self._asking.violation(row, error))
        self.wants_hands = any(player.wants_hands for player in self._players.values())
        return violations

    def decide(self, decisions: DecisionBatch) -> tuple[Kinds, Amounts, list[Violation]]:
        """Ask each row's instance."""
        kinds = np.full(len(decisions), ActionKind.CALL.value, np.uint8)
        amounts = np.zeros(len(decisions), np.int64)
        violations: list[Violation] = []
        for row, place in enumerate(_places(decisions)):
            rows = slice(row, row + 1)
            one = decisions.take(rows)
            kinds[rows], amounts[rows], found = self._players[place].decide(one)
            one.close()
            violations += [violation._replace(row=row) for violation in found]
        return kinds, amounts, violations

    def end(self, hands: HandBatch) -> list[Violation]:
        """Report each row's hand to its instance."""
        violations: list[Violation] = []
        for row, place in enumerate(_places(hands)):
            found = self._players[place].end(hands.take(slice(row, row + 1)))
            violations += [violation._replace(row=row) for violation in found]
        return violations


def _places(rows: DecisionBatch | HandBatch) -> list[tuple[int, int]]:
    return list(zip(rows.match.tolist(), rows.seat.tolist(), strict=True))
