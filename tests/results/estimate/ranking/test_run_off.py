"""Run-offs and what draws of the means say of them, held against brute force; the 2014 tables."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.results.estimate.means.line_up_means import LineUpMeans
from railbird.results.estimate.means.pair_means import pair_means
from railbird.results.estimate.ranking.run_off_replay import FINAL, Replay, replay_run_offs
from railbird.results.estimate.uncertainty.resampling import gauss_weights, student_scale
from railbird.results.tables.rankings.team_bankroll import team_bankroll
from railbird.results.tables.rankings.total_bankroll import total_bankroll
from railbird.results.tables.won.cross_table import cross_table
from railbird.results.tables.won.team_table import team_table
from tests.results.conftest import run_off_tables, series_tables
from tests.results.tables.rankings.test_rankings import Play, brute_run_off, means_of, pairs, plays


def drawn_play(play: Play, number: int) -> Play:
    """Return one draw as a tournament on one deck: what the formula says of each mean."""
    drawn: Play = {}
    for line_up, decks in play.items():
        n = len(decks)
        drawn[line_up] = [{}]
        for label in line_up:
            won = np.array([totals[label] for totals in decks], float)
            errors = (won - won.mean()) / np.sqrt(n * (n - 1))
            scale = student_scale(np.array([n - 1]))[0, number]
            mean = won.mean() + scale * (gauss_weights(n)[:, number] * errors).sum()
            drawn[line_up][0][label] = round(mean * 10**6)  # type: ignore[assignment]
    return drawn


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=20, deadline=None)
def test_every_draw_s_run_off_is_what_brute_force_says(seed: int) -> None:
    random = np.random.default_rng(seed)
    seat_count = int(random.integers(2, 4))
    play: Play = {}
    for line_up in combinations("abcdef", seat_count):
        won = random.integers(-(10**6), 10**6, (int(random.integers(2, 5)), seat_count))
        won[:, -1] -= won.sum(axis=1)
        play[line_up] = [dict(zip(line_up, row, strict=True)) for row in won.tolist()]
    means = means_of(play)
    replay = replay_run_offs(means)
    assert replay.is_known
    number = int(random.integers(0, 1000))
    check_replay(means, replay, brute_run_off(drawn_play(play, number)), number)


@given(plays())
@settings(max_examples=20, deadline=None)
def test_where_decks_do_not_vary_every_draw_is_the_run_off_and_none_is_sure(
    play: Play,
) -> None:
    steady = {line_up: [decks[0]] * 2 for line_up, decks in play.items()}
    means = means_of(steady)
    check_replay(means, replay_run_offs(means), brute_run_off(steady), number=0)
    assert set(run_off_tables(means).ranking["place_probability"].to_pylist()) == {None}


def check_replay(
    means: LineUpMeans, replay: Replay, expected: dict[str, tuple[int, int, bool]], number: int
) -> None:
    for label, (place, last_round, is_eliminated) in expected.items():
        agent = means.sets.agents.index(label)
        assert replay.places[agent, number] == place
        assert replay.left[agent, number] == (last_round if is_eliminated else FINAL)


def test_one_deck_seed_leaves_probabilities_unknown() -> None:
    result = run_off_tables(means_of(pairs(ab=6, ac=6, bc=3)))
    assert result.ranking["place_probability"].to_pylist() == [None] * 3
    assert result.eliminations["probability"].to_pylist() == [None]
    assert result.eliminations["mbb_per_hand"].to_pylist() == [150.0]


def test_eliminations_have_their_margin_and_how_sure_they_are() -> None:
    random = np.random.default_rng(4)
    play = pairs(ab=0, ac=0, bc=0)
    edges = {("a", "b"): 3, ("a", "c"): 4, ("b", "c"): 0}
    for line_up in play:
        won = random.integers(-5, 6, 40) + edges[line_up]
        play[line_up] = [{line_up[0]: int(n), line_up[1]: -int(n)} for n in won]
    means = means_of(play)
    result = run_off_tables(means)
    (row,) = result.eliminations.to_pylist()
    bankrolls = {r["agent"]: r["mbb_per_hand"] for r in total_bankroll(means).to_pylist()}
    left, following = row["agents"][0], row["next"]
    assert {left, following} == {"b", "c"}
    assert row["mbb_per_hand"] == pytest.approx(bankrolls[following] - bankrolls[left])
    replay = replay_run_offs(means)
    agent = means.sets.agents.index(left)
    share = float((replay.left[agent] == 1).mean())
    assert row["probability"] == row["path_probability"] == share
    assert 0.5 < share < 1
    places = {r["agent"]: r["place_probability"] for r in result.ranking.to_pylist()}
    assert places[left] == share
    assert places["a"] == 1


def brute_series(play: Play) -> dict[str, int]:
    """Return each agent's place by the rule, step by step."""
    totals = {
        pair: sum(deck[pair[0]] for deck in decks) / len(decks) for pair, decks in play.items()
    }
    remaining = {label for pair in play for label in pair}
    places = {}
    while remaining:
        points = dict.fromkeys(remaining, 0)
        for (first, second), total in totals.items():
            if {first, second} <= remaining and total:
                points[first if total > 0 else second] += 1
                points[second if total > 0 else first] -= 1
        lowest = {label for label in remaining if points[label] == min(points.values())}
        remaining -= lowest
        places |= dict.fromkeys(lowest, len(remaining) + 1)
    return places


@given(plays().filter(lambda play: len(next(iter(play))) == 2))
@settings(max_examples=30, deadline=None)
def test_the_run_off_by_series_is_what_brute_force_says(play: Play) -> None:
    decided = series_tables(pair_means(means_of(play)))
    places = {row["agent"]: row["rank"] for row in decided.ranking.to_pylist()}
    assert places == brute_series(play)
    for row in decided.ranking.to_pylist():
        assert row["points"] == row["won"] - row["lost"]
    rounds = decided.eliminations.to_pylist()
    assert sorted(label for row in rounds for label in row["agents"]) == sorted(places)
    assert rounds[-1]["margin"] is None


def test_series_distinguish_winners_from_big_winners() -> None:
    """b beats everybody by a chip; a takes fifty from c and loses to b."""
    play = pairs(ab=-1, ac=50, bc=1)
    assert total_bankroll(means_of(play))["agent"][0].as_py() == "a"
    decided = series_tables(pair_means(means_of(play)))
    assert decided.ranking["agent"].to_pylist() == ["b", "a", "c"]
    assert decided.ranking["points"].to_pylist() == [0, -1, -2]
    assert decided.ranking["rank"].to_pylist() == [1, 2, 3]


def test_nothing_is_claimed_of_series_where_nothing_varies() -> None:
    play = pairs(ab=2, ac=2, bc=2)
    for line_up in play:
        play[line_up] *= 4
    decided = series_tables(pair_means(means_of(play)))
    assert decided.ranking["place_probability"].to_pylist() == [None] * 3
    assert set(decided.eliminations["path_probability"].to_pylist()) == {None}


# Document 000, tables 39 and 40: three-player Kuhn of 2014, in blinds per 1000 hands
AGENTS = ("HB.RMPUE", "HB.BFO", "HB.AEWRM", "LUCIFER", "HITSZ_CS", "KYH")
TABLE_40 = {
    "M01": {"HB.RMPUE": 38.73, "LUCIFER": -21.33, "HITSZ_CS": -17.40},
    "M02": {"HB.RMPUE": 49.78, "LUCIFER": 24.44, "KYH": -74.22},
    "M03": {"HB.RMPUE": 74.76, "HITSZ_CS": -12.78, "KYH": -61.98},
    "M04": {"HB.BFO": 9.64, "LUCIFER": -3.12, "HITSZ_CS": -6.52},
    "M05": {"HB.BFO": 27.76, "LUCIFER": 50.42, "KYH": -78.18},
    "M06": {"HB.BFO": 52.24, "HITSZ_CS": -16.74, "KYH": -35.50},
    "M07": {"HB.AEWRM": 15.96, "LUCIFER": -7.15, "HITSZ_CS": -8.80},
    "M08": {"HB.AEWRM": 25.72, "LUCIFER": 20.78, "KYH": -46.50},
    "M09": {"HB.AEWRM": 26.60, "HITSZ_CS": 18.35, "KYH": -44.95},
    "M10": {"LUCIFER": 23.72, "HITSZ_CS": -6.47, "KYH": -17.25},
}
TABLE_39_AVERAGES = {
    "HB.RMPUE": 54.4231,
    "HB.BFO": 29.8803,
    "HB.AEWRM": 22.7593,
}
TABLE_41 = {
    ("HITSZ_CS", "Hyperborean", "LUCIFER"): (-10.91, 21.44, -10.53),
    ("Hyperborean", "KYH", "LUCIFER"): (34.42, -66.30, 31.88),
    ("HITSZ_CS", "Hyperborean", "KYH"): (-3.72, 51.20, -47.48),
    ("HITSZ_CS", "KYH", "LUCIFER"): (-6.47, -17.25, 23.72),
}
TABLE_41_AVERAGES = {"Hyperborean": 35.69, "LUCIFER": 15.02, "HITSZ_CS": -7.03, "KYH": -43.68}
TEAMS = {name: "Hyperborean" if name.startswith("HB.") else name for name in AGENTS}


def tournament_2014() -> LineUpMeans:
    """Rebuild the tournament from table 40: one deck, 60 hands a set, big blind of one chip."""
    play: Play = {}
    for match in TABLE_40.values():
        line_up = tuple(sorted(match))
        # blinds per 1000 hands are mbb per hand; a set has 60 hands of 2520 units a chip
        play[line_up] = [{label: round(mean * 60 * 2.52) for label, mean in match.items()}]
    return means_of(play)


def test_2014_by_match() -> None:
    rows = cross_table(tournament_2014()).to_pylist()
    found = {(tuple(row["line_up"]), row["agent"]): row["mbb_per_hand"] for row in rows}
    for match in TABLE_40.values():
        for label, mean in match.items():
            assert found[tuple(sorted(match)), label] == pytest.approx(mean, abs=0.005)


def test_2014_against_each_pair() -> None:
    """Table 39 averages an agent over the pairs it met; ours are its total bankroll."""
    rows = {r["agent"]: r["mbb_per_hand"] for r in total_bankroll(tournament_2014()).to_pylist()}
    for label, mean in TABLE_39_AVERAGES.items():
        assert rows[label] == pytest.approx(mean, abs=0.01)


def test_2014_by_team() -> None:
    means = tournament_2014()
    found = {
        (tuple(row["line_up"]), row["team"]): row["mbb_per_hand"]
        for row in team_table(means, TEAMS).to_pylist()
    }
    for line_up, values in TABLE_41.items():
        for team, mean in zip(line_up, values, strict=True):
            assert found[line_up, team] == pytest.approx(mean, abs=0.01)
    ranked = team_bankroll(means, TEAMS).to_pylist()
    assert [row["team"] for row in ranked] == list(TABLE_41_AVERAGES)
    for row in ranked:
        assert row["mbb_per_hand"] == pytest.approx(TABLE_41_AVERAGES[row["team"]], abs=0.01)
