"""Indicators and opponents of a run: against hands counted by hand, and a naive recount."""

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import resources
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.native import BettingError, GameDefinition, parse_game
from railbird.plugins import INDICATORS, indicator
from railbird.results import RunResults, StoreError
from tests.support.stored_hands import StoredMatch, play_match, store_matches
from tests.support.style_reference import recount


def shipped(name: str) -> GameDefinition:
    file = resources.files("railbird.tournaments.games") / f"{name}.game"
    return parse_game(file.read_text(encoding="utf-8"), source=name)


TWO = shipped("holdem-limit-2p")
UNIT = 2520


def written(agents: Sequence[str], hands: Sequence[tuple[str, Sequence[int]]]) -> StoredMatch:
    """Return a match of hands written down with their payoffs by seat, in chips."""
    bettings, payoffs = zip(*hands, strict=True)
    return StoredMatch(tuple(agents), tuple(bettings), np.array(payoffs) * UNIT)


def cells(run: RunResults, name: str, **how: Any) -> dict[tuple[Any, ...], tuple[int, int]]:
    """Return (occurrences, opportunities) of an indicator by agent, position and first hand."""
    rows = run.indicators(**how).to_pylist()
    return {
        (row["agent"], row["position"], row["first_hand"]): (
            row["occurrences"],
            row["opportunities"],
        )
        for row in rows
        if row["indicator"] == name
    }


@pytest.fixture
def small(tmp_path: Path) -> RunResults:
    """Seat 0 has the big blind in hands 0 and 2: b is first to act there, a in hand 1."""
    hands = [
        ("rc/cc/cc/cc", (20, -20)),  # b raises, a calls, a wins
        ("f", (-5, 5)),  # a gives up the small blind
        ("cc/rf", (10, -10)),  # b limps, a checks and bets the flop, b folds
    ]
    return store_matches(tmp_path / "run", TWO, [written("ab", hands)])


def test_indicators_of_a_run_are_sums_by_agent(small: RunResults) -> None:
    assert cells(small, "vpip") == {("a", None, None): (1, 3), ("b", None, None): (2, 2)}
    assert cells(small, "pfr") == {("a", None, None): (0, 3), ("b", None, None): (1, 2)}
    assert cells(small, "won_at_showdown") == {("a", None, None): (1, 1), ("b", None, None): (0, 1)}
    assert cells(small, "won_without_showdown")["a", None, None] == (1, 2)
    row = next(r for r in small.indicators().to_pylist() if r["agent"] == "b")
    assert (row["indicator"], row["value"], row["hands"]) == ("vpip", 1.0, 3)


def test_indicators_of_a_run_go_by_position_and_by_time(small: RunResults) -> None:
    assert cells(small, "vpip", by_position=True) == {
        ("a", 0, None): (1, 2),
        ("a", 1, None): (0, 1),
        ("b", 0, None): (0, 0),
        ("b", 1, None): (2, 2),
    }
    assert cells(small, "vpip", window=2) == {
        ("a", None, 0): (1, 2),
        ("a", None, 2): (0, 1),
        ("b", None, 0): (1, 1),
        ("b", None, 2): (1, 1),
    }
    rows = small.indicators(window=2).to_pylist()
    assert {(row["first_hand"], row["last_hand"]) for row in rows} == {(0, 1), (2, 3)}
    with pytest.raises(ValueError, match="window 0 is not valid; use 1 to 1,000,000 hands"):
        small.indicators(window=0)


def test_a_value_is_there_only_with_data(small: RunResults) -> None:
    rows = {(r["agent"], r["indicator"]): r["value"] for r in small.indicators().to_pylist()}
    assert rows["a", "three_bet"] == 0.0
    assert rows["b", "three_bet"] is None
    assert rows["a", "aggression_factor"] == np.inf
    assert len(rows) == 2 * len(INDICATORS)


def test_classes_come_with_what_they_rest_on(small: RunResults) -> None:
    assert small.styles().to_pylist()[1] == {
        "agent": "b",
        "position": None,
        "position_name": None,
        "first_hand": None,
        "last_hand": None,
        "hands": 3,
        "vpip": 1.0,
        "pfr": 0.5,
        "aggression_factor": None,
        "aggression_factor_all_rounds": 1.0,
        "quarter": "loose passive",
        "player_class": "unclassified",
    }


def test_opponents_are_as_they_played_against_the_agent(small: RunResults) -> None:
    assert small.opponents().to_pylist() == [
        {
            "agent": "a",
            "opponent": "b",
            "hands": 3,
            "vpip": 1.0,
            "pfr": 0.5,
            "profit_chips": 25.0,
            "mbb_per_hand": pytest.approx(25 / 3 / 10 * 1000),
        },
        {
            "agent": "b",
            "opponent": "a",
            "hands": 3,
            "vpip": pytest.approx(1 / 3),
            "pfr": 0.0,
            "profit_chips": -25.0,
            "mbb_per_hand": pytest.approx(-25 / 3 / 10 * 1000),
        },
    ]


def test_losses_are_shared_over_winners_in_proportion(tmp_path: Path) -> None:
    game = shipped("holdem-limit-6p")
    bettings = ("rfffcc/ccc/ccc/ccc",)
    payoffs = np.array([[60, 30, -40, -50, 0, 0]]) * UNIT
    run = store_matches(tmp_path / "run", game, [StoredMatch(tuple("abcdef"), bettings, payoffs)])
    profit = {(r["agent"], r["opponent"]): r["profit_chips"] for r in run.opponents().to_pylist()}
    assert profit["a", "c"] == pytest.approx(40 * 60 / 90)
    assert profit["d", "b"] == pytest.approx(-50 * 30 / 90)
    assert profit["a", "b"] == profit["c", "d"] == profit["a", "e"] == 0
    assert len(profit) == 30


def matches_of(game: GameDefinition, labels: str) -> list[StoredMatch]:
    line_ups = [labels[: game.player_count], labels[1 : game.player_count + 1]]
    seatings = [seats for line_up in line_ups for seats in list(permutations(line_up))[:5]]
    return [
        play_match(game, seats, deck=number // 2, seating=number, hands=37)
        for number, seats in enumerate(seatings)
    ]


def hands_of(
    game: GameDefinition, matches: Sequence[StoredMatch]
) -> Iterator[tuple[int, dict[str, Counter[str]], dict[str, int]]]:
    """Yield each hand's number, counters and payoffs, by label."""
    for match in matches:
        for hand, (betting, payoffs) in enumerate(zip(match.bettings, match.payoffs, strict=True)):
            counted = recount(game, betting)
            seats = [(seat - hand) % game.player_count for seat in range(game.player_count)]
            yield (
                hand,
                dict(zip(match.agents, (counted[place] for place in seats), strict=True)),
                dict(zip(match.agents, payoffs.tolist(), strict=True)),
            )


NOT_TOLD_BY_BETTING = "won_at_showdown"


@pytest.mark.parametrize("name", ["kuhn-3p", "holdem-nolimit-3p", "holdem-nolimit-6p", "leduc"])
def test_a_run_equals_a_naive_recount(name: str, tmp_path: Path) -> None:
    game = shipped(name)
    matches = matches_of(game, "abcdefg")
    run = store_matches(tmp_path / "run", game, matches)
    sums: dict[tuple[str, int], Counter[str]] = {}
    for hand, counted, _ in hands_of(game, matches):
        for label, counters in counted.items():
            sums.setdefault((label, hand // 10 * 10), Counter()).update(counters)
    for entry in INDICATORS:
        if entry.name == NOT_TOLD_BY_BETTING:
            continue
        expected = {
            (label, None, first): (
                sum(c[n] for n in entry.occurrences),
                sum(c[n] for n in entry.opportunities),
            )
            for (label, first), c in sums.items()
        }
        assert cells(run, entry.name, window=10) == expected


@pytest.mark.parametrize("name", ["kuhn-3p", "holdem-nolimit-6p"])
def test_opponents_equal_a_naive_recount_and_their_profit_is_the_bankroll(
    name: str, tmp_path: Path
) -> None:
    game = shipped(name)
    matches = matches_of(game, "abcdefg")
    rows = store_matches(tmp_path / "run", game, matches).opponents().to_pylist()
    sums: dict[tuple[str, str], Counter[str]] = {}
    bankrolls: Counter[str] = Counter()
    for _, counted, payoffs in hands_of(game, matches):
        bankrolls.update(payoffs)
        for agent, opponent in permutations(counted, 2):
            sums.setdefault((agent, opponent), Counter()).update(counted[opponent])
    assert {(row["agent"], row["opponent"]) for row in rows} == set(sums)
    for row in rows:
        c = sums[row["agent"], row["opponent"]]
        assert row["hands"] == c["hands"]
        assert row["vpip"] == pytest.approx(c["voluntary"] / c["first_rounds"])
        assert row["pfr"] == pytest.approx(c["raised_first_round"] / c["first_rounds"])
    for label, total in bankrolls.items():
        profits = [row["profit_chips"] for row in rows if row["agent"] == label]
        assert sum(profits) == pytest.approx(total / UNIT)
        assert profits == sorted(profits, reverse=True)
    mirrored = {(r["opponent"], r["agent"]): -r["profit_chips"] for r in rows}
    assert all(
        mirrored[r["agent"], r["opponent"]] == pytest.approx(r["profit_chips"]) for r in rows
    )


def test_relabelling_relabels_and_strangers_change_nobody(tmp_path: Path) -> None:
    game = shipped("holdem-nolimit-3p")
    matches = [play_match(game, "abc", deck=deck, hands=30) for deck in range(4)]
    renamed = [StoredMatch(("z", "a", "m"), m.bettings, m.payoffs, deck=m.deck) for m in matches]
    stranger = play_match(game, "xyw", deck=1, hands=30)
    run = store_matches(tmp_path / "run", game, matches)
    other = store_matches(tmp_path / "renamed", game, renamed)
    wider = store_matches(tmp_path / "wider", game, [*matches, stranger])
    names = dict(zip("abc", "zam", strict=True))

    def keyed(run: RunResults) -> dict[tuple[str, str], float | None]:
        return {(r["agent"], r["indicator"]): r["value"] for r in run.indicators().to_pylist()}

    assert {(names[a], i): value for (a, i), value in keyed(run).items()} == keyed(other)
    assert keyed(run).items() <= keyed(wider).items()
    pairs = [row for row in wider.opponents().to_pylist() if row["agent"] in "abc"]
    assert pairs == run.opponents().to_pylist()


def test_hands_with_their_own_stacks_are_read_with_them(tmp_path: Path) -> None:
    game = shipped("holdem-nolimit-3p")
    stacks = np.array([[1000, 500, 400], [500, 400, 500]])
    hands = ("r300r1000ff",) * 2
    match = StoredMatch(tuple("abc"), hands, np.zeros((2, 3), np.int64), stacks=stacks)
    # Seat 1 has position 0 in hand 1, where its 400 do not allow the raise.
    with pytest.raises(BettingError, match="hand 1, betting 'r300r1000ff', place 4"):
        store_matches(tmp_path / "run", game, [match]).indicators()
    stacks[1] = (500, 1000, 500)
    run = store_matches(tmp_path / "again", game, [match])
    assert cells(run, "three_bet")["a", None, None] == (1, 1)
    assert cells(run, "three_bet")["b", None, None] == (1, 1)


def test_a_label_that_the_manifest_has_not_is_named(tmp_path: Path) -> None:
    run = store_matches(tmp_path / "run", TWO, [play_match(TWO, "ab", hands=3)])
    other = store_matches(tmp_path / "other", TWO, [play_match(TWO, "xy", hands=3)])
    run.reading.holdings.shards[0].file.write(other.reading.holdings.shards[0].file.map())
    with pytest.raises(StoreError, match="has an agent 'x' that is not in the run"):
        run.indicators()


def test_every_indicator_is_computed_for_every_agent(tmp_path: Path) -> None:
    run = store_matches(tmp_path / "run", TWO, [play_match(TWO, "ab", hands=60)])
    names = [row["indicator"] for row in run.indicators().to_pylist()]
    assert names == [entry.name for entry in INDICATORS] * 2
    assert all(indicator(name).meaning for name in names)
