"""A player who is all-in in every hand."""

import numpy as np
import numpy.typing as npt

from railbird.agents.baselines import raise_else_call
from railbird.agents.card_rounds import keep_cards
from railbird.plugins import AgentEntry, DecisionBatch, Distribution, every_game


class RaiseMost:
    """Raises as much as it can whenever a raise is legal, and calls otherwise.

    Source: the jam-or-fold end of tournaments. If all play so without limits, the cards alone
    decide, and everybody's chance to win a freeze-out is his share of the chips.
    Decided here: the largest raise-to if sizes are free; a call once raising is capped.
    """

    stationary = True

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare a certain raise or call."""
        return keep_cards(decisions, raise_else_call(decisions, decisions.max_raise_to))


AGENTS = (
    AgentEntry(
        "raise-most", RaiseMost, every_game, summary="raises as much as it can whenever it can"
    ),
)
