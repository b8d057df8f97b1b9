"""Hold'em bet before the flop alone, in 169 classes, against exact equities of the odds."""

import numpy as np
import pytest
from native_tools import WalkSolver

from railbird.native import deal_cards, equity, preflop_equity
from railbird.native.solver import (
    StrategyTable,
    VectorSolver,
    build_tree,
    measure_exploitability,
    measure_tree,
)


@pytest.fixture(scope="module")
def tree(definition_of):
    return build_tree(definition_of("holdem-preflop-limit-2p"))


def won_tied_dealt(tree, own, other):
    """Probabilities of a pair of classes, named by a member of each."""
    deals = tree.deals.showdowns[0]
    pair = [tree.classes.classes_of(np.array([cards], np.uint8), 0)[0] for cards in (own, other)]
    rows = (deals.classes == pair).all(axis=1)
    pattern, weight = deals.pattern[rows], deals.weight[rows]
    orders = tree.deals.patterns[pattern]
    won = weight[orders[:, 0] > orders[:, 1]].sum()
    return won, weight[orders[:, 0] == orders[:, 1]].sum(), weight.sum()


@pytest.mark.parametrize(
    ("own", "other", "names"),
    [
        ((51, 50), (47, 46), ("AA", "KK")),
        ((47, 51), (43, 42), ("AKs", "QQ")),
        ((51, 46), (5, 0), ("AKo", "32o")),
        ((28, 24), (28, 24), ("98s", "98s")),
        ((13, 8), (51, 46), ("54o", "AKo")),
    ],
)
def test_a_pair_of_classes_has_its_exact_share_and_weight(tree, own, other, names):
    exact = equity(list(names))
    won, tied, dealt = won_tied_dealt(tree, own, other)
    assert won / dealt == pytest.approx(exact.won[0] / exact.deals, abs=1e-12)
    assert tied / dealt == pytest.approx(exact.tied[0] / exact.deals, abs=1e-12)
    boards = 1_712_304
    assert dealt == pytest.approx(exact.deals / boards / (1326 * 1225), abs=1e-15)


def test_all_deals_are_there_and_average_to_the_equities_against_any_hand(tree):
    for deals in (*tree.deals.showdowns, *tree.deals.folds):
        assert deals.weight.sum() == pytest.approx(1.0, abs=1e-12)
    deals = tree.deals.showdowns[0]
    orders = tree.deals.patterns[deals.pattern].astype(float)
    share = 0.5 + 0.5 * np.sign(orders[:, 0] - orders[:, 1])
    seen = np.bincount(deals.classes[:, 0], weights=deals.weight)
    mean = np.bincount(deals.classes[:, 0], weights=deals.weight * share) / seen
    np.testing.assert_allclose(mean, preflop_equity(tree.classes.members(0)), atol=1e-6)
    sizes = np.bincount(tree.classes.classes_of(all_holdings(), 0))
    np.testing.assert_allclose(seen, sizes / 1326, atol=1e-12)


def all_holdings():
    return np.array([(a, b) for b in range(52) for a in range(b)], np.uint8)


def test_its_size_is_that_of_what_is_listed(definition_of):
    size = measure_tree(definition_of("holdem-preflop-limit-2p"))
    assert (size.node_count, size.information_set_count) == (8, 8 * 169)
    assert size.memory_bytes < 2**26


def test_it_is_solved_and_its_ways_agree(tree):
    vector = VectorSolver(tree, "cfr", seed=1)
    walk = WalkSolver(tree, by_level=True)
    walk.regret += vector.regrets()
    vector.run(3)
    walk.run(3)
    np.testing.assert_allclose(walk.regret, vector.regrets(), atol=1e-8)
    solver = VectorSolver(tree)
    solver.run(400)
    found = measure_exploitability(tree, solver.average())
    assert found.nash_conv < 2e-3  # blinds are 10 and 5
    assert found.values[0] == pytest.approx(0.219, abs=2e-3)


def test_no_limit_is_solved_with_a_menu_and_answers_deals(definition_of):
    definition = definition_of("holdem-preflop-nolimit-2p")
    tree = build_tree(definition, raise_menu=[300, 20_000])
    solver = VectorSolver(tree)
    solver.run(500)
    found = measure_exploitability(tree, solver.average())
    assert found.nash_conv < 1.0  # a hundredth of a big blind
    cards = deal_cards(definition, 3, 50)
    table = StrategyTable(tree, solver.average())
    boards = np.full((50, 5), 255, np.uint8)
    answers = table.answer(["r300"] * 50, cards[:, 2:4], boards)
    np.testing.assert_allclose(answers.probability.sum(axis=1), 1.0)
    shown = cards[:, 4:9]
    forced = table.answer(["r300c/"] * 50, cards[:, 2:4], shown)
    assert (forced.probability[:, 1] == 1.0).all()
