"""Soft Condorcet optimisation, checked with the published example, other optimisers and claims."""

from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import minimize
from votes import margins_of, random_margins, read_vote

from railbird.results.estimate.ranking.bradley_terry import bradley_terry
from railbird.results.estimate.voting.soft_condorcet import (
    HIGHEST,
    TEMPERATURES_APART,
    soft_condorcet,
    soft_condorcet_loss,
)
from tests.results.tables.rankings.test_rankings import means_of

PENTATHLON = ("ABC", "ACB", "CAB", "CAB", "BCA")


def test_the_published_votes_rank_c_a_b() -> None:
    """Lanctot and others (2024); OpenSpiel's gradient descent at this temperature has 52.7468."""
    rating = soft_condorcet(margins_of(*PENTATHLON))
    assert rating.tolist() == [pytest.approx(52.7468, abs=1e-4), 0, 100]


def test_elo_puts_a_first_in_the_same_votes() -> None:
    play: dict[tuple[str, ...], list[dict[str, int]]] = {}
    for vote in PENTATHLON:
        members, scores = read_vote(vote)
        score = dict(zip(members, scores, strict=True))
        for pair in ("AB", "AC", "BC"):
            won = score[pair[0]] - score[pair[1]]
            play.setdefault(tuple(pair), []).append({pair[0]: won, pair[1]: -won})
    assert bradley_terry(means_of(play).sets).elo.argmax() == 0


def global_minima(margins: np.ndarray) -> tuple[float, np.ndarray]:
    """Descend from every order, with scipy, and return the least loss and where it is."""
    count = len(margins)
    apart = TEMPERATURES_APART * (count - 1) / HIGHEST

    def loss(rating: np.ndarray) -> tuple[float, np.ndarray]:
        wrong = 1 / (1 + np.exp((rating[:, None] - rating[None, :]) * apart))
        slope = (margins * wrong * (1 - wrong)).sum(axis=1)
        return float((np.maximum(margins, 0) * wrong).sum()), -apart * slope

    found = []
    for order in permutations(range(count)):
        start = np.empty(count)
        start[list(order)] = np.linspace(HIGHEST, 0, count)
        options = {"ftol": 1e-15, "gtol": 1e-10, "maxiter": 150}
        bounds = [(0, HIGHEST)] * count
        found.append(
            minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
        )
    best = min(one.fun for one in found)
    near = [one.x for one in found if one.fun <= best + 1e-6]
    return best, np.unique(np.round(near, 1), axis=0)


@pytest.mark.parametrize(("count", "profiles"), [(2, 10), (3, 10), (4, 3)])
def test_no_ratings_have_less_loss(count: int, profiles: int) -> None:
    random = np.random.default_rng(10 + count)
    seen_alone = 0
    for _ in range(profiles):
        margins = random_margins(random, count, 4)
        rating = soft_condorcet(margins)
        best, minima = global_minima(margins)
        if len(minima) == 1:
            seen_alone += 1
            assert soft_condorcet_loss(margins, rating) == pytest.approx(best, abs=1e-8)
    assert seen_alone >= profiles / 3


def test_a_circle_is_shared() -> None:
    assert soft_condorcet(margins_of("abc", "bca", "cab")).tolist() == [50, 50, 50]
    rating = soft_condorcet(margins_of("abcd", "bcad", "cabd"))
    assert rating == pytest.approx([200 / 3] * 3 + [0], abs=2)
    assert rating[0] == rating[1] == rating[2]


@pytest.mark.parametrize("count", [3, 5, 9])
def test_whoever_beats_all_others_has_the_highest_rating_alone(count: int) -> None:
    random = np.random.default_rng(count)
    for _ in range(30):
        margins = random_margins(random, count, 9)
        margins[1], margins[:, 1] = 1.0, -1.0
        margins[1, 1] = 0
        rating = soft_condorcet(margins)
        assert rating[1] == HIGHEST
        assert (np.delete(rating, 1) < HIGHEST).all()


def test_relabelling_agents_relabels_ratings() -> None:
    random = np.random.default_rng(6)
    for count in (3, 4, 6):
        for _ in range(20):
            margins = random_margins(random, count, 3)
            order = random.permutation(count)
            again = soft_condorcet(margins[np.ix_(order, order)])
            assert again == pytest.approx(soft_condorcet(margins)[order], abs=1e-3)


def test_agents_with_the_same_margins_have_the_same_rating() -> None:
    random = np.random.default_rng(7)
    for _ in range(20):
        margins = random_margins(random, 4, 3)
        copied = margins[np.ix_([0, 1, 2, 3, 3], [0, 1, 2, 3, 3])]
        rating = soft_condorcet(copied)
        assert rating[3] == pytest.approx(rating[4], abs=1e-3)


def test_every_resample_is_rated_as_by_itself() -> None:
    random = np.random.default_rng(8)
    drawn = np.array([random_margins(random, 5, 3) for _ in range(12)])
    alone = np.array([soft_condorcet(margins) for margins in drawn])
    assert soft_condorcet(drawn) == pytest.approx(alone, abs=1e-4)


def test_the_size_of_the_votes_does_not_matter() -> None:
    margins = margins_of(*PENTATHLON)
    assert soft_condorcet(margins * 1e-3) == pytest.approx(soft_condorcet(margins))


def test_agents_that_tie_in_all_votes_are_in_the_middle() -> None:
    assert soft_condorcet(np.zeros((1, 1))).tolist() == [50]
    assert soft_condorcet(np.zeros((4, 4))).tolist() == [50] * 4
    apart = soft_condorcet(margins_of("AB", "CD"))
    assert apart.tolist() == [100, 0, 100, 0]
    assert soft_condorcet(margins_of("AB", "A/C", "B/C")).tolist() == [100, 0, 50]
