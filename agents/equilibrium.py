"""The agent that plays a strategy file."""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from railbird.agents.sampling import play_as_declared
from railbird.native import GameDefinition
from railbird.native.solver import StoredStrategy, StrategyTable, read_strategy, read_strategy_game
from railbird.plugins import AgentError, DecisionBatch, Distribution, Game

SHIPPED = "railbird.agents.strategies"
SUFFIX = ".arrow"


class Equilibrium:
    """Plays a strategy computed beforehand, such as an equilibrium of the game.

    Source: the equilibrium players of the small ACPC games; the shipped strategies of two-player
    Kuhn, three-player Kuhn and Leduc were found by CFR+ here (``railbird solve``).
    Decided here: ``file`` is a strategy file for the game at the table; without one the shipped
    strategy of that game is played. A raise to a size the file was solved without is not
    translated but refused.
    """

    stationary = True

    def __init__(self, *, file: str = "") -> None:
        """Read the file, if one is named; the shipped ones are read when the game is known."""
        self._stored = read_strategy(Path(file)) if file else None
        self._table: StrategyTable | None = None

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Sample what is declared."""
        return play_as_declared(self, decisions)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare the strategy's probabilities, as if the hole cards were those given."""
        if self._table is None:
            self._table = self._table_for(decisions.game)
        answers = self._table.answer(decisions.betting, hole_cards, decisions.board)
        if decisions.game.definition.is_limit:
            return Distribution(answers.probability, answers.kinds)
        return Distribution(answers.probability, answers.kinds, answers.amounts, answers.amounts)

    def _table_for(self, game: Game) -> StrategyTable:
        stored = self._stored or find_shipped(game.definition)
        if stored is None:
            raise AgentError(
                f"there is no shipped strategy for {game.name}; name one that was solved for it: "
                "equilibrium:file=PATH"
            )
        if stored.tree.definition != game.definition:
            raise AgentError(
                f"the strategy file was solved for another game than {game.name}; "
                "solve this one with railbird solve"
            )
        return StrategyTable(stored.tree, stored.probability)


def find_shipped(definition: GameDefinition) -> StoredStrategy | None:
    """The shipped strategy of a game, if there is one."""
    name = _shipped_names().get(definition)
    if name is None:
        return None
    with as_file(files(SHIPPED) / name) as path:
        return read_strategy(path)


def has_strategy(game: Game) -> bool:
    """Tell whether a strategy of the game is shipped."""
    return game.definition in _shipped_names()


@cache
def _shipped_names() -> dict[GameDefinition, str]:
    """The games of the shipped files, which do not change while we run."""
    names = {}
    for entry in files(SHIPPED).iterdir():
        if entry.name.endswith(SUFFIX):
            with as_file(entry) as path:
                names[read_strategy_game(path)] = entry.name
    return names
