"""A strategy asked by betting and cards answers with its own entries."""

import numpy as np
import pytest

from railbird.native import StrategyError, parse_cards
from railbird.native.solver import StrategyTable, build_tree


@pytest.mark.parametrize("name", ["kuhn-3p", "leduc", "no-limit-5", "leduc-2-ranks-3-suits"])
def test_every_member_of_a_class_gets_the_probabilities_of_its_class(tree_of, name):
    tree = tree_of(name)
    weights = np.random.default_rng(4).random(tree.entry_count)
    strategy = weights / np.bincount(tree.entry_set, weights=weights)[tree.entry_set]
    table = StrategyTable(tree, strategy)
    for node, betting in enumerate(tree.betting.node_betting):
        views = tree.classes.members(int(tree.betting.node_round[node]))
        boards = np.full((len(views), 1), 255, np.uint8)
        boards[:, : views.shape[1] - 1] = views[:, 1:]
        answers = table.answer([betting] * len(views), views[:, :1], boards)
        span = tree.betting.actions(node)
        played = answers.probability > 0.0
        for row in range(len(views)):
            np.testing.assert_array_equal(
                answers.probability[row, played[row]], tree.table(strategy, node)[:, row]
            )
            np.testing.assert_array_equal(answers.kinds[played[row]], tree.betting.edge_kind[span])
            np.testing.assert_array_equal(
                answers.amounts[row, played[row]], tree.betting.edge_amount[span]
            )


def test_suits_do_not_matter_where_they_do_not_count(tree_of):
    tree = tree_of("leduc")
    table = StrategyTable(tree, tree.uniform)
    hole, board = parse_cards("Ah As")[:, None], parse_cards("Ks Kh")[:, None]
    classes = tree.classes.classes_of(np.concatenate([hole, board], axis=1), 1)
    assert classes[0] == classes[1]
    answers = table.answer(["cc/", "cc/"], hole, board)
    np.testing.assert_array_equal(answers.probability, [[0.0, 0.5, 0.5]] * 2)


def test_members_are_hands_that_can_be_dealt(tree_of):
    for round_index in range(2):
        members = tree_of("leduc").classes.members(round_index)
        assert all(len(set(row)) == len(row) for row in members.tolist())
        assert set(members.ravel().tolist()) <= set(tree_of("leduc").definition.deck.tolist())


def test_betting_outside_the_tree_is_refused(definition_of):
    tree = build_tree(definition_of("no-limit-5"), raise_menu=[3])
    table = StrategyTable(tree, tree.uniform)
    with pytest.raises(StrategyError, match="'r4'"):
        table.answer(["r4"], parse_cards("As")[:, None], np.full((1, 1), 255, np.uint8))
