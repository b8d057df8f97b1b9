"""The agent that always raises the pot."""

import numpy as np
import numpy.typing as npt

from railbird.agents.raising import raise_by_pot, raise_else_call
from railbird.agents.sampling import play_as_declared
from railbird.plugins import DecisionBatch, Distribution


class RaisePot:
    """Bets and raises the size of the pot wherever a raise is legal, and calls elsewhere.

    Source: the pot-limit raise of the field: call first, then raise by what the pot then holds.
    Decided here: a size out of range becomes the nearest legal one, and in a limit game the raise
    has the game's size.
    """

    stationary = True

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Raise, else call."""
        return play_as_declared(self, decisions)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare a certain raise or call."""
        return raise_else_call(decisions, raise_by_pot(decisions))
