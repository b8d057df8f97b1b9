"""The formulas of document 004 in Kuhn poker, where the truth can be worked out by hand."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from railbird.agents.expected_value.betting.betting_lines import list_lines
from railbird.agents.expected_value.betting.betting_views import LOST, SHOWN, WON
from railbird.agents.expected_value.cards.card_strength import strength_to_next_card
from railbird.agents.expected_value.memory.chain_store import ChainStore, EndedChains
from railbird.agents.expected_value.value.formulas import (
    Estimate,
    Scenario,
    estimate,
    value_of_scenarios,
    win_chance,
)
from railbird.native import parse_cards, preflop_equity
from railbird.plugins import load_registry

REGISTRY = load_registry()
KUHN = REGISTRY.game("kuhn-2p").definition
LINES = list_lines(KUHN)
STRENGTHS = np.array([0.0, 0.5, 1.0])
ANTE = 1


def estimate_of(betting: str, hands: list[tuple[str, int, int]]) -> Estimate:
    """Tell a store hands (betting, both cards), and read what followed; bets from the antes on."""
    store = ChainStore(LINES, 1)
    ends = LINES.ends_of([line for line, _, _ in hands])
    shown = np.array([[STRENGTHS[own], STRENGTHS[other]] for _, own, other in hands])
    shown[[line.endswith("f") for line, _, _ in hands]] = np.nan
    seats = np.tile(np.arange(2), (len(hands), 1))
    rows = np.zeros(len(hands), np.intp)
    store.add(rows, np.arange(len(hands)), EndedChains(ends, seats, shown))
    edge = LINES.edge_of[LINES.nodes_of([betting[:-1]])[0], "fcr".index(betting[-1])]
    found = estimate(store.read(rows[:1], rows[:1], np.array([edge])))
    return replace(found, bets=found.bets + ANTE)


BETS = [(line, *deal) for deal in permutations(range(3), 2) for line in ("rf", "rc")]
AFTER_A_BET = {0: ("crf", "crf"), 1: ("crf", "crc"), 2: ("crc", "crc")}
CHECKS = [
    (line, own, other)
    for own, other in permutations(range(3), 2)
    for line in ("cc", "cc", *AFTER_A_BET[own])
]


@pytest.mark.parametrize(
    ("betting", "hands", "formula", "values"),
    [
        ("r", BETS, "weighed", (-0.5, 0.5, 1.5)),
        ("r", BETS, "printed", (-1.5, 0.5, 2.5)),
        ("c", CHECKS, "weighed", (-1.25, -0.25, 0.75)),
        ("c", CHECKS, "printed", (-1.25 - 1 / 3, -0.25, 0.75 + 1 / 3)),
    ],
)
def test_kuhn_poker_by_both_formulas(betting, hands, formula, values) -> None:
    """Every deal and line, each as often as it happens; a card's chance to win is its strength."""
    found = estimate_of(betting, hands)
    assert found.shares.sum() == pytest.approx(1.0, abs=1e-15)
    assert found.value(STRENGTHS, formula=formula) == pytest.approx(values, abs=1e-12)


def test_a_mean_strength_misjudges_what_a_queen_wins_by_a_check() -> None:
    """Kings call and meet weaker hands, so the mean shown is 4/9, and a queen seems to beat it."""
    found = estimate_of("c", CHECKS)
    assert found.strength == pytest.approx(4 / 9, abs=1e-12)
    win = win_chance(STRENGTHS, found.strength)
    assert win == pytest.approx((0.0, 5 / 9, 1.0), abs=1e-12)
    assert found.value(win, formula="weighed")[1] == pytest.approx(-5 / 36, abs=1e-12)
    after_a_bet = estimate_of("r", BETS)
    assert win_chance(STRENGTHS, after_a_bet.strength) == pytest.approx(STRENGTHS, abs=1e-12)


def test_scenarios_come_to_the_weighed_formula() -> None:
    """Five scenarios as document 004, section 2.1, lists them, in its order."""
    scenarios = [
        Scenario(0.3, SHOWN, 8.0, 3.5, win=0.6),
        Scenario(0.2, WON, 5.0, 2.0),
        Scenario(0.1, LOST, 7.0, 2.5),
        Scenario(0.25, SHOWN, 4.0, 1.5, win=0.45),
        Scenario(0.15, LOST, 3.0, 0.5),
    ]
    by_ending = {e: [one for one in scenarios if one.ending == e] for e in (SHOWN, WON, LOST)}
    shares = np.array([sum(one.probability for one in by_ending[e]) for e in range(3)])
    pots, bets = (
        np.array([sum(o.probability * getattr(o, name) for o in by_ending[e]) for e in range(3)])
        for name in ("pot", "bets")
    )
    pots, bets = pots / shares, bets / shares
    won = sum(one.probability * one.win * one.pot for one in by_ending[SHOWN])
    win = np.array(won / shares[SHOWN] / pots[SHOWN])
    direct = Estimate(shares, pots, bets, np.array(0.5)).value(win, formula="weighed")
    assert shares.sum() == pytest.approx(1.0)
    assert value_of_scenarios(scenarios) == pytest.approx(float(direct), abs=1e-12)


def test_equal_strengths_win_half() -> None:
    strengths = np.linspace(0.0, 1.0, 11)
    assert win_chance(strengths, strengths) == pytest.approx(0.5, abs=1e-15)
    assert win_chance([0.0, 1.0], [0.3, 0.3]).tolist() == [0.0, 1.0]


def test_equation_6_looks_to_the_next_card() -> None:
    """Ad Qc on 3h 4c Jh: 0.585 (1 - 0.1454) + 0.415 * 0.1083 = 0.545."""
    holdem = REGISTRY.game("holdem-limit-2p").definition
    holes = np.array([parse_cards("AdQc")], np.uint8)
    board = np.array([[*parse_cards("3h4cJh"), 255, 255]], np.uint8)
    found = strength_to_next_card(holdem, holes, board, round_index=np.array([1], np.uint8))
    assert found == pytest.approx(0.545, abs=5e-4)


@pytest.mark.parametrize("opponents", [1, 2, 5])
def test_before_the_flop_strength_to_the_power_of_opponents_is_the_equity(opponents: int) -> None:
    holdem = REGISTRY.game("holdem-limit-6p").definition
    holes = np.array([parse_cards("AsAd"), parse_cards("7c2d")], np.uint8)
    boards, rounds = np.full((2, 5), 255, np.uint8), np.zeros(2, np.uint8)
    found = strength_to_next_card(holdem, holes, boards, round_index=rounds, opponents=opponents)
    assert found**opponents == pytest.approx(preflop_equity(holes, opponents), abs=1e-12)
