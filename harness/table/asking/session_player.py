"""An agent that chooses tables: one instance for a session, which plays at one table at a time."""

from collections.abc import Callable
from typing import Any

import numpy as np

from railbird.harness.table.asking.asking import Asking, Player
from railbird.harness.table.asking.batch_player import BatchPlayer
from railbird.harness.table.asking.simple_player import SimplePlayer
from railbird.harness.table.call_points import call_points_of_starts
from railbird.harness.table.judging.answers import Amounts, Kinds
from railbird.harness.table.judging.incident_log import Violation
from railbird.plugins import ActionKind, DecisionBatch, HandBatch, MatchBatch, form_of


class SessionPlayer:
    """Calls the instance of each row's session; every new match is started on the same one."""

    def __init__(
        self, asking: Asking, instance_of: Callable[[int], Any], tables_per_session: int
    ) -> None:
        """Play with the instance of a session, which has so many tables (matches) each."""
        self.wants_hands, self.wants_starts = False, True
        self._asking = asking
        self._instance_of = instance_of
        self._tables = tables_per_session
        self._players: dict[int, Player] = {}

    def start(self, matches: MatchBatch) -> list[Violation]:
        """Report a match a row."""
        violations = []
        for row, moment in enumerate(call_points_of_starts(matches)):
            self._asking.announce(moment)
            try:
                player = self._player(moment.match // self._tables)
                found = player.start(matches.take(slice(row, row + 1)))
                violations += [one._replace(row=row) for one in found]
                self.wants_hands |= player.wants_hands
            except BaseException as error:
                violations.append(self._asking.violation(row, error))
        return violations

    def _player(self, session: int) -> Player:
        if session not in self._players:
            instance = self._instance_of(session)
            self._players[session] = (
                BatchPlayer(self._asking, instance)
                if form_of(instance) == "batch"
                else SimplePlayer(self._asking, lambda: instance)
            )
        return self._players[session]

    def decide(self, decisions: DecisionBatch) -> tuple[Kinds, Amounts, list[Violation]]:
        """Ask each row's instance."""
        kinds = np.full(len(decisions), ActionKind.CALL.value, np.uint8)
        amounts = np.zeros(len(decisions), np.int64)
        violations: list[Violation] = []
        for row, match in enumerate(decisions.match.tolist()):
            rows = slice(row, row + 1)
            one = decisions.take(rows)
            kinds[rows], amounts[rows], found = self._player(match // self._tables).decide(one)
            one.close()
            violations += [violation._replace(row=row) for violation in found]
        return kinds, amounts, violations

    def end(self, hands: HandBatch) -> list[Violation]:
        """Report each row's hand to its instance."""
        violations: list[Violation] = []
        for row, match in enumerate(hands.match.tolist()):
            found = self._player(match // self._tables).end(hands.take(slice(row, row + 1)))
            violations += [violation._replace(row=row) for violation in found]
        return violations
