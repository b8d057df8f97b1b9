"""Rules that nothing reaches and names that nothing uses are found, and no others."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerlang_strategies import program

from railbird.agents.pokerlang.tools.linting import (
    Among,
    Box,
    EarlierBoxes,
    Interval,
    beyond_paper,
    lint,
)
from railbird.harness.games.library import load_house_games

GAMES = {game.name: game for game in load_house_games()}

FOUND = {
    "tactic t rule when raises > 2 and raises < 3: fold": ["rule 1 can never match"],
    "tactic t rule when 5 < M <= 5: fold": ["rule 1 can never match"],
    "tactic t rule when hand in A and hand in B: fold": ["rule 1 can never match"],
    "tactic t rule when strength > 1: fold": ["rule 1 can never match"],
    "tactic t rule when button and not button: fold": ["rule 1 can never match"],
    "tactic t when M > 20 rule when stack in red: fold": ["rule 1 can never match"],
    "tactic t when M > 2 and M < 1 rule: fold": ["tactic 't' can never be active"],
    "tactic t rule: fold rule when button: call": [
        "rule 2 is never reached: rule 1 (line 2) matches first"
    ],
    'tactic t rule "x" when M > 3: fold rule when M > 5 and button: call': [
        "rule 2 is never reached: rule 'x' (line 2) matches first"
    ],
    "tactic t rule when hand in A, B: fold rule when hand in A: call": ["rule 2 is never reached"],
    'tactic t rule when hand in A or M < 3: fold rule when M < 2 or hand in "KK", A: call': [
        "rule 2 is never reached: rule 1 (line 2) matches first"
    ],
    'tactic t rule when hand in A or M < 3: fold rule when M < 2 or hand in "QQ", A: call': [],
    "tactic t rule when M < 3: fold often 50% rule when M < 2: call": [],
    "tactic t rule when M < 3 and button: fold rule when M < 2: call": [],
    "tactic t rule when not M < 3: fold rule when M >= 4: call": ["rule 2 is never reached"],
    "tactic t rule when raises <= 1: fold rule when raises < 2: call": ["rule 2 is never reached"],
    "tactic t when M > 3 rule: fold tactic u when M > 4 rule: call rule when button: fold": [
        *["rule 1 is never reached", "no rule of tactic 'u' can be reached"],
        "rule 2 is never reached",
    ],
    "tactic t when M > 3 plays tight-passive tactic u when M > 4 rule: call": [
        "rule 1 is never reached: tactic 't' matches first"
    ],
    "hands h = QQ tactic t rule: fold": ["'h' is never used"],
    "stack h = 1 .. 2 tactic t rule: fold": ["'h' is never used"],
    "action h flop: fold tactic t rule: fold": ["'h' is never used"],
    "hands h = AA, KK, AKs tactic t rule when hand in h: fold": ["'h' has the hands of 'A'"],
    "hands h = 22+, 44 tactic t rule when hand in h: fold": ["'44' is listed already"],
}


@pytest.mark.parametrize("text", FOUND)
def test_what_is_likely_a_mistake_is_found(text: str) -> None:
    messages = [one.message for one in lint(program(text))]
    assert len(messages) == len(FOUND[text])
    for begin in FOUND[text]:
        assert any(message.startswith(begin) for message in messages), messages


def test_what_a_game_makes_constant() -> None:
    two, six = (GAMES[name].definition for name in ("holdem-nolimit-2p", "holdem-nolimit-6p"))
    text = "tactic t rule when players > 2: fold rule when cut-off: call"
    text += " rule when position in bad: fold"
    messages = [one.message for one in lint(program(text), two)]
    assert messages[:2] == ["rule 1 can never match", "rule 2 can never match"]
    assert messages[2].startswith("with two players bad, normal and good are the same position")
    assert lint(program(text), six) == []
    river = "tactic t rule when round is river: fold"
    assert len(lint(program(river), GAMES["leduc"].definition)) == 1


TESTS = st.sampled_from(
    [
        *["raises > 0", "raises < 2", "raises = 1", "callers >= 2", "1 <= callers < 3"],
        *["players > 2", "not players <= 3", "M > 5", "stack in yellow", "to-call < 2"],
        *["unopened", "button", "not button"],
    ]
)
CONDITIONS = st.recursive(
    TESTS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({' and '.join(parts)})"),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({' or '.join(parts)})"),
        inner.map(lambda part: f"not ({part})"),
    ),
    max_leaves=5,
)


class Situations:
    """Every combination of values of what these tests read."""

    def __init__(self) -> None:
        grid = np.meshgrid([0, 1, 2, 3], [0, 1, 2, 3], [2, 3, 4], [3.0, 5.0, 10, 20, 30], [0.0, 3])
        columns = [part.ravel() for part in grid]
        names = ("raises", "callers", "players", "M", "to-call")
        self.columns = dict(zip(names, columns, strict=True))
        self.rows = np.arange(2 * len(columns[0]))

    def keep(self, key, make):
        if isinstance(key, str) and key in self.columns:
            return np.concatenate([self.columns[key]] * 2)
        if isinstance(key, tuple):
            return make(self)
        raise KeyError(key)


@given(st.lists(CONDITIONS, min_size=1, max_size=4))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_a_rule_that_is_called_unreachable_never_decides(conditions: list[str]) -> None:
    """In no combination of values of what is tested; the flags are free truth values."""
    of = program("tactic t " + " ".join(f"rule when {one}: fold" for one in conditions))
    found = {
        int(one.message.split()[1]) for one in lint(of) if not one.message.startswith("no rule")
    }
    situations = Situations()
    is_open = np.ones(len(situations.rows), np.bool_)
    half = np.arange(len(situations.rows)) < len(situations.rows) // 2
    for number, rule in enumerate(of.tactics[0].rules, start=1):
        assert rule.when is not None
        held = truth(rule.source.when, situations, {"button": half, "unopened": ~half})
        if number in found:
            assert not (held & is_open).any()
        is_open &= ~held


def truth(condition, situations, flags):
    """Where a condition holds, from the tree alone."""
    kind = type(condition).__name__
    if kind == "Not":
        return ~truth(condition.of, situations, flags)
    if kind == "Combined":
        parts = [truth(part, situations, flags) for part in condition.parts]
        return (
            np.logical_or.reduce(parts)
            if condition.operator == "or"
            else np.logical_and.reduce(parts)
        )
    if kind == "Flag":
        return flags[condition.name.text]
    if kind == "Membership":
        m = situations.keep("M", None)
        return (m > 10) & (m <= 20)
    values = [
        situations.keep(one.name.text, None) if hasattr(one, "name") else one.value
        for one in condition.operands
    ]
    compare = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}
    compare["="] = np.equal
    found = np.ones(len(situations.rows), np.bool_)
    for place, operator in enumerate(condition.operators):
        found &= compare[operator](values[place], values[place + 1])
    return found


def test_what_the_source_cannot_say() -> None:
    text = "tactic t when M > 3 or not button rule: raise min 50%, call per hand rule: fold, check"
    messages = [
        one.message.removeprefix("document 002 does not have ")
        for one in beyond_paper(program(text).source)
    ]
    assert messages == ["'or'", "'not'", "'per hand'", "'raise min'", "'call'", "'check'"]
    assert beyond_paper(program("tactic t when M > 3 rule when button: raise 1 pot").source) == []


LIMITS = st.one_of(
    st.builds(
        Interval,
        st.sampled_from([-math.inf, 0.0, 1.0]),
        st.sampled_from([1.0, 2.0, math.inf]),
        st.booleans(),
        st.booleans(),
    ),
    st.integers(0, 2).map(lambda number: Interval(number, number)),
)
BOXES = st.fixed_dictionaries(
    {},
    optional={
        "hand": st.frozensets(st.integers(0, 3), min_size=1).map(Among),
        "round": st.frozensets(st.integers(0, 3), min_size=1).map(Among),
        "M": LIMITS,
        "raises": LIMITS,
    },
)


@given(st.lists(st.tuples(BOXES, st.booleans()), max_size=12))
def test_the_first_earlier_rule_that_covers_a_box_is_found_as_one_by_one(
    cases: list[tuple[Box, bool]],
) -> None:
    """Grouping by exact limits changes nothing; boxes are added and asked for in turns."""
    earlier, listed = EarlierBoxes(), []
    for number, (box, is_added) in enumerate(cases):
        expected = next(
            (
                name
                for outer, name in listed
                if all(key in box and limits.contains(box[key]) for key, limits in outer.items())
            ),
            None,
        )
        assert earlier.cover(box) == expected
        if is_added:
            earlier.add([box], f"rule {number}")
            listed.append((box, f"rule {number}"))


def test_the_first_rule_is_named_though_another_has_the_same_exact_limits() -> None:
    earlier, before_flop = EarlierBoxes(), Among(frozenset([0]))
    earlier.add([{"round": before_flop, "M": Interval(5.0)}], "one")
    earlier.add([{}], "two")
    earlier.add([{"round": before_flop}], "three")
    assert earlier.cover({"round": before_flop, "M": Interval(0.0, 1.0)}) == "two"
    assert earlier.cover({"round": before_flop, "M": Interval(6.0, 7.0)}) == "one"
