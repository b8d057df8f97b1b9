"""How an agent plays what it declares: its distribution, sampled with the decision's draw 0."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from railbird.plugins import DecisionBatch, Distribution


class Declares(Protocol):
    """An agent whose play is what it declares."""

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8], /
    ) -> Distribution:
        """Declare the distribution of every decision, as if the hole cards were those given."""
        ...


def play_as_declared(
    agent: Declares, decisions: DecisionBatch
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Sample kinds uint8[n] and amounts int64[n] exactly as the table loop does."""
    declared = agent.probabilities_batch(decisions, decisions.hole_cards)
    return declared.sample(decisions.random())
