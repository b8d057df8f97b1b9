"""Resamples, significance, groups and places, held against scipy and slow clear versions."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from railbird.results.estimate.ranking.bankrolls import compare_all
from railbird.results.estimate.ranking.comparisons import more_deck_seeds
from railbird.results.estimate.uncertainty.groups import group_letters, place_bounds
from railbird.results.estimate.uncertainty.resampling import (
    gauss_weights,
    poisson_weights,
    share_above,
)
from railbird.results.estimate.uncertainty.significance import (
    ZERO,
    Contrasts,
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


def test_draws_have_mean_and_variance_of_their_kind_and_go_by_deck() -> None:
    for weights in (poisson_weights(200), gauss_weights(200)):
        assert abs(weights.mean()) < 0.01
        assert abs(weights.var() - 1) < 0.02
    assert (poisson_weights(200)[:7] == poisson_weights(7)).all()
    assert (gauss_weights(200)[:7] == gauss_weights(7)).all()
    assert poisson_weights(1).min() == -1


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
def test_resamples_vary_as_the_intervals_say_also_with_unequal_decks(seed: int) -> None:
    play = luck_play(seed, {"ab": 40, "ac": 10, "bc": 25})
    compared = compare_all(means_of(play))
    expected = stats.norm.cdf(compared.verdicts.difference / compared.verdicts.standard_error)
    assert compared.above == pytest.approx(expected, abs=0.07)


def test_one_contrast_alone_is_the_t_test() -> None:
    values = np.random.default_rng(1).normal(0.5, 1, 12)
    p = stats.ttest_1samp(values, 0).pvalue
    errors = (values - values.mean()) / np.sqrt(12 * 11)
    judged = judge(
        Contrasts(
            np.array([values.mean()]), errors[None], np.array([11]), np.array([0]), np.array([ZERO])
        )
    )
    assert judged.p_value[0] == pytest.approx(p)
    assert judged.p_adjusted[0] == pytest.approx(p, abs=0.03)


def test_max_t_keeps_the_family_s_error_and_uses_what_hangs_together() -> None:
    """Twenty copies of one contrast are one test; twenty separate ones are twenty."""
    random = np.random.default_rng(5)
    own, count = random.normal(size=(1, 200)), 20
    apart = random.normal(size=(count, 200))
    pair = (np.arange(count), np.full(count, ZERO))
    freedom = np.full(count, 199)
    found = []
    for rows in (np.repeat(own, count, axis=0), apart):
        errors = rows / np.sqrt((rows**2).sum(axis=1, keepdims=True))
        found.append(judge(Contrasts(np.full(count, 2.4), errors, freedom, *pair)).p_adjusted[0])
    p = 2 * stats.t.sf(2.4, 199)
    assert found[0] == pytest.approx(p, abs=0.01)
    assert found[1] == pytest.approx(1 - (1 - p) ** count, abs=0.05)


def test_max_t_keeps_the_tails_of_few_decks_and_is_never_nothing() -> None:
    random = np.random.default_rng(8)
    count = 20
    rows = random.normal(size=(count, 200))
    errors = rows / np.sqrt((rows**2).sum(axis=1, keepdims=True))
    pair = (np.arange(count), np.full(count, ZERO))

    def adjusted(t: float, freedom: int) -> float:
        contrasts = Contrasts(np.full(count, t), errors, np.full(count, freedom), *pair)
        return float(judge(contrasts).p_adjusted[0])

    p = 2 * stats.t.sf(4.0, 3)
    assert adjusted(4.0, 3) == pytest.approx(1 - (1 - p) ** count, abs=0.06), "and not a normal's"
    assert adjusted(30.0, 199) == 1 / 1001, "no resample exceeds it, and it counts as one"


def test_holm_by_hand() -> None:
    adjusted = adjust_by_holm(np.array([0.01, np.nan, 0.04, 0.03]))
    assert adjusted == pytest.approx([0.03, np.nan, 0.06, 0.06], nan_ok=True)


def test_shares_count_ties_as_halves() -> None:
    shares = share_above(np.array([[1.0, 2, 3, 4], [1.0, 1, 4, 5]]))
    assert shares[0, 1] == 0.375
    assert shares[1, 0] == 0.625


@given(st.integers(1, 8), st.data())
@settings(deadline=None)
def test_two_share_a_letter_exactly_if_they_are_not_told_apart(size: int, data: object) -> None:
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
