"""Regret minimisation one deal at a time, with sampled actions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer
from railbird.native.errors import LimitError
from railbird.native.solver.regret.minimiser import SolverState
from railbird.native.solver.trees.game_tree import GameTree
from railbird.native.solver.workspace import Strategy, doubles, normalised, require_deals


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals by class int32[n, R, N], how many others each position beats uint16[n, N], weights."""

    paths: npt.NDArray[np.int32]
    orders: npt.NDArray[np.uint16]
    weight: npt.NDArray[np.float64]


def every_deal(tree: GameTree) -> Deals:
    """All deals of a game, with their probabilities."""
    require_deals(tree)
    assert tree.deals is not None
    last = tree.deals.showdowns[-1]
    orders = np.ascontiguousarray(tree.deals.patterns[last.pattern])
    return Deals(np.ascontiguousarray(tree.deals.paths), orders, last.weight)


class SamplingSolver:
    """External-sampling MCCFR: one deal an iteration and player, all of his actions, one of others.

    Lanctot, Waugh, Zinkevich and Bowling, 2009. The average of a player is taken where the player
    before him in position is the one who tries all actions. The draws are a function of the seed
    and the iteration, so a run in two parts is the same run.
    """

    algorithm = "mccfr"
    start_count = 1

    def __init__(self, tree: GameTree, *, seed: int = 0) -> None:
        """Start with no regrets."""
        self.tree = tree
        self.seed: int | None = seed
        self.fallback = tree.uniform
        self.state = SolverState(np.zeros(tree.entry_count), np.zeros(tree.entry_count), 0)
        self._seed = seed
        self._deals = every_deal(tree)

    def run(self, iterations: int, *, starts: Iterable[int] | None = None) -> None:
        """Iterate; in an iteration each player in turn tries all of his actions."""
        state = self.state
        failed = lib.rb_sample_iterations(
            self.tree.c,
            c_deals(self._deals),
            doubles(np.cumsum(self._deals.weight)),
            self._seed,
            state.iteration,
            iterations,
            doubles(state.regret),
            doubles(state.average),
        )
        _require_memory(failed)
        self.state = SolverState(state.regret, state.average, state.iteration + iterations)

    def average(self, start: int = 0) -> Strategy:
        """The average strategy, float64[entries]."""
        return normalised(self.tree, self.state.average, otherwise=self.fallback)

    def restore(self, state: SolverState) -> None:
        """Continue from a state of a solver of the same tree and seed."""
        self.state = SolverState(state.regret.copy(), state.average.copy(), state.iteration)


def c_deals(deals: Deals) -> Any:
    """An ``rb_deals *``; the arrays must outlive it."""
    c = ffi.new("rb_deals *")
    c.count = len(deals.weight)
    c.classes = pointer(deals.paths, "int32_t")
    c.patterns = pointer(deals.orders, "uint16_t")
    c.weight = doubles(deals.weight)
    return c


def _require_memory(failed: int) -> None:
    if failed:
        raise LimitError("there is not enough memory for a walk; use a smaller game")
