"""The exact cross-table: the value of each line-up, from the strategies its agents declare."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from math import factorial

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.harness.analysis.declared_play import DeclaredPlay
from railbird.harness.plan.lineups import LineUp
from railbird.native.solver import GameTree, measure_values
from railbird.results.store.schema import EXACT_VALUES

Strategy = npt.NDArray[np.float64]


def exact_values(
    tree: GameTree, line_ups: Iterable[LineUp], declared: Iterable[DeclaredPlay]
) -> pa.Table:
    """Return the exact values of line-ups whose agents all declare a strategy, as EXACT_VALUES.

    A value is the mean over all seatings of the line-up, which is what duplicate sets of all
    seatings estimate; for rotations it is the mean over the circular orders that may be drawn.
    """
    strategies = {play.label: play.strategy for play in declared if play.strategy is not None}
    known = [line_up for line_up in line_ups if all(label in strategies for label in line_up)]
    big_blind = tree.definition.big_blind
    rows = [
        (line_up, label, float(value) * 1000 / big_blind)
        for line_up in sorted(known)
        for label, value in zip(line_up, _values(tree, line_up, strategies), strict=True)
    ]
    arrays = [
        pa.array([row[column] for row in rows], field.type)
        for column, field in enumerate(EXACT_VALUES)
    ]
    return pa.table(arrays, schema=EXACT_VALUES)


def _values(
    tree: GameTree, line_up: Sequence[str], strategies: Mapping[str, Strategy]
) -> npt.NDArray[np.float64]:
    """Return the mean value of each agent, chips per hand, over assignments to positions."""
    positions = _positions(tree)
    totals = np.zeros(len(line_up))
    for seats in permutations(range(len(line_up))):
        played = [strategies[line_up[seat]] for seat in seats]
        totals[list(seats)] += measure_values(tree, np.choose(positions, played))
    return totals / factorial(len(line_up))


def _positions(tree: GameTree) -> npt.NDArray[np.int64]:
    """Return the position that each entry of a strategy belongs to, int64[entries]."""
    positions = np.zeros(tree.entry_count, np.int64)
    for node in range(tree.betting.node_count):
        tree.table(positions, node)[:] = tree.betting.node_player[node]
    return positions
