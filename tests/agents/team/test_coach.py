"""A coach's team plays as its members would, and follows the results."""

from itertools import cycle
from typing import ClassVar

import numpy as np
import pytest
from loop_stage import GAMES, hand_texts, plan_matches, play
from team_reference import who_plays

from railbird.plugins import (
    CALL,
    AgentEntry,
    AgentError,
    UnknownNameError,
    check_parameters,
    load_registry,
)

REGISTRY = load_registry()
HANDS = 60
KUHN = GAMES["kuhn-3p"]
PLAY = {
    "call": {False: "c", True: "c"},
    "raise": {False: "r", True: "c"},
    "fold": {False: "c", True: "f"},
}
"""What a member does in Kuhn poker, before and after a bet."""


def team(**parameters):
    return lambda: REGISTRY.agent("coach").factory(**parameters)


def against_uniform(make):
    agents = {
        "a": make,
        "b": REGISTRY.agent("uniform").factory,
        "c": REGISTRY.agent("fold").factory,
    }
    plans = plan_matches(KUHN, 6)
    return plans, play(KUHN, agents, plans, hands=HANDS)


def actions_of(betting, position):
    """Whether there was a bet, and the letter, at each decision of a position."""
    folded, done = set(), []
    places = cycle(range(3))
    for index, letter in enumerate(betting):
        place = next(p for p in places if p not in folded)
        if letter == "f":
            folded.add(place)
        if place == position:
            done.append(("r" in betting[:index], letter))
    return done


@pytest.mark.parametrize("k", [1, 3, 10])
@pytest.mark.parametrize("names", [("call", "raise", "fold"), ("fold", "raise")])
def test_each_hand_is_played_by_the_member_that_did_best_of_late(k, names):
    plans, results = against_uniform(team(k=k, members=list(names)))
    assert results.incidents.kind == []
    seen = set()
    for match, plan in enumerate(plans):
        seat = plan.agents.index("a")
        members = who_plays(len(names), k, results.payoffs[match, :, seat].tolist())
        for hand, betting in enumerate(hand_texts(results, match)):
            name = names[members[hand]]
            seen.add(name)
            for after_bet, letter in actions_of(betting, (seat - hand) % 3):
                assert letter == PLAY[name][after_bet]
    assert seen == set(names)


@pytest.mark.parametrize("name", ["uniform", "bluffer", "lucifer"])
def test_a_team_of_one_plays_as_its_member(name):
    _, alone = against_uniform(REGISTRY.agent(name).factory)
    _, as_team = against_uniform(team(members=name))
    np.testing.assert_array_equal(alone.payoffs, as_team.payoffs)
    np.testing.assert_array_equal(alone.betting, as_team.betting)


class Diary:
    """Simple form: records what it observes, calls, and fails once in a hand of its choice."""

    written: ClassVar[list["Diary"]] = []

    def __init__(self, fail_in="", hand=-1):
        self.told, self.asked, self.started = [], [], 0
        self.fail_in, self.hand = fail_in, hand
        Diary.written.append(self)

    def start_match(self, match):
        self.started += 1

    def act(self, observation):
        self.asked.append((observation.hand_index, observation.decision))
        if self.fail_in == "act" and observation.hand_index == self.hand:
            raise ValueError("lost the thread")
        return CALL

    def end_hand(self, record):
        self.told.append(record.hand_index)
        if self.fail_in == "end" and record.hand_index == self.hand:
            raise ValueError("lost the thread")


def diary_team(*, place=0, **parameters):
    """A coach who knows the diary beside ours, and takes it for one of two members."""
    Diary.written.clear()
    entries = {"diary": AgentEntry("diary", Diary), **REGISTRY.agents}
    members: list[object] = ["raise"]
    members.insert(place, {"agent": "diary", "parameters": parameters})
    coach = REGISTRY.agent("coach").factory.func
    return lambda: coach(entries.__getitem__, members=members)


@pytest.mark.parametrize("place", [0, 1])
def test_members_of_simple_form_observe_every_hand_once_and_are_asked_in_their_own(place):
    plans, results = against_uniform(diary_team(place=place))
    assert results.incidents.kind == []
    diaries = [diary for diary in Diary.written if diary.started]
    assert len(diaries) == len(plans)
    for match, (diary, plan) in enumerate(zip(diaries, plans, strict=True)):
        assert diary.started == 1
        assert diary.told == list(range(HANDS))
        seat = plan.agents.index("a")
        members = who_plays(2, 10, results.payoffs[match, :, seat].tolist())
        assert {hand for hand, _ in diary.asked} == {
            hand for hand in range(HANDS) if members[hand] == place
        }


@pytest.mark.parametrize("fail_in", ["act", "end"])
def test_a_member_that_fails_loses_its_teams_match_and_nobody_is_asked_twice(fail_in):
    _, results = against_uniform(diary_team(fail_in=fail_in, hand=0))
    assert set(results.incidents.kind) == {"exception"}
    assert len(results.incidents.kind) == len(plan_matches(KUHN, 6))
    for diary in Diary.written:
        assert len(set(diary.asked)) == len(diary.asked)
        assert len(set(diary.told)) == len(diary.told)


def test_members_are_found_among_the_agents_of_the_process():
    entry = REGISTRY.agent("coach")
    check_parameters(entry, {"k": 3, "members": "call+fold"})
    with pytest.raises(UnknownNameError, match="cal"):
        entry.factory(members="cal")
    with pytest.raises(UnknownNameError, match="parameter of agent 'chump'"):
        entry.factory(members=[{"agent": "chump", "parameters": {"x": 1}}])
    for members in ([], "", 3, [{"name": "call"}], [{"agent": "call", "parameters": 3}]):
        with pytest.raises(AgentError, match="member"):
            entry.factory(members=members)


def test_a_member_that_cannot_play_the_game_is_named():
    leduc = GAMES["leduc"]
    agents = {"a": team(members="call+bluffer"), "b": team(members="call")}
    results = play(leduc, agents, plan_matches(leduc, 2), hands=3)
    assert set(results.incidents.kind) == {"exception"}
    assert "'bluffer' does not play leduc" in results.incidents.text[0]
