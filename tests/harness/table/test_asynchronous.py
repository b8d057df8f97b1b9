"""Asynchronous agents play what the same agents play in simple form, whenever answers arrive."""

import asyncio
import itertools
import random
from typing import Any

import numpy as np
import pytest
from loop_stage import GAMES, LABELS, BatchDice, Dice, bytes_of, plan_matches, play

from railbird.harness.table.asynchronous.decision_log import AsynchronousPlay, NoLog
from railbird.harness.table.play_rules import CallPoint, PlayRules
from railbird.harness.table.table_loop import play_matches_asynchronously
from railbird.plugins import (
    CALL,
    FOLD,
    Action,
    AgentError,
    HandRecord,
    Observation,
    UnplayableError,
    raise_to,
)

PLAYED = ["kuhn-3p", "holdem-limit-3p", "holdem-nolimit-2p", "short-stacks", "badugi"]
ORDERS = random.Random(4)


class Slow(Dice):
    """Dice that take a while, each time a different one."""

    before: Observation | None = None

    async def act(self, observation: Observation) -> Action:  # type: ignore[override]
        for _ in range(ORDERS.randrange(4)):
            await asyncio.sleep(0)
        answer = super().act(observation)
        if self.before is not None:  # it is as it was
            assert (self.before.decision, self.before.hand_index) == self.then
            assert len(self.before.actions) == self.before.decision
        self.before, self.then = observation, (observation.decision, observation.hand_index)
        return answer

    async def end_hand(self, record: HandRecord) -> None:  # type: ignore[override]
        await asyncio.sleep(0)
        super().end_hand(record)


def play_slow(
    game: Any, agents: Any, plans: Any, slow: str, *, hands: int = 7, **rules: Any
) -> Any:
    playing = play_matches_asynchronously(
        game,
        plans,
        agents,
        rules=PlayRules(hands, **rules),
        asynchronous=AsynchronousPlay(frozenset(slow), NoLog()),
    )
    return asyncio.run(playing)


@pytest.mark.parametrize("slow", ["a", LABELS])
@pytest.mark.parametrize("name", PLAYED)
def test_they_play_what_simple_agents_play(name: str, slow: str) -> None:
    game, plans = GAMES[name], plan_matches(GAMES[name])
    agents = {label: Slow if label in slow else BatchDice for label in LABELS}
    simple, slowly = play(game, Dice, plans), play_slow(game, agents, plans, slow)
    for match in range(len(plans)):
        assert bytes_of(slowly, match) == bytes_of(simple, match)


FAULTS: dict[str, Any] = {
    "exception": lambda _: 1 / 0,
    "agent error": lambda _: (_ for _ in ()).throw(AgentError("no")),
    "exit": lambda _: (_ for _ in ()).throw(SystemExit(3)),
    "nothing": lambda _: None,
    "a text": lambda _: "fold",
    "too much": lambda _: raise_to(2**70),
    "too little": lambda _: raise_to(0),
    "fold": lambda _: FOLD,
    "kind 9": lambda _: Action(9),  # type: ignore[arg-type]
}


class Culprit(Dice):
    """Dice, but for one answer in match 3."""

    numbers = itertools.count()
    fault: Any = None

    def __init__(self) -> None:
        super().__init__()
        self.is_bad = next(self.numbers) == 3

    def act(self, observation: Observation) -> Action:
        usual = super().act(observation)
        if self.is_bad and observation.hand_index == 2 and observation.decision >= 1:
            answer: Action = type(self).fault(observation)
            return answer
        return usual


def culprit(fault: Any, *, is_slow: bool) -> Any:
    made = type("Culprit", (Culprit,), {"fault": staticmethod(fault), "numbers": itertools.count()})
    if not is_slow:
        return made

    async def act(self: Any, observation: Observation) -> Action:
        await asyncio.sleep(0)
        return made.act(self, observation)

    async def end_hand(self: Any, record: HandRecord) -> None:
        made.end_hand(self, record)

    return type("Culprit", (made,), {"act": act, "end_hand": end_hand})


@pytest.mark.parametrize("rule", ["acpc", "strict"])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_they_do_wrong_is_judged_alike(fault: str, rule: Any) -> None:
    game, plans = GAMES["holdem-nolimit-2p"], plan_matches(GAMES["holdem-nolimit-2p"])
    agents = {**dict.fromkeys(LABELS, Dice), "a": culprit(FAULTS[fault], is_slow=False)}
    slow = {**agents, "a": culprit(FAULTS[fault], is_slow=True)}
    simple = play(game, agents, plans, misbehaviour=rule)
    slowly = play_slow(game, slow, plans, "a", misbehaviour=rule)
    for match in range(len(plans)):
        assert bytes_of(slowly, match) == bytes_of(simple, match)


class NeverMade:
    def __init__(self) -> None:
        raise ValueError("not today")

    async def act(self, observation: Observation) -> Action:
        raise AssertionError


class FailsAtTheEnd(Slow):
    async def end_hand(self, record: HandRecord) -> None:
        if record.hand_index == 2:
            raise ValueError("a sore loser")


def test_failures_outside_of_decisions_forfeit() -> None:
    game, plans = GAMES["holdem-nolimit-2p"], plan_matches(GAMES["holdem-nolimit-2p"])
    never = play_slow(game, {"a": NeverMade, "b": Dice}, plans, "a").incidents
    assert set(never.kind) == {"exception"} and set(never.hand) == {0}
    assert len(never.kind) == len(plans)
    ends = play_slow(game, {"a": FailsAtTheEnd, "b": Slow}, plans, "ab")
    assert set(ends.incidents.hand) == {2} and len(ends.incidents.kind) == len(plans)
    assert np.all(ends.payoffs.sum(axis=2) == 0)


class GivesUp(Dice):
    kind: Any = "unreadable"

    async def act(self, observation: Observation) -> Action:  # type: ignore[override]
        raise UnplayableError("three answers without an action", kind=self.kind)


class ChecksOrFolds(Dice):
    def act(self, observation: Observation) -> Action:
        return FOLD if observation.can_fold else CALL


@pytest.mark.parametrize("kind", ["unreadable", "illegal"])
def test_an_agent_without_an_answer_checks_or_folds(kind: Any) -> None:
    game, plans = GAMES["holdem-nolimit-2p"], plan_matches(GAMES["holdem-nolimit-2p"])
    given_up = type("GivesUp", (GivesUp,), {"kind": kind, "end_hand": None})
    slowly = play_slow(game, {"a": given_up, "b": Dice}, plans, "a")
    simple = play(game, {"a": ChecksOrFolds, "b": Dice}, plans)
    assert np.array_equal(slowly.payoffs, simple.payoffs)
    assert np.array_equal(slowly.betting, simple.betting)
    assert set(slowly.incidents.kind) == {kind}
    strict = play_slow(game, {"a": given_up, "b": Dice}, plans, "a", misbehaviour="strict")
    assert len(strict.incidents.kind) == len(plans)


def test_an_imposed_forfeit_takes_effect_at_its_moment() -> None:
    game, plans = GAMES["holdem-nolimit-2p"], plan_matches(GAMES["holdem-nolimit-2p"])
    seat = plans[3].agents.index("a")
    forfeits = (CallPoint(3, seat, 2, 1),)
    simple = play(game, Dice, plans, forfeits=forfeits)
    slowly = play_slow(game, {"a": Slow, "b": Slow}, plans, "ab", forfeits=forfeits)
    for match in range(len(plans)):
        assert bytes_of(slowly, match) == bytes_of(simple, match)


def test_an_asynchronous_agent_is_refused_where_answers_are_due_at_once() -> None:
    game, plans = GAMES["holdem-nolimit-2p"], plan_matches(GAMES["holdem-nolimit-2p"])
    incidents = play(game, {"a": Slow, "b": Dice}, plans).incidents
    assert len(incidents.kind) == len(plans)
    assert all("is_asynchronous=True" in text for text in incidents.text)
