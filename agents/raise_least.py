"""The agent that always raises as little as it may."""

import numpy as np
import numpy.typing as npt

from railbird.agents.raising import raise_else_call
from railbird.agents.sampling import play_as_declared
from railbird.plugins import DecisionBatch, Distribution


class RaiseLeast:
    """Bets and raises the least raise-to wherever a raise is legal, and calls elsewhere.

    Source: the raiser of every computer-poker test bed; it punishes whoever folds too much.
    Decided here: the least raise-to where sizes are free; a call once raising is over.
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
        return raise_else_call(decisions, decisions.least_raise_to)
