"""Pruning takes out what is dominated, leaves games whole, and says what it took."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import BETTING_KINDS, StrategyError
from railbird.native.solver import (
    VectorSolver,
    nash_conv,
    prune_dominated,
    win_chances,
)

FOLD, CALL, RAISE = (kind.value for kind in BETTING_KINDS)


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


def open_actions(tree, pruning):
    """Each information set's open actions: its round, kinds of action, chance and open kinds."""
    chances = win_chances(tree)
    for node in range(tree.betting.node_count):
        kinds = tree.betting.edge_kind[tree.betting.actions(node)].tolist()
        round_index = int(tree.betting.node_round[node])
        of_player = chances[round_index][tree.betting.node_player[node]]
        table = tree.table(pruning.fallback, node)
        for place, chance in enumerate(of_player.tolist()):
            is_open = {kind for kind, share in zip(kinds, table[:, place], strict=True) if share}
            yield round_index, set(kinds), chance, is_open


@pytest.mark.parametrize(("name", "last_round"), [("leduc", 1), ("kuhn-3p", 0)])
def test_what_goes_is_what_figure_62_lists(tree_of, name, last_round):
    """The call of a hand that almost never wins goes in the last round where no raise is legal."""
    tree, least, most = tree_of(name), 0.3, 0.85
    spared = {"raise is legal": 0, "earlier round": 0}
    for round_index, kinds, chance, is_open in open_actions(
        tree, prune_dominated(tree, least_win=least, most_win=most)
    ):
        gone = set()
        if FOLD in kinds and chance >= most:
            gone.add(FOLD)
        if FOLD in kinds and chance <= least:
            if RAISE in kinds:
                spared["raise is legal"] += 1
            elif round_index < last_round:
                spared["earlier round"] += 1
            else:
                gone.add(CALL)
        assert is_open == kinds - gone
    assert spared["raise is legal"] > 0 or name == "kuhn-3p"
    assert spared["earlier round"] > 0 or name == "kuhn-3p"


@pytest.mark.parametrize("name", ["leduc", "kuhn-3p"])
def test_hands_outside_the_agents_range_only_fold_or_check(tree_of, name):
    tree, agent_range = tree_of(name), 0.6
    pruning = prune_dominated(tree, least_win=0.0, most_win=1.0, agent_range=agent_range)
    whole = prune_dominated(tree, least_win=0.0, most_win=1.0)
    out = 0
    for (_, kinds, chance, is_open), (*_, before) in zip(
        open_actions(tree, pruning), open_actions(tree, whole), strict=True
    ):
        if chance <= 1 - agent_range:
            assert is_open == ({FOLD} if FOLD in kinds else {CALL})
            out += 1
        else:
            assert is_open == before
    assert out > 0
    assert pruning.pruned_share > whole.pruned_share


@pytest.mark.parametrize("agent_range", [0.0, -0.5, 1.5, float("nan")])
def test_ranges_out_of_bounds_are_refused(tree_of, agent_range):
    with pytest.raises(StrategyError, match="the agent's range is"):
        prune_dominated(tree_of("kuhn-2p"), agent_range=agent_range)


@pytest.mark.parametrize("bounds", [(-0.1, 0.9), (0.1, 1.1), (0.6, 0.4), (0.5, 0.5)])
def test_thresholds_out_of_range_or_crossing_are_refused(tree_of, bounds):
    with pytest.raises(StrategyError, match="thresholds"):
        prune_dominated(tree_of("kuhn-2p"), least_win=bounds[0], most_win=bounds[1])
