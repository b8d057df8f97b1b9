"""A game tree is the tables' own betting, and nothing is lost where suits are merged."""

import numpy as np
import pytest
from native_tools import sample_deals

from railbird.native import PAYOFF_UNIT, LimitError, Tables
from railbird.native.solver import (
    VectorSolver,
    build_tree,
    measure_tree,
    nash_conv,
)
from railbird.native.solver.trees.betting_tree import build_betting_tree
from railbird.native.solver.trees.card_classes import enumerate_deals
from railbird.native.solver.trees.joint_deals import deal_groups, showdown_orders


@pytest.mark.parametrize(
    ("name", "sets"),
    [("kuhn-2p", 12), ("kuhn-3p", 48), ("leduc", 288), ("kuhn-2p-52-cards", 4 * 13)],
)
def test_information_sets_are_counted(tree_of, name, sets):
    assert tree_of(name).information_set_count == sets


@pytest.mark.parametrize(
    ("name", "sets"),
    [("kuhn-2p-52-cards", 208), ("kuhn-5p-26-cards", 2_080), ("kuhn-8p-13-cards", 13_312)],
)
def test_sampled_games_have_their_information_sets_without_listing_deals(definition_of, name, sets):
    definition = definition_of(name)
    tree = build_tree(definition, merges_suits=False, lists_deals=False)
    assert tree.information_set_count == sets
    assert measure_tree(definition, lists_deals=False).information_set_count == sets


def test_each_level_is_contiguous_and_leads_to_the_next(tree_of):
    betting = tree_of("leduc").betting
    level_of = np.searchsorted(betting.level_start, np.arange(betting.node_count), side="right")
    for node in range(betting.node_count):
        children = betting.edge_child[betting.actions(node)]
        assert np.all(level_of[children[children >= 0]] == level_of[node] + 1)


@pytest.mark.parametrize("name", ["leduc", "kuhn-3p", "no-limit-5", "no-limit-3p"])
def test_ends_pay_what_the_tables_pay(definition_of, tree_of, name):
    definition, tree = definition_of(name), tree_of(name)
    cards = enumerate_deals(definition.deck, deal_groups(definition))
    chosen = cards[np.random.default_rng(3).integers(0, len(cards), 30)]
    patterns = {tuple(row): i for i, row in enumerate(tree.deals.patterns.tolist())}
    rows = np.arange(tree.betting.end_count, dtype=np.int32)
    for deal, order in zip(chosen, showdown_orders(definition, chosen).tolist(), strict=True):
        tables = Tables(definition, len(rows))
        tables.start_hands(rows, np.tile(deal, (len(rows), 1)))
        tables.play_betting(rows, tree.betting.end_betting)
        paid = tree.arrays["end_payoff"][:, :, patterns[tuple(order)]].T
        np.testing.assert_allclose(paid * PAYOFF_UNIT, tables.payoffs(rows), atol=1e-6)


def start_unevenly(solver):
    """Other regrets for each action: where two sum to exactly zero, rounding decides the play."""
    tree = solver.tree
    for node in range(tree.betting.node_count):
        joint = tree.deals.folds[tree.betting.node_round[node]]
        share = np.bincount(joint.classes[:, tree.betting.node_player[node]], joint.weight)
        start = np.random.default_rng(node).random(tree.action_count(node))
        tree.table(solver.state.regret[0, :, 0], node)[:] = start[:, None] * share


@pytest.mark.parametrize("name", ["leduc", "leduc-2-ranks-3-suits", "no-limit-4"])
def test_merging_suits_changes_nothing(definition_of, name):
    trees = [build_tree(definition_of(name), merges_suits=merged) for merged in (True, False)]
    assert trees[0].information_set_count < trees[1].information_set_count
    solvers = [VectorSolver(tree) for tree in trees]
    for solver in solvers:
        start_unevenly(solver)
    for _ in range(5):
        for solver in solvers:
            solver.run(7)
        merged, split = (nash_conv(solver.tree, solver.average()) for solver in solvers)
        assert merged == pytest.approx(split, abs=1e-9)


def test_a_class_is_named_by_a_member_of_it(tree_of):
    classes = tree_of("leduc").classes
    assert classes.counts == (3, 9)
    assert classes.describe(0) == ["Qs", "Ks", "As"]
    assert classes.describe(1)[1] == "Qs/Ks"


def test_probabilities_of_deals_sum_to_one(tree_of):
    deals = tree_of("leduc").deals
    for joint in (*deals.folds, *deals.showdowns):
        assert joint.weight.sum() == pytest.approx(1.0)


def test_sampled_deals_are_spread_over_all_classes(tree_of):
    deals = sample_deals(tree_of("kuhn-3p"), 7, 5_000)
    for position in range(3):
        share = np.bincount(deals.paths[:, 0, position], minlength=4) / 5_000
        np.testing.assert_allclose(share, 0.25, atol=0.03)


def test_rounds_without_raises_belong_to_the_end_before_them(definition_of):
    betting = build_betting_tree(definition_of("holdem-preflop-limit-2p"))
    assert set(betting.node_round.tolist()) == {0}
    shown = [
        text
        for text, live in zip(betting.end_betting, betting.end_live.tolist(), strict=True)
        if live == 3
    ]
    assert shown and all(text.endswith("/cc") for text in shown)


def test_a_menu_cuts_the_sizes_of_no_limit(definition_of, tree_of):
    cut = build_tree(definition_of("no-limit-5"), raise_menu=[3, 5])
    assert cut.information_set_count < tree_of("no-limit-5").information_set_count
    raises = cut.betting.edge_amount[cut.betting.edge_kind == 2]
    assert set(raises.tolist()) == {3, 5}


@pytest.mark.parametrize(
    ("name", "what"),
    [("holdem-limit-2p", "deals"), ("holdem-nolimit-2p", "actions")],
)
def test_a_game_that_does_not_fit_is_refused_with_the_number(definition_of, name, what):
    with pytest.raises(LimitError, match=rf"\d[\d,]* {what}"):
        build_tree(definition_of(name))
