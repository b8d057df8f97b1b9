"""The agent that gives up."""

import numpy as np
import numpy.typing as npt

from railbird.agents.sampling import play_as_declared
from railbird.plugins import ActionKind, DecisionBatch, Distribution

KINDS = np.array([ActionKind.FOLD, ActionKind.CALL], np.uint8)


class Fold:
    """Folds wherever it costs chips to stay, and checks where it is free.

    Source: the folder of every computer-poker test bed; what it loses is the blinds, the line
    below which no agent should fall.
    Decided here: a free check is taken, since folding there is not legal.
    """

    stationary = True

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Fold, else check."""
        return play_as_declared(self, decisions)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare a certain fold or check."""
        can_fold = decisions.can_fold
        return Distribution(np.column_stack([can_fold, ~can_fold]).astype(float), KINDS)
