"""Snapshots of decisions: observations that stay as they are when the tables move on."""

import numpy as np

from railbird.native import PURPOSE_DECISION, PURPOSE_HAND_START, draw_uniform
from railbird.plugins.contract.columns import FORMER_NAMES
from railbird.plugins.contract.decision_batch import DecisionBatch
from railbird.plugins.contract.entries import Game
from railbird.plugins.contract.observation import DRAWS_FOR_ALL, LISTS, Observation
from railbird.plugins.errors import AgentError

KEPT = tuple(name for name in LISTS if name not in FORMER_NAMES)
"""The attributes that a snapshot has: those of an observation without its former names."""


class SnapshotLists:
    """The columns of a batch as Python lists, all made at once, and the keys of its draws."""

    __slots__ = ("_first_draws", "_keys", "_seats", "game", *LISTS)

    hand_index: list[int]
    decision: list[int]

    def __init__(self, batch: DecisionBatch) -> None:
        """Read everything from ``batch``, while it is open."""
        self.game: Game = batch.game
        self._keys = batch.match_keys
        self._seats = batch.seat.copy()
        self._first_draws: list[list[float]] = [
            batch.random(index).tolist() for index in range(DRAWS_FOR_ALL)
        ]
        for name in KEPT:
            setattr(self, name, LISTS[name](batch))

    def opened(self) -> "SnapshotLists":
        """The lists themselves, which are never closed."""
        return self

    def make(self, name: str) -> None:
        """Refuse a former name, since all others are there."""
        raise AgentError(f"a snapshot has no '{name}'; use '{FORMER_NAMES.get(name, name)}'")

    def draw(self, row: int, draw_index: int) -> float:
        """One draw of one decision."""
        if draw_index >= DRAWS_FOR_ALL:
            return self._draw(PURPOSE_DECISION, row, draw_index)
        return self._first_draws[draw_index][row]

    def hand_draw(self, row: int, draw_index: int) -> float:
        """One draw of the hand, for the seat that decides."""
        return self._draw(PURPOSE_HAND_START, row, draw_index)

    def _draw(self, purpose: int, row: int, draw_index: int) -> float:
        drawn = draw_uniform(
            self._keys[row : row + 1],
            purpose=purpose,
            seats=self._seats[row],
            hands=np.uint32(self.hand_index[row]),
            decisions=self.decision[row] if purpose == PURPOSE_DECISION else 0,
            draw_index=draw_index,
        )
        return float(drawn[0])


def take_snapshots(batch: DecisionBatch) -> list[Observation]:
    """Return each decision of a batch as an observation that is valid for ever."""
    lists = SnapshotLists(batch)
    return [Observation(lists, row) for row in range(len(batch))]
