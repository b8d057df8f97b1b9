"""Restricted Nash and data-biased responses lie between an equilibrium and a best response."""

import numpy as np
import pytest

from railbird.native import StrategyError
from railbird.native.solver import (
    VectorSolver,
    best_response,
    measure_exploitability,
    nash_conv,
    restricted_response,
    trust_in_counts,
)

WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0)


def won(tree, own, other):
    """What each position wins with ``own`` while the others play ``other``, summed."""
    total = 0.0
    for position in range(tree.definition.player_count):
        mixed = other.copy()
        for node in np.flatnonzero(tree.betting.node_player == position):
            tree.table(mixed, node)[:] = tree.table(own, node)
        total += measure_exploitability(tree, mixed).values[position]
    return total


@pytest.fixture(params=["kuhn-2p", "leduc"])
def solved(tree_of, request):
    tree = tree_of(request.param)
    return tree, tree.uniform


def test_more_weight_wins_more_and_risks_more(solved):
    tree, model = solved
    answers = [
        restricted_response(tree, model, weight=weight, iterations=3_000) for weight in WEIGHTS
    ]
    gains = [won(tree, answer, model) for answer in answers]
    risks = [nash_conv(tree, answer) for answer in answers]
    assert (np.diff(gains) > -2e-3).all()
    assert (np.diff(risks) > -2e-3).all()
    assert gains[0] < gains[2] < gains[4]
    assert risks[0] < risks[4]


def test_without_weight_it_is_an_equilibrium_and_with_all_a_best_response(solved):
    tree, model = solved
    assert nash_conv(tree, restricted_response(tree, model, iterations=3_000)) < 2e-3
    sure = restricted_response(tree, model, weight=1.0, iterations=3_000)
    best = won(tree, best_response(tree, model), model)
    assert won(tree, sure, model) == pytest.approx(best, abs=2e-3)


def test_it_loses_to_no_mixture_more_than_an_equilibrium_does(solved):
    """Minimax: against model and worst case mixed, no strategy does better in a 2-player game."""
    tree, model = solved
    weight = 0.5

    def promised(answer):
        """What the answer wins in the restricted game, where the rest is the worst case."""
        return weight * won(tree, answer, model) - (1.0 - weight) * nash_conv(tree, answer)

    answer = promised(restricted_response(tree, model, weight=weight, iterations=3_000))
    equilibrium = VectorSolver(tree)
    equilibrium.run(3_000)
    bolder, shyer = (
        restricted_response(tree, model, weight=other, iterations=3_000) for other in (0.75, 0.25)
    )
    others = (equilibrium.average(), best_response(tree, model), tree.uniform, bolder, shyer)
    for other in others:
        assert answer > promised(other) - 2e-3


def test_full_trust_everywhere_is_full_weight_and_none_is_none(solved):
    tree, model = solved
    ones = np.ones(tree.entry_count)
    by_trust = restricted_response(tree, model, trust=ones, iterations=500)
    by_weight = restricted_response(tree, model, weight=1.0, iterations=500)
    assert won(tree, by_trust, model) == pytest.approx(won(tree, by_weight, model), abs=1e-9)
    plain = restricted_response(tree, model, trust=0.0 * ones, iterations=500)
    np.testing.assert_array_equal(plain, restricted_response(tree, model, iterations=500))


def test_trust_grows_with_what_was_seen(tree_of):
    tree = tree_of("kuhn-2p")
    counts = np.zeros(tree.entry_count)
    tree.table(counts, 0)[:] = [[3.0, 0.0, 30.0], [7.0, 0.0, 60.0]]
    trust = tree.table(trust_in_counts(tree, counts), 0)
    np.testing.assert_allclose(trust, [[0.45, 0.0, 0.81]] * 2)


def test_three_players_are_answered(tree_of):
    tree = tree_of("kuhn-3p")
    answer = restricted_response(tree, tree.uniform, weight=1.0, iterations=2_000)
    best = won(tree, best_response(tree, tree.uniform), tree.uniform)
    assert won(tree, answer, tree.uniform) == pytest.approx(best, abs=1e-3)


@pytest.mark.parametrize("weight", [-0.1, 1.1, float("nan")])
def test_a_weight_that_is_not_a_probability_is_refused(tree_of, weight):
    tree = tree_of("kuhn-2p")
    with pytest.raises(StrategyError, match="from 0 to 1"):
        restricted_response(tree, tree.uniform, weight=weight)
    with pytest.raises(StrategyError, match="trust"):
        restricted_response(tree, tree.uniform, trust=np.full(tree.entry_count, weight))
