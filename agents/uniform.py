"""The agent that plays at random."""

import numpy as np
import numpy.typing as npt

from railbird.agents.sampling import play_as_declared
from railbird.plugins import ActionKind, DecisionBatch, Distribution

KINDS = np.array(list(ActionKind), np.uint8)


def _tabulate() -> npt.NDArray[np.float64]:
    """Tabulate the probability of each kind by the mask of the legal ones, float64[8, 3]."""
    is_legal = (np.arange(1 << len(KINDS))[:, None] >> KINDS) & 1
    probability: npt.NDArray[np.float64] = is_legal / np.maximum(is_legal.sum(1, keepdims=True), 1)
    return probability


PROBABILITY_BY_MASK = _tabulate()


class Uniform:
    """Takes each legal kind of action with the same probability.

    Source: the uniform strategy of game theory, whose value and exploitability are known for the
    small games; the ACPC's example player is its kin.
    Decided here: kinds are equally likely, not actions, so that a no-limit game is not all raises;
    a raise-to is uniform over the whole chips between the least and the most.
    """

    stationary = True

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Draw a kind, and a size from what is left of the draw."""
        return play_as_declared(self, decisions)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare the legal kinds equally likely, whatever the cards."""
        probability = PROBABILITY_BY_MASK.take(decisions.legal, axis=0)
        if not decisions.game.definition.raises_are_sized:
            return Distribution(probability, KINDS)
        return Distribution(probability, KINDS, decisions.least_raise_to, decisions.most_raise_to)
