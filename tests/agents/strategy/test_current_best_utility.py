"""K-Current-Best-Utility in a table of situations, and at random against a plain restatement."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from team_reference import who_plays

from railbird.agents.strategy.current_best_utility import CurrentBestUtility
from railbird.plugins import AgentError


@dataclass
class Rows:
    """What the selector reads of matches and of ended hands."""

    match: np.ndarray
    seat: np.ndarray
    hand_index: np.ndarray
    payoffs: np.ndarray
    match_count: int = 1
    seat_count: int = 2
    hand_count: int = 1000

    def __len__(self):
        return len(self.match)


def rows(*hands, **sizes):
    """Rows (match, seat, hand, payoff of that seat)."""
    match, seat, hand, payoff = np.array(hands or [(0, 0, 0, 0)], np.int64).T
    payoffs = np.full((len(match), sizes.get("seat_count", 2)), -7, np.int64)
    payoffs[np.arange(len(match)), seat] = payoff
    return Rows(match, seat, hand, payoffs, **sizes)


def selector(members, k, *, hand_count=1000):
    chosen = CurrentBestUtility(members, k=k)
    chosen.start(rows(hand_count=hand_count))
    return chosen


def play_one(chosen, results):
    """Let hands end one after the other; returns who plays each, and the one after them."""
    players = [int(chosen.members(np.array([0]), np.array([0]))[0])]
    for hand, payoff in enumerate(results):
        chosen.record(rows((0, 0, hand, payoff)))
        players.append(int(chosen.members(np.array([0]), np.array([0]))[0]))
    return players


@pytest.mark.parametrize(
    ("members", "k", "results", "players"),
    [
        pytest.param(3, 10, [], [0], id="at first the first plays"),
        pytest.param(3, 10, [0, 0], [0, 0, 0], id="first wins ties"),
        pytest.param(3, 10, [5, -4], [0, 0, 0], id="as long as the last K are not below zero"),
        pytest.param(3, 10, [5, -6], [0, 0, 1], id="unplayed counts as zero"),
        pytest.param(3, 10, [-1, -1, -1], [0, 1, 2, 0], id="all the same again: the first"),
        pytest.param(3, 10, [-2, -1, -3], [0, 1, 2, 1], id="the least bad of those who lost"),
        pytest.param(2, 10, [-2, 1, 1, -5], [0, 1, 1, 1, 0], id="back, when the other is worse"),
        pytest.param(2, 3, [9, -3, -3, -4], [0, 0, 0, 0, 1], id="K=3: the nine is forgotten"),
        pytest.param(2, 4, [9, -3, -3, -4], [0, 0, 0, 0, 1], id="K=4: and remembered, -1 in all"),
        pytest.param(2, 4, [10, -3, -3, -4], [0, 0, 0, 0, 0], id="K=4: a sum of 0 is not worse"),
        pytest.param(2, 1, [3, -1, 2, -1], [0, 0, 1, 1, 0], id="K=1: the last result alone"),
        pytest.param(1, 10, [-9, -9], [0, 0, 0], id="alone"),
    ],
)
def test_situations(members, k, results, players):
    assert play_one(selector(members, k), results) == players


@given(st.integers(1, 4), st.integers(1, 12), st.lists(st.integers(-4, 4).map(lambda x: 2520 * x)))
def test_any_run_is_that_of_the_listing(member_count, k, results):
    expected = who_plays(member_count, k, results)
    assert play_one(selector(member_count, k), results) == expected
    assert play_one(selector(member_count, k, hand_count=len(results) + 1), results) == expected


def test_matches_and_seats_know_nothing_of_each_other_and_hands_may_come_together():
    chosen = CurrentBestUtility(2, k=2)
    chosen.start(rows((0, 0, 0, 0), (1, 1, 0, 0), match_count=2))
    chosen.record(rows((0, 0, 0, 5), (1, 1, 0, -1), (0, 0, 1, -3), (1, 1, 1, 4), (0, 0, 2, -3)))
    assert chosen.members(np.array([0, 1]), np.array([0, 1])).tolist() == [1, 1]


def test_repeated_hands_count_once():
    chosen = selector(2, 3)
    hands = rows((0, 0, 0, 4), (0, 0, 1, -3))
    for _ in range(3):
        chosen.record(hands)
    assert chosen.members(np.array([0]), np.array([0])).tolist() == [0]


@pytest.mark.parametrize("k", [0, -1, 2.5, "10", True, None])
def test_k_is_a_number_of_results(k):
    with pytest.raises(AgentError, match=r"k is .*1 or more"):
        CurrentBestUtility(2, k=k)
