"""With an opponent's true frequencies the search is the best response, exactly."""

import numpy as np
import pytest

from railbird.agents.expected_value.betting.round_trees import RoundTrees, cut_into_rounds
from railbird.agents.expected_value.cards.card_strength import list_deals
from railbird.agents.expected_value.search.line_search import Frequencies, search_lines
from railbird.native.solver import GameTree, measure_exploitability
from railbird.plugins import load_registry

REGISTRY = load_registry()


def true_frequencies(
    trees: RoundTrees, tree: GameTree, strategy: np.ndarray, hero: int
) -> Frequencies:
    """Follow every deal down every line, by what the other position plays alone."""
    deals, lines = list_deals(tree.definition), trees.lines
    counts, betting = tree.classes.counts, tree.betting
    classes = deals.classes
    reach = np.zeros((betting.node_count, len(deals.weight)))
    reach[0] = deals.weight
    action = [np.zeros((*one.edges.shape, n)) for one, n in zip(trees.rounds, counts, strict=True)]
    totals = [np.zeros_like(part) for part in action]
    win, shown = np.zeros_like(action[-1]), np.zeros_like(action[-1])
    move = [
        np.zeros((trees.rounds[r + 1].start_count, counts[r], counts[r + 1]))
        for r in range(len(counts) - 1)
    ]
    for node in range(betting.node_count):
        number = int(betting.node_round[node])
        rounds, start = trees.rounds[number], trees.start_of[node]
        own, other = classes[:, number, hero], classes[:, number, 1 - hero]
        for index, edge in enumerate(range(betting.edge_start[node], betting.edge_start[node + 1])):
            place = np.flatnonzero(rounds.edges[start] == edge)[0]
            after = reach[node]
            if betting.node_player[node] != hero:
                after = after * tree.table(strategy, node)[index, other]
                action[number][start, place] = np.bincount(own, after, counts[number])
                totals[number][start, place] = np.bincount(own, reach[node], counts[number])
            child = int(betting.edge_child[edge])
            if child >= 0:
                reach[child] = after
                if betting.node_round[child] > number:
                    into = move[number][trees.start_of[child]]
                    np.add.at(into, (own, classes[:, number + 1, hero]), after)
            elif betting.end_live[~child] == 3:
                share = deals.wins if hero == 0 else 1.0 - deals.wins
                win[start, place] = np.bincount(own, after * share, counts[number])
                shown[start, place] = np.bincount(own, after, counts[number])
    assert lines.tree.node_count == betting.node_count

    def ratio(part: np.ndarray, whole: np.ndarray) -> np.ndarray:
        return part / np.where(whole > 0, whole, 1.0)

    showdowns = trees.rounds[-1].showdowns
    return Frequencies(
        tuple(ratio(a, t) for a, t in zip(action, totals, strict=True)),
        ratio(win, shown)[:, showdowns],
        tuple(ratio(part, part.sum(axis=2, keepdims=True)) for part in move),
    )


@pytest.mark.parametrize("game", ["kuhn-2p", "leduc"])
@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_the_search_is_the_best_response_of_the_solver(game: str, seed: int | None) -> None:
    definition = REGISTRY.game(game).definition
    trees, deals = cut_into_rounds(definition), list_deals(definition)
    tree, strategy = deals.tree, deals.tree.uniform
    if seed is not None:
        raw = np.random.default_rng(seed).random(tree.entry_count) ** 3
        sums = np.bincount(tree.entry_set, raw, tree.information_set_count)
        strategy = raw / sums[tree.entry_set]
    exact = measure_exploitability(tree, strategy)
    for hero in (0, 1):
        known = true_frequencies(trees, tree, strategy, hero)
        worth = search_lines(trees, known, hero=hero)[0].starts[0]
        dealt = np.bincount(deals.classes[:, 0, hero], deals.weight, tree.classes.counts[0])
        expected = exact.values[hero] + exact.gains[hero]
        assert float(dealt @ worth) == pytest.approx(expected, abs=1e-9)


def test_rounds_of_hold_em_have_one_shape_each() -> None:
    trees = cut_into_rounds(REGISTRY.game("holdem-limit-2p").definition)
    shapes = [one.nodes.shape for one in trees.rounds]
    assert shapes == [(1, 8), (7, 10), (63, 10), (567, 10)]
    assert sorted(np.concatenate([one.nodes.ravel() for one in trees.rounds])) == list(range(6378))
