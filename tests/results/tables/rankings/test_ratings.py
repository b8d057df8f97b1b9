"""Ratings held against published examples and independent computations."""

import numpy as np
import pytest

from railbird.results.estimate.means.pair_means import TwoPlayersError, pair_means
from railbird.results.estimate.ranking.alpha_rank import alpha_rank
from railbird.results.estimate.ranking.nash_averaging import nash_average
from railbird.results.tables.rankings.ratings import rating_table
from railbird.results.tables.table_list import TABLES
from tests.results.tables.rankings.test_rankings import means_of, pairs

ROCK_PAPER_SCISSORS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def test_alpha_rank_of_han_and_others_as_open_spiel_has_it() -> None:
    """Payoffs of Han et al. (2013), the example in the tests of OpenSpiel's alpharank."""
    r, t, p, s, delta, eps = 1.0, 2.0, 0.0, -1.0, 4.0, 0.25
    payoffs = np.array(
        [
            [r - eps / 2, r - eps, 0, s + delta - eps, r - eps],
            [r, r, s, s, s],
            [0, t, p, p, p],
            [t - delta, t, p, p, p],
            [r, t, p, p, p],
        ]
    )
    share = alpha_rank(payoffs, alpha=0.1, population=20)
    expected = [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039]
    assert share == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("alpha", [0.01, 1.0, np.inf])
def test_alpha_rank_of_rock_paper_scissors_is_a_third_each(alpha: float) -> None:
    assert alpha_rank(ROCK_PAPER_SCISSORS, alpha=alpha) == pytest.approx([1 / 3] * 3)


def test_alpha_rank_of_the_biased_game_is_a_third_each_where_alpha_is_large() -> None:
    """Omidshafiei et al. (2019): the bias does not show, the order of agents does."""
    biased = np.array([[0.0, -0.5, 1], [0.5, 0, -0.1], [-1, 0.1, 0]])
    assert alpha_rank(biased) == pytest.approx([1 / 3] * 3)
    assert alpha_rank(biased, alpha=100.0) == pytest.approx([1 / 3] * 3, abs=0.01)


def test_alpha_rank_of_a_dominant_agent_is_all() -> None:
    game = np.array([[0.0, 2, 3], [-2, 0, 1], [-3, -1, 0]])
    assert alpha_rank(game)[0] == pytest.approx(1, abs=1e-6)
    drawn = np.stack([game, ROCK_PAPER_SCISSORS])
    assert alpha_rank(drawn)[1] == pytest.approx([1 / 3] * 3)


def test_nash_average_of_published_games() -> None:
    """Balduzzi and others (2018); the four-agent game is of OpenSpiel's tests."""
    found = nash_average(4.6 * ROCK_PAPER_SCISSORS)
    assert found.mass == pytest.approx([1 / 3] * 3, abs=1e-7)
    assert found.skill == pytest.approx([0] * 3, abs=1e-6)
    transitive = np.array([[0.0, 1, 2], [-1, 0, 1], [-2, -1, 0]])
    assert nash_average(transitive).mass == pytest.approx([1, 0, 0])
    assert nash_average(transitive).skill == pytest.approx([0, -1, -2])
    dominated = np.array(
        [[0.0, 234, 34, -270], [-234, 0, -38, -464], [-34, 38, 0, -270], [270, 464, 270, 0]]
    )
    assert nash_average(dominated).mass == pytest.approx([0, 0, 0, 1])


def test_a_copy_shares_its_original_s_mass_and_changes_nobody_s_skill() -> None:
    """The invariance that Nash averaging is made for (theorem 1)."""
    order = [0, 1, 2, 2]
    copied = ROCK_PAPER_SCISSORS[np.ix_(order, order)]
    found = nash_average(copied)
    assert found.mass == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-6)
    assert found.skill == pytest.approx([0] * 4, abs=1e-6)


def test_nash_average_is_an_equilibrium_and_nobody_s_equal_is_left_out() -> None:
    random = np.random.default_rng(2)
    for size in (2, 5, 8):
        game = random.normal(size=(size, size))
        game -= game.T
        found = nash_average(game)
        assert found.mass.sum() == pytest.approx(1)
        assert found.skill.max() == pytest.approx(0, abs=1e-6)
    assert nash_average(np.zeros((4, 4))).mass == pytest.approx([0.25] * 4)
    tied = np.array([[0.0, 0, 1], [0, 0, 1], [-1, -1, 0]])
    assert nash_average(tied).mass == pytest.approx([0.5, 0.5, 0], abs=1e-7)


def test_ratings_of_a_tournament() -> None:
    play = pairs(ab=4, ac=4, bc=4)
    for line_up in play:
        play[line_up] *= 3
    table = rating_table(pair_means(means_of(play)))
    assert table.schema.equals(TABLES["ratings"].schema)
    rows = table.to_pylist()
    assert [row["agent"] for row in rows] == ["a", "b", "c"]
    assert rows[0]["nash_mass"] == pytest.approx(1)
    assert rows[0]["alpha_rank"] == pytest.approx(1, abs=1e-6)
    assert [row["mbb_per_hand"] for row in rows] == pytest.approx([0, -200, -200])
    assert rows[0]["elo"] + rows[2]["elo"] == pytest.approx(3000)


def test_ratings_of_agents_who_did_not_all_meet_are_shown_without_what_needs_it() -> None:
    play = {line_up: wins * 3 for line_up, wins in pairs(ab=4, ac=4).items()}
    table = rating_table(pair_means(means_of(play)))
    assert table["nash_mass"].to_pylist() == table["mbb_per_hand"].to_pylist() == [None] * 3
    (grid,) = TABLES["ratings"].layout(table, None)
    assert [row[-3:] for row in grid.rows] == [("", "", "")] * 3


def test_ratings_are_for_two() -> None:
    with pytest.raises(TwoPlayersError, match="games of two players"):
        pair_means(means_of({("a", "b", "c"): [{"a": -5, "b": 2, "c": 3}]}))


def test_alpha_rank_lets_equals_drift_by_one_in_the_population() -> None:
    """The first beats the second, that the third, and the third is the first's equal.

    From the first the population leaves for the third once in 2m steps, m = 50, from the third for
    the second every other one, and from there for the first: balance gives the shares.
    """
    game = np.array([[0.0, 1, 0], [-1, 0, 1], [0, -1, 0]])
    drift = 1 / (2 * 50)
    other = drift / (1 / 2 + drift)
    assert alpha_rank(game) == pytest.approx(np.array([1, other, other]) / (1 + 2 * other))
