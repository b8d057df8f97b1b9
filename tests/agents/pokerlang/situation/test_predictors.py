"""What is predicted of opponents: worked by hand, counted otherwise, and unknown without data."""

import re
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerlang_strategies import Plan, at, holds, memory_of, play, program, table_of

from railbird.agents.pokerlang.language.words import CATEGORIES
from railbird.agents.pokerlang.player import play_program
from railbird.agents.pokerlang.playing import conditions as played
from railbird.agents.pokerlang.playing.conditions import (
    NO,
    UNKNOWN,
    YES,
    Several,
    Uncertain,
    negate,
)
from railbird.agents.pokerlang.situation.faced_bets import (
    SIZE_CLASSES,
    FacedBet,
    FollowedCall,
    read_hand,
)
from railbird.agents.pokerlang.situation.match_memory import MatchMemory
from railbird.agents.pokerlang.situation.predictors import STYLE_NUMBERS, category_shares
from railbird.agents.pokerlang.situation.view import View
from railbird.harness import PlayRules, play_matches
from railbird.harness.games.library import load_house_games
from railbird.native import (
    STYLE_COUNTERS,
    ActionKind,
    FreezeOut,
    Level,
    hand_categories,
    parse_cards,
    rank_hands,
)
from railbird.plugins import DecisionBatch, HandBatch, MatchBatch, load_registry
from railbird.results.store.match_keys import match_key

GAMES = {game.name: game for game in load_house_games()}
THREE = table_of(3)
TRUTHS = (NO, UNKNOWN, YES)

# what is unknown


@st.composite
def conditions(draw: Any, depth: int = 3) -> tuple[played.Test, Any]:
    """A condition of three claims, and its truth by Kleene's tables as a function of theirs."""
    kind = draw(st.sampled_from(["claim", "not", "and", "or"])) if depth else "claim"
    if kind == "claim":
        number = draw(st.integers(0, 2))
        return CLAIMS[number], lambda row: row[number]
    if kind == "not":
        inner, truth = draw(conditions(depth - 1))
        return negate(inner), lambda row: -truth(row)
    parts = [draw(conditions(depth - 1)) for _ in range(2)]
    choose = max if kind == "or" else min
    tests = tuple(test for test, _ in parts)
    return Several(tests, kind == "or"), lambda row: choose(t(row) for _, t in parts)


ROWS = [(a, b, c) for a in TRUTHS for b in TRUTHS for c in TRUTHS]
CLAIMS = [
    Uncertain(lambda _, rows, n=n: np.array([ROWS[row][n] for row in rows], np.int8))  # type: ignore[misc]
    for n in range(3)
]


@given(conditions())
def test_a_condition_holds_where_it_is_known_to_be_true(condition: tuple[played.Test, Any]) -> None:
    """Every condition of three claims, each true, false or unknown: the logic of Kleene."""
    test, truth = condition
    count = len(ROWS)
    view = View(range(count), np.zeros((count, 2), np.uint8))  # type: ignore[arg-type]
    for wanted, one in ((YES, test), (NO, negate(test))):
        found = one.holds(view, view.rows)
        assert found.tolist() == [truth(row) == wanted for row in ROWS]


class Styles:
    """Counters of seats: those given, and no hands of others."""

    def __init__(self, **seats: dict[str, int]) -> None:
        self._counts = np.zeros((1, 6, len(STYLE_COUNTERS)), np.int64)
        for seat, counters in seats.items():
            for name, value in counters.items():
                self._counts[0, int(seat[1:]), STYLE_COUNTERS.index(name)] = value

    def counts(self, match: np.ndarray, seat: np.ndarray | None = None) -> np.ndarray:
        return self._counts[match] if seat is None else self._counts[match, seat]


LOOSE = {"hands": 20, "first_rounds": 20, "voluntary": 10, "later_calls": 4, "later_raises": 1}
UNCERTAIN = ["opponent vpip < 30%", "opponent is loose-passive", "opponent af >= 2 * opponent vpip"]


@pytest.mark.parametrize("test", UNCERTAIN)
@pytest.mark.parametrize("betting", ["", "c"])
def test_without_data_neither_a_test_nor_its_negation_holds(test: str, betting: str) -> None:
    decisions = at(THREE, betting)
    for memory in (Styles(), Styles(s2={"hands": 19})):
        assert holds(test, decisions, memory) == [False]
        assert holds(f"not {test}", decisions, memory) == [False]
        assert holds(f"not ({test} or players > 5)", decisions, memory) == [False]
        assert holds("opponent is unknown", decisions, memory) == [True]
        assert holds("not opponent is unknown", decisions, memory) == [False]


def test_the_opponent_is_the_last_to_act() -> None:
    """Seats are positions here: the button is 2 and first before the flop."""
    memory = Styles(s2=LOOSE, s0={**LOOSE, "voluntary": 2, "later_raises": 9})
    after = {"": "unknown", "c": "loose-passive", "cc": "tight-aggressive", "ccc/": "unknown"}
    after |= {"r300": "loose-passive", "ccr300": "unknown", "ccc/c": "tight-aggressive"}
    after |= {"ccc/cc": "unknown", "fcc/c": "tight-aggressive", "r300cc/cc": "unknown"}
    for betting, style in after.items():
        decisions = at(THREE, betting)
        found = {name: holds(f"opponent is {name}", decisions, memory) for name in STYLE_NUMBERS}
        assert found == {name: [name == style] for name in STYLE_NUMBERS}, betting
    first = at(THREE, "c")
    for test in ("opponent vpip = 50%", "opponent af = 0.25", "opponent hands = 20"):
        assert holds(test, first, memory) == [True]
    assert holds("opponent hands = 0", at(THREE, "ccc/"), memory) == [True]


def test_one_needs_twenty_hands_for_a_style_and_an_image() -> None:
    for hands, style in ((19, "unknown"), (20, "loose-passive")):
        memory = Styles(s2={**LOOSE, "hands": hands})
        assert holds(f"image is {style}", at(THREE, ""), memory) == [True]
        assert holds(f"opponent is {style}", at(THREE, "c"), memory) == [True]


# bets


HANDS = {
    # the button raises by 200 into 250, with what he calls; both fold
    "r300ff": ([(0, 1, True), (1, 1, True)], []),
    # limped; a bet of half a pot is called and folded to, and the rest is checked
    "ccc/r250cf/cc/cc": (
        [(1, 0, False), (2, 0, True)],
        [
            ((0, 0, 1), 0.0, (600 - 250) / 250),
            ((0, 0, 1), 150 / 300, (600 - 300) / 300),
            ((1, 1, 1), 0.0, 0.0),
        ],
    ),
    # two pots, raised all-in with chips that nobody matches
    "fcc/r500r3000f": (
        [(1, 2, False), (0, 2, True)],
        [((0, 0, 0), 400 / 200, 800 / 200)],
    ),
}


@pytest.mark.parametrize("betting", HANDS)
def test_a_hand_tells_who_faced_what_and_what_a_call_came_to(betting: str) -> None:
    """Three-handed, blinds 50 and 100, worked by hand."""
    faced, calls = HANDS[betting]
    read = read_hand(THREE.definition, (3000,) * 3, betting)
    assert list(read.faced) == [FacedBet(*bet) for bet in faced]
    assert list(read.calls) == [FollowedCall(*call) for call in calls]


@pytest.mark.parametrize(
    ("bettings", "size"),
    [
        ([], None),  # the prior is below every share that is needed
        (["fcc/r200f"], None),
        (["ccc/r450ff"] * 5, None),
        # both fold to half pots: the square of (9 x 0.25 + n) / (10 + n) is above 0.25 from n = 6
        (["ccc/r250cf/cc/cc"] * 30, None),
        (["ccc/r250ff"] * 5, None),
        (["ccc/r250ff"] * 6, 1 / 3),
        # to more than a pot only: the least such bet, and none that is smaller
        (["ccc/r1000ff"] * 30, 3 / 2),
        (["ccc/r400ff"] * 30, 2 / 3),
    ],
)
def test_the_least_bet_that_steals(bettings: list[str], size: float | None) -> None:
    """Limped to the flop, where the small blind is first against two: a pot of three big blinds."""
    decisions, memory = at(THREE, "ccc/"), memory_of(bettings)
    sizes = (1 / 3, 1 / 2, 2 / 3, 1.0, 3 / 2, 2.0)
    shares = {}
    for one in sizes:
        shares[one] = holds(
            f"{one - 1e-9:.12f} pot < steal-bet < {one + 1e-9:.12f} pot", decisions, memory
        )
    assert shares == {one: [one == size] for one in sizes}
    assert holds("steal-bet > 1000", decisions, memory) == [size is None]


@pytest.mark.parametrize(
    "number",
    [
        "steal-bet - steal-bet",
        "0 * steal-bet",
        "2 * steal-bet - 1000 - steal-bet",
        "pot + steal-bet * 0",
        f"{' * '.join(['999999999'] * 36)} - {' * '.join(['999999999'] * 36)}",
        f"{' * '.join(['999999999'] * 36)} * 0",
    ],
)
def test_what_comes_to_no_number_is_unknown_and_so_is_its_negation(number: str) -> None:
    """Infinite less infinite, and 0 times infinite: neither a test nor its negation holds."""
    decisions, memory = at(THREE, "ccc/"), memory_of([])
    assert holds("steal-bet > 1000", decisions, memory) == [True]  # it is infinite
    for operator in ("<", "<=", "=", ">=", ">"):
        for test in (f"{number} {operator} 1", f"1 {operator} {number}"):
            assert holds(test, decisions, memory) == [False], test
            assert holds(f"not {test}", decisions, memory) == [False], test
            assert holds(f"not ({test} and pot > 0)", decisions, memory) == [False], test


def test_what_is_infinite_alone_is_known() -> None:
    decisions, memory = at(THREE, "ccc/"), memory_of([])
    large = " * ".join(["999999999"] * 36)
    for test in ("steal-bet + 5 > 3", "0 - steal-bet < 3", f"{large} > pot", f"pot - {large} < 0"):
        assert holds(test, decisions, memory) == [True]
        assert holds(f"not {test}", decisions, memory) == [False]


def test_implied_odds_are_pot_odds_until_thirty_such_calls() -> None:
    """A limp costs 100 for a pot of 250. Each hand has two limps: see the hand above."""
    decisions = at(THREE, "")
    betting = "ccc/r250cf/cc/cc"
    for count in (0, 14):
        assert holds("implied-odds = pot-odds", decisions, memory_of([betting] * count)) == [True]
    value = (100 / 250 + (0 + 0.5) / 2) / (1 + (1.4 + 1.0) / 2)
    test = f"{value - 1e-9:.12f} < implied-odds < {value + 1e-9:.12f}"
    assert holds(test, decisions, memory_of([betting] * 15)) == [True]
    assert holds("implied-odds = 0", at(THREE, "cc"), memory_of([betting] * 30)) == [True]


def test_a_player_who_is_all_in_does_not_fold() -> None:
    game = replace(THREE, definition=replace(THREE.definition, stacks=(3000, 3000, 300)))
    memory = memory_of(["ccc/r250ff"] * 30)
    assert holds("steal-bet < 1000", at(game, "r300cc/"), memory) == [False]
    assert holds("steal-bet < 1000", at(game, "r200cc/"), memory) == [True]


# cards


@pytest.mark.parametrize("board", ["Qh7h2cAd", "Qh7h2cAdKh"])
def test_what_an_opponent_can_have_is_counted(board: str) -> None:
    """Every holding and card to come, one after the other."""
    known = [*parse_cards("AhKd").tolist(), *parse_cards(board).tolist()]
    left = [card for card in range(52) if card not in known]
    hands = []
    for held in combinations(left, 2):
        to_come = [[]] if len(board) == 10 else [[card] for card in left if card not in held]
        hands += [[*held, *known[2:], *cards] for cards in to_come]
    made = hand_categories(rank_hands(np.array(hands, np.uint8)))
    betting = "ccc/ccc/ccc/" if len(board) == 10 else "ccc/ccc/"
    decisions = at(THREE, betting, "AhKd", board)
    for number, name in enumerate(CATEGORIES):
        share = 100 * float((made == number).mean())
        guard = f"not round is preflop and opponent can have {name}"
        assert holds(guard, decisions) == [share > 0]
        assert holds(f"{guard} >= {max(0.0, share - 1e-6):.9f}%", decisions) == [True]
        assert holds(f"{guard} > {share + 1e-6:.9f}%", decisions) == [False]


def test_on_the_flop_all_cards_to_come_count() -> None:
    """Three hearts on the board: at least two of four more cards of 47 must be of ten hearts."""
    decisions = at(THREE, "ccc/", "AsKd", "Qh7h2h")
    view = View(decisions, decisions.hole_cards)
    (shares,) = category_shares(view, view.rows)
    expected = 1 - (comb(37, 4) + 10 * comb(37, 3)) / comb(47, 4)
    flushes = [CATEGORIES.index(name) for name in ("flush", "straight-flush")]
    assert shares[flushes].sum() == pytest.approx(expected, abs=1e-12)
    assert shares.sum() == pytest.approx(1)


# matches


def test_a_file_learns_to_steal_from_those_who_fold() -> None:
    """It bets where nothing is known in a tenth of hands; later nearly always against folders."""
    text = """tactic t when not round is preflop
      rule when steal-bet <= 1 pot: raise 50%
      rule when unopened: raise 50% 10%, check
    otherwise: call"""
    registry = load_registry()
    results = {}
    for name in ("fold", "call"):
        makers = [partial(play_program, program(text)), registry.agents[name].factory]
        results[name] = play(GAMES["holdem-nolimit-2p"], makers, matches=4, hands=200)
        assert results[name].incidents.kind == []
    shares = {name: bets_on_flop(one) for name, one in results.items()}
    assert shares["call"] < 0.3
    assert shares["fold"] > 0.6


def bets_on_flop(results: Any) -> float:
    text, offsets = results.betting.tobytes().decode(), results.betting_offsets.tolist()
    hands = [text[a:b] for a, b in pairwise(offsets)]
    flops = [hand.split("/")[1] for hand in hands if "/" in hand]
    assert flops
    return sum("r" in flop for flop in flops) / len(flops)


# freeze-outs


@pytest.mark.parametrize("betting", HANDS)
def test_a_hand_of_a_higher_level_is_read_by_its_own_blinds(betting: str) -> None:
    """Three times every chip, the blinds too, is the same hand."""
    tripled = re.sub(r"\d+", lambda chips: str(3 * int(chips[0])), betting)
    raised = read_hand(THREE.definition, (9000,) * 3, tripled, blinds=(150, 300, 0))
    assert raised == read_hand(THREE.definition, (3000,) * 3, betting)


def test_an_ante_is_in_the_pot_of_which_a_bet_is_a_share() -> None:
    """A raise by 125 into a pot of 250 after the call is half of it; antes make it less."""
    for ante, size in ((0, 0), (40, 0)):
        read = read_hand(THREE.definition, (3000,) * 3, f"r{225 + ante}ff", ante=ante)
        assert [one.size_class for one in read.faced] == [size] * 2
    for ante, size in ((0, 1), (40, 0)):
        read = read_hand(THREE.definition, (3000,) * 3, f"r{240 + ante}ff", ante=ante)
        assert [one.size_class for one in read.faced] == [size] * 2


class Reader:
    """Calls, and tells its memory of all hands, which it keeps."""

    def start_matches(self, matches: MatchBatch) -> None:
        self.memory = MatchMemory(matches.match_count, seats=3, has_bets=True)
        self.hands: list[HandBatch] = []

    def act_batch(self, decisions: DecisionBatch) -> tuple[np.ndarray, np.ndarray]:
        kinds = np.full(len(decisions), ActionKind.CALL.value, np.uint8)
        return kinds, np.zeros(len(decisions), np.int64)

    def end_hands(self, hands: HandBatch) -> None:
        self.memory.tell(hands)
        self.hands.append(hands)


def test_a_freeze_out_whose_blinds_rose_is_remembered_by_the_blinds_of_each_hand() -> None:
    """Read again, each hand as one of a game that has its blinds."""
    session = FreezeOut(3000, (Level((50, 100), 4), Level((200, 400), 4)))
    house, reader = load_registry(), Reader()
    makers = {name: house.agent(name).factory for name in ("uniform", "raise-pot")}
    makers["reader"] = lambda: reader
    plans = [Plan(deck, tuple(makers), match_key(1, deck, tuple(makers))) for deck in range(20)]
    rules = PlayRules(200, session=session, mode="freeze-out", prizes=(100.0,))
    play_matches(THREE, plans, makers, rules=rules)
    faced = np.zeros((20, 3, SIZE_CLASSES, 2), np.int64)
    levels = set()
    for hands in reader.hands:
        for row, betting in enumerate(hands.betting):
            blinds = tuple(hands.blinds[row].tolist())
            level = int(hands.hand_index[row]) // 4
            assert max(blinds) == 100 * 2 ** (2 * min(level, 1) + max(level - 1, 0))
            levels.add(level)
            game = replace(THREE.definition, blinds=blinds)
            read = read_hand(game, tuple(hands.starting_stacks[row].tolist()), betting)
            for position, size, has_folded in read.faced:
                seat = hands.positions[row].tolist().index(position)
                faced[hands.match[row], seat, size] += (1, has_folded)
    assert {0, 1, 2} <= levels
    assert reader.memory.answers(np.arange(20)).tolist() == faced.tolist()


def test_a_small_blind_that_falls_on_nobody_keeps_the_places_of_the_others() -> None:
    """Three of six are left, and the small blind of the hand is out: the big blind acts first."""
    six, stacks, blinds = table_of(6), [0, 1200, 1200, 1200, 0, 0], [0, 200, 0, 0, 0, 0]
    seen = []
    for acted in range(3):
        decisions = at(six, "c" * acted, stacks=[stacks], blinds=[blinds])
        assert holds("dealt = 3 and round-players = 3", decisions) == [True]
        seen.append([name for name in PLACES if holds(name, decisions) == [True]])
    assert seen == [["cut-off"], ["button"], ["big-blind"]]
    for order, betting in enumerate(("ccc/", "ccc/c", "ccc/cc"), start=1):
        flop = at(six, betting, stacks=[stacks], blinds=[blinds])
        last = "in-position" if order == 3 else "not in-position"
        assert holds(f"order = {order} and {last}", flop) == [True]


PLACES = ("button", "cut-off", "small-blind", "big-blind")


@pytest.mark.parametrize(
    ("left", "names"),
    [
        (2, ["button small-blind", "big-blind"]),
        (3, ["small-blind", "big-blind", "button"]),
        (4, ["small-blind", "big-blind", "cut-off", "button"]),
    ],
)
def test_places_and_chips_are_those_of_the_players_left(left: int, names: list[str]) -> None:
    """Six seats, blinds of 100 and 200 and an ante of 20: every place acts once."""
    stacks, blinds = [1200] * left + [0] * (6 - left), [100, 200, 0, 0, 0, 0]
    six, seen = table_of(6), {}
    for acted in range(left):
        decisions = at(six, "c" * acted, stacks=[stacks], blinds=[blinds], antes=[20])
        own = int(decisions.position[0])
        seen[own] = [name for name in PLACES if holds(name, decisions) == [True]]
        assert holds(f"dealt = {left} and round-players = {left}", decisions) == [True]
        owed = (200 - blinds[own]) / 200
        chips = (1180 - blinds[own]) / 200
        m = (1180 - blinds[own]) / (300 + 20 * left)
        for test in (f"to-call = {owed}", f"chips = {chips}", f"M > {m - 0.001:.4f}"):
            assert holds(test, decisions) == [True], (test, own)
        assert holds(f"M > {m + 0.001:.4f}", decisions) == [False]
    assert [" ".join(seen[own]) for own in range(left)] == names
    flop = at(six, "c" * left + "/", stacks=[stacks], blinds=[blinds], antes=[20])
    assert flop.position.tolist() == [1 if left == 2 else 0]
    assert holds("order = 1 and not in-position", flop) == [True]
