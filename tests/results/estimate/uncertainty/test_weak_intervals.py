"""When an interval is reported as weak, and the notes if there is no interval."""

from pathlib import Path

import numpy as np
import pytest

from railbird.results import open_run
from railbird.results.estimate.means.line_up_means import line_up_means
from railbird.results.estimate.uncertainty.deck_influence import Cells, DeckInfluence
from railbird.results.estimate.uncertainty.weak_intervals import is_outweighed, leans
from tests.results.conftest import Match, duplicate_set, write_run
from tests.results.tables.rankings.test_rankings import CHIP, means_of


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


def test_errors_that_cancel_leave_no_variance() -> None:
    """0.1, 0.2 and -0.3 of the same deck's errors sum to rounding error alone."""
    errors = np.random.default_rng(1).normal(0, 1e5, 20)
    deck = np.arange(20)
    influence = DeckInfluence(
        values=np.tile(errors, 3)[:, None],
        block=np.tile(deck, 3),
        first=np.array([0, 20, 40]),
        counts=np.full(3, 20),
        means=np.zeros((3, 1)),
    )
    shares = np.array([0.1, 0.2, -0.3])
    cells = Cells(np.arange(3), np.zeros(3, int), np.zeros(3, int), shares, 1)
    assert any(sum(share * error for share in shares) for error in errors)
    assert influence.spread(cells).variance.tolist() == [0.0]
    apart = Cells(np.arange(3), np.zeros(3, int), np.zeros(3, int), np.array([0.1, 0.2, -0.29]), 1)
    assert influence.spread(apart).variance[0] > 0


def test_a_group_moves_by_its_share_of_a_line_up() -> None:
    """One hand for the stake moves a mean over two line-ups half as far as that of one."""
    play = {pair: [{pair[0]: CHIP, pair[1]: -CHIP}] * 3 for pair in (("a", "b"), ("a", "c"))}
    sets = means_of(play).sets
    means = line_up_means(sets, 1, stake=7.0)
    alone = means.swings(means.cells_of_entries())
    entries = np.flatnonzero(means.entry_agents == sets.agents.index("a"))
    both = means.grouped(entries, np.zeros(2, int), group_count=1).swing
    assert both.tolist() == [alone[0] / 2]


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
def test_no_variance_does_not_mean_certainty(tmp_path: Path, decks: int) -> None:
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
