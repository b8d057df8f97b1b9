"""Maximal lotteries of known votes, their definition, and what must not change them."""

import numpy as np
import pytest
from scipy.optimize import linprog
from votes import margins_of, random_margins

from railbird.results.estimate.voting.maximal_lottery import maximal_lottery


def test_published_votes() -> None:
    """The examples of OpenSpiel's tests: a beats both others; a circle of three."""
    assert maximal_lottery(margins_of("abc", "acb", "bac")).tolist() == [1, 0, 0]
    assert maximal_lottery(margins_of("abc", "bca", "cab")) == pytest.approx([1 / 3] * 3)
    circle = maximal_lottery(margins_of("abcd", "bcad", "cabd"))
    assert circle == pytest.approx([1 / 3] * 3 + [0], abs=1e-9)
    assert maximal_lottery(margins_of("ABC", "ACB", "CAB", "CAB", "BCA")).tolist() == [0, 0, 1]


def test_circles_share_by_the_margins_of_the_others() -> None:
    """The equilibrium of rock, paper and scissors with stakes: each by what the other two play."""
    margins = np.array([[0.0, 5, -1], [-5, 0, 3], [1, -3, 0]])
    assert maximal_lottery(margins) == pytest.approx(np.array([3, 1, 5]) / 9)


@pytest.mark.parametrize("count", [2, 3, 5, 8])
def test_no_draw_beats_it(count: int) -> None:
    random = np.random.default_rng(count)
    for _ in range(40):
        margins = random_margins(random, count, 3)
        chance = maximal_lottery(margins)
        assert chance.sum() == pytest.approx(1)
        assert chance.min() >= 0
        assert (margins @ chance).max() <= 1e-6


@pytest.mark.parametrize("count", [3, 5])
def test_of_several_lotteries_everybody_who_can_be_drawn_is(count: int) -> None:
    """The maximum-entropy lottery includes all agents that a linear programme finds in any."""
    random = np.random.default_rng(20 + count)
    for _ in range(25):
        margins = random_margins(random, count, 1)
        chance = maximal_lottery(margins)
        for agent in range(count):
            most = -linprog(
                -np.eye(count)[agent],
                A_ub=margins,
                b_ub=np.zeros(count),
                A_eq=np.ones((1, count)),
                b_eq=[1],
            ).fun
            assert (most > 1e-7) == (chance[agent] > 1e-7)


def test_copies_share_what_their_original_had() -> None:
    margins = np.array([[0.0, 5, -1], [-5, 0, 3], [1, -3, 0]])
    chance = maximal_lottery(margins)
    copied = maximal_lottery(margins[np.ix_([0, 1, 2, 2, 2], [0, 1, 2, 2, 2])])
    assert copied[:2] == pytest.approx(chance[:2], abs=1e-6)
    assert copied[2:] == pytest.approx([chance[2] / 3] * 3, abs=1e-6)


def test_relabelling_agents_relabels_chances() -> None:
    random = np.random.default_rng(3)
    for _ in range(20):
        margins = random_margins(random, 5, 3)
        order = random.permutation(5)
        again = maximal_lottery(margins[np.ix_(order, order)])
        assert again == pytest.approx(maximal_lottery(margins)[order], abs=1e-5)


def test_agents_who_tie_or_never_met_have_even_chances() -> None:
    assert maximal_lottery(np.zeros((1, 1))).tolist() == [1]
    assert maximal_lottery(np.zeros((4, 4))) == pytest.approx([0.25] * 4)
    assert maximal_lottery(margins_of("AB", "CD")) == pytest.approx([0.5, 0, 0.5, 0])
