"""The agent that plays a strategy file."""

import numpy as np
import numpy.typing as npt

from railbird.agents.parameters import list_files, require_probability
from railbird.agents.strategy.files import plays_strategy
from railbird.agents.strategy.response_strategy import ResponseStrategy
from railbird.plugins import AgentEntry, DecisionBatch, Distribution


class Equilibrium:
    """Plays a strategy computed beforehand, such as an equilibrium of the game.

    Source: the equilibrium players of the small ACPC games; the shipped strategies of two-player
    Kuhn, three-player Kuhn and Leduc were found by CFR+ here (``railbird solve``).
    Decided here: ``file`` is a strategy file for the game at the table; without one the shipped
    strategy of that game is played. A raise to a size the file was solved without is not
    translated: a file of listed raises is refused unless ``listed_raises`` says that nobody at the
    table takes others. ``tremble`` is the chance, at each decision, of any action alike
    instead of the strategy's: a sound player who can be exploited.
    """

    stationary = True

    def __init__(
        self, *, file: str = "", tremble: float = 0.0, listed_raises: bool = False
    ) -> None:
        """Take the file's name; the file is read when the game is known."""
        chance = require_probability("tremble", tremble)
        self._answer = ResponseStrategy(
            file, lambda it: (1.0 - chance) * it.probability + chance * it.tree.uniform
        )

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare the strategy's probabilities, as if the hole cards were those given."""
        return self._answer.declare(decisions, hole_cards)


AGENTS = (
    AgentEntry(
        "equilibrium", Equilibrium, plays_strategy, "plays a strategy file", parts=list_files
    ),
)
