"""The Kuhn agent that does not look at its card."""

import numpy as np
import numpy.typing as npt

from railbird.agents.kuhn import bet_or_call, require_probability
from railbird.agents.sampling import play_as_declared
from railbird.plugins import DecisionBatch, Distribution


class Chump:
    """Bets and calls with stated probabilities, whatever its card.

    Source: one of the weak players for three-player Kuhn poker.
    Decided here: the two probabilities are parameters, one half each where nothing is said; they
    hold alike in every position and for the second caller of a bet.
    """

    stationary = True

    def __init__(self, *, bet: float = 0.5, call: float = 0.5) -> None:
        """Take the probabilities of a first bet and of a call."""
        self._bet = require_probability("bet", bet)
        self._call = require_probability("call", call)

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Bet or check, call or fold."""
        return play_as_declared(self, decisions)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare the two probabilities, whatever the cards."""
        return bet_or_call(decisions, bet=self._bet, call=self._call)
