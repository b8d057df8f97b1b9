"""The equilibrium workshop: game trees, regret minimisers, best responses, strategy files."""

from railbird.native.solver.best_response import (
    Exploitability,
    best_response,
    measure_exploitability,
    nash_conv,
)
from railbird.native.solver.deal_solvers import (
    Deals,
    SamplingSolver,
    WalkSolver,
    every_deal,
    sample_deals,
)
from railbird.native.solver.equilibria import Equilibria, Progress, find_equilibria
from railbird.native.solver.game_tree import GameTree, build_tree
from railbird.native.solver.pruning import Pruning, prune_dominated, win_chances
from railbird.native.solver.strategy_file import (
    StoredStrategy,
    StrategySource,
    action_texts,
    read_strategy,
    read_strategy_game,
    write_strategy,
)
from railbird.native.solver.strategy_table import Answers, StrategyTable
from railbird.native.solver.tree_size import TreeSize, measure_tree
from railbird.native.solver.vector_solver import SolverState, VectorSolver
from railbird.native.solver.workspace import as_strategy

__all__ = [
    "Answers",
    "Deals",
    "Equilibria",
    "Exploitability",
    "GameTree",
    "Progress",
    "Pruning",
    "SamplingSolver",
    "SolverState",
    "StoredStrategy",
    "StrategySource",
    "StrategyTable",
    "TreeSize",
    "VectorSolver",
    "WalkSolver",
    "action_texts",
    "as_strategy",
    "best_response",
    "build_tree",
    "every_deal",
    "find_equilibria",
    "measure_exploitability",
    "measure_tree",
    "nash_conv",
    "prune_dominated",
    "read_strategy",
    "read_strategy_game",
    "sample_deals",
    "win_chances",
    "write_strategy",
]
