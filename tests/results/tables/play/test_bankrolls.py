"""Bankroll curves, the band of luck, and the risk of ruin: by hand, and against simulated walks."""

from importlib import resources
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t as student

from railbird.native import GameDefinition, parse_game
from railbird.results import RunResults
from railbird.results.tables.play.ruin import Stake, risk_of_ruin
from tests.support.stored_hands import StoredMatch, play_match, store_matches

UNIT = 2520


def shipped(name: str) -> GameDefinition:
    file = resources.files("railbird.tournaments.games") / f"{name}.game"
    return parse_game(file.read_text(encoding="utf-8"), source=name)


TWO = shipped("holdem-limit-2p")


def match_of(agents: str, payoffs: list[int], *, deck: int, seating: int) -> StoredMatch:
    """Return a match of folds; payoffs are the first seat's, in chips."""
    by_seat = np.array([[chips, -chips] for chips in payoffs]) * UNIT
    hands = ("f",) * len(payoffs)
    return StoredMatch(tuple(agents), hands, by_seat, deck=deck, seating=seating)


@pytest.fixture
def two_decks(tmp_path: Path) -> RunResults:
    matches = [
        match_of("ab", [1, 2, 3, 4], deck=0, seating=0),
        match_of("ba", [-1, 0, 1, 0], deck=0, seating=1),
        match_of("ab", [5, 5, -5, 5], deck=1, seating=0),
        match_of("ba", [0, 0, 0, 8], deck=1, seating=1),
    ]
    return store_matches(tmp_path / "run", TWO, matches, seatings=2)


def test_a_curve_is_the_mean_bankroll_after_so_many_hands(two_decks: RunResults) -> None:
    rows = [row for row in two_decks.bankroll_curves().to_pylist() if row["agent"] == "a"]
    # a's sums by hand over the four matches: 1 + 1 + 5 + 0 = 7, 2 + 0 + 5 + 0 = 7, ...
    assert [row["hands"] for row in rows] == [1, 2, 3, 4]
    assert [row["bankroll_chips"] for row in rows] == [7 / 4, 14 / 4, 11 / 4, 12 / 4]
    assert all(row["line_up"] == ["a", "b"] for row in rows)
    other = [row["bankroll_chips"] for row in two_decks.bankroll_curves().to_pylist()[4:]]
    assert other == [-row["bankroll_chips"] for row in rows]


def test_luck_alone_spreads_with_the_square_root_of_the_hands(two_decks: RunResults) -> None:
    rows = two_decks.bankroll_curves().to_pylist()[:4]
    # a's mean match totals: (10 + 0) / 2 on deck 0, (10 - 8) / 2 on deck 1
    deviation = np.std([5.0, 1.0], ddof=1)
    whole = student.ppf(0.975, 1) * deviation / np.sqrt(2)
    expected = [whole * np.sqrt(hands / 4) for hands in (1, 2, 3, 4)]
    assert [row["luck_chips"] for row in rows] == pytest.approx(expected)


def test_one_deck_has_a_curve_and_no_band(tmp_path: Path) -> None:
    matches = [match_of(a, [3, 1], deck=0, seating=s) for s, a in enumerate(("ab", "ba"))]
    run = store_matches(tmp_path / "run", TWO, matches, seatings=2)
    rows = run.bankroll_curves().to_pylist()
    assert [row["luck_chips"] for row in rows] == [None] * 4
    assert [row["bankroll_chips"] for row in rows] == [0.0] * 4


def test_curves_end_at_the_means_and_have_as_many_points_as_wanted(tmp_path: Path) -> None:
    game = shipped("kuhn-3p")
    matches = [
        play_match(game, seats, deck=deck, seating=number, hands=50)
        for deck in range(3)
        for line_up in ("abc", "abd")
        for number, seats in enumerate(permutations(line_up))
    ]
    for match in matches:
        match.payoffs[:, 0] += match.deck * UNIT  # so that they are not all equal
        match.payoffs[:, 1] -= match.deck * UNIT
        match.payoffs[:] = match.payoffs * (1 if match.agents[0] == "a" else 2)
    run = store_matches(tmp_path / "run", game, matches, seatings=6)
    rows = run.bankroll_curves(points=7).to_pylist()
    means = {
        (tuple(row["line_up"]), row["agent"]): row["mbb_per_hand"]
        for row in run.cross_table().to_pylist()
    }
    assert len(rows) == 6 * 7
    ends = {(tuple(row["line_up"]), row["agent"]): row for row in rows}
    for key, row in ends.items():
        assert row["hands"] == 50
        assert row["bankroll_chips"] == pytest.approx(means[key] / 1000 * 50)
    assert any(abs(row["bankroll_chips"]) > 1 for row in ends.values())


@pytest.mark.parametrize(("mean", "deviation"), [(0.05, 1.0), (-0.1, 2.0), (0.0, 1.5)])
def test_the_risk_is_that_of_simulated_walks(mean: float, deviation: float) -> None:
    generator = np.random.default_rng(7)
    walks = generator.normal(mean, deviation, (4000, 400)).cumsum(axis=1)
    for hands in (50, 400):
        ruined = (walks[:, :hands].min(axis=1) <= -20).mean()
        risk = risk_of_ruin(np.array([mean]), np.array([deviation]), Stake(20, hands))[0]
        # walks in steps fall short of the bank by half a step on average (0.58 of a deviation)
        closer = risk_of_ruin(
            np.array([mean]), np.array([deviation]), Stake(20 + 0.5826 * deviation, hands)
        )[0]
        assert closer <= risk
        assert ruined == pytest.approx(closer, abs=4 * np.sqrt(0.25 / 4000))


def test_the_risk_for_ever_is_where_the_risk_in_time_tends() -> None:
    mean, deviation = np.array([0.1, 0.02, 0.0, -0.1]), np.array([3.0, 1.0, 2.0, 1.0])
    for_ever = risk_of_ruin(mean, deviation, Stake(15))
    assert for_ever.tolist() == pytest.approx([np.exp(-1 / 3), np.exp(-0.6), 1.0, 1.0])
    in_time = risk_of_ruin(mean, deviation, Stake(15, 10**8))
    assert in_time.tolist() == pytest.approx(for_ever.tolist(), abs=2e-3)
    assert (risk_of_ruin(mean, deviation, Stake(15, 100)) < for_ever).all()


def test_without_luck_ruin_is_sure_or_impossible() -> None:
    mean, none = np.array([-1.0, -1.0, 0.0, 1.0]), np.zeros(4)
    assert risk_of_ruin(mean, none, Stake(10)).tolist() == [1, 1, 0, 0]
    assert risk_of_ruin(mean, none, Stake(10, 9)).tolist() == [0, 0, 0, 0]
    assert risk_of_ruin(mean, none, Stake(10, 10)).tolist() == [1, 1, 0, 0]


def test_a_run_computes_risks_from_its_hands(two_decks: RunResults) -> None:
    row = two_decks.risk_of_ruin(2.0, for_hands=30).to_pylist()[0]
    won = np.array([1, 2, 3, 4, 1, 0, -1, 0, 5, 5, -5, 5, 0, 0, 0, -8]) / 10
    assert row["agent"] == "a"
    assert row["hands"] == 16
    assert row["mbb_per_hand"] == pytest.approx(won.mean() * 1000)
    assert row["deviation"] == pytest.approx(won.std() * 1000)
    expected = risk_of_ruin(np.array([won.mean()]), np.array([won.std()]), Stake(2.0, 30))
    assert row["risk"] == pytest.approx(expected[0])
    assert (row["bankroll_big_blinds"], row["for_hands"]) == (2.0, 30)


def test_no_stake_is_refused() -> None:
    with pytest.raises(ValueError, match="a bankroll of 0 is not valid; give more than 0"):
        Stake(0)
    with pytest.raises(ValueError, match="0 hands is not valid; give 1 or more"):
        Stake(1, 0)
