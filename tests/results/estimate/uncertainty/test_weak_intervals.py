"""When an interval is said to be weak, and what is said where there is none."""

from pathlib import Path

import numpy as np
import pytest

from railbird.results import open_run
from railbird.results.estimate.uncertainty.weak_intervals import is_outweighed, leans
from tests.results.conftest import Match, duplicate_set, write_run


@pytest.mark.parametrize("count", [3, 5, 8, 10, 15, 20, 50, 200])
def test_ordinary_luck_seldom_leans(count: int) -> None:
    luck = np.random.default_rng(count).normal(size=(2000, count))
    assert leans(luck - luck.mean(axis=1, keepdims=True)).mean() < 0.1


@pytest.mark.parametrize("count", [8, 10, 15, 20, 50, 200])
def test_a_rare_event_leans(count: int) -> None:
    rare = np.zeros((1, count))
    rare[0, : 1 + count // 50] = 200.0
    assert leans(rare - rare.mean()).all()


def test_what_has_no_interval_does_not_lean() -> None:
    assert not leans(np.zeros((1, 50))).any()
    assert not leans(np.full((1, 50), np.nan)).any()
    assert not is_outweighed(np.array([np.nan]), np.array([5.0])).any()


def test_a_swing_beyond_the_interval_outweighs_it() -> None:
    assert is_outweighed(np.array([4.0, 6.0]), np.array([5.0, 5.0])).tolist() == [True, False]


def matches_of(won: list[int]) -> list[Match]:
    return [
        match for deck, n in enumerate(won) for match in duplicate_set({"a": n, "b": -n}, deck=deck)
    ]


def test_a_run_says_so(tmp_path: Path) -> None:
    notes = open_run(write_run(tmp_path / "run", matches_of([0] * 19 + [400_000]))).notes
    assert notes == (
        "2 of 2 intervals by line-up depend on a few deck seeds, or one more all-in would move "
        "the mean beyond them: they may contain the true mean less often than 95%; play more "
        "deck seeds",
    )


@pytest.mark.parametrize("decks", [2, 5, 20, 100])
def test_no_variance_is_no_certainty(tmp_path: Path, decks: int) -> None:
    """Whatever the number of decks: no interval, star, p-value, place, group or probability."""
    run = open_run(write_run(tmp_path / "run", matches_of([2520] * decks)))
    assert run.notes[-1] == (
        "2 of 2 means by line-up are the same on every deck seed: they have no interval, and "
        "nothing is claimed about them; play more deck seeds"
    )
    for name in ("agent-matrix", "cross-table"):
        for row in run.table(name).to_pylist():
            assert row["half_width"] is None
            assert row["p_adjusted"] is None
    for row in run.table("total-bankroll").to_pylist():
        assert row["half_width"] is None
        assert row["first_place"] is row["last_place"] is None
        assert row["groups"] == []
    (pair,) = run.table("comparisons").to_pylist()
    unknown = ("p_value", "p_adjusted", "p_holm", "probability_above", "is_decided")
    assert all(pair[name] is None for name in unknown)
    assert pair["more_deck_seeds"] is None
    for name in ("run-off", "series-run-off"):
        assert all(row["place_probability"] is None for row in run.table(name).to_pylist())
