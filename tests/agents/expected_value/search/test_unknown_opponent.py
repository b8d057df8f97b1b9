"""The first guess of an opponent is one style, played through all betting."""

import numpy as np
import pytest

from railbird.agents.expected_value.betting.round_trees import cut_into_rounds
from railbird.agents.expected_value.search.unknown_opponent import guess_opponent
from railbird.plugins import load_registry

HOLDEM = load_registry().game("holdem-limit-2p").definition
BINS = 20
MIDDLES = (np.arange(BINS) + 0.5) / BINS


def test_actions_and_what_is_shown_are_probabilities() -> None:
    trees, guess = cut_into_rounds(HOLDEM), guess_opponent(HOLDEM, BINS)
    for rounds, action in zip(trees.rounds, guess.actions, strict=True):
        assert action @ rounds.alike == pytest.approx(1.0, abs=1e-12)
    for shown in guess.shown:
        assert shown.sum(axis=2) == pytest.approx(1.0, abs=1e-12)


def test_the_first_action_is_that_of_any_hand() -> None:
    """Before the flop strength is spread evenly: a third folds, a fifth raises."""
    trees, guess = cut_into_rounds(HOLDEM), guess_opponent(HOLDEM, BINS)
    first = guess.actions[0][0][trees.rounds[0].source == 0]
    assert first == pytest.approx([1 / 3, 1 - 1 / 3 - 1 / 5, 1 / 5], abs=0.01)


@pytest.mark.parametrize("position", [0, 1])
def test_who_raised_more_shows_stronger_hands(position: int) -> None:
    trees, guess = cut_into_rounds(HOLDEM), guess_opponent(HOLDEM, BINS)
    lines, last = trees.lines, trees.rounds[-1]
    mean = guess.shown[position] @ MIDDLES
    found = {
        lines.tree.end_betting[last.end[start, edge]]: mean[start, place]
        for place, edge in enumerate(last.showdowns.tolist())
        for start in range(last.start_count)
    }
    passive = "cc/cc/cc/cc"
    own, other = ("rc", "crc") if position == 0 else ("crc", "rc")
    raised, called = (f"cc/cc/cc/{letters}" for letters in (own, other))
    assert found[passive] < found[called] < found[raised]
    assert found[raised] < found[f"cc/cc/cc/{'rrrc' if position == 0 else 'crrrrc'}"]
    assert found[passive] < found[f"cc/{own}/cc/cc"] < found[f"cc/{own}/{own}/cc"]
