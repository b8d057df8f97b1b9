"""The base of agents that play a strategy derived from a file."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from railbird.agents.strategy.files import declare, find_strategy
from railbird.native.solver import StoredStrategy, StrategyTable
from railbird.plugins import DecisionBatch, Distribution

MakeStrategy = Callable[[StoredStrategy], npt.NDArray[np.float64]]


class ResponseStrategy:
    """Plays the result of ``make`` for the strategy in a file, or the one shipped for the game."""

    def __init__(self, file: str, make: MakeStrategy) -> None:
        """Set the file's name; it is read when the game is known."""
        self._file, self._make = file, make
        self._table: StrategyTable | None = None

    def declare(self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]) -> Distribution:
        """Return the strategy's probabilities, as if the hole cards were those given."""
        if self._table is None:
            stored = find_strategy(decisions.game, self._file)
            self._table = StrategyTable(stored.tree, self._make(stored))
        return declare(self._table, decisions, hole_cards)
