"""Solving until a strategy is near enough an equilibrium."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native.solver.regret.minimiser import Minimiser
from railbird.native.solver.responses.best_response import nash_conv
from railbird.native.solver.trees.game_tree import GameTree

FIRST_CHECK = 25
GROWTH = 1.25


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a solver: the worst NashConv of its starts, and how many are near enough."""

    iteration: int
    worst_nash_conv: float
    finished_count: int


@dataclass(frozen=True, slots=True)
class Equilibria:
    """The best average strategy seen of each start, float64[starts, entries].

    ``nash_conv`` (float64[starts]) are chips a hand, ``iterations`` (int64[starts]) when seen.
    """

    strategies: npt.NDArray[np.float64]
    nash_conv: npt.NDArray[np.float64]
    iterations: npt.NDArray[np.int64]


def find_equilibria(  # noqa: PLR0913  (all but the solver by name)
    solver: Minimiser,
    *,
    until_nash_conv: float,
    most_iterations: int,
    report: Callable[[Progress], None] | None = None,
    begun: Equilibria | None = None,
    keep: Callable[[Equilibria], None] | None = None,
) -> Equilibria:
    """Iterate until each start has come to ``until_nash_conv``, or for ``most_iterations``.

    A start is looked at after 25 iterations and then each time a quarter is added; one that came
    near enough is not looked at again. Nothing is promised to converge with more than two players,
    so look at ``nash_conv`` of the result. ``begun`` is what a solver that stands further had
    found, ``keep`` is called after each look with the best until then.
    """
    best = _nothing_yet(solver.tree, solver.start_count) if begun is None else begun
    open_starts = np.flatnonzero(best.nash_conv > until_nash_conv).tolist()
    while open_starts and solver.state.iteration < most_iterations:
        done = solver.state.iteration
        target = min(most_iterations, max(done + FIRST_CHECK, int(done * GROWTH)))
        solver.run(target - done, starts=open_starts)
        for start in open_starts:
            _keep_better(solver, start, best)
        open_starts = [s for s in open_starts if best.nash_conv[s] > until_nash_conv]
        if keep is not None:
            keep(best)
        if report is not None:
            finished = solver.start_count - len(open_starts)
            report(Progress(solver.state.iteration, float(best.nash_conv.max()), finished))
    return best


def _nothing_yet(tree: GameTree, start_count: int) -> Equilibria:
    return Equilibria(
        strategies=np.tile(tree.uniform, (start_count, 1)),
        nash_conv=np.full(start_count, np.inf),
        iterations=np.zeros(start_count, np.int64),
    )


def _keep_better(solver: Minimiser, start: int, best: Equilibria) -> None:
    strategy = solver.average(start)
    distance = nash_conv(solver.tree, strategy)
    if distance < best.nash_conv[start]:
        best.strategies[start] = strategy
        best.nash_conv[start] = distance
        best.iterations[start] = solver.state.iteration
