"""Rankings: by hand, by brute force, and under changes that must not matter."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.results.estimate.means.duplicate_sets import collect_sets
from railbird.results.estimate.means.line_up_means import LineUpMeans, line_up_means
from railbird.results.tables.rankings.total_bankroll import total_bankroll
from railbird.results.tables.won.agent_matrix import agent_matrix
from railbird.results.tables.won.cross_table import cross_table
from tests.results.conftest import Match, duplicate_set, match_batch, run_off_tables

CHIP = 2520
OF_THE_FIELD = ("rank", "p_adjusted", "first_place", "last_place", "groups")
"""What depends on who else is ranked: places, and p-values adjusted for all of a table."""
Play = dict[tuple[str, ...], list[dict[str, int]]]  # line-up -> by deck -> what each member won
SEATINGS = {2: 2, 3: 6}


def matches_of(play: Play) -> list[Match]:
    return [
        match
        for decks in play.values()
        for deck, totals in enumerate(decks)
        for match in duplicate_set(totals, deck=deck)
    ]


def means_of(play: Play) -> LineUpMeans:
    seat_count = len(next(iter(play)))
    return line_up_means(
        collect_sets([match_batch(matches_of(play))], SEATINGS[seat_count]), 1, stake=0
    )


def pairs(**won: int) -> Play:
    """Read `ab=3` as: a won three chips from b in 20 hands, on the one deck."""
    return {tuple(pair): [{pair[0]: n * CHIP, pair[1]: -n * CHIP}] for pair, n in won.items()}


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """Draw a tournament for two or three; small numbers make ties, line-ups may be missing."""
    labels = draw(st.lists(st.sampled_from("abcdefg"), min_size=3, max_size=6, unique=True))
    seat_count = draw(st.sampled_from([2, 3]))
    line_ups = list(combinations(sorted(labels), seat_count))
    chosen = draw(st.lists(st.sampled_from(line_ups), min_size=1, unique=True))
    if draw(st.booleans()):
        chosen = line_ups
    play: Play = {}
    for line_up in chosen:
        play[line_up] = []
        for _ in range(draw(st.integers(1, 3))):
            won = draw(
                st.lists(st.integers(-3, 3), min_size=seat_count - 1, max_size=seat_count - 1)
            )
            won.append(-sum(won))
            play[line_up].append(dict(zip(line_up, won, strict=True)))
    return play


def brute_bankrolls(play: Play, remaining: set[str]) -> dict[str, Fraction]:
    """Average line-up means by the definition, for agents that have any."""
    means: dict[str, list[Fraction]] = {}
    for line_up, decks in play.items():
        if set(line_up) <= remaining:
            for label in line_up:
                mean = sum(Fraction(totals[label]) for totals in decks) / len(decks)
                means.setdefault(label, []).append(mean)
    return {label: sum(values) / len(values) for label, values in means.items()}


def brute_run_off(play: Play) -> dict[str, tuple[int, int, bool]]:
    """Return each agent's place, last round and whether it was eliminated."""
    seat_count = len(next(iter(play)))
    remaining = {label for line_up in play for label in line_up}
    places: dict[str, tuple[int, int, bool]] = {}
    round_number = 1
    while True:
        bankrolls = brute_bankrolls(play, remaining)
        lowest = {label for label in remaining if bankrolls[label] == min(bankrolls.values())}
        rest = remaining - lowest
        if len(remaining) <= seat_count or not rest or set(brute_bankrolls(play, rest)) != rest:
            for label in remaining:
                above = sum(bankrolls[other] > bankrolls[label] for other in remaining)
                places[label] = (above + 1, round_number, False)
            return places
        for label in lowest:
            places[label] = (len(rest) + 1, round_number, True)
        remaining = rest
        round_number += 1


def test_total_bankroll_by_hand() -> None:
    rows = total_bankroll(means_of(pairs(ab=6, ac=-2, bc=4))).to_pylist()
    # In chips per 20 hands: a (6 - 2) / 2 = 2, b (-6 + 4) / 2 = -1, c (2 - 4) / 2 = -1.
    assert [(row["rank"], row["agent"], row["mbb_per_hand"]) for row in rows] == [
        (1, "a", 100.0),
        (2, "b", -50.0),
        (2, "c", -50.0),
    ]
    assert {(row["line_ups"], row["deck_seeds"], row["hands"]) for row in rows} == {(2, 1, 40)}


def test_line_ups_weigh_equally_however_many_hands_they_have() -> None:
    play = pairs(ab=10, ac=-20)
    play["a", "b"] *= 9  # nine decks against b and one against c
    rows = {row["agent"]: row for row in total_bankroll(means_of(play)).to_pylist()}
    assert rows["a"]["mbb_per_hand"] == -250.0
    assert rows["a"]["hands"] == 200


def test_run_off_overturns_total_bankroll_by_hand() -> None:
    """a feeds on d; without d, b is ahead; with two left the bankroll between them decides."""
    result = run_off_tables(means_of(pairs(ab=-1, ac=-1, ad=12, bc=2, bd=1, cd=-3)))
    # Sums in round 1: a 10, b 4, c -4, d -10; in round 2: a -2, b 3, c -1; then b 2, c -2.
    assert [
        (row["rank"], row["agent"], row["last_round"], row["is_eliminated"], row["mbb_per_hand"])
        for row in result.ranking.to_pylist()
    ] == [
        (1, "b", 3, False, 100.0),
        (2, "c", 3, False, -100.0),
        (3, "a", 2, True, -50.0),
        (4, "d", 1, True, pytest.approx(-500 / 3)),
    ]
    rounds = result.rounds.to_pylist()
    assert [(row["round"], row["agent"], row["is_eliminated"]) for row in rounds] == [
        (1, "a", False),
        (1, "b", False),
        (1, "c", False),
        (1, "d", True),
        (2, "b", False),
        (2, "c", False),
        (2, "a", True),
        (3, "b", False),
        (3, "c", False),
    ]
    assert result.stop == ""


def test_run_off_against_one_ends_when_the_rest_has_no_line_up() -> None:
    result = run_off_tables(means_of(pairs(xa=9, xb=-5, xc=-3)))
    # a leaves; then x is lowest, but without x nobody has a line-up: the other three remain.
    assert [(row["agent"], row["rank"]) for row in result.ranking.to_pylist()] == [
        ("b", 1),
        ("c", 2),
        ("x", 3),
        ("a", 4),
    ]
    assert result.stop == "the run-off ends early: without x, b has no line-up left"


def test_run_off_of_team_mates_who_do_not_meet() -> None:
    result = run_off_tables(
        means_of({("a1", "b1"): [{"a1": 9, "b1": -9}], ("a2", "b1"): [{"a2": 3, "b1": -3}]})
    )
    assert [row["agent"] for row in result.ranking.to_pylist()] == ["a1", "a2", "b1"]
    assert "without b1" in result.stop


def test_run_off_where_all_are_equal() -> None:
    result = run_off_tables(means_of(pairs(ab=0, ac=0, bc=0)))
    assert result.ranking["rank"].to_pylist() == [1, 1, 1]
    assert "all remaining agents have the same bankroll (a, b, c)" in result.stop


def test_with_as_many_agents_as_seats_the_first_round_is_the_final_table() -> None:
    result = run_off_tables(means_of({("a", "b", "c"): [{"a": -5, "b": 2, "c": 3}]}))
    assert result.ranking["agent"].to_pylist() == ["c", "b", "a"]
    assert result.ranking["is_eliminated"].to_pylist() == [False] * 3


@given(plays())
def test_run_off_is_what_brute_force_says(play: Play) -> None:
    result = run_off_tables(means_of(play))
    rows = result.ranking.to_pylist()
    places = {r["agent"]: (r["rank"], r["last_round"], r["is_eliminated"]) for r in rows}
    assert places == brute_run_off(play)
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    last = max(row["last_round"] for row in rows)
    assert bool(result.stop) == (sum(r["last_round"] == last for r in rows) > len(next(iter(play))))


@given(plays())
def test_each_round_of_the_run_off_has_the_bankrolls_among_those_still_in(play: Play) -> None:
    rounds: dict[int, dict[str, float]] = {}
    for row in run_off_tables(means_of(play)).rounds.to_pylist():
        rounds.setdefault(row["round"], {})[row["agent"]] = row["mbb_per_hand"]
    unit = 1000 / CHIP / 10 / SEATINGS[len(next(iter(play)))]
    for bankrolls in rounds.values():
        expected = brute_bankrolls(play, set(bankrolls))
        assert bankrolls == pytest.approx({a: float(m) * unit for a, m in expected.items()})


@given(plays(), st.permutations("abcdefg"))
def test_relabelling_agents_relabels_every_result(play: Play, names: list[str]) -> None:
    new = dict(zip("abcdefg", names, strict=True))
    renamed = {
        tuple(sorted(new[label] for label in line_up)): [
            {new[label]: won for label, won in totals.items()} for totals in decks
        ]
        for line_up, decks in play.items()
    }
    for table in (cross_table, agent_matrix, total_bankroll, _ranking, _rounds):
        before = [_relabelled(row, new) for row in table(means_of(play)).to_pylist()]
        after = [_relabelled(row, {}) for row in table(means_of(renamed)).to_pylist()]
        assert len(before) == len(after)
        for one, other in zip(sorted(before), sorted(after), strict=True):
            assert one[:-1] == other[:-1]
            assert one[-1] == pytest.approx(other[-1], abs=1e-9)


def _ranking(means: LineUpMeans) -> object:
    return run_off_tables(means).ranking


def _rounds(means: LineUpMeans) -> object:
    return run_off_tables(means).rounds


def _relabelled(row: dict, new: dict[str, str]) -> tuple:
    """Return a row under new names, comparable, the half-width last (its sums depend on order)."""
    width = row.pop("half_width")
    for key in ("p_adjusted", "first_place", "last_place", "groups", "place_probability"):
        row.pop(key, None)
    for key in {"agent", "opponent"} & row.keys():
        row[key] = new.get(row[key], row[key])
    if "line_up" in row:
        row["line_up"] = tuple(sorted(new.get(label, label) for label in row["line_up"]))
    return (*row.items(), -1.0 if width is None else width)


@given(plays(), st.lists(st.integers(-3, 3), min_size=1, max_size=4))
def test_a_line_up_of_strangers_changes_nobodys_numbers(play: Play, won: list[int]) -> None:
    strangers = tuple("xyz"[: len(next(iter(play)))])
    sets = [dict.fromkeys(strangers, 0) | {"x": n, "y": -n} for n in won]
    alone, together = means_of(play), means_of(play | {strangers: sets})
    for table in (cross_table, agent_matrix, total_bankroll):
        before = table(alone).to_pylist()
        after = [row for row in table(together).to_pylist() if row["agent"] not in strangers]
        for row in (*before, *after):
            for key in OF_THE_FIELD:
                row.pop(key, None)
        assert before == after
