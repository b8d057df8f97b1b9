"""Agents that respond to a strategy file: by the best response, or by a safer one."""

import numpy as np
import numpy.typing as npt

from railbird.agents.parameters import list_files, require_probability
from railbird.agents.strategy.files import plays_strategy
from railbird.agents.strategy.response_strategy import ResponseStrategy
from railbird.native.solver import best_response, restricted_response
from railbird.plugins import AgentEntry, AgentError, DecisionBatch, Distribution


class BestResponse:
    """Plays in each position what wins most if all others play a given strategy.

    Source: best response, document 000, section 3.2.3; exact, for any number of players. Decided
    here: ``file`` is the strategy to respond to, by default the shipped strategy of the game; ties
    go to the first of fold, call, raise. Each position responds to the file's strategy at all other
    positions, whatever the agents there actually play.
    """

    stationary = True

    def __init__(self, *, file: str = "", listed_raises: bool = False) -> None:
        """Set the file's name; the response is computed when the game is known."""
        self._answer = ResponseStrategy(file, lambda it: best_response(it.tree, it.probability))

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Return the response's probabilities, as if the hole cards were those given."""
        return self._answer.declare(decisions, hole_cards)


class RestrictedNash:
    """Exploits a given strategy with bounded risk.

    Source: restricted Nash response, document 000, section 3.2.3, after Johanson, Zinkevich and
    Bowling, 2007: the others play the file's strategy with probability ``weight``, and otherwise
    what is worst for the responder. Decided here: ``file`` is the strategy to respond to, by
    default the shipped strategy of the game; CFR+ runs for ``iterations`` (1,000) when the game is
    known, for each position separately.
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
        """Set the parameters; raises AgentError for a weight outside 0..1."""
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
        """Return the response's probabilities, as if the hole cards were those given."""
        return self._answer.declare(decisions, hole_cards)


AGENTS = (
    AgentEntry(
        "best-response",
        BestResponse,
        plays_strategy,
        "plays the best response to a strategy file",
        parts=list_files,
    ),
    AgentEntry(
        "restricted-nash",
        RestrictedNash,
        plays_strategy,
        "exploits a strategy file with bounded risk",
        parts=list_files,
    ),
)
