"""The tables of tournaments, computed again one row at a time."""

from collections import defaultdict
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest
from scipy.stats import t as student

from railbird.harness import AgentSpec, Spec, play_here, run
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.native import ALL_PRIZES, PAYOFF_UNIT, PERCENT_UNITS, expected_prizes
from railbird.results import RunResults, open_run

AGENTS = ("call", "raise-pot", "uniform")
DECKS = 12
PRIZES = (70.0, 30.0)
TIED_SEED = 13  # in its first match two share a paid place


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RunResults:
    folder: Path = tmp_path_factory.mktemp("tournaments") / "run"
    levels = (LevelSpec(blinds=(10, 20), hands=6), LevelSpec(blinds=(30, 60), ante=10, hands=6))
    spec = Spec(
        name="tables",
        game="holdem-nolimit-3p",
        mode="freeze-out",
        tournament=FreezeOutSpec(stack=400, levels=levels, prizes=PRIZES),
        agents=tuple(AgentSpec(agent=agent) for agent in AGENTS),
        decks=DECKS,
        seed=2,
    )
    run(spec, folder=folder, dispatch=play_here)
    return open_run(folder)


@pytest.fixture(scope="module")
def matches(played: RunResults) -> list[dict[str, Any]]:
    return [row for batch in played.matches() for row in batch.to_pylist()]


def interval(by_deck: dict[int, list[float]]) -> tuple[float, float]:
    """Mean and half-width over decks that have equally many values."""
    means = [mean(values) for _, values in sorted(by_deck.items())]
    width = student.ppf(0.975, len(means) - 1) * stdev(means) / len(means) ** 0.5
    return mean(means), width


def measured(matches: list[dict[str, Any]], agent: str, name: str) -> dict[int, list[float]]:
    found = defaultdict(list)
    for row in matches:
        found[row["deck_index"]].append(row[name][row["agents"].index(agent)])
    return found


def test_finishes(played: RunResults, matches: list[dict[str, Any]]) -> None:
    rows = played.finishes().to_pylist()
    shared = [
        [place + (match["places"].count(place) - 1) / 2 for place in match["places"]]
        for match in matches
    ]
    ranked = [match | {"places": own} for match, own in zip(matches, shared, strict=True)]
    assert [row["agent"] for row in rows] == sorted(
        AGENTS, key=lambda agent: -interval(measured(matches, agent, "prizes"))[0]
    )
    for row in rows:
        places = measured(matches, row["agent"], "places")
        every = [place for values in places.values() for place in values]
        ranks = measured(ranked, row["agent"], "places")
        assert row["tournaments"] == len(every) == 6 * DECKS
        assert (row["mean_place"], row["mean_place_half_width"]) == pytest.approx(interval(ranks))
        assert row["places"] == pytest.approx([every.count(p) / len(every) for p in (1, 2, 3)])
        prizes = measured(matches, row["agent"], "prizes")
        prize, width = (value / PERCENT_UNITS for value in interval(prizes))
        assert (row["prize"], row["prize_half_width"]) == pytest.approx((prize, width))
        assert row["return"] == pytest.approx(prize / (100 / 3) - 1)
        assert row["return_half_width"] == pytest.approx(width / (100 / 3))
        paid = [value > 0 for values in prizes.values() for value in values]
        assert row["in_the_money"] == pytest.approx(sum(paid) / len(paid))
    assert sum(row["prize"] for row in rows) == pytest.approx(100)
    assert sum(row["mean_place"] for row in rows) == pytest.approx(1 + 2 + 3)
    assert ranked != matches, "places are shared somewhere"


def test_place_matrix(played: RunResults, matches: list[dict[str, Any]]) -> None:
    rows = played.place_matrix().to_pylist()
    assert len(rows) == 6
    for row in rows:
        found = defaultdict(list)
        for match in matches:
            own, other = (
                match["places"][match["agents"].index(row[name])] for name in ("agent", "opponent")
            )
            found[match["deck_index"]].append(1.0 if own < other else 0.5 * (own == other))
        assert (row["before"], row["before_half_width"]) == pytest.approx(interval(found))
        assert row["tournaments"] == len(matches)


def test_finish_ratings(played: RunResults, matches: list[dict[str, Any]]) -> None:
    """Three agents: the ratings explain how often each finishes first, as far as they can."""
    rows = played.table("finish-ratings").arrow.to_pylist()
    assert [row["elo"] for row in rows] == sorted((row["elo"] for row in rows), reverse=True)
    assert mean(row["elo"] for row in rows) == pytest.approx(1500)
    strength = {row["agent"]: 10 ** (row["elo"] / 400) for row in rows}
    for row in rows:
        assert (row["tournaments"], row["deck_seeds"]) == (len(matches), DECKS)
        assert row["elo_low"] < row["elo"] < row["elo_high"]
    # at the maximum everybody is chosen as often as expected, over both stages of a tournament
    chosen, expected = defaultdict(float), defaultdict(float)
    for match in matches:
        place = dict(zip(match["agents"], match["places"], strict=True))
        every = [order for order in permutations(place) if sorted(order, key=place.get) == [*order]]
        for left in [left for order in every for left in (order, order[1:])]:
            chosen[left[0]] += 1 / len(every)
            for agent in left:
                share = strength[agent] / sum(strength[one] for one in left)
                expected[agent] += share / len(every)
    assert dict(chosen) == pytest.approx(dict(expected), rel=1e-5)


def hands_of(played: RunResults) -> dict[tuple[Any, ...], list[dict[str, Any]]]:
    found = defaultdict(list)
    for batch in played.hands():
        for row in batch.to_pylist():
            found[row["deck_index"], *row["agents"]].append(row)
    return found


def test_levels(played: RunResults) -> None:
    sums: dict[int, list[Any]] = defaultdict(lambda: [0, 0, 0, 0, 0.0, 0.0])
    for hands in hands_of(played).values():
        for level in {hand["level"] for hand in hands}:
            sums[level][0] += 1
        for hand in hands:
            one, blind = sums[hand["level"]], max(hand["blinds"])
            after = [s + p // PAYOFF_UNIT for s, p in zip(*chips_of(hand), strict=True)]
            left = sum(stack > 0 for stack in hand["stacks"])
            one[1] += 1
            one[2] += left
            one[3] += left - sum(stack > 0 for stack in after)
            one[4] += 3 * 400 / left / blind
            one[5] += sum(max(p, 0) for p in hand["payoffs"]) / PAYOFF_UNIT / blind
    rows = played.levels().to_pylist()
    assert [row["level"] for row in rows] == [level + 1 for level in sorted(sums)]
    for row in rows:
        doubled = 2 ** max(row["level"] - 2, 0)
        posts = (20, 0) if row["level"] == 1 else (60 * doubled, 10 * doubled)
        assert (row["big_blind"], row["ante"]) == posts
        tournaments, hands, left, out, stack, won = sums[row["level"] - 1]
        assert (row["tournaments"], row["hands"], row["eliminations"]) == (tournaments, hands, out)
        means = (row["players_left"], row["stack"], row["won"])
        assert means == pytest.approx((left / hands, stack / hands, won / hands))


def chips_of(hand: dict[str, Any]) -> tuple[list[int], list[int]]:
    return hand["stacks"], hand["payoffs"]


def test_expected_prizes_after_eliminations(
    played: RunResults, matches: list[dict[str, Any]]
) -> None:
    prizes = {(m["deck_index"], *m["agents"]): m["prizes"] for m in matches}
    found: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
    for key, hands in hands_of(played).items():
        for hand in hands:
            before, payoffs = chips_of(hand)
            after = [s + p // PAYOFF_UNIT for s, p in zip(before, payoffs, strict=True)]
            left = [seat for seat in range(3) if after[seat]]
            if 1 < len(left) < sum(stack > 0 for stack in before):
                worth = expected_prizes([after[seat] for seat in left], PRIZES[: len(left)])
                for seat, value in zip(left, worth.tolist(), strict=True):
                    paid = prizes[key][seat] / PERCENT_UNITS
                    found[key[1 + seat], len(left)].append((value, paid))
    rows = played.icm().to_pylist()
    check_worth(rows, found)


@pytest.mark.parametrize("hand", [1, 5, 9])
def test_expected_prizes_after_a_hand(
    played: RunResults, matches: list[dict[str, Any]], hand: int
) -> None:
    found: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
    prizes = {(m["deck_index"], *m["agents"]): m["prizes"] for m in matches}
    for key, hands in hands_of(played).items():
        if len(hands) <= hand:
            continue
        stacks = hands[hand]["stacks"]
        left = [seat for seat in range(3) if stacks[seat]]
        worth = expected_prizes([stacks[seat] for seat in left], PRIZES[: len(left)])
        for seat, value in zip(left, worth.tolist(), strict=True):
            found[key[1 + seat], len(left)].append((value, prizes[key][seat] / PERCENT_UNITS))
    rows = played.icm(at_hand=hand).to_pylist()
    assert {row["hands"] for row in rows} == {hand}
    check_worth(rows, found)


def test_of_two_players_a_stack_is_worth_its_share_of_the_chips(tmp_path: Path) -> None:
    """After the first level, of those that go on: 20 percent are sure, 60 are played for."""
    levels = (LevelSpec(blinds=(10, 20), hands=3), LevelSpec(blinds=(30, 60), hands=6))
    spec = Spec(
        name="two",
        game="holdem-nolimit-2p",
        mode="freeze-out",
        tournament=FreezeOutSpec(stack=400, levels=levels, prizes=(80.0, 20.0)),
        agents=(AgentSpec(agent="call"), AgentSpec(agent="uniform")),
        decks=30,
        seed=2,
    )
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    results = open_run(tmp_path / "run")
    shares = defaultdict(list)
    for key, hands in hands_of(results).items():
        if len(hands) > 3:
            for label, stack in zip(key[1:], hands[3]["stacks"], strict=True):
                shares[label].append(stack / 800)
    rows = {row["agent"]: row for row in results.icm().to_pylist()}
    assert set(rows) == set(shares) == {"call", "uniform"}
    for label, row in rows.items():
        assert (row["players_left"], row["hands"]) == (2, 3)
        assert row["tournaments"] == len(shares[label]) > 3
        assert row["expected"] == pytest.approx(20 + 60 * mean(shares[label]))


def check_worth(
    rows: list[dict[str, Any]], found: dict[tuple[str, int], list[tuple[float, float]]]
) -> None:
    assert {(row["agent"], row["players_left"]) for row in rows} == set(found)
    for row in rows:
        pairs = found[row["agent"], row["players_left"]]
        expected, paid = (mean(values) for values in zip(*pairs, strict=True))
        assert row["tournaments"] == len(pairs)
        assert (row["expected"], row["paid"]) == pytest.approx((expected, paid))
        assert row["difference"] == pytest.approx(paid - expected)


def test_prizes_are_all_of_the_entries(matches: list[dict[str, Any]]) -> None:
    for row in matches:
        assert sum(map(Fraction, row["prizes"])) == ALL_PRIZES


def test_a_part_of_a_run_has_tables_of_its_own(played: RunResults) -> None:
    part = played.where("decks=0-3")
    assert {row["tournaments"] for row in part.finishes().to_pylist()} == {4 * 6}
    assert sum(row["hands"] for row in part.levels().to_pylist()) < sum(
        row["hands"] for row in played.levels().to_pylist()
    )


@pytest.fixture(scope="module")
def with_ties(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six players in many shards, in the first match of which two share paid places."""
    folder: Path = tmp_path_factory.mktemp("ties") / "run"
    spec = Spec(
        name="ties",
        game="holdem-nolimit-6p",
        mode="freeze-out",
        tournament=FreezeOutSpec(
            stack=100, levels=(LevelSpec(blinds=(10, 20), hands=6),), prizes=(50.0, 30.0, 20.0)
        ),
        agents=tuple(
            AgentSpec(agent=agent, label=f"{agent}-{number}")
            for agent in ("raise-most", "uniform", "fox")
            for number in (1, 2)
        ),
        decks=4,
        hands_per_chunk=40,
        seatings="rotations",
        seed=TIED_SEED,
    )
    run(spec, folder=folder, dispatch=play_here)
    return folder


def test_prizes_are_those_of_the_spec_where_places_are_shared(with_ties: Path) -> None:
    reading = open_run(with_ties).reading
    assert len(reading.holdings.shards) > 2
    first = next(iter(reading.matches())).to_pylist()[0]
    assert sorted(first["prizes"])[-3:] != [PERCENT_UNITS * prize for prize in (20, 30, 50)]
    assert reading.listed_prizes == tuple(PERCENT_UNITS * prize for prize in (50, 30, 20))
    rows = open_run(with_ties).icm().to_pylist()
    for left, shared in ((2, 80), (3, 100)):
        chosen = [row for row in rows if row["players_left"] == left]
        total = sum(row["expected"] * row["tournaments"] for row in chosen)
        assert total / sum(row["tournaments"] for row in chosen) == pytest.approx(shared / left)
    (with_ties / "manifest.json").unlink()
    lost = open_run(with_ties).reading
    assert lost.is_manifest_lost
    assert lost.listed_prizes == (*reading.listed_prizes, 0, 0, 0)


def test_a_part_of_many_shards_has_all_tables(with_ties: Path) -> None:
    """Shards without a match of the part are passed over."""
    part = open_run(with_ties).where("decks=1-2")
    for name in ("finishes", "place-matrix", "finish-ratings", "icm", "levels"):
        assert part.table(name).arrow.num_rows
    assert {row["tournaments"] for row in part.finishes().to_pylist()} == {12}


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> RunResults:
    """Five agents at tables for three, of which some line-ups are worth more than others."""
    folder: Path = tmp_path_factory.mktemp("five") / "run"
    spec = Spec(
        name="five",
        game="holdem-nolimit-3p",
        mode="freeze-out",
        tournament=FreezeOutSpec(
            stack=200, levels=(LevelSpec(blinds=(10, 20), hands=6),), prizes=PRIZES
        ),
        agents=tuple(
            AgentSpec(agent=agent) for agent in ("raise-most", "call", "uniform", "fox", "rock")
        ),
        decks=8,
        seatings="rotations",
        seed=3,
    )
    run(spec, folder=folder, dispatch=play_here)
    return open_run(folder)


def test_the_run_off_drops_the_least_mean_prize_and_its_line_ups(five: RunResults) -> None:
    matches = [row for batch in five.matches() for row in batch.to_pylist()]
    left = {label for match in matches for label in match["agents"]}
    expected, number = {}, 1
    while left:
        inside = [match for match in matches if left.issuperset(match["agents"])]
        means = {}
        for agent in left:
            by_line_up = defaultdict(list)
            for match in inside:
                if agent in match["agents"]:
                    prize = match["prizes"][match["agents"].index(agent)] / PERCENT_UNITS
                    by_line_up[frozenset(match["agents"])].append(prize)
            means[agent] = mean(mean(prizes) for prizes in by_line_up.values())
        leaving = left if len(left) == 3 else {min(left, key=lambda agent: means[agent])}
        for agent in leaving:
            expected[agent] = (number, pytest.approx(means[agent]))
        left, number = left - leaving, number + 1
    rows = five.finish_run_off().to_pylist()
    assert {row["agent"]: (row["last_round"], row["prize"]) for row in rows} == expected
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5]
    prizes = [row["prize"] for row in rows[:3]]
    assert prizes == sorted(prizes, reverse=True)
    assert sum(prizes) == pytest.approx(100)
    assert all(row["prize_half_width"] > 0 for row in rows)


def test_agents_of_one_line_up_have_no_run_off(played: RunResults) -> None:
    assert "finish-run-off" not in {path.stem for path in (played.folder.path / "tables").iterdir()}
