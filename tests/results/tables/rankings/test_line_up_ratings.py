"""The table of ratings over line-ups."""

from itertools import combinations

import numpy as np
import pytest

from railbird.results.tables.rankings.line_up_ratings import line_up_ratings
from railbird.results.tables.table_list import TABLES
from tests.results.tables.rankings.test_rankings import CHIP, Play, means_of

COLUMNS = ("alpha_rank", "nash_mass", "mbb_per_hand")


def by_strength(
    strength: dict[str, int], *, seat_count: int = 3, decks: int = 4, noise: float = 0.0
) -> Play:
    """Let agents win what they are stronger than their line-up is, in chips, with some luck."""
    random = np.random.default_rng(1)
    play: Play = {}
    for line_up in combinations(sorted(strength), seat_count):
        play[line_up] = []
        for _ in range(decks):
            own = np.array([strength[label] for label in line_up]) + random.normal(
                0, noise or 1e-9, seat_count
            )
            won = np.round(CHIP * (own - own.mean())).astype(int)
            won[-1] -= won.sum()
            play[line_up].append(dict(zip(line_up, won.tolist(), strict=True)))
    return play


STRENGTH = {"a": 1, "b": 5, "c": 3, "d": 9, "e": 7}


def test_the_strongest_hold_the_seats_and_the_mass() -> None:
    table = line_up_ratings(means_of(by_strength(STRENGTH)))
    assert table.schema.equals(TABLES["line-up-ratings"].schema)
    rows = {row["agent"]: row for row in table.to_pylist()}
    assert table["agent"].to_pylist() == ["d", "e", "b", "c", "a"]
    assert table["rank"].to_pylist() == [1, 2, 3, 4, 5]
    assert [rows[agent]["alpha_rank"] for agent in "abcde"] == pytest.approx(
        [0, 1 / 3, 0, 1 / 3, 1 / 3], abs=1e-6
    )
    assert [rows[agent]["nash_mass"] for agent in "abcde"] == pytest.approx([0, 0, 0, 1, 0])
    # the hardest line-up is d, e and b, where d wins two chips in 60 hands more than the mean
    assert rows["d"]["mbb_per_hand"] == pytest.approx(1000 * (9 - (9 + 7 + 5) / 3) / 60)


def test_intervals_are_those_of_the_decks() -> None:
    """One line-up: everybody sits in its own place, and the average is the bankroll."""
    means = means_of(by_strength({"a": 1, "b": 2, "c": 3}, decks=8, noise=2))
    rows = {row["agent"]: row for row in line_up_ratings(means).to_pylist()}
    entries = np.arange(3)
    plain = means.grouped(entries, entries, group_count=3)
    for agent, mean, width in zip("abc", plain.estimates, plain.half_width, strict=True):
        assert rows[agent]["mbb_per_hand"] == pytest.approx(mean)
        assert rows[agent]["half_width"] == pytest.approx(width)
        assert rows[agent]["alpha_rank"] == pytest.approx(1 / 3)


def test_quantiles_hold_what_luck_leaves_open() -> None:
    means = means_of(by_strength({"a": 1, "b": 1, "c": 1, "d": 1}, decks=12, noise=3))
    for row in line_up_ratings(means).to_pylist():
        assert row["nash_mass_low"] <= row["nash_mass"] <= row["nash_mass_high"]
        assert row["nash_mass_high"] - row["nash_mass_low"] > 0.1
        assert row["alpha_rank_low"] < row["alpha_rank_high"]


def test_alpha_says_how_much_a_gain_is_heeded() -> None:
    means = means_of(by_strength(STRENGTH))
    even = line_up_ratings(means, alpha=0.0)
    assert even["alpha_rank"].to_pylist() == pytest.approx([0.2] * 5)
    some = {
        row["agent"]: row["alpha_rank"] for row in line_up_ratings(means, alpha=1e-3).to_pylist()
    }
    assert 0.2 < some["d"] < 1 / 3
    assert some["a"] > 0.01


def test_the_same_in_a_game_for_two() -> None:
    table = line_up_ratings(means_of(by_strength(STRENGTH, seat_count=2)))
    shares = dict(zip(table["agent"].to_pylist(), table["alpha_rank"].to_pylist(), strict=True))
    assert [shares[agent] for agent in "de"] == pytest.approx([0.5, 0.5], abs=1e-6)


def test_missing_line_ups_leave_what_can_be_said() -> None:
    play = by_strength(STRENGTH)
    del play["a", "b", "c"]
    rows = line_up_ratings(means_of(play)).to_pylist()
    assert {row["mbb_per_hand"] for row in rows} == {row["nash_mass"] for row in rows} == {None}
    assert sum(row["alpha_rank"] for row in rows) == pytest.approx(1)
    assert rows[0]["rank"] == 1


def test_line_ups_apart_are_not_ranked() -> None:
    play = by_strength({"a": 1, "b": 2, "c": 3}) | by_strength({"d": 1, "e": 2, "f": 3})
    rows = line_up_ratings(means_of(play)).to_pylist()
    assert {row[name] for row in rows for name in COLUMNS} == {None}
    assert {row["rank"] for row in rows} == {None}
    (grid,) = TABLES["line-up-ratings"].layout(line_up_ratings(means_of(play)), None)
    assert {row[-3:] for row in grid.rows} == {("", "", "")}


def test_a_line_up_that_does_not_count_does_not_widen_intervals() -> None:
    play = by_strength(STRENGTH, decks=6, noise=0.1)
    whole = {row["agent"]: row for row in line_up_ratings(means_of(play)).to_pylist()}
    play["a", "b", "c"] = play["a", "b", "c"][:1]
    rows = {row["agent"]: row for row in line_up_ratings(means_of(play)).to_pylist()}
    assert rows["d"]["half_width"] == pytest.approx(whole["d"]["half_width"])
    assert rows["d"]["nash_mass_low"] is None


def test_one_deck_has_no_quantiles() -> None:
    for row in line_up_ratings(means_of(by_strength(STRENGTH, decks=1))).to_pylist():
        assert row["half_width"] is row["alpha_rank_low"] is row["nash_mass_high"] is None
        assert row["mbb_per_hand"] is not None
