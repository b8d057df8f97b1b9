"""Cross-tables worked out by hand."""

import pytest

from railbird.results.estimate.means.duplicate_sets import collect_sets
from railbird.results.estimate.means.line_up_means import LineUpMeans, line_up_means
from railbird.results.tables.won.agent_matrix import agent_matrix
from railbird.results.tables.won.cross_table import cross_table
from tests.results.conftest import Match, duplicate_set, match_batch

CHIP = 2520


def means_of(matches: list[Match], seatings: int, big_blind: int = 1) -> LineUpMeans:
    return line_up_means(collect_sets([match_batch(matches)], seatings), big_blind, stake=0)


def two_players() -> list[Match]:
    """a beats b by 4 and 8 chips a set of 20 hands, loses 2 to c, twice; b and c never meet."""
    return [
        *duplicate_set({"a": 4 * CHIP, "b": -4 * CHIP}, deck=0),
        *duplicate_set({"a": 8 * CHIP, "b": -8 * CHIP}, deck=1),
        *duplicate_set({"a": -2 * CHIP, "c": 2 * CHIP}, deck=0),
        *duplicate_set({"a": -2 * CHIP, "c": 2 * CHIP}, deck=1),
    ]


def test_two_players_row_against_column() -> None:
    rows = agent_matrix(means_of(two_players(), 2, big_blind=2)).to_pylist()
    # (4 + 8) / 2 chips in 20 hands are 300 thousandths of a chip a hand, 150 of a blind of two.
    # Two decks: the standard error is (8 - 4) / 2 chips a set, t with one degree of freedom 12.706.
    assert [(row["agent"], row["opponent"]) for row in rows] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "a"),
        ("c", "a"),
    ]
    assert [row["mbb_per_hand"] for row in rows] == [150.0, -50.0, -150.0, 50.0]
    widths = [row["half_width"] for row in rows]
    assert widths[::2] == pytest.approx([635.31, 635.31], abs=0.01)
    assert widths[1::2] == [None, None], "a and c had the same on both decks"
    assert {(row["line_ups"], row["duplicate_sets"], row["hands"]) for row in rows} == {(1, 2, 40)}


def test_three_players_by_line_up_and_agent_by_agent() -> None:
    matches = [
        *duplicate_set({"a": 60 * CHIP, "b": -60 * CHIP, "c": 0}, deck=0),  # 60 hands a set
        *duplicate_set({"a": 30 * CHIP, "b": -90 * CHIP, "d": 60 * CHIP}, deck=0, hand_count=20),
    ]
    means = means_of(matches, 6)
    by_line_up = {
        ("".join(row["line_up"]), row["agent"]): (row["mbb_per_hand"], row["hands"])
        for row in cross_table(means).to_pylist()
    }
    assert by_line_up == {
        ("abc", "a"): (1000.0, 60),
        ("abc", "b"): (-1000.0, 60),
        ("abc", "c"): (0.0, 60),
        ("abd", "a"): (250.0, 120),
        ("abd", "b"): (-750.0, 120),
        ("abd", "d"): (500.0, 120),
    }
    matrix = {
        row["agent"] + row["opponent"]: (row["mbb_per_hand"], row["line_ups"])
        for row in agent_matrix(means).to_pylist()
    }
    # With b, a has the mean of its two line-ups, though one has twice the hands.
    assert matrix["ab"] == (625.0, 2)
    assert matrix["ba"] == (-875.0, 2)
    assert matrix["ac"] == (1000.0, 1)
    assert matrix["da"] == (500.0, 1)
    assert "cd" not in matrix
    assert "aa" not in matrix
    assert all(row["half_width"] is None for row in agent_matrix(means).to_pylist())


def test_sets_weigh_equally_where_some_have_more_hands() -> None:
    matches = [
        *duplicate_set({"a": 20 * CHIP, "b": -20 * CHIP}, deck=0),
        *duplicate_set({"a": 0, "b": 0}, deck=1, hand_count=1000),
    ]
    assert agent_matrix(means_of(matches, 2))["mbb_per_hand"].to_pylist() == [500.0, -500.0]


def test_no_complete_set_gives_empty_tables() -> None:
    means = means_of(duplicate_set({"a": 1, "b": -1}, deck=0)[:1], 2)
    assert cross_table(means).num_rows == agent_matrix(means).num_rows == 0
