"""The strategies that agents declare in games small enough to enumerate, for exact values."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.harness.analysis.declared_strategy import declared_strategy
from railbird.harness.table.judging.incident_text import describe_exception
from railbird.harness.table.play_rules import AgentFactory
from railbird.native import GameDefinition, LimitError, StrategyError
from railbird.native.solver import GameTree, build_tree, count_all_deals, measure_tree
from railbird.plugins import AgentError, Game

MOST_DEALS = 500_000
MOST_INFORMATION_SETS = 100_000
"""No agent is asked in larger games: a simple agent is called for each information set."""


@dataclass(frozen=True, slots=True, eq=False)
class DeclaredPlay:
    """One agent's strategy, float64[entries] of the game's tree; or None, with a reason."""

    label: str
    strategy: npt.NDArray[np.float64] | None
    reason: str = ""


def list_game(definition: GameDefinition) -> GameTree | None:
    """Return the game's tree, or None if it is too large to ask for every information set.

    A game without decisions has none either.
    """
    if definition.variant is not None or count_all_deals(definition) > MOST_DEALS:
        return None
    try:
        size = measure_tree(definition)
    except (LimitError, StrategyError):
        return None
    return build_tree(definition) if size.information_set_count <= MOST_INFORMATION_SETS else None


def ask_for_play(game: Game, tree: GameTree, *, label: str, factory: AgentFactory) -> DeclaredPlay:
    """Ask an agent for its strategy everywhere; an exception becomes the reason for none."""
    try:
        return DeclaredPlay(label, declared_strategy(game, tree, factory))
    except AgentError as error:
        return DeclaredPlay(label, None, str(error))
    except Exception as error:  # raised by the agent; it plays on without a strategy
        return DeclaredPlay(label, None, describe_exception(error))
