"""Document 002's tuples, and the numbers that its table prints."""

import numpy as np
import pytest
from clone_cases import GAMES, ORIGIN, archetype_cases

from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.learning.splitting import split_groups
from railbird.agents.clone.learning.tuples import (
    PLACES,
    SHARES,
    STRENGTHS,
    ZONES,
    Tuples,
    as_tuples,
    find_intervals,
    places,
    score_ways,
    share_bet,
    write_tuples,
)
from railbird.agents.pokerlang.compiling.files import compile_text
from railbird.native import position_names

NAME = "holdem-nolimit-6p"
FEATURES = FeatureSet(GAMES[NAME].definition)
TABLE_29 = """
38.1 42.3 41.6 45.0 52.2 47.0 55.0 75.2 80.1
25.8 50.2 63.8 56.0 57.6 67.5 65.5 56.9 70.5
50.6 56.0 68.7 60.0 66.1 84.1 50.5 84.7 86.4
45.6 68.2 67.5 70.5 71.1 72.2 53.8 69.8 73.2
30.2 52.0 56.4 55.4 64.5 70.3 47.4 77.8 81.6
56.6 77.8 78.6 67.1 76.3 77.9 67.5 59.0 79.3
50.6 76.1 75.7 49.7 51.3 70.2 45.1 59.4 78.4
62.4 70.8 82.1 30.1 66.0 70.4 33.6 81.5 86.9
33.3 41.0 50.9 40.5 65.6 53.1 51.0 70.6 75.4
61.3 64.8 67.1 51.2 67.9 71.9 54.5 71.4 79.1
"""


def test_the_means_and_deviations_of_table_29_are_those_of_its_rows() -> None:
    rows = np.array([line.split() for line in TABLE_29.split("\n") if line], float)
    means = [45.5, 59.9, 65.3, 52.5, 63.9, 68.4, 52.4, 70.6, 79.1]
    deviations = [12.4, 12.8, 12.0, 11.5, 7.5, 10.3, 9.2, 9.2, 4.9]
    np.testing.assert_allclose(rows.mean(axis=0), means, atol=0.1)
    np.testing.assert_allclose(rows.std(axis=0), deviations, atol=0.1)
    best = rows[:, 6:] >= np.maximum(rows[:, :3], rows[:, 3:6])
    assert best.sum(axis=0).tolist() == [4, 6, 10]


def test_there_are_1500_tuples() -> None:
    assert len(ZONES) * STRENGTHS * len(PLACES) * SHARES == 1_500


def test_every_case_is_one_of_them() -> None:
    cases = archetype_cases(NAME, "fox", 20, 50)
    intervals = find_intervals(cases, FEATURES)
    found = as_tuples(cases, FEATURES, intervals)
    for column, most in (("zone", 5), ("strength", 10), ("place", 3), ("share", 10)):
        values = getattr(found, column)
        assert 0 <= values.min() <= values.max() < most
    for part in (0, 1):
        strengths = np.bincount(found.strength[found.part == part], minlength=10)
        assert strengths.min() > 0
    bet_nothing = share_bet(cases) == 0
    for part in (0, 1):  # fold and check are in one interval, the lowest that occurs
        lowest = found.share[(found.part == part) & bet_nothing]
        assert set(lowest) == {found.share[found.part == part].min()}


def test_shares_bet_are_chips_over_the_stack() -> None:
    cases = archetype_cases(NAME, "maniac", 20, 50)
    shares = share_bet(cases)
    assert (shares[cases.kind == 0] == 0).all()
    assert (shares[(cases.kind == 1) & (cases.to_call == 0)] == 0).all()
    all_in = (cases.kind == 2) & (cases.raise_to == cases.spent + cases.left)
    assert all_in.any()
    assert (shares[all_in] == 1).all()
    assert shares.max() == 1


@pytest.mark.parametrize("name", ["holdem-nolimit-2p", "holdem-nolimit-3p", "holdem-nolimit-9p"])
def test_positions_are_bad_in_the_blinds_and_good_on_the_button(name: str) -> None:
    definition = GAMES[name].definition
    by_name = dict(zip(position_names(definition), places(definition).tolist(), strict=True))
    assert by_name["big blind"] == 0
    assert by_name["small blind"] == (2 if definition.player_count == 2 else 0)
    assert by_name.get("button", 2) == by_name.get("cut-off", 2) == 2


def test_the_nearest_tuple_is_the_same_where_it_was_seen() -> None:
    """With weights or without: weights matter only where no tuple was seen."""
    random = np.random.default_rng(0)
    cells = np.arange(150)
    columns = cells // 30, cells // 3 % 10, cells % 3
    share = random.integers(0, 10, 150)
    learned = Tuples(np.zeros(150, int), columns[0], columns[1], columns[2], share)
    found = score_ways(learned, learned, seed=0)
    assert found["euclid"].other == found["weighted"].other == found["weighted"].same == 1.0


def test_weights_chosen_on_the_judged_cases_look_better() -> None:
    cases = archetype_cases(NAME, "fish", 20, 50)
    first, held = split_groups(cases.match, 0.1, seed=1)
    intervals = find_intervals(cases.take(first), FEATURES)
    learned, judged = (as_tuples(cases.take(rows), FEATURES, intervals) for rows in (first, held))
    found = score_ways(learned, judged, seed=0)["weighted"]
    assert found.same >= found.other
    assert found.same > score_ways(learned, judged, seed=0)["euclid"].other


def test_the_rules_are_a_strategy() -> None:
    cases = archetype_cases(NAME, "fox", 40, 60)
    text = write_tuples(cases, FEATURES, origin=ORIGIN)
    program = compile_text(text, "tuples.pokerlang")
    assert program.is_stationary
    assert 5 < text.count("  rule when") <= 300
    assert "otherwise: " in text
