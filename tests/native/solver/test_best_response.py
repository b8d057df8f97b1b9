"""Best responses against brute force over pure strategies, and known distances."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import StrategyError
from railbird.native.solver import (
    as_strategy,
    measure_exploitability,
    nash_conv,
)


def random_strategy(tree, seed):
    weights = np.random.default_rng(seed).exponential(size=tree.entry_count)
    weights[np.random.default_rng(seed + 1).random(tree.entry_count) < 0.2] = 1e-12
    sums = np.bincount(tree.entry_set, weights=weights)
    return weights / sums[tree.entry_set]


def best_by_brute_force(tree, strategy, position):
    """The most that any of the position's pure strategies wins against the others."""
    own = [
        (node, c)
        for node in np.flatnonzero(tree.betting.node_player == position)
        for c in range(tree.class_count(node))
    ]
    best = -np.inf
    for choices in product(*(range(tree.action_count(node)) for node, _ in own)):
        mixed = strategy.copy()
        for (node, c), choice in zip(own, choices, strict=True):
            tree.table(mixed, node)[:, c] = 0.0
            tree.table(mixed, node)[choice, c] = 1.0
        best = max(best, measure_exploitability(tree, mixed).values[position])
    return best


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**31))
def test_best_responses_are_the_best_pure_strategies_of_kuhn(tree_of, seed):
    tree = tree_of("kuhn-2p")
    strategy = random_strategy(tree, seed)
    found = measure_exploitability(tree, strategy)
    for position in range(2):
        best = best_by_brute_force(tree, strategy, position)
        assert found.gains[position] == pytest.approx(best - found.values[position], abs=1e-12)


def test_best_responses_are_the_best_pure_strategies_of_kuhn_for_three(tree_of):
    tree = tree_of("kuhn-3p-2-ranks-2-suits")
    strategy = random_strategy(tree, 8)
    found = measure_exploitability(tree, strategy)
    for position in range(3):
        best = best_by_brute_force(tree, strategy, position)
        assert found.gains[position] == pytest.approx(best - found.values[position], abs=1e-12)


@pytest.mark.parametrize(
    ("name", "distance"), [("kuhn-2p", 11 / 12), ("leduc", 4.747222), ("kuhn-3p", 33 / 16)]
)
def test_the_uniform_strategy_has_its_known_distance(tree_of, name, distance):
    tree = tree_of(name)
    assert nash_conv(tree, tree.uniform) == pytest.approx(distance, abs=5e-7)


def test_uniform_play_of_kuhn_for_three_pays_its_known_values(tree_of):
    tree = tree_of("kuhn-3p")
    values = measure_exploitability(tree, tree.uniform).values
    assert values == pytest.approx((15 / 64, -3 / 64, -12 / 64), abs=1e-12)


@pytest.mark.parametrize("bad", [-0.5, 0.25, 2.0, np.nan])
def test_what_is_not_a_distribution_is_refused_by_place(tree_of, bad):
    tree = tree_of("leduc")
    strategy = tree.uniform.copy()
    strategy[7] = bad
    with pytest.raises(StrategyError, match=r"position \d, cards .*, betting"):
        as_strategy(tree, strategy)


def test_a_strategy_of_another_length_is_refused(tree_of):
    with pytest.raises(StrategyError, match="this game"):
        nash_conv(tree_of("leduc"), tree_of("kuhn-2p").uniform)
