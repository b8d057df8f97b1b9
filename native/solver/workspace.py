"""Arguments of the C solvers, checked, and room for their vectors."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import lib
from railbird.native.arrays import as_array, pointer
from railbird.native.errors import StrategyError
from railbird.native.solver.trees.game_tree import GameTree

Strategy = npt.NDArray[np.float64]


def doubles(array: npt.NDArray[np.float64]) -> Any:
    """The array's memory as ``double *``."""
    return pointer(array, "double")


def require_deals(tree: GameTree) -> None:
    """Refuse a tree without deals."""
    if tree.deals is None:
        raise StrategyError("the tree was built without its deals; build it with lists_deals on")


def as_strategy(tree: GameTree, probability: npt.ArrayLike) -> Strategy:
    """A strategy float64[entries], checked: each information set sums to one within 1e-6."""
    strategy: Strategy = as_array(probability, "probability", dtype=np.float64)
    if strategy.shape != (tree.entry_count,):
        raise StrategyError(
            f"the strategy has shape {strategy.shape} and the game {tree.entry_count} entries; "
            "use a strategy for this game"
        )
    bad = lib.rb_check_strategy(tree.c, doubles(strategy))
    if bad >= 0:
        raise StrategyError(
            f"the probabilities at {describe_set(tree, bad)} are negative or do not sum to one; "
            "correct them"
        )
    return strategy


def describe_set(tree: GameTree, entry: int) -> str:
    """The information set of an entry, in words."""
    node = int(np.searchsorted(tree.layout.node_entry, entry, side="right")) - 1
    round_index = int(tree.betting.node_round[node])
    place = (entry - tree.layout.node_entry[node]) % tree.class_count(node)
    cards = tree.classes.describe(round_index)[place]
    return f"position {tree.betting.node_player[node]}, cards {cards}, betting " + repr(
        tree.betting.node_betting[node]
    )


def normalised(tree: GameTree, sums: npt.NDArray[np.float64], *, otherwise: Strategy) -> Strategy:
    """Sums float64[entries] to a strategy, and ``otherwise`` where an information set has none."""
    totals = np.bincount(tree.entry_set, weights=sums, minlength=tree.information_set_count)
    totals = totals[tree.entry_set]
    return np.divide(sums, totals, out=otherwise.copy(), where=totals > 0.0)
