"""Regret minimisation one deal at a time: recursive, level by level, and with sampled actions."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer
from railbird.native.draws.deals import deal_cards
from railbird.native.errors import LimitError
from railbird.native.solver.regret.minimiser import SolverState
from railbird.native.solver.regret.workspace import Strategy, doubles, normalised, require_deals
from railbird.native.solver.trees.game_tree import GameTree
from railbird.native.solver.trees.joint_deals import deal_paths, showdown_orders


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


def sample_deals(tree: GameTree, deck_seed: int, count: int) -> Deals:
    """Deals of the ACPC stream of a deck seed, each of weight one."""
    cards = deal_cards(tree.definition, deck_seed, count)
    paths = deal_paths(tree.definition, tree.classes, cards)
    return Deals(paths, showdown_orders(tree.definition, cards), np.ones(count))


class WalkSolver:
    """Plain CFR that walks the betting once for each deal, all players at once.

    ``by_level`` takes the betting's nodes level by level (figure 60 of the source: reach and
    average strategies down, values and regrets up); without it the walk is recursive (figure 57,
    with the reach of *all* opponents, where the source prints the previous player's, which is right
    for two players only). Figure 60's index arithmetic is for full trees; here each level is
    contiguous. The average is over the strategies before each update, as printed.
    """

    def __init__(self, tree: GameTree, *, by_level: bool) -> None:
        """Start with no regrets."""
        self.tree = tree
        self.by_level = by_level
        self.regret = np.zeros(tree.entry_count)
        self.sums = np.zeros(tree.entry_count)

    def run(self, iterations: int) -> None:
        """Iterate; every iteration sees all deals by their probabilities."""
        deals = every_deal(self.tree)
        gained = np.zeros(self.tree.entry_count)
        self._walk(deals, (iterations, len(deals.weight)), gained)

    def run_deals(self, deals: Deals) -> None:
        """One iteration for each of the deals, as in the source's tables 30 and 31."""
        self._walk(deals, (len(deals.weight), 1), self.regret)

    def average(self) -> Strategy:
        """The average strategy, float64[entries]."""
        return normalised(self.tree, self.sums, otherwise=self.tree.uniform)

    def _walk(self, deals: Deals, counts: tuple[int, int], gained: npt.NDArray[np.float64]) -> None:
        order = ffi.new("rb_walk_order *")
        order.iterations, order.deals_per_iteration = counts
        order.by_level = self.by_level
        failed = lib.rb_walk(
            self.tree.c,
            _c_deals(deals),
            order,
            doubles(self.regret),
            doubles(gained),
            doubles(self.sums),
        )
        _require_memory(failed)


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
            _c_deals(self._deals),
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
        """Go on from a state of a solver of the same tree and seed."""
        self.state = SolverState(state.regret.copy(), state.average.copy(), state.iteration)


def _c_deals(deals: Deals) -> object:
    c = ffi.new("rb_deals *")
    c.count = len(deals.weight)
    c.classes = pointer(deals.paths, "int32_t")
    c.patterns = pointer(deals.orders, "uint16_t")
    c.weight = doubles(deals.weight)
    return c


def _require_memory(failed: int) -> None:
    if failed:
        raise LimitError("there is no memory left for a walk; take a smaller game")
