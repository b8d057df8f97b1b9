"""Solvers for equilibria: game trees, regret minimisers, best responses, strategy files."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.native.solver.pruning import Pruning, prune_dominated, win_chances
    from railbird.native.solver.regret.algorithms import ALGORITHMS, make_solver
    from railbird.native.solver.regret.checkpoint import resume_equilibria
    from railbird.native.solver.regret.deal_solvers import Deals, SamplingSolver, every_deal
    from railbird.native.solver.regret.equilibria import Equilibria, Progress, find_equilibria
    from railbird.native.solver.regret.minimiser import Minimiser, SolverState
    from railbird.native.solver.regret.vector_solver import MOST_SEED, VectorSolver
    from railbird.native.solver.responses.best_response import (
        Exploitability,
        best_response,
        measure_exploitability,
        measure_values,
        nash_conv,
    )
    from railbird.native.solver.responses.restricted_response import (
        restricted_response,
        trust_in_counts,
    )
    from railbird.native.solver.strategies.strategy_file import (
        StoredStrategy,
        StrategySource,
        read_strategy,
        read_strategy_game,
        read_strategy_raises,
        write_strategy,
    )
    from railbird.native.solver.strategies.strategy_rows import action_texts
    from railbird.native.solver.strategies.strategy_set import (
        SetSource,
        StrategySet,
        holds_strategy_set,
        read_strategy_set,
        read_strategy_set_game,
        read_strategy_set_raises,
        write_strategy_set,
    )
    from railbird.native.solver.strategies.strategy_table import Answers, StrategyTable
    from railbird.native.solver.trees.betting_tree import BettingTree, build_betting_tree
    from railbird.native.solver.trees.game_tree import GameTree, build_tree
    from railbird.native.solver.trees.joint_deals import count_all_deals
    from railbird.native.solver.trees.tree_size import TreeSize, measure_tree
    from railbird.native.solver.workspace import as_strategy
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "ALGORITHMS",
    "MOST_SEED",
    "Answers",
    "BettingTree",
    "Deals",
    "Equilibria",
    "Exploitability",
    "GameTree",
    "Minimiser",
    "Progress",
    "Pruning",
    "SamplingSolver",
    "SetSource",
    "SolverState",
    "StoredStrategy",
    "StrategySet",
    "StrategySource",
    "StrategyTable",
    "TreeSize",
    "VectorSolver",
    "action_texts",
    "as_strategy",
    "best_response",
    "build_betting_tree",
    "build_tree",
    "count_all_deals",
    "every_deal",
    "find_equilibria",
    "holds_strategy_set",
    "make_solver",
    "measure_exploitability",
    "measure_tree",
    "measure_values",
    "nash_conv",
    "prune_dominated",
    "read_strategy",
    "read_strategy_game",
    "read_strategy_raises",
    "read_strategy_set",
    "read_strategy_set_game",
    "read_strategy_set_raises",
    "restricted_response",
    "resume_equilibria",
    "trust_in_counts",
    "win_chances",
    "write_strategy",
    "write_strategy_set",
]
