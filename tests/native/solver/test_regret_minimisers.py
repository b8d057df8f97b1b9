"""Three ways to the same regrets, and known values and speeds of convergence."""

import numpy as np
import pytest
from native_tools import WalkSolver, sample_deals

from railbird.native import StrategyError
from railbird.native.solver import (
    SamplingSolver,
    VectorSolver,
    best_response,
    build_tree,
    find_equilibria,
    measure_exploitability,
    nash_conv,
)


@pytest.mark.parametrize(
    "name", ["kuhn-2p", "kuhn-3p", "leduc", "no-limit-4", "no-limit-3p", "kuhn-4p"]
)
def test_recursive_level_and_vector_regrets_agree_after_every_iteration(tree_of, name):
    # From random regrets: where two sum to exactly zero, rounding decides what is played.
    tree = tree_of(name)
    recursive, level = (WalkSolver(tree, by_level=by_level) for by_level in (False, True))
    vector = VectorSolver(tree, "cfr", seed=2)
    for solver in (recursive, level):
        solver.regret += vector.regrets()
    for _ in range(25):
        for solver in (recursive, level, vector):
            solver.run(1)
        np.testing.assert_allclose(level.regret, recursive.regret, atol=1e-10)
        np.testing.assert_allclose(vector.regrets(), recursive.regret, atol=1e-10)
        np.testing.assert_allclose(level.sums, recursive.sums, atol=1e-10)


@pytest.mark.parametrize("name", ["kuhn-5p-26-cards", "kuhn-8p-13-cards", "kuhn-9p-26-cards"])
def test_recursive_and_level_agree_on_sampled_deals(definition_of, name):
    tree = build_tree(definition_of(name), lists_deals=False)
    solvers = [WalkSolver(tree, by_level=by_level) for by_level in (False, True)]
    for solver in solvers:
        solver.run_deals(sample_deals(tree, 11, 200))
    np.testing.assert_allclose(solvers[0].regret, solvers[1].regret, atol=1e-10)
    assert np.count_nonzero(solvers[0].regret) > 1_000


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "dcfr"])
@pytest.mark.parametrize(("name", "value"), [("kuhn-2p", -1 / 18), ("leduc", -0.085606424078)])
def test_two_player_games_have_their_known_values(tree_of, algorithm, name, value):
    solver = VectorSolver(tree_of(name), algorithm)
    solver.run(4_000)
    found = measure_exploitability(solver.tree, solver.average())
    assert found.nash_conv < {"cfr": 0.05, "cfr+": 3e-4, "dcfr": 3e-4}[algorithm]
    assert abs(found.values[0] - value) <= found.nash_conv
    assert sum(found.values) == pytest.approx(0.0, abs=1e-12)


def test_cfr_plus_converges_on_leduc_as_published(tree_of):
    solver, done = VectorSolver(tree_of("leduc")), 0
    for iterations, expected in (
        (50, 0.0682),
        (100, 0.0268),
        (200, 0.0100),
        (400, 0.00245),
        (700, 0.00089),
    ):
        solver.run(iterations - done)
        done = iterations
        assert nash_conv(solver.tree, solver.average()) == pytest.approx(expected, rel=0.2)


def test_cfr_plus_finds_an_equilibrium_of_kuhn_for_three(tree_of):
    solver = VectorSolver(tree_of("kuhn-3p"))
    solver.run(1_000)
    found = measure_exploitability(solver.tree, solver.average())
    assert found.nash_conv < 4e-5
    np.testing.assert_allclose(found.values, (-0.0266, -1 / 48, 0.0474), atol=2e-4)


def test_external_sampling_converges_and_continues_where_it_stopped(tree_of):
    tree = tree_of("kuhn-2p")
    whole, parts = SamplingSolver(tree, seed=5), SamplingSolver(tree, seed=5)
    whole.run(60_000)
    for part in (1, 19_999, 40_000):
        parts.run(part)
    np.testing.assert_array_equal(whole.state.regret, parts.state.regret)
    assert nash_conv(tree, whole.average()) < 0.03
    other = SamplingSolver(tree, seed=6)
    other.run(60_000)
    assert not np.array_equal(whole.state.regret, other.state.regret)


def test_external_sampling_comes_near_with_three_players(tree_of):
    solver = SamplingSolver(tree_of("kuhn-3p"), seed=1)
    solver.run(100_000)
    assert nash_conv(solver.tree, solver.average()) < 0.05


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "dcfr"])
def test_starts_side_by_side_are_what_each_would_be_alone(tree_of, algorithm):
    tree = tree_of("kuhn-3p")
    many = VectorSolver(tree, algorithm, start_count=11, seed=3)
    first = VectorSolver(tree, algorithm, seed=3)
    threads = VectorSolver(tree, algorithm, start_count=11, seed=3)
    many.run(40)
    first.run(40)
    threads.run(15, thread_count=2)
    threads.run(25, thread_count=2)
    np.testing.assert_allclose(many.average(0), first.average(), atol=1e-12)
    for start in range(11):
        np.testing.assert_array_equal(many.average(start), threads.average(start))
    assert len({many.average(start).tobytes() for start in range(11)}) == 11


def test_a_solver_continues_from_a_state(tree_of):
    whole, half = VectorSolver(tree_of("leduc")), VectorSolver(tree_of("leduc"))
    whole.run(60)
    half.run(35)
    other = VectorSolver(tree_of("leduc"))
    other.restore(half.state)
    half.run(5)
    other.run(25)
    np.testing.assert_array_equal(other.average(), whole.average())
    with pytest.raises(StrategyError, match="same game"):
        VectorSolver(tree_of("kuhn-2p")).restore(half.state)


def test_random_starts_of_kuhn_for_three_end_in_different_equilibria(tree_of):
    solver = VectorSolver(tree_of("kuhn-3p"), "dcfr", start_count=40, seed=1)
    seen = []
    found = find_equilibria(
        solver, until_nash_conv=1e-4, most_iterations=20_000, report=seen.append
    )
    assert found.nash_conv.max() <= 1e-4
    assert seen[-1].finished_count == 40
    for strategy, distance in zip(found.strategies, found.nash_conv, strict=True):
        assert nash_conv(solver.tree, strategy) == distance
    assert np.ptp(found.strategies, axis=0).max() > 0.5


def test_a_pruned_action_is_never_played(tree_of):
    tree = tree_of("leduc")
    fallback = tree.uniform.copy()
    for node in range(tree.betting.node_count):
        tree.table(fallback, node)[-1] = 0.0
        tree.table(fallback, node)[:] /= tree.table(fallback, node).sum(axis=0)
    solver = VectorSolver(tree, fallback=fallback)
    solver.run(20)
    assert not solver.average()[fallback == 0.0].any()


def test_an_unknown_algorithm_is_refused_with_the_names(tree_of):
    with pytest.raises(StrategyError, match="cfr, cfr\\+, dcfr"):
        VectorSolver(tree_of("kuhn-2p"), "cfr++")


def test_a_tree_without_deals_is_refused(definition_of):
    with pytest.raises(StrategyError, match="lists_deals"):
        VectorSolver(build_tree(definition_of("kuhn-2p"), lists_deals=False))


def test_a_best_response_is_what_a_solver_against_it_cannot_beat(tree_of):
    tree = tree_of("kuhn-3p")
    response = best_response(tree, tree.uniform)
    gains = measure_exploitability(tree, tree.uniform)
    for position in range(3):
        mixed = tree.uniform.copy()
        for node in np.flatnonzero(tree.betting.node_player == position):
            tree.table(mixed, node)[:] = tree.table(response, node)
        won = measure_exploitability(tree, mixed).values[position]
        assert won - gains.values[position] == pytest.approx(gains.gains[position], abs=1e-12)
