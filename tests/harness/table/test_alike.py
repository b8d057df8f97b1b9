"""Agents that answer alike are asked in one call: which they are, and that nobody can tell."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from railbird.agents.baselines import Call, Uniform
from railbird.harness import AgentSpec, Spec
from railbird.harness.table.asking.alike import ask_together
from railbird.harness.table.match_results import MatchResults
from railbird.harness.table.play_rules import CallPoint, PlannedTournament, PlayRules
from railbird.harness.table.table_loop import play_matches
from railbird.harness.tournament.preparation import prepare
from railbird.harness.workers.job import make_factories
from railbird.native import FreezeOut, Level, RingRule, Stakes
from railbird.plugins import DecisionBatch, Distribution, MatchBatch, load_registry
from tests.support.loop_stage import GAMES, LABELS, BatchDice, Dice, plan_matches

Agents = Mapping[str, Callable[[], Any]]
PLAIN = PlayRules(9)


class Counted(Uniform):
    """Plays uniformly, and counts its instances and calls."""

    instances = 0
    calls = 0

    def __init__(self) -> None:
        type(self).instances += 1

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        type(self).calls += 1
        return super().probabilities_batch(decisions, hole_cards)


class Faulty(Uniform):
    """Raises in a seat of every match, after some hands."""

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        is_due = decisions.seat == decisions.match // 3 % decisions.seat_count
        if (is_due & (decisions.hand_index > 2)).any():
            raise RuntimeError("a fault")
        return super().probabilities_batch(decisions, hole_cards)


class Restless(Uniform):
    stationary = False


class Starting(Uniform):
    def start_matches(self, matches: MatchBatch) -> None:
        pass


class Listening(Uniform):
    def end_hands(self, hands: Any) -> None:
        pass


class Choosing(Uniform):
    def choose_table(self, lobby: Any) -> str:
        return "stay"


class Failing(Uniform):
    def __init__(self) -> None:
        raise RuntimeError("cannot be created")


class Undeclared:
    stationary = True

    def act_batch(self, decisions: DecisionBatch) -> Any:
        return np.ones(len(decisions), np.uint8), np.zeros(len(decisions), np.int64)


def apart(make: Callable[[], Any], count: int = 10) -> Agents:
    """A factory of its own for each label: the same agents, and nobody can know it."""

    return {label: partial(make) for label in LABELS[:count]}


def same(make: Callable[[], Any], count: int = 10) -> Agents:
    return dict.fromkeys(LABELS[:count], make)


def contents(results: MatchResults) -> list[Any]:
    """All that is stored of results, and who decided how often."""
    session = results.session
    return [
        results.payoffs.tolist(),
        results.betting.tobytes(),
        results.betting_offsets.tolist(),
        asdict(results.incidents),
        None if session is None else (session.stacks.tolist(), session.hand_counts.tolist()),
        [(rows.agents.tolist(), rows.chips.tolist()) for rows in results.bankrolls],
        sorted((times.label, times.decisions) for times in results.call_times),
    ]


@pytest.mark.parametrize("rule", ["acpc", "strict"])
@pytest.mark.parametrize("make", [Uniform, Faulty])
@pytest.mark.parametrize("name", ["kuhn-3p", "holdem-limit-3p", "holdem-nolimit-2p"])
def test_cash_games_are_the_same(name: str, make: type, rule: Any) -> None:
    plans, rules = plan_matches(GAMES[name], 30), replace(PLAIN, misbehaviour=rule)
    for mixed in ({}, {"b": Dice}):
        together, singly = (
            play_matches(GAMES[name], plans, dict(agents) | mixed, rules=rules)
            for agents in (same(make), apart(make))
        )
        assert contents(together) == contents(singly)
        assert bool(together.incidents.kind) == (make is Faulty)


def test_freeze_outs_are_the_same() -> None:
    rule = FreezeOut(60, (Level((5, 10), 10),), most_hands=200)
    game = GAMES["holdem-nolimit-3p"]
    game = replace(game, definition=rule.first_hand(game.definition))
    rules = PlayRules(200, session=rule, mode="freeze-out")
    plans = plan_matches(game, 40)
    together, singly = (
        play_matches(game, plans, agents, rules=rules)
        for agents in (same(Uniform) | {"c": Call}, apart(Uniform) | {"c": Call})
    )
    assert contents(together) == contents(singly)


@pytest.mark.parametrize("make", [Uniform, Faulty])
@pytest.mark.parametrize(("tables", "sessions"), [(4, [range(3)]), (1, [[n] for n in range(6)])])
def test_ring_games_are_the_same(make: type, tables: int, sessions: list[list[int]]) -> None:
    """At one table most agents rest at first, and come later."""
    rule = RingRule(200, (Stakes("a", (1, 2), 3, tables),), 10, 20, 5, most_hands=40)
    game = GAMES["holdem-nolimit-3p"]
    game = replace(game, definition=rule.first_hand(game.definition, 8))
    rules = PlayRules(40, session=rule, mode="ring")
    mixed = {"c": Choosing, "d": BatchDice}
    for numbers in sessions:
        plans = [
            PlannedTournament(
                number, tuple(LABELS[:8]), number,
                tuple(range(tables * number, tables * (number + 1))),
                tuple(range(9 * number, 9 * number + tables)), number,
            )
            for number in numbers
        ]  # fmt: skip
        together, singly = (
            play_matches(game, plans, agents | mixed, rules=rules)
            for agents in (same(make, 8), apart(make, 8))
        )
        assert contents(together) == contents(singly)


def test_one_instance_is_asked_once_a_step_and_the_seats_share_its_time() -> None:
    Counted.instances = Counted.calls = 0
    plans = plan_matches(GAMES["holdem-limit-3p"], 12)
    results = play_matches(GAMES["holdem-limit-3p"], plans, same(Counted), rules=PLAIN)
    assert Counted.instances == 1
    decisions = sum(times.decisions for times in results.call_times)
    assert Counted.calls < decisions / 4
    assert all(times.decisions > 0 < times.deciding_seconds for times in results.call_times)


def groups(make: Callable[[], Any], rules: PlayRules = PLAIN) -> list[int]:
    return [len(group) for group in ask_together(LABELS[:3], same(make, 3), rules).groups]


@pytest.mark.parametrize("make", [Uniform, Call, Faulty])
def test_stationary_agents_of_one_factory_are_asked_together(make: type) -> None:
    assert groups(make) == [3]


@pytest.mark.parametrize(
    "make",
    [Restless, Starting, Listening, Choosing, Failing, Undeclared, Dice, BatchDice, object],
)
def test_agents_that_might_tell_are_asked_one_by_one(make: type) -> None:
    assert groups(make) == [1, 1, 1]


def test_nobody_is_asked_together_where_the_caller_wants_to_know_who_is_called() -> None:
    assert groups(Uniform, replace(PLAIN, raise_agent_errors=True)) == [1, 1, 1]
    assert groups(Uniform, replace(PLAIN, watch=lambda label, moment: None)) == [1, 1, 1]
    assert groups(Uniform, replace(PLAIN, forfeits=(CallPoint(0, 0, 0, 0),))) == [1, 1, 1]
    assert ask_together("abc", apart(Uniform), PLAIN).groups == (("a",), ("b",), ("c",))


def test_groups_hold_every_label_once_and_the_first_instance_is_not_lost() -> None:
    Counted.instances = 0
    agents = {"d": Counted, "a": Uniform, "c": Counted, "b": Call, "e": Uniform}
    asked = ask_together(agents, agents, PLAIN)
    assert asked.groups == (("a", "e"), ("b",), ("c", "d"))
    assert Counted.instances == 1
    assert isinstance(asked.agents["c"](), Counted)
    assert Counted.instances == 1
    assert isinstance(asked.agents["c"](), Counted)
    assert Counted.instances == 2


def test_entries_of_one_agent_have_one_factory_if_their_parameters_are_the_same() -> None:
    def entry(label: str, agent: str, **parameters: Any) -> AgentSpec:
        return AgentSpec(agent=agent, label=label, parameters=parameters)

    entries = (
        entry("a", "uniform"),
        entry("b", "uniform"),
        entry("c", "call"),
        entry("d", "chump", bet=1),
        entry("e", "chump", bet=1.0),
        entry("f", "chump", bet=1),
    )
    job = prepare(Spec(name="x", game="kuhn-3p", hands_per_match=1, decks=1, agents=entries)).job
    made = make_factories(job, load_registry(()))
    alike = {label: [x for x in made if made[x] is made[label]] for label in made}
    assert alike["a"] == ["a", "b"]
    assert alike["c"] == ["c"]
    assert (alike["d"], alike["e"]) == (["d", "f"], ["e"])
