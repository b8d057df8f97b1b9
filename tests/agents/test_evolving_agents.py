"""Shipped agents that evolve: whatever they become can be made, and plays."""

from itertools import count, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.agents.holdem.archetype import STYLES
from railbird.agents.holdem.style_evolution import evolve_shares
from railbird.agents.team.team_evolution import evolve_team
from railbird.plugins import AgentError, Evolution, check_parameters, load_registry

REGISTRY = load_registry()
EVOLVING = [name for name in REGISTRY.agent_offers if REGISTRY.agent(name).evolve]
DRAWS = st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=40)


def cycled(draws: list[float]):
    numbers = count()
    return lambda: draws[next(numbers) % len(draws)]


def rule_of(name: str, **parameters: object) -> Evolution:
    rule = REGISTRY.agent(name).evolve
    assert rule is not None
    return rule if isinstance(rule, Evolution) else rule(parameters)


def test_the_agents_that_evolve() -> None:
    assert sorted(["bluffer", "chump", "coach", *STYLES]) == EVOLVING


@pytest.mark.parametrize("name", EVOLVING)
@given(draws=DRAWS)
@settings(max_examples=30, deadline=None)
def test_every_individual_can_be_made(name: str, draws: list[float]) -> None:
    rule, draw, entry = rule_of(name), cycled(draws), REGISTRY.agent(name)
    mother, father = rule.random(draw), rule.random(draw)
    for parameters in (mother, father, rule.mutate(mother, draw), rule.cross(mother, father, draw)):
        check_parameters(entry, parameters)
        entry.factory(**parameters)


@given(draws=DRAWS)
def test_shares_are_within_their_bounds_and_near_those_of_the_parent(draws: list[float]) -> None:
    rule, draw = evolve_shares(5), cycled(draws)
    mother, father = rule.random(draw), rule.random(draw)
    child, crossed = rule.mutate(mother, draw), rule.cross(mother, father, draw)
    for parameters in (mother, child, crossed):
        pairs = zip(parameters["raises"], parameters["calls"], strict=True)
        assert all(min(pair) >= 0 and sum(pair) <= 1 + 1e-9 for pair in pairs)
    for before, after in zip(mother["raises"], child["raises"], strict=True):
        assert abs(before - after) <= 0.2 + 1e-4
    for place, share in enumerate(crossed["raises"]):
        assert share in (mother["raises"][place], father["raises"][place])


POOL = ["call", {"agent": "raise"}, "uniform", "fold"]


@given(draws=DRAWS)
def test_teams_have_members_of_the_entry_each_once(draws: list[float]) -> None:
    rule, draw = evolve_team({"members": POOL}, default=()), cycled(draws)
    mother, father = rule.random(draw), rule.random(draw)
    crossed = rule.cross(mother, father, draw)
    people = [mother, father, crossed, rule.mutate(crossed, draw)]
    for one in people:
        assert one["members"]
        assert all(member in POOL for member in one["members"])
        assert all(one["members"].count(member) == 1 for member in one["members"])
        assert isinstance(one["k"], int)
        assert 1 <= one["k"] <= 50
    assert all(
        member in mother["members"] + father["members"] for member in crossed["members"]
    ) or (crossed["members"] == POOL[:1])


def test_a_mutation_of_a_team_changes_who_is_in_it_or_the_order() -> None:
    rule = evolve_team({"members": POOL}, default=())
    draw = Random(1).random
    teams = [rule.random(draw)]
    for _ in range(60):
        teams.append(rule.mutate(teams[-1], draw))
    sizes = {len(team["members"]) for team in teams}
    assert sizes == {1, 2, 3, 4}
    assert sum(a["members"] != b["members"] for a, b in pairwise(teams)) > 40
    orders = {tuple(map(str, team["members"])) for team in teams if len(team["members"]) == 3}
    assert len({tuple(sorted(order)) for order in orders}) < len(orders)


def test_members_of_a_text_are_the_same() -> None:
    listed, written = (
        evolve_team({"members": members}, default=()).random(cycled([0.3, 0.7, 0.1]))
        for members in (["call", "fold", "raise"], "call+fold+raise")
    )
    assert listed == written


def test_an_entry_without_members_has_the_usual_ones_and_a_wrong_one_is_refused() -> None:
    assert set(rule_of("coach").random(cycled([0.1, 0.2, 0.3, 0.4]))["members"]) == {
        "call",
        "raise",
        "uniform",
    }
    with pytest.raises(AgentError, match="members is 7; give a list of at least one agent"):
        rule_of("coach", members=7)
