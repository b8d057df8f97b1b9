"""The Kuhn agent that bluffs."""

import numpy as np
import numpy.typing as npt

from railbird.agents.kuhn import bet_or_call, require_probability
from railbird.agents.sampling import play_as_declared
from railbird.plugins import DecisionBatch, Distribution


class Bluffer:
    """Bets and calls with the top card; with the others bluffs some first bets and calls some bets.

    Source: one of the weak players for three-player Kuhn poker; with any card but the top one it
    makes 20% of the first bets it could make, and calls 20% of the bets.
    Decided here: both shares are parameters; they hold alike for every lower card, for every
    position and for the second caller of a bet; the top card never slow-plays.
    """

    stationary = True

    def __init__(self, *, bluff: float = 0.2, call: float = 0.2) -> None:
        """Take the probabilities of a first bet and of a call without the top card."""
        self._bluff = require_probability("bluff", bluff)
        self._call = require_probability("call", call)

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Bet or check, call or fold."""
        return play_as_declared(self, decisions)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare certainty with the top card, and the two shares with the others."""
        has_top_card = hole_cards[:, 0] == decisions.game.definition.deck[-1]
        return bet_or_call(
            decisions,
            bet=np.where(has_top_card, 1.0, self._bluff),
            call=np.where(has_top_card, 1.0, self._call),
        )
