"""Individuals and their children: all that is random follows from the seed and a number."""

from collections import Counter
from itertools import pairwise

import pytest

from railbird.harness import AgentSpec, SpecError
from railbird.harness.evolution.population import (
    Breeding,
    Individual,
    enter_individuals,
    find_rules,
    first_population,
    next_population,
    survivors_of,
)
from railbird.harness.plan.evolution_spec import EvolutionSpec
from railbird.plugins import evolve_numbers, load_registry

BOUNDS = {"bluff": (0.0, 1.0), "size": (-2.0, 4.0)}
RULES = {"x": evolve_numbers(BOUNDS), "y": evolve_numbers({"only": (0.0, 10.0)})}
SPEC = EvolutionSpec(population=11, iterations=3)


def test_the_first_population_is_shared_by_the_entries_and_lies_within_bounds() -> None:
    people = first_population(EvolutionSpec(population=301, iterations=1), Breeding(RULES, 7))
    assert Counter(one.species for one in people) == {"x": 151, "y": 150}
    assert [one.number for one in people] == list(range(1, 302))
    for name, (low, high) in BOUNDS.items():
        values = [one.parameters[name] for one in people if one.species == "x"]
        assert low <= min(values) < low + (high - low) / 10
        assert high - (high - low) / 10 < max(values) <= high
    assert people[4].label == "x-0005"
    assert people[4].mother_label is people[4].father_label is None


def test_the_same_seed_gives_the_same_and_another_another() -> None:
    first, again, other = (first_population(SPEC, Breeding(RULES, seed)) for seed in (1, 1, 2))
    assert first == again
    assert all(a.parameters != b.parameters for a, b in zip(first, other, strict=True))


def test_the_least_fit_leave_and_of_equal_ones_the_younger() -> None:
    people = first_population(SPEC, Breeding(RULES, 1))
    fitness = {one.label: float(one.number // 3) for one in people}
    stay = survivors_of(people, fitness, SPEC.survivor_count)
    assert SPEC.survivor_count == 11 - 2
    assert [one.number for one in stay] == list(range(3, 12))
    level = survivors_of(people, dict.fromkeys(fitness, 0.0), 4)
    assert [one.number for one in level] == [1, 2, 3, 4]


def test_children_come_from_survivors_of_their_own_entry() -> None:
    breeding = Breeding(RULES, 3)
    people = first_population(EvolutionSpec(population=10, iterations=1), breeding)
    by_number = {one.number: one for one in people}
    grown = next_population(people, size=2000, first_number=50, breeding=breeding)
    assert grown[:10] == people
    children = grown[10:]
    assert [child.number for child in children] == list(range(50, 50 + 1990))
    crossed = [child for child in children if child.father is not None]
    assert 0.45 < len(crossed) / len(children) < 0.55
    for child in children:
        assert child.mother is not None
        mother = by_number[child.mother]
        assert mother.species == child.species
        if child.father is None:
            assert_near(child, mother)
            continue
        father = by_number[child.father]
        assert father.species == child.species
        assert father != mother
        for name, value in child.parameters.items():
            assert value in (mother.parameters[name], father.parameters[name])
    assert {child.mother for child in children} == set(by_number)


def assert_near(child: Individual, mother: Individual) -> None:
    """A mutation is another point within bounds, up to a fifth of the range away."""
    assert child.parameters != mother.parameters
    bounds = BOUNDS if child.species == "x" else {"only": (0.0, 10.0)}
    for name, (low, high) in bounds.items():
        assert low <= child.parameters[name] <= high
        assert abs(child.parameters[name] - mother.parameters[name]) <= 0.2 * (high - low)


def test_a_mutation_is_reflected_at_its_bounds() -> None:
    rule = evolve_numbers({"p": (0.0, 1.0)})
    for start, draw, expected in ((0.05, 0.0, 0.15), (0.95, 1.0, 0.85), (0.5, 1.0, 0.7)):
        moved = rule.mutate({"p": start}, lambda draw=draw: draw)
        assert moved["p"] == pytest.approx(expected)


def test_the_only_one_of_its_entry_has_children_by_itself() -> None:
    breeding = Breeding(RULES, 3)
    people = [Individual(1, "x", {"bluff": 0.5, "size": 0.0}), Individual(2, "y", {"only": 5.0})]
    children = next_population(people, size=60, first_number=3, breeding=breeding)[2:]
    assert all(child.father is None for child in children)


def test_draws_of_one_individual_are_apart_from_those_of_the_next() -> None:
    breeding = Breeding(RULES, 2**63 - 1)
    draws = [[breeding.draw_for(number)() for _ in range(2)] for number in range(50)]
    assert all(first == second for first, second in draws)  # each counts anew
    assert len({first for first, _ in draws}) == 50
    draw = breeding.draw_for(4)
    several = [draw() for _ in range(50)]
    assert all(a != b for a, b in pairwise(several))


def test_individuals_are_entered_with_what_their_entry_sets() -> None:
    fixed = AgentSpec(agent="call")
    entry = AgentSpec(agent="chump", label="x", parameters={"other": 3}, evolve=True)
    people = [Individual(7, "x", {"bet": 0.9})]
    entered = list(enter_individuals([entry, fixed], people, {"x": RULES["x"]}))
    assert entered[0] == fixed
    assert entered[1] == AgentSpec(
        agent="chump", label="x-0007", parameters={"bet": 0.9, "other": 3}
    )


def test_an_agent_that_does_not_evolve_is_refused_by_naming_those_that_do() -> None:
    registry = load_registry()
    assert set(find_rules([AgentSpec(agent="chump", evolve=True)], registry)) == {"chump"}
    with pytest.raises(SpecError, match="'call' does not evolve, as its entry has no `evolve`; "):
        find_rules([AgentSpec(agent="call", evolve=True)], registry)
