"""Regret minimisation on vectors of card classes, from one start or from many side by side."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.draws.draws import draw_uniform
from railbird.native.errors import LimitError, StrategyError
from railbird.native.solver.regret.minimiser import SolverState
from railbird.native.solver.schedules import find_schedule
from railbird.native.solver.trees.game_tree import GameTree
from railbird.native.solver.trees.tree_size import MOST_MEMORY_BYTES
from railbird.native.solver.workspace import Strategy, doubles, normalised, require_deals

LANES = 8
START_REGRET_CHIPS = 0.1
BYTES_PER_START_ENTRY = 60  # drawing the first regrets; later the sums and the best strategies
MOST_SEED = 2**64 - 1

Cells = npt.NDArray[np.float64]


class VectorSolver:
    """Solves a game tree, level by level, on vectors over the players' card classes.

    Values and regrets are exact: every iteration sees all deals. ``start_count`` solvers run side
    by side; with a seed each starts from random regrets, without one all start uniform. The
    averages are over the strategies after each update.
    """

    def __init__(
        self,
        tree: GameTree,
        algorithm: str = "cfr+",
        *,
        start_count: int = 1,
        seed: int | None = None,
        fallback: Strategy | None = None,
    ) -> None:
        """Make the arrays; ``fallback`` is played where no regret is positive, and 0 prunes."""
        require_deals(tree)
        self.tree = tree
        self.schedule = find_schedule(algorithm)
        self.start_count = start_count
        self.seed = seed
        self.lanes = 1 if start_count == 1 else LANES
        blocks = -(-start_count // self.lanes)
        _require_room(blocks * self.lanes, tree.entry_count)
        shape = (blocks, tree.entry_count, self.lanes)
        regret = np.zeros(shape) if seed is None else _random_regrets(shape, seed)
        self.state = SolverState(regret, np.zeros(shape), 0)
        self.fallback = tree.uniform if fallback is None else fallback
        self._fallback = np.ascontiguousarray(np.repeat(self.fallback[:, None], self.lanes, axis=1))

    @property
    def algorithm(self) -> str:
        """The name of the algorithm."""
        return self.schedule.name

    def run(
        self, iterations: int, *, starts: Iterable[int] | None = None, thread_count: int = 1
    ) -> None:
        """Iterate; blocks of eight starts are shared among the threads, with the same result.

        ``starts`` are those to continue: a block without one is skipped.
        """
        state = self.state
        weights = np.ascontiguousarray(self.schedule.weights(state.iteration, iterations))
        wanted = range(self.start_count) if starts is None else starts
        blocks = sorted({start // self.lanes for start in wanted})
        with ThreadPoolExecutor(thread_count) as threads:
            list(threads.map(lambda block: self._run_block(block, weights), blocks))
        self.state = SolverState(state.regret, state.average, state.iteration + iterations)

    def average(self, start: int = 0) -> Strategy:
        """The average strategy of a start, float64[entries]."""
        block, lane = divmod(start, self.lanes)
        return normalised(self.tree, self.state.average[block, :, lane], otherwise=self.fallback)

    def regrets(self, start: int = 0) -> npt.NDArray[np.float64]:
        """The regrets of a start, float64[entries], chips times the reach of all others."""
        block, lane = divmod(start, self.lanes)
        return self.state.regret[block, :, lane].copy()

    def restore(self, state: SolverState) -> None:
        """Continue from a state of a solver of the same tree, algorithm and number of starts."""
        if state.regret.shape != self.state.regret.shape:
            raise StrategyError(
                f"the state has shape {state.regret.shape} and the solver {self.state.regret.shape}"
                "; restore it into a solver of the same game and number of starts"
            )
        self.state = SolverState(state.regret.copy(), state.average.copy(), state.iteration)

    def _run_block(self, block: int, weights: npt.NDArray[np.float64]) -> None:
        tree, lanes = self.tree, self.lanes
        strategy = np.empty((tree.entry_count, lanes))
        reach = np.empty((tree.layout.reach_size, lanes))
        value = np.empty((tree.layout.value_size, lanes))
        c = ffi.new("rb_solver *")
        c.lanes, c.alternates = lanes, self.schedule.alternates
        c.regret = doubles(self.state.regret[block])
        c.average = doubles(self.state.average[block])
        c.strategy, c.fallback = doubles(strategy), doubles(self._fallback)
        c.reach, c.value = doubles(reach), doubles(value)
        lib.rb_solve(tree.c, c, doubles(weights), len(weights))


def _require_room(start_count: int, entry_count: int) -> None:
    """Refuse more starts than fit, before memory is taken for them."""
    taken = start_count * entry_count * BYTES_PER_START_ENTRY
    if taken > MOST_MEMORY_BYTES:
        raise LimitError(
            f"{start_count:,} starts would need up to {taken / 2**30:,.1f} GiB, but the limit is "
            f"{MOST_MEMORY_BYTES / 2**30:.0f}; use fewer"
        )


def _random_regrets(shape: tuple[int, int, int], seed: int) -> Cells:
    """Regrets whose strategies are uniform over all distributions, the same for any machine."""
    blocks, entries, lanes = shape
    starts = np.arange(blocks * lanes, dtype=np.uint32)
    draws = draw_uniform(
        np.full(len(starts) * entries, seed, np.uint64),
        purpose=0,
        seats=0,
        hands=np.repeat(starts, entries),
        decisions=np.tile(np.arange(entries, dtype=np.uint32), len(starts)),
        draw_index=0,
    )
    regrets = -START_REGRET_CHIPS * np.log1p(-draws).reshape(blocks, lanes, entries)
    return np.ascontiguousarray(regrets.transpose(0, 2, 1))
