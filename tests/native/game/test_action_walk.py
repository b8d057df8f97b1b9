"""A hand followed action by action comes to what the tables made of it."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.native import (
    ROUND_LETTER,
    ActionKind,
    ActionOutcome,
    ActionWalk,
    BettingError,
    GameDefinition,
    Tables,
    parse_game,
)
from railbird.native._native import ffi

Shipped = Callable[[str], GameDefinition]
ONE = np.zeros(1, np.int32)
GAMES = ("kuhn-3p", "leduc", "holdem-limit-3p", "holdem-nolimit-2p", "holdem-nolimit-6p")
THREE = parse_game(
    "nolimit\nnumPlayers = 3\nnumRounds = 2\nstack = 50 60 70\nblind = 1 2 0\nfirstPlayer = 3 1\n"
    "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 5\n"
)


def test_an_outcome_has_the_fields_that_c_has() -> None:
    fields = [name for name, _ in ffi.typeof("rb_action_outcome").fields]
    assert list(ActionOutcome._fields) == fields


def play(tables: Tables, choices: list[int], stacks: list[int]) -> list[list[int]]:
    """Play one hand to its end; return what everybody had put in after each action."""
    blinds = np.minimum(tables.definition.blinds, stacks)
    tables.start_hands(ONE, None, stacks=np.array([stacks]), blinds=blinds[None])
    spent, choice = [tables.spent[0].tolist()], iter(choices)
    while not tables.is_done[0]:
        legal = [kind for kind in ActionKind if tables.legal_kinds(ONE)[0] >> kind & 1]
        least, most = tables.raise_bounds(ONE)
        number = next(choice, 1)
        kind = legal[number % len(legal)].value
        size = least + number % (most - least + 1)
        tables.apply_actions(ONE, np.array([kind], np.uint8), size)
        spent.append(tables.spent[0].tolist())
    return spent


@settings(deadline=None)
@given(name=st.sampled_from(GAMES), data=st.data())
def test_what_actions_come_to(shipped_game: Shipped, name: str, data: st.DataObject) -> None:
    game = shipped_game(name)
    shallow = st.integers(3, min(400, *game.stacks))
    stacks = data.draw(st.lists(shallow, min_size=game.player_count, max_size=game.player_count))
    tables, walk = Tables(game, 1), ActionWalk(game)
    spent = play(tables, data.draw(st.lists(st.integers(0, 10**6), max_size=40)), stacks)
    betting = tables.betting(0)
    walk.begin(stacks, np.minimum(game.blinds, stacks).tolist())
    assert walk.spent == spent[0]
    start, count = 0, 0
    for outcome in walk.follow(betting):
        before = spent[count]
        if outcome is None:
            start = max(before)
            assert walk.round_start == start
            continue
        count += 1
        after, position = spent[count], outcome.position
        now = after[position]
        assert walk.spent == after
        assert [
            place
            for place in range(len(after))
            if place != position and after[place] != before[place]
        ] == []
        assert outcome.paid == now - before[position]
        assert outcome.raise_to == now - start
        assert outcome.raised_by == now - max(before)
        assert bool(outcome.is_bet) == (max(before) == start)
        assert bool(outcome.is_all_in) == (outcome.paid > 0 and now == stacks[position])
        assert outcome.round_index == walk.round_index
    assert count == len(re.findall("[fcr]", betting))
    assert walk.round_index == betting.count(ROUND_LETTER)
    assert walk.acting is None
    assert walk.live == np.flatnonzero(~tables.has_folded[0]).tolist()


def test_what_is_not_legal_changes_nothing() -> None:
    walk = ActionWalk(THREE)
    walk.begin(THREE.stacks, THREE.blinds)
    with pytest.raises(BettingError, match="below the least raise-to"):
        walk.act(ActionKind.RAISE.value, 3)
    with pytest.raises(BettingError, match="a / stands where a round begins"):
        walk.begin_round()
    assert (walk.acting, walk.spent, walk.round_index) == (2, [1, 2, 0], 0)
    for _ in range(3):
        walk.act(ActionKind.CALL.value)
    assert (walk.rounds_due, walk.acting) == (1, 0)
    with pytest.raises(BettingError, match="a / stands where a round begins"):
        walk.act(ActionKind.CALL.value)
    walk.begin_round()
    assert (walk.rounds_due, walk.round_start, walk.round_index) == (0, 2, 1)
    walk.act(ActionKind.RAISE.value, 50)
    walk.act(ActionKind.FOLD.value)
    walk.act(ActionKind.FOLD.value)
    with pytest.raises(BettingError, match="nobody is to act any more"):
        walk.act(ActionKind.CALL.value)
    assert (walk.live, walk.acting) == ([0], None)


def test_rounds_are_due_where_nobody_is_able_to_act() -> None:
    walk = ActionWalk(THREE)
    walk.begin([1, 2, 0], [1, 2, 0])
    assert (walk.rounds_due, walk.acting, walk.live) == (1, None, [0, 1])


@settings(deadline=None)
@given(name=st.sampled_from(GAMES), choices=st.lists(st.integers(0, 10**6), max_size=12))
def test_raises_have_the_bounds_of_the_tables(
    shipped_game: Shipped, name: str, choices: list[int]
) -> None:
    """In every situation on the way, the end of the hand included."""
    game = shipped_game(name)
    tables, walk = Tables(game, 1), ActionWalk(game)
    play(tables, choices, list(game.stacks))
    betting = tables.betting(0)
    ends = [end for end in range(len(betting) + 1) if betting[end : end + 1] in ("", *"fcr")]
    for end in ends:
        walk.begin(game.stacks, game.blinds)
        list(walk.follow(betting[:end]))
        tables.start_hands(ONE, None)
        tables.play_betting(ONE, [betting[:end]])
        least, most = tables.raise_bounds(ONE)
        assert walk.raise_bounds == (least[0], most[0])
