"""An agent in batch form with an instance for every seat and match, as if it were a simple one.

So it plays where its instances must know nothing of each other: when it failed at the start of its
matches, all told at once, and when every call is watched.
"""

from typing import Any

import numpy as np

from railbird.harness.table.asking.asking import Asking
from railbird.harness.table.asking.batch_player import BatchPlayer
from railbird.harness.table.call_points import moments_of_starts
from railbird.harness.table.judging.answers import Amounts, Kinds
from railbird.harness.table.judging.incident_log import Misdeed
from railbird.harness.table.play_rules import AgentFactory
from railbird.plugins import ActionKind, DecisionBatch, HandBatch, MatchBatch


class SplitPlayer:
    """Asks an instance of its own for every row, in batches of one."""

    def __init__(self, asking: Asking, factory: AgentFactory, *, first: Any = None) -> None:
        """Take ``first`` as the instance of the first row, and make the others at the start."""
        self.wants_hands = False
        self._asking = asking
        self._factory = factory
        self._first = first
        self._players: dict[tuple[int, int], BatchPlayer] = {}

    def start(self, matches: MatchBatch) -> list[Misdeed]:
        """Make an instance for every row and tell it of its match."""
        misdeeds = []
        for row, moment in enumerate(moments_of_starts(matches)):
            self._asking.announce(moment)
            try:
                agent, self._first = self._first, None
                player = BatchPlayer(self._asking, self._factory() if agent is None else agent)
                self._players[moment.match, moment.seat] = player
                told = player.start(matches.take(slice(row, row + 1)))
                misdeeds += [one._replace(row=row) for one in told]
            except BaseException as error:
                misdeeds.append(self._asking.misdeed(row, error))
        self.wants_hands = any(player.wants_hands for player in self._players.values())
        return misdeeds

    def decide(self, decisions: DecisionBatch) -> tuple[Kinds, Amounts, list[Misdeed]]:
        """Ask each row's instance."""
        kinds = np.full(len(decisions), ActionKind.CALL.value, np.uint8)
        amounts = np.zeros(len(decisions), np.int64)
        misdeeds: list[Misdeed] = []
        for row, place in enumerate(_places(decisions)):
            rows = slice(row, row + 1)
            one = decisions.take(rows)
            kinds[rows], amounts[rows], found = self._players[place].decide(one)
            one.close()
            misdeeds += [misdeed._replace(row=row) for misdeed in found]
        return kinds, amounts, misdeeds

    def end(self, hands: HandBatch) -> list[Misdeed]:
        """Tell each row's instance of its hand."""
        misdeeds: list[Misdeed] = []
        for row, place in enumerate(_places(hands)):
            found = self._players[place].end(hands.take(slice(row, row + 1)))
            misdeeds += [misdeed._replace(row=row) for misdeed in found]
        return misdeeds


def _places(rows: DecisionBatch | HandBatch) -> list[tuple[int, int]]:
    return list(zip(rows.match.tolist(), rows.seat.tolist(), strict=True))
