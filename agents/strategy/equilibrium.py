"""The agent that plays a strategy file."""

import numpy as np
import numpy.typing as npt

from railbird.agents.parameters import list_files, require_probability
from railbird.agents.strategy.files import plays_strategy
from railbird.agents.strategy.response_strategy import ResponseStrategy
from railbird.plugins import AgentEntry, DecisionBatch, Distribution


class Equilibrium:
    """Plays a precomputed strategy, such as an equilibrium of the game.

    Source: the equilibrium players of the small ACPC games; the shipped strategies of two-player
    Kuhn, three-player Kuhn and Leduc were computed by CFR+ (``railbird solve``). Decided here:
    ``file`` is a strategy file for the game; by default the shipped strategy of that game is
    played. Raise sizes that are not in the file are not translated: a file of listed raises is
    refused unless ``listed_raises`` says that no agent at the table uses others. ``tremble`` is the
    probability, at each decision, of a uniformly random action instead of the strategy's: a good
    player who can be exploited.
    """

    stationary = True

    def __init__(
        self, *, file: str = "", tremble: float = 0.0, listed_raises: bool = False
    ) -> None:
        """Set the file's name; the file is read when the game is known."""
        chance = require_probability("tremble", tremble)
        self._answer = ResponseStrategy(
            file, lambda it: (1.0 - chance) * it.probability + chance * it.tree.uniform
        )

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Return the strategy's probabilities, as if the hole cards were those given."""
        return self._answer.declare(decisions, hole_cards)


AGENTS = (
    AgentEntry(
        "equilibrium", Equilibrium, plays_strategy, "plays a strategy file", parts=list_files
    ),
)
