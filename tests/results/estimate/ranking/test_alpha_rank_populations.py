"""Alpha-rank of N populations, compared with published values and known properties."""

from itertools import combinations

import numpy as np
import pytest
from kuhn_meta_game import PUBLISHED, kuhn_payoffs

from railbird.results.estimate.ranking.alpha_rank import alpha_rank
from railbird.results.estimate.ranking.alpha_rank_populations import (
    alpha_rank_line_ups,
    alpha_rank_profiles,
    fixation,
    share_of_agents,
)
from railbird.results.estimate.ranking.stationary import stationary_shares

BATTLE_OF_THE_SEXES = np.array([[[3.0, 0], [0, 2]], [[2, 0], [0, 3]]])
ROCK_PAPER_SCISSORS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


@pytest.mark.parametrize("alpha", [10.0, 100.0, np.inf])
def test_battle_of_the_sexes_is_in_either_agreement_half_of_the_time(alpha: float) -> None:
    """Omidshafiei and others (2019): both are sinks, and neither is left."""
    share = alpha_rank_profiles(BATTLE_OF_THE_SEXES, alpha=alpha)
    assert share == pytest.approx(np.array([[0.5, 0], [0, 0.5]]), abs=1e-6)


def test_kuhn_poker_for_three_as_published() -> None:
    share = alpha_rank_profiles(kuhn_payoffs(), alpha=100.0)
    largest = np.argsort(-share, axis=None)[: len(PUBLISHED)]
    found = [tuple(map(int, np.unravel_index(number, share.shape))) for number in largest]
    assert found == list(PUBLISHED)
    assert {profile: round(float(share[profile]), 2) for profile in found} == PUBLISHED


def test_three_roles_as_open_spiel_has_them() -> None:
    """Roles of two, three and two agents, with payoffs of no symmetry (OpenSpiel 2.0.2)."""
    number = np.arange(12)
    tables = [(7 * number + 3) % 11, (5 * number + 1) % 13, (3 * number**2 + 2) % 7]
    payoffs = np.array(tables, np.float64).reshape(3, 2, 3, 2)
    expected = [
        [[0.02096894, 0.26103453], [0.17076151, 0.11794051], [0.10577634, 0.03446766]],
        [[0.03633433, 0.0712144], [0.02466318, 0.02450809], [0.11016852, 0.02216197]],
    ]
    share = alpha_rank_profiles(payoffs, alpha=0.05, population=10)
    assert share == pytest.approx(np.array(expected), abs=1e-7)


def test_rock_paper_scissors_in_two_populations_goes_round() -> None:
    share = alpha_rank_profiles(np.array([ROCK_PAPER_SCISSORS, -ROCK_PAPER_SCISSORS]))
    assert share.sum(axis=0) == pytest.approx([1 / 3] * 3)
    assert share.sum(axis=1) == pytest.approx([1 / 3] * 3)


def test_where_nothing_is_heeded_all_profiles_are_equal() -> None:
    assert alpha_rank_profiles(kuhn_payoffs(), alpha=0.0) == pytest.approx(
        np.full((4, 4, 4), 1 / 64)
    )


def test_a_large_alpha_is_as_good_as_an_infinite_one() -> None:
    random = np.random.default_rng(1)
    payoffs = random.normal(size=(2, 3, 3))
    finite = alpha_rank_profiles(payoffs, alpha=50.0)
    assert finite == pytest.approx(alpha_rank_profiles(payoffs), abs=0.01)


def test_fixation_is_the_sum_of_the_definition() -> None:
    for gain, alpha, population in [(0.3, 2.0, 10), (-0.3, 2.0, 10), (0.0, 5.0, 7), (4.0, 3.0, 50)]:
        steps = np.exp(-alpha * gain * np.arange(1, population)).sum()
        found = fixation(np.array([gain]), alpha, population)
        assert found == pytest.approx(1 / (1 + steps))


def test_two_of_a_population_are_the_one_population_s() -> None:
    """Constant-sum payoffs in one population are a gain that does not depend on the mixture.

    With m individuals, of whom m - 1 are met, it is m / (m - 1) of the difference of halves.
    """
    population, alpha = 20, 0.7
    gain = ROCK_PAPER_SCISSORS * population / (population - 1)
    chain = fixation(gain.T, alpha, population)
    chain[np.arange(3), np.arange(3)] = 0
    expected = alpha_rank(ROCK_PAPER_SCISSORS, alpha=alpha, population=population)
    assert stationary_shares(chain) == pytest.approx(expected)


def test_shares_that_differ_by_seventy_digits_are_exact() -> None:
    """A chain of three in a row: balance between neighbours gives the shares."""
    tiny = 1e-70
    chain = np.array([[0, tiny, 0], [1.0, 0, 1e-30], [0, 1e-40, 0]])
    expected = np.array([1, tiny, tiny * 1e-30 / 1e-40])
    assert stationary_shares(chain) == pytest.approx(expected / expected.sum(), rel=1e-12)


def test_shares_beyond_what_a_float_holds_do_not_overflow() -> None:
    """Six in a row, each left for the next 1e100 times as often as back."""
    chain = np.diag(np.ones(5), 1) + np.diag(np.full(5, 1e-100), -1)
    expected = [0, 0, 1e-300, 1e-200, 1e-100, 1]
    assert stationary_shares(chain) == pytest.approx(np.array(expected), rel=1e-9, abs=0)


def line_up_payoffs(strength: np.ndarray, seat_count: int) -> tuple[np.ndarray, np.ndarray]:
    line_ups = np.array(list(combinations(range(len(strength)), seat_count)))
    payoffs = strength[line_ups]
    return line_ups, payoffs - payoffs.mean(axis=1, keepdims=True)


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_best_agents_hold_all_seats(seat_count: int) -> None:
    line_ups, payoffs = line_up_payoffs(np.array([3.0, 9, 1, 8, 7, 2, 6]), seat_count)
    share = share_of_agents(line_ups, alpha_rank_line_ups(line_ups, payoffs), 7)
    best = np.argsort([-3, -9, -1, -8, -7, -2, -6])[:seat_count]
    expected = np.zeros(7)
    expected[best] = 1 / seat_count
    assert share == pytest.approx(expected, abs=1e-6)


def test_line_ups_of_two_by_hand() -> None:
    """a beats b, b beats c, c beats a. In the place of the loser the third does better, for it
    beats the winner; from {a, b} that leads to {a, c}, then {b, c}, then {a, b} again.
    """
    line_ups = np.array([[0, 1], [0, 2], [1, 2]])
    payoffs = np.array([[1.0, -1], [-1, 1], [1, -1]])
    assert alpha_rank_line_ups(line_ups, payoffs) == pytest.approx([1 / 3] * 3)


def test_relabelling_agents_relabels_shares() -> None:
    random = np.random.default_rng(2)
    line_ups, payoffs = line_up_payoffs(random.normal(size=6), 3)
    payoffs = payoffs + random.normal(size=payoffs.shape)
    share = share_of_agents(line_ups, alpha_rank_line_ups(line_ups, payoffs, alpha=1.0), 6)
    order = random.permutation(6)
    renamed = order[line_ups]
    sorting = np.argsort(renamed, axis=1)
    renamed = np.take_along_axis(renamed, sorting, axis=1)
    moved = alpha_rank_line_ups(renamed, np.take_along_axis(payoffs, sorting, axis=1), alpha=1.0)
    assert share_of_agents(renamed, moved, 6)[order] == pytest.approx(share)


def test_resamples_are_ranked_as_by_themselves() -> None:
    random = np.random.default_rng(3)
    line_ups, payoffs = line_up_payoffs(random.normal(size=5), 3)
    drawn = payoffs + random.normal(size=(4, *payoffs.shape))
    together = alpha_rank_line_ups(line_ups, drawn)
    assert together == pytest.approx(np.array([alpha_rank_line_ups(line_ups, d) for d in drawn]))


def test_line_ups_that_no_change_joins_have_no_shares() -> None:
    line_ups = np.array([[0, 1, 2], [3, 4, 5]])
    assert np.isnan(alpha_rank_line_ups(line_ups, np.zeros((2, 3)))).all()
    assert alpha_rank_line_ups(line_ups[:1], np.zeros((1, 3))).tolist() == [1]
