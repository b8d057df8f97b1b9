"""Pruning takes out what is dominated, leaves games whole, and says what it took."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import StrategyError
from railbird.native.solver import (
    VectorSolver,
    nash_conv,
    prune_dominated,
    win_chances,
)


def test_in_kuhn_the_last_call_of_the_worst_and_the_fold_of_the_best_go(tree_of):
    tree = tree_of("kuhn-2p")
    pruning = prune_dominated(tree, least_win=0.0, most_win=1.0)
    assert np.count_nonzero(pruning.fallback == 0.0) == 4
    assert pruning.pruned_share == pytest.approx(4 / 24)
    for node in range(tree.betting.node_count):
        table = tree.table(pruning.fallback, node)
        if tree.betting.edge_kind[tree.betting.actions(node)][0] == 0:
            np.testing.assert_array_equal(table[:, 0], (1.0, 0.0))
            np.testing.assert_array_equal(table[:, 2], (0.0, 1.0))
        np.testing.assert_array_equal(table[:, 1], (0.5, 0.5))


def test_chances_in_kuhn_are_by_card(tree_of):
    np.testing.assert_allclose(win_chances(tree_of("kuhn-2p"))[0], [[0.0, 0.5, 1.0]] * 2)


@settings(max_examples=15, deadline=None)
@given(
    name=st.sampled_from(["kuhn-2p-5-ranks", "kuhn-3p-3-ranks-2-suits", "leduc-4-ranks"]),
    least=st.floats(0.0, 0.45),
    most=st.floats(0.55, 1.0),
)
def test_a_pruned_game_is_whole_and_more_is_pruned_by_wider_bounds(tree_of, name, least, most):
    tree = tree_of(name)
    pruning = prune_dominated(tree, least_win=least, most_win=most)
    narrow = prune_dominated(tree, least_win=0.0, most_win=1.0)
    sums = np.bincount(tree.entry_set, weights=pruning.fallback)
    np.testing.assert_allclose(sums, 1.0)
    assert np.all(pruning.fallback[narrow.fallback == 0.0] == 0.0)
    assert narrow.pruned_share <= pruning.pruned_share <= pruning.unreachable_share
    solver = VectorSolver(tree, fallback=pruning.fallback)
    solver.run(50)
    assert not solver.average()[pruning.fallback == 0.0].any()


@pytest.mark.parametrize("name", ["kuhn-2p", "kuhn-2p-5-ranks", "leduc"])
def test_certain_dominance_costs_nothing(tree_of, name):
    tree = tree_of(name)
    pruning = prune_dominated(tree, least_win=0.0, most_win=1.0)
    assert pruning.pruned_share > 0.0
    solver = VectorSolver(tree, fallback=pruning.fallback)
    solver.run(3_000)
    assert nash_conv(tree, solver.average()) < 5e-4


@pytest.mark.parametrize("bounds", [(-0.1, 0.9), (0.1, 1.1), (0.6, 0.4), (0.5, 0.5)])
def test_thresholds_out_of_range_or_crossing_are_refused(tree_of, bounds):
    with pytest.raises(StrategyError, match="thresholds"):
        prune_dominated(tree_of("kuhn-2p"), least_win=bounds[0], most_win=bounds[1])
