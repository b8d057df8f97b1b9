"""The agent that always calls."""

import numpy as np
import numpy.typing as npt

from railbird.plugins import ActionKind, DecisionBatch, Distribution

KINDS = np.array([ActionKind.CALL], np.uint8)


class Call:
    """Calls every bet, and checks where there is none.

    Source: the caller of every computer-poker test bed; its results are those of the cards alone.
    Decided here: nothing; a call is always legal.
    """

    stationary = True

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Call everywhere."""
        count = len(decisions)
        return np.full(count, ActionKind.CALL.value, np.uint8), np.zeros(count, np.int64)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare a certain call everywhere."""
        return Distribution(np.ones((len(decisions), 1)), KINDS)
