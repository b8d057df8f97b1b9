"""Agents that answer a strategy file: by the best response, or by one that is safer."""

import numpy as np
import numpy.typing as npt

from railbird.agents.parameters import list_files, require_probability
from railbird.agents.strategy.files import plays_strategy
from railbird.agents.strategy.response_strategy import ResponseStrategy
from railbird.native.solver import best_response, restricted_response
from railbird.plugins import AgentEntry, AgentError, DecisionBatch, Distribution


class BestResponse:
    """Plays in each position what wins most where all others play a given strategy.

    Source: best response, document 000, section 3.2.3; exact, for any number of players.
    Decided here: ``file`` is the strategy to answer, and without one the shipped strategy of the
    game; of equal actions the first of fold, call, raise is taken. Each position answers the
    file's strategy at all other positions, however many sit there who play otherwise.
    """

    stationary = True

    def __init__(self, *, file: str = "", listed_raises: bool = False) -> None:
        """Take the file's name; the answer is computed when the game is known."""
        self._answer = ResponseStrategy(file, lambda it: best_response(it.tree, it.probability))

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare the answer, as if the hole cards were those given."""
        return self._answer.declare(decisions, hole_cards)


class RestrictedNash:
    """Exploits a given strategy as far as a bounded risk allows.

    Source: restricted Nash response, document 000, section 3.2.3, after Johanson, Zinkevich and
    Bowling, 2007: the others play the file's strategy with the chance ``weight``, and with the rest
    whatever is worst for the one who answers.
    Decided here: ``file`` is the strategy to answer, and without one the shipped strategy of the
    game; CFR+ runs for ``iterations`` (1,000) when the game is known, each position by itself.
    """

    stationary = True

    def __init__(
        self,
        *,
        file: str = "",
        weight: float = 0.5,
        iterations: int = 1_000,
        listed_raises: bool = False,
    ) -> None:
        """Take the parameters; raises AgentError for a weight outside 0..1."""
        if isinstance(iterations, bool) or not isinstance(iterations, int) or iterations < 1:
            raise AgentError(f"iterations is {iterations!r}; give a number of 1 or more")
        trust = require_probability("weight", weight)
        self._answer = ResponseStrategy(
            file,
            lambda it: restricted_response(
                it.tree, it.probability, weight=trust, iterations=iterations
            ),
        )

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare the answer, as if the hole cards were those given."""
        return self._answer.declare(decisions, hole_cards)


AGENTS = (
    AgentEntry(
        "best-response",
        BestResponse,
        plays_strategy,
        "wins most against a strategy file",
        parts=list_files,
    ),
    AgentEntry(
        "restricted-nash",
        RestrictedNash,
        plays_strategy,
        "exploits a strategy file at a bounded risk",
        parts=list_files,
    ),
)
