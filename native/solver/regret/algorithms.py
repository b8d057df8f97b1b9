"""The solvers by the names of their algorithms."""

from railbird.native.errors import StrategyError
from railbird.native.solver.regret.deal_solvers import SamplingSolver
from railbird.native.solver.regret.minimiser import Minimiser
from railbird.native.solver.regret.vector_solver import VectorSolver
from railbird.native.solver.schedules import SCHEDULES
from railbird.native.solver.trees.game_tree import GameTree
from railbird.native.solver.workspace import Strategy

ALGORITHMS = (*sorted(SCHEDULES), SamplingSolver.algorithm)


def make_solver(
    tree: GameTree,
    algorithm: str,
    *,
    start_count: int = 1,
    seed: int | None = None,
    fallback: Strategy | None = None,
) -> Minimiser:
    """Make a solver; arguments as those of VectorSolver, of which ``mccfr`` takes ``seed`` alone.

    Raises StrategyError for an unknown name, and for options that the algorithm does not support.
    """
    if algorithm not in ALGORITHMS:
        raise StrategyError(f"there is no solver {algorithm!r}; use one of {', '.join(ALGORITHMS)}")
    if algorithm in SCHEDULES:
        return VectorSolver(tree, algorithm, start_count=start_count, seed=seed, fallback=fallback)
    if start_count > 1 or fallback is not None:
        raise StrategyError(
            "mccfr solves the whole game from one start; leave out pruning and further starts, "
            "or use one of {', '.join(sorted(SCHEDULES))}"
        )
    return SamplingSolver(tree, seed=seed or 0)
