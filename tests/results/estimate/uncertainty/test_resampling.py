"""Draws, significance, groups and places, held against scipy and slow clear versions."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from railbird.results.estimate.ranking.bankrolls import compare_all
from railbird.results.estimate.ranking.comparisons import more_deck_seeds
from railbird.results.estimate.uncertainty.groups import group_letters, place_bounds
from railbird.results.estimate.uncertainty.resampling import (
    DRAW_COUNT,
    draw_means,
    gauss_weights,
    sign_weights,
    student_scale,
)
from railbird.results.estimate.uncertainty.sampled_means import SampledMeans
from railbird.results.estimate.uncertainty.significance import (
    ZERO,
    Contrasts,
    Verdicts,
    adjust_by_holm,
    judge,
)
from tests.results.tables.rankings.test_rankings import Play, means_of


def luck_play(seed: int, decks: dict[str, int], edge: int = 0) -> Play:
    """Return a round robin of a, b, c; `decks` says how many decks each pair has."""
    random = np.random.default_rng(seed)
    play: Play = {}
    for first, second in combinations("abc", 2):
        won = random.integers(-20, 21, decks[first + second]) + (edge if first == "a" else 0)
        play[first, second] = [{first: int(n), second: -int(n)} for n in won]
    return play


def sampled(values: np.ndarray, *, swing: float = 0.0) -> SampledMeans:
    """Return the means of rows float64[G, n] of what n decks gave, as line-ups of their own."""
    count, n = values.shape
    means = values.mean(axis=1)
    errors = (values - means[:, None]) / np.sqrt(n * (n - 1))
    freedom = np.full(count, n - 1)
    return SampledMeans(means, errors, lambda: values / n, freedom, np.full(count, swing))


def judge_against_zero(values: np.ndarray, *, swing: float = 0.0) -> Verdicts:
    everything = np.arange(len(values))
    nothing = np.full(len(values), ZERO)
    return judge(Contrasts(sampled(values, swing=swing), everything, nothing))


def test_draws_have_mean_and_variance_of_their_kind_and_go_by_deck() -> None:
    for weights in (gauss_weights(200), sign_weights(200)):
        assert abs(weights.mean()) < 0.01
        assert abs(weights.var() - 1) < 0.02
    assert (gauss_weights(200)[:7] == gauss_weights(7)).all()
    assert set(np.unique(sign_weights(200))) == {-1, 1}
    assert (sign_weights(200)[:, 0] == 1).all(), "one flip is none"


@pytest.mark.parametrize("count", range(1, 11))
def test_few_decks_have_every_sign_flip_once(count: int) -> None:
    columns = {tuple(column) for column in sign_weights(count).T.tolist()}
    assert len(columns) == sign_weights(count).shape[1] == 2 ** (count - 1)
    mirrored = {tuple(-sign for sign in column) for column in columns}
    assert not columns & mirrored


@pytest.mark.parametrize("freedom", [1, 2, 4, 30])
def test_draws_of_a_mean_are_student_s(freedom: int) -> None:
    values = np.random.default_rng(freedom).normal(2.0, 3.0, (1, freedom + 1))
    one = sampled(values)
    drawn = draw_means(one.estimates, one.errors, one.freedom)[0]
    error = np.sqrt((one.errors**2).sum())
    fit = stats.kstest((drawn - values.mean()) / error, stats.t(freedom).cdf)
    assert fit.pvalue > 0.001
    assert len(drawn) == DRAW_COUNT


def test_whoever_else_takes_part_changes_nobody_s_draws() -> None:
    values = np.random.default_rng(4).normal(size=(3, 12))
    alone, all_three = sampled(values[:1]), sampled(values)
    own = draw_means(alone.estimates, alone.errors, alone.freedom)
    among = draw_means(all_three.estimates, all_three.errors, all_three.freedom)
    assert own[0] == pytest.approx(among[0], rel=1e-12)
    scales = student_scale(np.array([3, 11, 3]))
    assert (scales[0] == scales[2]).all()
    assert (np.argsort(scales[0]) == np.argsort(scales[1])).all(), "the same quantile for all"


def test_a_pair_is_compared_by_its_differences_deck_by_deck() -> None:
    """Bankrolls of a and c hang together through the decks: the t test is on the differences."""
    play = luck_play(3, {"ab": 8, "ac": 8, "bc": 8})
    compared = compare_all(means_of(play))
    per_deck = {
        label: [
            sum(totals[deck][label] for pair, totals in play.items() if label in pair) / 2
            for deck in range(8)
        ]
        for label in "abc"
    }
    labels = [means_of(play).sets.agents[agent] for agent in compared.agents.tolist()]
    for number, (plus, minus) in enumerate(zip(compared.plus, compared.minus, strict=True)):
        one, other = per_deck[labels[plus]], per_deck[labels[minus]]
        p = stats.ttest_rel(one, other).pvalue
        assert compared.verdicts.p_value[number] == pytest.approx(p)
        assert compared.verdicts.p_adjusted[number] >= p
        assert compared.verdicts.p_holm[number] >= p - 1e-12


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=10, deadline=None)
def test_how_surely_one_is_above_is_the_one_sided_p_value(seed: int) -> None:
    compared = compare_all(means_of(luck_play(seed, {"ab": 4, "ac": 4, "bc": 4})))
    verdicts = compared.verdicts
    expected = stats.t.cdf(verdicts.difference / verdicts.standard_error, 3)
    assert compared.above == pytest.approx(expected)


def test_one_contrast_alone_is_the_t_test() -> None:
    values = np.random.default_rng(2).normal(0.5, 1, (1, 12))
    judged = judge_against_zero(values)
    p = stats.ttest_1samp(values[0], 0).pvalue
    assert judged.p_value[0] == pytest.approx(p)
    assert judged.p_adjusted[0] == pytest.approx(p)


def slow_flips(values: np.ndarray) -> np.ndarray:
    """Adjust by all sign flips, each with a t test of its own."""
    n = values.shape[1]
    own = np.abs(stats.ttest_1samp(values, 0, axis=1).statistic)
    largest = [
        np.abs(stats.ttest_1samp(values * np.array(signs), 0, axis=1).statistic).max()
        for signs in product((1, -1), repeat=n)
    ]
    return np.array([np.mean(np.array(largest) >= t * (1 - 1e-9)) for t in own])


@pytest.mark.parametrize("seed", [0, 1, 2, 4])
def test_the_family_is_adjusted_by_every_sign_flip_studentised_separately(seed: int) -> None:
    values = np.random.default_rng(seed).normal(0.4, 1, (6, 8))
    judged = judge_against_zero(values)
    slow = np.maximum(slow_flips(values), judged.p_value)
    assert judged.p_adjusted == pytest.approx(slow, abs=1e-12)


def test_with_fewer_than_eight_decks_it_is_holm() -> None:
    values = np.random.default_rng(2).normal(1, 1, (6, 7))
    judged = judge_against_zero(values)
    assert (judged.p_adjusted == judged.p_holm).all()


def test_the_family_s_error_uses_what_hangs_together() -> None:
    """Twenty copies of one contrast are one test; twenty separate ones are twenty."""
    random = np.random.default_rng(8)
    own, count = random.normal(0.2, 1, (1, 200)), 20
    apart = np.vstack([own, random.normal(size=(count - 1, 200))])
    together = judge_against_zero(np.repeat(own, count, axis=0)).p_adjusted[0]
    p = stats.ttest_1samp(own[0], 0).pvalue
    assert 0.001 < p < 0.05
    assert together == pytest.approx(p, abs=0.01)
    assert judge_against_zero(apart).p_adjusted[0] == pytest.approx(1 - (1 - p) ** count, abs=0.05)


def test_an_adjusted_p_value_is_never_nothing() -> None:
    far = np.random.default_rng(8).normal(10, 1, (20, 200))
    assert judge_against_zero(far).p_adjusted == pytest.approx(1 / DRAW_COUNT)


def test_what_does_not_vary_has_no_p_value_and_is_in_no_family() -> None:
    values = np.random.default_rng(6).normal(1, 1, (2, 9))
    values[0] = 0.1
    judged = judge_against_zero(values)
    assert np.isnan(judged.p_value[0])
    assert np.isnan(judged.p_adjusted[0])
    assert np.isnan(judged.half_width[0])
    assert judged.p_adjusted[1] == pytest.approx(stats.ttest_1samp(values[1], 0).pvalue)


def test_nothing_is_claimed_of_what_leans_on_few_decks() -> None:
    values = np.full((2, 20), -1.0)
    values[0, 3] = -0.5
    values[1] = np.random.default_rng(1).normal(-1, 0.1, 20)
    judged = judge_against_zero(values)
    assert judged.p_value[0] < 1e-6
    assert judged.leans.tolist() == [True, False]
    assert np.isnan(judged.p_adjusted[0])
    assert judged.p_adjusted[1] == judged.p_value[1], "a family of its own"


@given(st.integers(0, 2**32 - 1), st.integers(5, 40))
@settings(max_examples=20, deadline=None)
def test_the_guard_is_t_with_one_hand_more_against_the_better_side(seed: int, n: int) -> None:
    """The hand is in a deck that is as the mean: its error and that of the rest add up."""
    values = np.random.default_rng(seed).normal(1, 1, n)
    values = np.append(values, values.mean())
    swing = abs(values.mean()) / 3
    judged = judge_against_zero(values[None], swing=swing)
    values[-1] -= np.sign(values.mean()) * swing * len(values)
    assume(not judged.leans[0])
    assert judged.p_guarded[0] == pytest.approx(stats.ttest_1samp(values, 0).pvalue)
    assert judged.p_adjusted[0] == judged.p_guarded[0]


def test_holm_by_hand() -> None:
    adjusted = adjust_by_holm(np.array([0.01, np.nan, 0.04, 0.03]))
    assert adjusted == pytest.approx([0.03, np.nan, 0.06, 0.06], nan_ok=True)


@given(st.integers(1, 8), st.data())
@settings(deadline=None)
def test_two_share_a_letter_exactly_if_they_do_not_differ(size: int, data: object) -> None:
    pairs = list(combinations(range(size), 2))
    chosen = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []  # type: ignore[attr-defined]
    apart = np.zeros((size, size), bool)
    for one, other in chosen:
        apart[one, other] = apart[other, one] = True
    letters = group_letters(apart)
    for one, other in pairs:
        assert bool(set(letters[one]) & set(letters[other])) != apart[one, other]
    assert all(letters)


def test_places_by_hand() -> None:
    above = np.zeros((3, 3), bool)
    above[0, 2] = True
    first, last = place_bounds(above)
    assert first.tolist() == [1, 1, 2]
    assert last.tolist() == [2, 3, 3]


def test_deck_seeds_wanted_by_hand() -> None:
    won = [12, -8] * 15  # a mean of 2 and a standard error of sqrt(100 * 30 / 29 / 30)
    compared = compare_all(means_of({("a", "b"): [{"a": n, "b": -n} for n in won]}))
    ratio = (1.959964 + 1.281552) * np.sqrt(100 / 29) / 2
    assert more_deck_seeds(compared) == [int(np.ceil(30 * (ratio**2 - 1)))]
    even = compare_all(means_of({("a", "b"): [{"a": n, "b": -n} for n in (1, -1, 2, -2)]}))
    assert more_deck_seeds(even) == [None]
    far = luck_play(9, dict.fromkeys(("ab", "ac", "bc"), 30), edge=100)
    assert more_deck_seeds(compare_all(means_of(far)))[:2] == [None, None], "both decided"
