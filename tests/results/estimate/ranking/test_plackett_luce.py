"""Plackett-Luce: exact strengths, shared places, scipy's own maximum, and coverage."""

from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import minimize

from railbird.results.estimate.ranking.bradley_terry import ELO_POINTS
from railbird.results.estimate.ranking.plackett_luce import plackett_luce

Integers = npt.NDArray[np.int64]


def draw(
    strength: npt.NDArray[np.float64], count: int, size: int, seed: int
) -> tuple[Integers, Integers]:
    """Tournaments of `size` of the agents: the smallest exponential time finishes first."""
    random = np.random.default_rng(seed)
    agents = np.argsort(random.random((count, len(strength))), axis=1)[:, :size]
    times = random.exponential(1 / strength[agents])
    return agents, 1 + np.argsort(np.argsort(times, axis=1), axis=1)


def negative_likelihood(logs: npt.NDArray[np.float64], agents: Integers, places: Integers) -> float:
    """By definition: the mean over all orders that the places leave open."""
    strength, total = np.exp(logs), 0.0
    for row, own in zip(agents, places, strict=True):
        orders = [o for o in permutations(range(len(row))) if (np.diff(own[list(o)]) >= 0).all()]
        for order in orders:
            ranked = strength[row[list(order)]]
            left = np.cumsum(ranked[::-1])[::-1]
            total -= np.log(ranked / left).sum() / len(orders)
    return total


@pytest.mark.parametrize("shared", [False, True])
def test_strengths_are_those_of_greatest_likelihood(shared: bool) -> None:
    agents, places = draw(np.array([4.0, 2.0, 1.0, 1.0, 0.5]), 30, 4, seed=1)
    if shared:
        places = np.maximum(places - 1, 1)
        places[::3] = np.where(places[::3] == 3, 2, places[::3])
    fitted = plackett_luce(agents, places, np.arange(30), agent_count=5)
    found = minimize(negative_likelihood, np.zeros(5), (agents, places), tol=1e-12).x
    assert fitted.elo == pytest.approx(1500 + ELO_POINTS * (found - found.mean()), abs=0.01)


def test_every_entry_of_an_agent_finishes_by_its_strength() -> None:
    """Two agents with two entries each, and shared places."""
    _, places = draw(np.array([3.0, 1.5, 3.0, 1.5]), 20, 4, seed=4)
    places[::2] = np.maximum(places[::2] - 1, 1)
    places[1::4] = np.where(places[1::4] > 2, 3, places[1::4])
    agents = np.tile([0, 1, 0, 1], (20, 1))
    fitted = plackett_luce(agents, places, np.arange(20), agent_count=2)
    found = minimize(negative_likelihood, np.zeros(2), (agents, places), tol=1e-12).x
    assert fitted.elo == pytest.approx(1500 + ELO_POINTS * (found - found.mean()), abs=0.01)


def test_places_that_very_many_share_are_taken_in_the_mean() -> None:
    """Efron's likelihood, by definition: in a tie of T the next of them leaves 1 - i / T of it."""
    agents = np.tile(np.arange(4), (3, 20))
    places = np.full((3, 80), 2)
    places[[0, 1, 2], [0, 0, 1]] = 1
    fitted = plackett_luce(agents, places, np.arange(3), agent_count=4)

    def negative(logs: npt.NDArray[np.float64]) -> float:
        strength, total = np.exp(logs), 0.0
        for first in (0, 0, 1):
            tied = 20 - (np.arange(4) == first)
            total -= logs[first] - np.log(20 * strength.sum())
            total -= 78 / 79 * (tied * logs).sum() - 78 * np.log((tied * strength).sum())
        return total

    found = minimize(negative, np.zeros(4), tol=1e-12).x
    assert fitted.elo == pytest.approx(1500 + ELO_POINTS * (found - found.mean()), abs=0.01)


def test_two_players_have_the_odds_of_their_wins() -> None:
    """75 wins of 100 are odds of 3 to 1; a shared place is half a win of each."""
    agents = np.tile([0, 1], (100, 1))
    places = np.where((np.arange(100) < 75)[:, None], [1, 2], [2, 1])
    fitted = plackett_luce(agents, places, np.arange(100), agent_count=2)
    assert fitted.elo[0] - fitted.elo[1] == pytest.approx(ELO_POINTS * np.log(3))
    places[70:80] = 1
    fitted = plackett_luce(agents, places, np.arange(100), agent_count=2)
    assert fitted.elo[0] - fitted.elo[1] == pytest.approx(ELO_POINTS * np.log(3))


def test_an_agent_that_is_always_last_has_no_strength_and_changes_no_other() -> None:
    agents, places = draw(np.array([3.0, 2.0, 1.0]), 200, 3, seed=2)
    alone = plackett_luce(agents, places, np.arange(200), agent_count=3)
    agents = np.hstack([agents, np.full((200, 1), 3)])
    places = np.hstack([places, np.full((200, 1), 4)])
    fitted = plackett_luce(agents, places, np.arange(200), agent_count=4)
    assert np.isnan(fitted.elo[3])
    for name in ("elo", "low", "high"):
        assert getattr(fitted, name)[:3] == pytest.approx(getattr(alone, name))


def test_one_deck_has_no_interval() -> None:
    agents, places = draw(np.ones(3), 20, 3, seed=3)
    fitted = plackett_luce(agents, places, np.zeros(20, np.int64), agent_count=3)
    assert np.isfinite(fitted.elo).all()
    assert np.isnan(fitted.low).all()
    assert np.isnan(fitted.high).all()


def test_intervals_hold_the_strengths_and_know_that_decks_repeat() -> None:
    """At least 88% of 60 hold; each deck's tournament is stored six times."""
    strength = np.array([2.0, 1.0, 0.5])
    truth = 1500 + ELO_POINTS * (np.log(strength) - np.log(strength).mean())
    held = []
    for seed in range(20):
        agents, places = draw(strength, 80, 3, seed=100 + seed)
        repeated = (np.repeat(a, 6, axis=0) for a in (agents, places))
        fitted = plackett_luce(*repeated, np.repeat(np.arange(80), 6), agent_count=3)
        held += ((fitted.low <= truth) & (truth <= fitted.high)).tolist()
    assert np.mean(held) > 0.88
