"""Of several equilibria the one of greatest entropy, whichever way it is found."""

import numpy as np
import pytest
from scipy.optimize import minimize
from votes import random_margins

from railbird.results.estimate.ranking import nash_averaging
from railbird.results.estimate.ranking.nash_averaging import nash_average


def entropy(mass: np.ndarray) -> float:
    return float(-(mass[mass > 0] * np.log(mass[mass > 0])).sum())


@pytest.mark.parametrize("count", [3, 4, 6])
def test_no_equilibrium_is_more_even(count: int) -> None:
    """Compared with a general solver that starts at the answer, and at equal masses."""
    random = np.random.default_rng(count)
    for _ in range(12):
        game = random_margins(random, count, 1)
        found = nash_average(game).mass
        assert (game @ found).max() <= 1e-7
        for start in (found, np.full(count, 1 / count)):
            best = minimize(
                lambda mass: float((mass * np.log(np.maximum(mass, 1e-300))).sum()),
                start,
                method="SLSQP",
                bounds=[(0, 1)] * count,
                constraints=[
                    {"type": "eq", "fun": lambda mass: mass.sum() - 1},
                    {"type": "ineq", "fun": lambda mass, game=game: -game @ mass},
                ],
                options={"maxiter": 200},
            )
            if (game @ best.x).max() <= 1e-9 and abs(best.x.sum() - 1) <= 1e-9:
                assert entropy(found) >= entropy(best.x) - 1e-6


def test_both_ways_to_the_greatest_entropy_agree() -> None:
    """Holding rows that are broken, one by one, and all rows at once where that goes round."""
    random = np.random.default_rng(1)
    several = 0
    for _ in range(40):
        game = random_margins(random, 6, 2)
        support = nash_averaging._largest_support(game)
        inside = game[np.ix_(support, support)]
        several += int(support.sum() - np.linalg.matrix_rank(inside) > 1)
        quick = nash_averaging._spread(game, support)
        slow = nash_averaging._slowly_spread(game[:, support], support)
        assert quick == pytest.approx(slow, abs=1e-5)
    assert several > 5


def test_a_row_that_was_held_is_let_go_where_that_is_more_even() -> None:
    """Holding the first row that is broken would end at 0.2, 0.4 and 0.4."""
    rows = """
    0 -2 -1 -2 1 2 1 -1
    2 0 -1 0 0 -1 1 0
    1 1 0 -2 0 1 -2 0
    2 0 2 0 -2 -1 -2 1
    -1 0 0 2 0 1 1 0
    -2 1 -1 1 -1 0 2 1
    -1 -1 2 2 -1 -2 0 0
    1 0 0 -1 0 -1 0 0
    """
    game = np.array(rows.split(), np.float64).reshape(8, 8)
    mass = nash_average(game).mass
    assert (game @ mass).max() <= 1e-9
    assert np.sort(mass)[-3:] == pytest.approx([0.21798835, 0.34603494, 0.43597671], abs=1e-6)
    assert entropy(mass) > entropy(np.array([0.2, 0.4, 0.4]))
