"""Two weak players of Kuhn poker."""

import numpy as np
import numpy.typing as npt

from railbird.agents.parameters import require_probability
from railbird.plugins import (
    BETTING_KINDS,
    AgentEntry,
    DecisionBatch,
    Distribution,
    Game,
    evolve_numbers,
)

KINDS = np.array(BETTING_KINDS, np.uint8)


class Bluffer:
    """Bets and calls with the top card; with other cards sometimes bluffs and sometimes calls.

    Source: one of the weak players for three-player Kuhn poker; with any card but the top one it
    makes 20% of the first bets it could make, and calls 20% of the bets.
    Decided here: both shares are parameters, the same for every lower card, for every position and
    for the second caller of a bet; the top card never slow-plays.
    """

    stationary = True

    def __init__(self, *, bluff: float = 0.2, call: float = 0.2) -> None:
        """Set the probabilities of a first bet and of a call without the top card."""
        self._bluff = require_probability("bluff", bluff)
        self._call = require_probability("call", call)

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


class Chump:
    """Bets and calls with fixed probabilities, whatever its card.

    Source: one of the weak players for three-player Kuhn poker.
    Decided here: the two probabilities are parameters, by default one half each, the same in every
    position and for the second caller of a bet.
    """

    stationary = True

    def __init__(self, *, bet: float = 0.5, call: float = 0.5) -> None:
        """Set the probabilities of a first bet and of a call."""
        self._bet = require_probability("bet", bet)
        self._call = require_probability("call", call)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare the two probabilities, whatever the cards."""
        return bet_or_call(decisions, bet=self._bet, call=self._call)


def is_kuhn(game: Game) -> bool:
    """Return whether a game is Kuhn poker: one card each, equal antes, one bet, one round."""
    definition = game.definition
    return (
        definition.variant is None
        and definition.is_limit
        and definition.max_raises == (1,)
        and definition.hole_card_count == 1
        and definition.suit_count == 1
        and len(set(definition.blinds)) == 1
    )


def bet_or_call(
    decisions: DecisionBatch, *, bet: npt.ArrayLike, call: npt.ArrayLike
) -> Distribution:
    """Declare a first bet with probability ``bet`` and a call of one with ``call``.

    Both are float64[n] or one number for all. The alternatives are a check and a fold.
    """
    can_bet = decisions.can_raise
    raises = np.where(can_bet, bet, 0.0)
    folds = np.where(can_bet, 0.0, 1.0 - np.asarray(call))
    return Distribution(np.column_stack([folds, 1.0 - raises - folds, raises]), KINDS)


AGENTS = (
    AgentEntry(
        "bluffer",
        Bluffer,
        lambda game, _: is_kuhn(game),
        "Kuhn: bets the top card, bluffs one in five",
        evolve=evolve_numbers({"bluff": (0.0, 1.0), "call": (0.0, 1.0)}),
    ),
    AgentEntry(
        "chump",
        Chump,
        lambda game, _: is_kuhn(game),
        "Kuhn: bets and calls without looking at its card",
        evolve=evolve_numbers({"bet": (0.0, 1.0), "call": (0.0, 1.0)}),
    ),
)
