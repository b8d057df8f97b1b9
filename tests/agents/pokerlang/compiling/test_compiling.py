"""What is wrong with a strategy is named with its place and what to do; nothing is unknown."""

import pytest
from pokerlang_strategies import program, raising_when

from railbird.agents.pokerlang.compiling.strategy_compiler import find_misfits
from railbird.agents.pokerlang.language.parsing import SourceError
from railbird.harness.games.library import load_house_games

GAMES = {game.name: game for game in load_house_games()}

WRONG = {
    "tactic t rule when potodds > 1: fold": "2:20: there is no test 'potodds'; nearest is 'pot-",
    "tactic t rule when buton: fold": "2:20: there is no test 'buton'; nearest is 'button'",
    "tactic t rule when M: fold": "2:20: 'M' is a number; compare it, such as M > 1",
    "tactic t rule when button > 1: fold": "2:20: 'button' is true or false; it cannot be compared",
    "tactic t rule when hand in F: fold": "2:28: there is no list of hands 'F'; there are A, B, C",
    "tactic t rule when hand in \"AKq\": fold": "2:28: 'AKq' is not",
    "tactic t rule when stack in gren: fold": "2:29: there is no stack 'gren'; nearest is 'green'",
    "tactic t rule when position in goood: fold": "2:32: there is no position 'goood'; nearest is",
    "tactic t rule when round is flopp: fold": "2:29: there is no round 'flopp'; nearest is 'flop'",
    "tactic t rule when last-raiser is you: fold": "2:35: there is no last raiser 'you'; there are",
    "tactic t rule when image is fox: fold": "2:29: there is no style 'fox'; there are unknown, ",
    "tactic t rule when imige is fox: fold": "2:20: there is no test 'imige'; nearest is 'image'",
    "tactic t rule when opponent vpp > 1: fold": "2:29: there is no indicator of an o",
    "tactic t rule when opponent can have pair: fold": "2:20: 'opponent can have' is not k",
    "tactic t when round is flop rule when opponent can have flash: fold": "2:57: there is no ca",
    "tactic t when round is flop rule when opponent can have flush > 1: fold": "2:65: 1 is not a",
    "tactic t rule when M / 0 > 1: fold": "2:24: nothing can be divided by 0",
    "tactic t rule when M vs \"AA\" > 1: fold": "2:20: 'M vs' is no test; only strength and",
    "tactic t rule: fould": "2:16: there is no action 'fould'; nearest is 'fold'",
    "tactic t rule: fold 60%, call 50%": "2:16: the shares come to 110%; they may come to 100% at",
    "tactic t rule: fold 101%": "2:21: 101% is more than 100%",
    "tactic t rule: raise 0%": "2:22: a raise needs a size above 0",
    "tactic t rule: fold often 0%": "2:27: often 0%: give more than 0% and at most 100%",
    "tactic t rule: " + "raise min, " * 100 + "fold": "2:1116: a mix has at most 100 moves",
    f"action a flop: {'fold, ' * 60} call tactic t rule: a, a": "2:397: a mix has at most 100 mo",
    "tactic t": "2:8: tactic 't' has no rules; write one, or what it plays",
    "tactic t rule: fold tactic t rule: fold": "2:28: tactic 't' is defined twice",
    "tactic t plays loose": "2:16: there is no style 'loose'; there are loose-aggressive, loo",
    "hands h = AA, KK:0.5": "2:15: 'KK:0.5' has a weight; list hands without weights",
    "hands A = KK": "2:7: hands 'A' is defined already; choose another name",
    "hands h = 22-AKs": "2:11: '22-AKs' goes from one kind of hand to another",
    "hands h = ATx": "2:11: 'ATx' is not",
    "hands h = 0%": "2:11: '0%' is not a share of the hands",
    "stack s = 5 .. 3": "2:1: 's' is empty: 5 is above 3",
    "action a preflop: fold preflop: call": "2:24: round 'preflop' is written twice",
    "action a preflop: fold action b flop: a": "2:39: an action cannot name another action",
    "tactic t rule when ehs > 0.5: fold": "2:20: 'ehs' is not known before the flop; write 'not",
    "tactic t rule when made pair: fold": "2:20: 'made' is not known before the flop",
    "tactic t rule when board wet: fold": "2:20: 'board' is not known before the flop",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_named_with_its_place(text: str) -> None:
    with pytest.raises(SourceError) as caught:
        program(text)
    assert caught.value.faults[0].describe("f").startswith(f"f:{WRONG[text]}")


def test_mixes_have_up_to_100_moves() -> None:
    program("tactic t rule: " + "raise min, " * 99 + "fold")
    program(f"action a flop: {'fold, ' * 49} call tactic t rule: a, a")


def test_all_faults_are_reported_in_their_order() -> None:
    with pytest.raises(SourceError) as caught:
        program("tactic t\n rule when Mm > 3 and buton: fold\n rule: foldd 200%")
    assert [(one.line, one.column) for one in caught.value.faults] == [
        (3, 12),
        (3, 23),
        (4, 8),
        (4, 14),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "tactic t rule when not round is preflop and ehs > 0.5: fold",
        "tactic t rule when round is preflop or made pair: fold",
        "tactic t when round in flop, turn rule when board paired: fold",
        "tactic t rule when round is preflop: call rule when potential > 0.5: fold",
        "tactic t when round is preflop rule: call tactic u rule when ehs > 0.5: fold",
        "tactic t rule when not (round is preflop or M < 3) and drawing flush: fold",
    ],
)
def test_tests_of_the_board_are_allowed_where_there_is_one(text: str) -> None:
    assert program(text).tactics


@pytest.mark.parametrize(
    "text",
    [
        "tactic t rule when round is preflop and ehs > 0.5: fold",
        "tactic t rule when not round is preflop or made pair: fold",
        "tactic t rule when not round is flop and made pair: fold",
        "tactic t rule when round is preflop: call often 50% rule when ehs > 0.5: fold",
        "tactic t when round is preflop and M > 3 rule: call tactic u rule when ehs > 0.5: fold",
    ],
)
def test_they_are_refused_where_there_may_be_none(text: str) -> None:
    with pytest.raises(SourceError, match="is not known before the flop"):
        program(text)


KNOWN = {
    "hand in A": {"holdem-limit-2p", "holdem-nolimit-6p", "holdem-preflop-limit-2p"},
    "strength > 0.5": {"holdem-limit-2p", "holdem-nolimit-6p", "holdem-preflop-limit-2p"},
    "button": {"holdem-limit-2p", "holdem-nolimit-6p", "holdem-preflop-limit-2p"},
    "raises > 1": {
        *{"holdem-limit-2p", "holdem-nolimit-6p", "holdem-preflop-limit-2p", "leduc"},
        *{"kuhn-2p", "seven-card-stud", "omaha-limit"},
    },
    "M > 3": {
        *{"holdem-limit-2p", "holdem-nolimit-6p", "holdem-preflop-limit-2p", "leduc"},
        *{"kuhn-2p", "seven-card-stud", "omaha-limit"},
    },
    "steal-bet <= 1 pot": {"holdem-nolimit-6p"},
    "last-raiser is me": {
        *{"holdem-limit-2p", "holdem-nolimit-6p", "holdem-preflop-limit-2p", "leduc"},
        *{"kuhn-2p", "omaha-limit"},
    },
    "opponent is unknown": {
        *{"holdem-limit-2p", "holdem-nolimit-6p", "holdem-preflop-limit-2p", "leduc"},
        *{"kuhn-2p", "omaha-limit"},
    },
    "in-position": {
        *{"holdem-limit-2p", "holdem-nolimit-6p", "holdem-preflop-limit-2p", "leduc"},
        *{"kuhn-2p", "omaha-limit"},
    },
}


@pytest.mark.parametrize("test", KNOWN)
def test_what_a_game_cannot_tell_is_an_error_for_that_game(test: str) -> None:
    names = {*KNOWN["M > 3"], "five-card-draw", "pineapple"}
    fits = {name for name in names if not find_misfits(raising_when(test), GAMES[name].definition)}
    expected = KNOWN[test] | ({"omaha-limit"} if test == "button" else set())
    assert fits == expected
    misfits = find_misfits(raising_when("hand in A"), GAMES["kuhn-2p"].definition)
    place = "f:3:12: 'hand' needs the cards of hold'em, which this game lacks"
    assert [one.describe("f") for one in misfits] == [place]


def test_what_a_program_depends_on() -> None:
    assert program("tactic t rule: fold 50%, call").is_stationary
    assert not program("tactic t rule: fold 50%, call per hand").is_stationary
    assert not program("action a flop: fold 50% per hand tactic t rule: a").is_stationary
    assert not program("tactic t plays tight-passive").is_stationary
    assert program("tactic t rule when position in good: fold").remembers
    assert not program("tactic t rule when in-position: fold").remembers
    for test in ("opponent is tight-passive", "image is unknown", "opponent vpip < 20%"):
        of = program(f"tactic t rule when {test}: fold")
        assert (of.remembers, of.remembers_bets, of.is_stationary) == (True, False, False)
    for test in ("steal-bet <= 0.5 pot", "implied-odds < 0.2"):
        assert program(f"tactic t rule when {test}: fold").remembers_bets
    can_have = "not round is preflop and opponent can have flush >= 10%"
    assert program(f"tactic t rule when {can_have}: fold").is_stationary
