"""Exact best responses and NashConv, for any number of players."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer
from railbird.native.solver.trees.game_tree import GameTree
from railbird.native.solver.workspace import Strategy, as_strategy, doubles, require_deals


@dataclass(frozen=True, slots=True)
class Exploitability:
    """The distance of a strategy from an equilibrium, in chips per hand by position.

    ``values`` are what all win when all play it, ``gains`` what each would gain by its best
    response alone; ``nash_conv`` is their sum.
    """

    nash_conv: float
    gains: tuple[float, ...]
    values: tuple[float, ...]


def measure_exploitability(
    tree: GameTree, probability: npt.ArrayLike, *, open_actions: Strategy | None = None
) -> Exploitability:
    """Measure a strategy float64[entries]; raises StrategyError where it is not one.

    With ``open_actions`` (float64[entries]) best responses take only actions that are above 0
    there, as in a game that was pruned.
    """
    played, best = _respond(tree, as_strategy(tree, probability), open_actions=open_actions)
    gains = [b - p for b, p in zip(best, played, strict=True)]
    return Exploitability(sum(gains), tuple(gains), tuple(played))


def measure_values(tree: GameTree, probability: npt.ArrayLike) -> tuple[float, ...]:
    """What each position wins when all play the strategy, chips a hand."""
    played, _ = _respond(tree, as_strategy(tree, probability))
    return tuple(played)


def nash_conv(tree: GameTree, probability: npt.ArrayLike) -> float:
    """The NashConv of a strategy, chips per hand."""
    return measure_exploitability(tree, probability).nash_conv


def best_response(tree: GameTree, probability: npt.ArrayLike) -> Strategy:
    """The pure strategy in which each position answers the others' play best, float64[entries].

    Of equal actions the first is taken.
    """
    choice = np.zeros(tree.entry_count, np.int32)
    _respond(tree, as_strategy(tree, probability), choice=choice)
    response = np.zeros(tree.entry_count)
    for node in range(tree.betting.node_count):
        width, first = tree.class_count(node), tree.layout.node_entry[node]
        columns = np.arange(width)
        tree.table(response, node)[choice[first : first + width], columns] = 1.0
    return response


def _respond(
    tree: GameTree,
    strategy: Strategy,
    *,
    choice: npt.NDArray[np.int32] | None = None,
    open_actions: Strategy | None = None,
) -> tuple[list[float], list[float]]:
    require_deals(tree)
    reach, value = np.empty(tree.layout.reach_size), np.empty(tree.layout.value_size)
    played, best = np.empty(tree.c.player_count), np.empty(tree.c.player_count)
    lib.rb_best_responses(
        tree.c,
        doubles(strategy),
        ffi.NULL if open_actions is None else doubles(open_actions),
        doubles(reach),
        doubles(value),
        doubles(played),
        doubles(best),
        ffi.NULL if choice is None else pointer(choice, "int32_t"),
    )
    return played.tolist(), best.tolist()
