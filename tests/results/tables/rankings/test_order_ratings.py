"""The table of ratings by order, from tournaments by hand to those where nothing can be decided."""

import numpy as np
import pytest
from hypothesis import given

from railbird.results.estimate.voting.maximal_lottery import maximal_lottery
from railbird.results.estimate.voting.order_margins import drawn_margins, order_margins
from railbird.results.estimate.voting.soft_condorcet import soft_condorcet
from railbird.results.tables.rankings.order_ratings import order_ratings
from railbird.results.tables.table_list import TABLES
from tests.results.tables.rankings.test_rankings import Play, means_of, plays

CIRCLE: Play = {
    ("a", "b", "c"): [
        {"a": 3, "b": 1, "c": -4},
        {"b": 3, "c": 1, "a": -4},
        {"c": 3, "a": 1, "b": -4},
    ]
    * 4
}
RATED = ("rating", "rating_low", "rating_high", "lottery", "lottery_low", "lottery_high")


def rows_of(play: Play) -> dict[str, dict]:
    return {row["agent"]: row for row in order_ratings(means_of(play).sets).to_pylist()}


def rated(play: Play) -> dict[str, tuple[float, ...]]:
    """Return rating, chance and share above by label, without resamples."""
    sets = means_of(play).sets
    orders = order_margins(sets)
    numbers = (soft_condorcet(orders.margins), maximal_lottery(orders.margins), orders.shares)
    return dict(zip(sets.agents, zip(*numbers, strict=True), strict=True))


def in_order(*votes: str) -> list[dict[str, int]]:
    """Read `acb` as a deck on which a won three chips, c none, and b lost three."""
    return [dict(zip(vote, (3, 0, -3), strict=True)) for vote in votes]


def test_the_published_votes_as_duplicate_sets() -> None:
    play: Play = {("a", "b", "c"): in_order("abc", "acb", "cab", "cab", "bca")}
    table = order_ratings(means_of(play).sets)
    assert table.schema.equals(TABLES["order-ratings"].schema)
    assert table["agent"].to_pylist() == ["c", "a", "b"]
    assert table["rank"].to_pylist() == [1, 2, 3]
    assert table["lottery"].to_pylist() == [1, 0, 0]
    assert table["beaten"].to_pylist() == [2, 1, 0]
    assert table["share_above"].to_pylist() == pytest.approx([0.6, 0.6, 0.3])


def test_one_big_win_is_one_vote() -> None:
    big = {"b": 900, "a": -450, "c": -450}
    play: Play = {("a", "b", "c"): [*in_order("abc", "abc"), big]}
    assert rows_of(play)["a"]["rank"] == 1


def test_a_circle_shares_everything() -> None:
    rows = rows_of(CIRCLE)
    assert {row["rank"] for row in rows.values()} == {1}
    assert {row["rating"] for row in rows.values()} == {50}
    assert [row["lottery"] for row in rows.values()] == pytest.approx([1 / 3] * 3)
    for row in rows.values():
        assert row["rating_low"] < 10
        assert row["rating_high"] > 90


def test_the_best_is_surer_the_more_decks_there_are() -> None:
    random = np.random.default_rng(1)
    spans = []
    for count in (5, 40, 400):
        decks = []
        for won in random.normal([2, 0, -2], 3, (count, 3)):
            a, b = (1000 * won).astype(int).tolist()[:2]
            decks.append({"a": a, "b": b, "c": -a - b})
        row = rows_of({("a", "b", "c"): decks})["a"]
        assert row["rating_low"] <= row["rating"] <= row["rating_high"]
        spans.append(row["rating_high"] - row["rating_low"])
    assert spans[0] > 40
    assert spans[2] < 1


def test_two_decks_that_agree_do_not_settle_who_is_best() -> None:
    row = rows_of({("a", "b", "c"): in_order("abc", "abc")})["b"]
    assert row["rating_low"] < 1
    assert row["rating_high"] > 99


def test_one_deck_has_ratings_and_no_quantiles() -> None:
    rows = rows_of({("a", "b", "c"): in_order("abc")})
    assert [rows[agent]["rating"] for agent in "abc"] == [100, 50, 0]
    for row in rows.values():
        assert all(row[name] is None for name in RATED if name.endswith(("low", "high")))


def test_agents_who_always_tie_are_equal() -> None:
    tied: Play = {("a", "b", "c"): [{"a": 0, "b": 0, "c": 0}] * 3}
    for row in rows_of(tied).values():
        assert (row["rank"], row["rating"], row["share_above"]) == (1, 50, 0.5)
        assert row["lottery"] == pytest.approx(1 / 3)
        assert (row["rating_low"], row["rating_high"]) == (50, 50)


def test_agents_who_never_met_are_rated_among_those_they_met() -> None:
    play: Play = {("a", "b", "c"): in_order("abc") * 3}
    play["d", "e", "f"] = [dict(zip("def", deck.values(), strict=True)) for deck in in_order("abc")]
    play["d", "e", "f"] *= 3
    rows = rows_of(play)
    assert [rows[agent]["rating"] for agent in "abcdef"] == pytest.approx([100, 50, 0] * 2)
    assert [rows[agent]["lottery"] for agent in "ad"] == pytest.approx([0.5, 0.5], abs=1e-6)


@given(plays())
def test_relabelling_agents_relabels_ratings(play: Play) -> None:
    names = dict(zip("abcdefg", "gfedcba", strict=True))
    renamed = {
        tuple(sorted(names[label] for label in line_up)): [
            {names[label]: won for label, won in deck.items()} for deck in decks
        ]
        for line_up, decks in play.items()
    }
    before, after = rated(play), rated(renamed)
    for label, numbers in before.items():
        assert after[names[label]] == pytest.approx(numbers, abs=0.01)


def test_for_two_as_well() -> None:
    play: Play = {("a", "b"): [{"a": 1, "b": -1}] * 4, ("b", "c"): [{"b": 1, "c": -1}] * 4}
    rows = rows_of(play)
    assert [rows[agent]["rating"] for agent in "abc"] == [100, 50, 0]


def test_how_it_is_printed() -> None:
    (grid,) = TABLES["order-ratings"].layout(order_ratings(means_of(CIRCLE).sets), None)
    assert grid.title == "ratings by order"
    assert all(row[2].startswith("50.0 (") and row[3].startswith("0.333 (") for row in grid.rows)
    once = order_ratings(means_of({("a", "b", "c"): in_order("abc")}).sets)
    (grid,) = TABLES["order-ratings"].layout(once, None)
    assert [row[2] for row in grid.rows] == ["100.0", "50.0", "0.0"]


def test_at_few_decks_quantiles_hold_the_rating_of_equal_agents() -> None:
    """The rating that agents without any difference come to with ever more decks is 50."""
    random = np.random.default_rng(5)
    inside = []
    for _ in range(40):
        decks = []
        for won in random.normal(0, 1000, (5, 3)).astype(int).tolist():
            decks.append({"a": won[0], "b": won[1], "c": -won[0] - won[1]})
        orders = order_margins(means_of({("a", "b", "c"): decks}).sets)
        drawn = soft_condorcet(drawn_margins(orders, 200))
        low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
        inside.append((low <= 50) & (high >= 50))
    assert np.mean(inside) >= 0.9
