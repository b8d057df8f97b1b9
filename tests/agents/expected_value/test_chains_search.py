"""What is learnt of an opponent is what happened, and it comes to the best response."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from railbird.agents import Uniform
from railbird.agents.expected_value.betting.betting_lines import NO_EDGE
from railbird.agents.expected_value.betting.round_trees import RoundTrees, cut_into_rounds
from railbird.agents.expected_value.cards.card_strength import list_deals
from railbird.agents.expected_value.cards.hand_classes import HandClasses, find_classes
from railbird.agents.expected_value.chains_search import ChainsSearch
from railbird.agents.expected_value.search.line_search import search_lines
from railbird.agents.expected_value.search.opponent_frequencies import (
    EndedHand,
    OpponentFrequencies,
)
from railbird.harness import PlayRules, play_matches
from railbird.harness.conformance.staged_matches import Opponent
from railbird.native import parse_cards
from railbird.native.solver import measure_exploitability, measure_values
from railbird.plugins import load_registry
from railbird.results.store.match_keys import match_key

REGISTRY = load_registry()
LEDUC = REGISTRY.game("leduc")


@dataclass(frozen=True)
class Plan:
    deck_seed: int
    agents: tuple[str, ...]
    match_key: int


class Listener(ChainsSearch):
    """Plays at random, and keeps the hands as the agent counts them."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[tuple[np.ndarray, EndedHand]] = []

    def start_matches(self, matches: Any) -> str:
        said = super().start_matches(matches)
        add = self._memory.counts.add

        def listen(rows: np.ndarray, index: np.ndarray, hands: EndedHand) -> None:
            add(rows, index, hands)
            add(rows, index, hands)  # a call that is made again has no effect
            self.parts.append((rows, hands))

        self._memory.counts.add = listen
        return said

    def act_batch(self, decisions: Any) -> Any:
        return Opponent().act_batch(decisions)


def listen(game: str, *, matches: int, hands: int) -> Listener:
    listener, labels = Listener(), ("hero", "opponent")
    plans = [Plan(deck, labels, match_key(5, deck, labels)) for deck in range(matches)]
    factories = {"hero": lambda: listener, "opponent": Uniform}
    rules = PlayRules(hands, raise_agent_errors=True)
    play_matches(REGISTRY.game(game), plans, factories, rules=rules)
    return listener


@pytest.fixture(scope="module")
def leduc() -> Listener:
    return listen("leduc", matches=200, hands=100)


def parts_of(game: str) -> tuple[RoundTrees, HandClasses]:
    definition = REGISTRY.game(game).definition
    return cut_into_rounds(definition), find_classes(definition, 20)


def joined(listener: Listener) -> EndedHand:
    columns = [
        [getattr(h, name) for _, h in listener.parts]
        for name in ("end", "position", "own", "shown")
    ]
    return EndedHand(*map(np.concatenate, columns))


def told(hands: EndedHand, count: int, memory: float | None = None) -> OpponentFrequencies:
    trees, classes = parts_of("leduc")
    counts = OpponentFrequencies(trees, classes, 1, smoothing=10.0, memory=memory)
    # One row takes one hand at a time, so it is told them as if they were of one match.
    counts.add(np.zeros(count, np.intp), np.arange(count), hands.take(np.arange(count)))
    return counts


def value_against_uniform(counts: OpponentFrequencies) -> float:
    """Return what the line that comes out best wins exactly, mean of both positions."""
    trees, deals = cut_into_rounds(LEDUC.definition), list_deals(LEDUC.definition)
    tree, won = deals.tree, 0.0
    for hero in (0, 1):
        strategy = tree.uniform.copy()
        for rounds, found in zip(
            trees.rounds, search_lines(trees, counts.of_cell(hero), hero=hero), strict=True
        ):
            for start, place in np.ndindex(rounds.nodes.shape):
                node = int(rounds.nodes[start, place])
                if rounds.player[place] == hero:
                    values = found.edges[start, np.flatnonzero(rounds.source == place)]
                    best = values.argmax(axis=0)
                    table = tree.table(strategy, node)
                    table[...] = np.arange(len(values))[:, None] == best
        won += measure_values(tree, strategy)[hero] / 2
    return won


def test_the_gap_to_the_best_response_falls_with_the_hands(leduc: Listener) -> None:
    """Learnt from n hands against `uniform`; below 5% of the gain well before 100,000."""
    tree = list_deals(LEDUC.definition).tree
    exact = measure_exploitability(tree, tree.uniform)
    best = (sum(exact.gains) + sum(exact.values)) / 2
    hands = joined(leduc)
    gaps = [1 - value_against_uniform(told(hands, count)) / best for count in (300, 3_000, 20_000)]
    assert gaps[0] > gaps[1] > gaps[2]
    assert -1e-9 < gaps[2] < 0.05


def test_actions_are_counted_as_they_were_taken(leduc: Listener) -> None:
    trees, _ = parts_of("leduc")
    hands, count = joined(leduc), 400
    counts = told(hands, count)
    paths = trees.lines.paths[hands.end[:count]]
    edges = np.arange(len(trees.lines.edge_node))
    for position in (0, 1):
        own = paths[hands.position[:count] == position]
        expected = np.bincount(own[own != NO_EDGE], minlength=len(edges))
        assert counts.visits(np.array([position]), edges[None])[0].tolist() == expected.tolist()


def test_what_is_known_are_probabilities(leduc: Listener) -> None:
    trees, _ = parts_of("leduc")
    known = told(joined(leduc), 500).of_cell(1)
    for rounds, action in zip(trees.rounds, known.action, strict=True):
        totals = np.einsum("sek,ef->sfk", action, rounds.alike)
        assert totals == pytest.approx(1.0, abs=1e-12)
    assert all(move.sum(axis=2) == pytest.approx(1.0) for move in known.move)
    assert ((known.win >= 0) & (known.win <= 1)).all()


@pytest.mark.parametrize("memory", [3.0, 0.5])
def test_a_hand_counts_half_after_so_many_more(leduc: Listener, memory: float) -> None:
    """Also where counts are divided on the way, since they would become too large."""
    trees, _ = parts_of("leduc")
    hands, count = joined(leduc), 300
    counts = told(hands, count, memory)
    expected = np.zeros(len(trees.lines.edge_node))
    for age, end in enumerate(hands.end[:count][::-1].tolist()):
        path = trees.lines.paths[end]
        expected[path[path != NO_EDGE]] += 0.5 ** (age / memory)
    edges = np.arange(len(expected))[None]
    found = sum(counts.visits(np.array([position]), edges)[0] for position in (0, 1))
    assert found == pytest.approx(expected, rel=1e-4, abs=1e-6)


def test_the_next_cards_of_hold_em_are_dealt_one_by_one() -> None:
    """Strength after every next card; its mean is Eq 6, which is 0.545 for Ad Qc on 3h 4c Jh."""
    _, classes = parts_of("holdem-limit-2p")
    holes = np.array([parse_cards("AdQc")], np.uint8)
    board = np.array([[*parse_cards("3h4cJh"), 255, 255]], np.uint8)
    (chances,) = classes.next_classes(holes, board, 1)
    assert chances.sum() == pytest.approx(1.0, abs=1e-12)
    middle = (np.arange(20) + 0.5) / 20
    assert float(chances @ middle) == pytest.approx(0.545, abs=0.025)
    for number in (0, 1, 2):
        assert classes.move[number].sum(axis=1) == pytest.approx(1.0, abs=1e-12)
