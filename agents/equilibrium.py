"""The agent that plays a strategy file."""

import numpy as np
import numpy.typing as npt

from railbird.agents.answered_file import AnsweredFile
from railbird.agents.kuhn import require_probability
from railbird.agents.sampling import play_as_declared
from railbird.plugins import DecisionBatch, Distribution


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
        self._answer = AnsweredFile(
            file, lambda it: (1.0 - chance) * it.probability + chance * it.tree.uniform
        )

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Sample what is declared."""
        return play_as_declared(self, decisions)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare the strategy's probabilities, as if the hole cards were those given."""
        return self._answer.declare(decisions, hole_cards)
