"""Rules of games with steps, told by hands of which the outcome is known."""

import numpy as np
import pytest
from step_tables import begin, bounds, chips, legal, play

from railbird.native import (
    PAYOFF_UNIT,
    ActionKind,
    GameDefinitionError,
    parse_cards,
    parse_game,
)

CALL, RAISE = 1 << ActionKind.CALL, 1 << ActionKind.RAISE
FOLD = 1 << ActionKind.FOLD

NO_LIMIT = """
name = "no-limit"
players = [2, 6]
betting = { structure = "nolimit" }
antes = 1
blinds = { small = 1, big = 2 }
[[steps]]
deal = { down = 2 }
[[steps]]
bet = {}
[[steps]]
deal = { board = 3 }
[[steps]]
bet = {}
"""
LIMIT = NO_LIMIT.replace('"nolimit"', '"limit", small = 4, most_raises = 4').replace(
    "small = 1, big = 2", "small = 2, big = 4"
)
STUD = """
name = "stud"
players = [2, 6]
betting = { structure = "limit", small = 2, most_raises = 4 }
antes = 2
bring_in = { chips = 1, by = "highest card" }
best = [{ rank = "high" }, { rank = "ace-to-five", at_most = 8 }]
[[steps]]
deal = { down = 1, up = 1 }
[[steps]]
bet = { first = "bring-in" }
[[steps]]
deal = { down = 3 }
[[steps]]
bet = { first = "highest showing" }
"""


# ---- all-ins below a raise: rule 47 of the TDA ----


def test_a_short_all_in_does_not_let_those_raise_who_have_acted() -> None:
    tables = play(begin(NO_LIMIT, [100, 100, 100, 14]), "r11")
    assert legal(play(tables, "r14")) == FOLD | CALL | RAISE  # the small blind has not acted
    assert legal(play(tables, "cc")) == FOLD | CALL
    assert tables.acting_position[0] == 2


def test_short_all_ins_that_come_to_a_raise_together_let_all_raise() -> None:
    tables = play(begin(NO_LIMIT, [19, 23, 100, 15]), "r11r15r19r23")
    assert tables.acting_position[0] == 2
    assert legal(tables) == FOLD | CALL  # nobody else has chips behind
    tables = play(begin(NO_LIMIT, [19, 100, 100, 15]), "r11r15r19c")
    assert legal(tables) == FOLD | CALL | RAISE  # he faces 8 more, as much as the raise to 11
    assert bounds(tables) == (27, 100)


def test_the_least_raise_is_above_a_short_all_in_by_the_last_whole_raise() -> None:
    assert bounds(play(begin(NO_LIMIT, [100, 100, 100, 14]), "r11r14")) == (22, 100)


def test_with_a_limit_half_a_bet_lets_those_raise_who_have_acted() -> None:
    half = play(begin(LIMIT, [100, 100, 100, 11]), "rrcc")
    assert (half.acting_position[0], legal(half)) == (2, FOLD | CALL | RAISE)
    less = play(begin(LIMIT, [100, 100, 100, 10]), "rrcc")
    assert (less.acting_position[0], legal(less)) == (2, FOLD | CALL)


def test_who_called_the_bring_in_may_raise_after_it_is_completed() -> None:
    tables = play(begin(STUD, [50, 50, 50], cards="2cKs 3cQd 4cJh"), "ccr")
    assert (tables.acting_position[0], legal(tables)) == (0, FOLD | CALL | RAISE)


# ---- raises that nobody can answer ----


def test_no_raise_is_legal_where_nobody_has_more_than_there_is_to_call() -> None:
    tables = play(begin(NO_LIMIT, [100, 8, 20]), "r20")
    assert tables.acting_position[0] == 0
    assert legal(tables) == FOLD | CALL


def test_the_least_bet_is_legal_where_the_pot_is_smaller() -> None:
    text = NO_LIMIT.replace("nolimit", "potlimit").replace("antes = 1", "")
    empty = begin(text.replace("blinds = { small = 1, big = 2 }", ""), [9, 9])
    assert bounds(empty) == (1, 1)
    assert bounds(play(empty, "r1")) == (2, 3)


# ---- what a short blind or bring-in did not put in ----


def test_a_short_bring_in_is_called_whole_and_nobody_owes_it_alone() -> None:
    tables = begin(STUD, [2, 2, 50, 50], cards="2cKs 3cQd 4cJh 5c9h")
    assert tables.acting_position[0] == 2  # the king is all-in for the ante
    assert tables.columns.to_call([0]).tolist() == [1]
    assert legal(tables) == FOLD | CALL | RAISE
    assert legal(play(tables, "f")) == 0  # the last one has put in more than the all-ins
    assert sum(chips(tables)) == 0


def test_chips_that_only_folded_players_put_in_go_with_the_pot_below() -> None:
    text = STUD.replace('bring_in = { chips = 1, by = "highest card" }', "blinds = [4, 3]")
    tables = begin(text.replace('"bring-in"', '"position"'), [4, 100, 4, 100], blinds=[4, 3, 0, 0])
    play(tables, "fcf/")
    assert tables.is_done[0]
    assert tables.spent[0].tolist() == [4, 5, 4, 2]
    assert sum(chips(tables)) == 0


def test_units_that_cannot_be_shared_go_to_the_earliest_position() -> None:
    best = 'best = [{ rank = "high", board = 3 }, { rank = "ace-to-five", board = 3 }]'
    tables = begin(NO_LIMIT.replace("6]", "9]").replace("antes = 1", f"antes = 1\n{best}"), [9] * 9)
    play(tables, f"f{'c' * 8}/{'c' * 8}")
    pot = (9 + 8 * 2) * PAYOFF_UNIT
    each, odd = divmod(pot // 2, 8)
    assert odd
    won = [payoff + 3 * PAYOFF_UNIT for payoff in tables.payoffs([0])[0].tolist()]
    assert won == [2 * (each + odd), 2 * each, 2 * PAYOFF_UNIT, *[2 * each] * 6]


# ---- who is first by what lies face up ----


@pytest.mark.parametrize(
    ("by", "first"), [("highest card", 1), ("lowest card", 2)], ids=["high", "low"]
)
def test_aces_are_low_where_the_highest_card_brings_in(by: str, first: int) -> None:
    text = STUD.replace("highest card", by)
    tables = begin(text, [50, 50, 50], cards="2cAc 3cKs 4c9d")
    assert tables.acting_position[0] == first


def test_suits_decide_between_cards_of_a_rank() -> None:
    assert begin(STUD, [50, 50, 50], cards="2cKc 3cKs 4cKd").acting_position[0] == 1


# ---- cards ----


def test_who_has_discarded_holds_what_he_kept() -> None:
    text = STUD.replace('bring_in = { chips = 1, by = "highest card" }', "")
    text = text.replace("down = 1, up = 1", "down = 6").replace('first = "bring-in"', "")
    text = text.replace("deal = { down = 3 }", "discard = 1")
    text = text.replace('first = "highest showing"', "")
    tables = begin(text, [50, 50], cards="2c3c4c5c6c7c")
    play(tables, "cc/d002")
    held = tables.columns.hole_cards([0], np.zeros(1, np.uint8))[0]
    assert held.tolist() == [*parse_cards("2c 4c 5c 6c 7c"), 255]


@pytest.mark.parametrize(
    ("best", "message"),
    [
        (
            '{ rank = "high" }, { rank = "ace-to-five", at_most = 8, hole = 1, board = 1 }',
            "5 cards",
        ),
        ('{ rank = "ace-to-five", at_most = 8 }', "second"),
        ('{ rank = "ace-to-five", at_most = 8 }, { rank = "high" }', "second"),
    ],
)
def test_a_ranking_that_not_every_hand_qualifies_for_is_second_and_of_five_cards(
    best: str, message: str
) -> None:
    with pytest.raises(GameDefinitionError, match=message):
        parse_game(NO_LIMIT.replace("antes = 1", f"antes = 1\nbest = [{best}]"))
