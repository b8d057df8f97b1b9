"""Intervals: Student's t over decks, held against scipy and a slow clear version."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from railbird.results.estimate.means.duplicate_sets import collect_sets
from railbird.results.estimate.means.line_up_means import LineUpMeans, line_up_means
from tests.results.conftest import Match, duplicate_set, match_batch

MBB = 1000 / 2520  # the tests' big blind is one chip


def means_of(matches: list[Match], seating_count: int = 2) -> LineUpMeans:
    return line_up_means(collect_sets([match_batch(matches)], seating_count), 1, stake=0)


def scipy_half_width(values: list[float]) -> float:
    interval = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    return float(interval.high - interval.low) / 2


def test_known_data() -> None:
    totals = [60, -20, 100, 20, 40]
    matches = [
        m for deck, t in enumerate(totals) for m in duplicate_set({"a": t, "b": -t}, deck=deck)
    ]
    means = means_of(matches)
    by_deck = [total / 20 * MBB for total in totals]
    entries = np.array([0, 1])
    groups = means.grouped(entries, entries, group_count=2)
    assert float(groups.mean[0]) == pytest.approx(np.mean(by_deck))
    assert groups.half_width == pytest.approx([scipy_half_width(by_deck)] * 2)
    assert groups.sets.tolist() == groups.decks.tolist() == [5, 5]
    assert groups.hands.tolist() == [100, 100]


@given(st.integers(2, 6), st.integers(2, 8), st.integers(0, 2**32 - 1))
def test_over_line_ups_with_the_same_decks_it_is_the_interval_over_means_per_deck(
    opponents: int, decks: int, seed: int
) -> None:
    luck = np.random.default_rng(seed).integers(-1000, 1000, (opponents, decks))
    matches = [
        match
        for opponent in range(opponents)
        for deck in range(decks)
        for match in duplicate_set(
            {"a": int(luck[opponent, deck]), f"b{opponent}": -int(luck[opponent, deck])}, deck=deck
        )
    ]
    means = means_of(matches)
    entries = np.flatnonzero(means.entry_agents == 0)
    groups = means.grouped(entries, np.zeros_like(entries), group_count=1)
    per_deck = luck.mean(axis=0) / 20 * MBB
    assert float(groups.mean[0]) == pytest.approx(per_deck.mean(), abs=1e-9)
    assert groups.half_width[0] == pytest.approx(scipy_half_width(list(per_deck)), abs=1e-9)


@given(st.lists(st.integers(2, 6), min_size=1, max_size=5), st.integers(0, 2**32 - 1))
def test_over_line_ups_with_other_decks_it_is_the_formula(counts: list[int], seed: int) -> None:
    random = np.random.default_rng(seed)
    played = {
        line_up: dict(zip(range(count), random.integers(-1000, 1000, count).tolist(), strict=True))
        for line_up, count in enumerate(counts)
    }
    matches = [
        match
        for line_up, by_deck in played.items()
        for deck, total in by_deck.items()
        for match in duplicate_set({"a": total, f"b{line_up}": -total}, deck=deck)
    ]
    means = means_of(matches)
    entries = np.flatnonzero(means.entry_agents == 0)
    groups = means.grouped(entries, np.zeros_like(entries), group_count=1)
    variance = 0.0
    for deck in range(max(counts)):
        error = 0.0
        for by_deck in played.values():
            if deck in by_deck:
                values, n = [total / 20 * MBB for total in by_deck.values()], len(by_deck)
                error += (values[deck] - np.mean(values)) / n * np.sqrt(n / (n - 1))
        variance += (error / len(counts)) ** 2
    half_width = stats.t.ppf(0.975, min(counts) - 1) * np.sqrt(variance)
    assert groups.half_width[0] == pytest.approx(half_width, abs=1e-9)
    assert groups.decks[0] == max(counts)


def test_one_deck_gives_no_interval() -> None:
    means = means_of(duplicate_set({"a": 60, "b": -60}, deck=0))
    entries = np.array([0, 1])
    groups = means.grouped(entries, entries, group_count=2)
    assert float(groups.mean[0]) == pytest.approx(3 * MBB)
    assert np.isnan(groups.half_width).all()


def test_hands_say_nothing_about_the_interval() -> None:
    """The same means per deck from ten times the hands are as uncertain as before."""
    few = means_of([m for d in (0, 1) for m in duplicate_set({"a": 40 * d, "b": -40 * d}, deck=d)])
    many = means_of(
        [
            match
            for deck in (0, 1)
            for match in duplicate_set(
                {"a": 400 * deck, "b": -400 * deck}, deck=deck, hand_count=100
            )
        ]
    )
    entries = np.array([0, 1])
    widths = [m.grouped(entries, entries, group_count=2).half_width for m in (few, many)]
    assert widths[0] == pytest.approx(widths[1])
