"""What a betting tells, held to a plain reading of its actions one by one."""

from itertools import pairwise

import numpy as np
import pytest
from clone_cases import GAMES, played

from railbird.agents.baselines import Uniform
from railbird.agents.clone.decisions.betting_story import (
    CHECK,
    NOBODY,
    NOTHING,
    OTHER,
    PAID,
    RAISED,
    SELF,
    read_story,
)
from railbird.native import ActionKind, GameDefinition
from railbird.plugins.contract.readable import PastAction, past_actions


def told(definition: GameDefinition, betting: str, me: int) -> dict[str, object]:
    """The same by following the actions."""
    actions = past_actions(definition, definition.stacks, betting)
    number = betting.count("/")
    ends = [ends_of(definition, actions, index) for index in range(len(actions))]
    here = [a for a in actions if a.round_index == number]
    raised = [i for i, a in enumerate(actions) if a.kind == ActionKind.RAISE]
    last = raised[-1] if raised and actions[raised[-1]].round_index == number else None
    begin = len(actions) - len(here)
    since = begin if last is None else last + 1
    mine = [i for i, a in enumerate(actions) if a.position == me]
    earlier = [i for i in raised if i < begin]
    others = [a.position for a in actions if a.position != me]

    def who(places: list[int]) -> int:
        return NOBODY if not places else SELF if actions[places[-1]].position == me else OTHER

    return {
        "raises": len(raised) - len(earlier),
        "earlier_raises": len(earlier),
        "callers": ends[since:].count(PAID),
        "last_raiser": who(raised),
        "earlier_raiser": who(earlier),
        "own_last": ends[mine[-1]] if mine else NOTHING,
        "own_in_round": ends[mine[-1]] if mine and mine[-1] >= begin else NOTHING,
        "own_raises": sum(ends[i] == RAISED for i in mine),
        "own_calls": sum(ends[i] == PAID for i in mine),
        "last_actor": others[-1] if others else -1,
        "has_answered": {a.position for a in actions[since if last is None else last :]},
    }


def ends_of(definition: GameDefinition, actions: tuple[PastAction, ...], index: int) -> int:
    """What an action was: a check, a call that cost chips, a raise; -1 for a fold."""
    one = actions[index]
    if one.kind != ActionKind.CALL:
        return RAISED if one.kind == ActionKind.RAISE else -1
    before = [a for a in actions[:index] if a.round_index == one.round_index]
    if any(a.kind == ActionKind.RAISE for a in before):
        return PAID
    is_blind = definition.blinds[one.position] < max(definition.blinds)
    return PAID if one.round_index == 0 and is_blind else CHECK


@pytest.mark.parametrize(
    "name", ["kuhn-3p", "leduc", "holdem-limit-3p", "holdem-nolimit-6p", "holdem-nolimit-2p"]
)
def test_a_story_is_what_the_actions_say(name: str) -> None:
    definition = GAMES[name].definition
    players = definition.player_count
    hands = played(GAMES[name], [Uniform() for _ in range(players)], decks=2, hands=60)
    ends, letters = hands.betting_offsets.tolist(), hands.betting.tobytes().decode()
    rows = []
    for begin, end in pairwise(ends):
        whole = letters[begin:end]
        cuts = [i for i, letter in enumerate(whole) if letter in "fcr"]
        for cut in cuts:
            actor = past_actions(definition, definition.stacks, rest_of(whole, cut))[-1].position
            rows.append((whole[:cut], actor))
    text = np.frombuffer("".join(row[0] for row in rows).encode(), np.uint8)
    offsets = np.cumsum([0, *(len(row[0]) for row in rows)])
    story = read_story(definition, (text, offsets), np.array([row[1] for row in rows]))
    for row, (betting, me) in enumerate(rows):
        for column, expected in told(definition, betting, me).items():
            found = getattr(story, column)[row]
            is_set = isinstance(expected, set)
            assert (set(np.flatnonzero(found)) if is_set else found) == expected, (
                name,
                betting,
                me,
                column,
            )


def rest_of(whole: str, cut: int) -> str:
    """The betting up to and with the action at a place."""
    end = cut + 1
    while end < len(whole) and whole[end].isdigit():
        end += 1
    return whole[:end]
