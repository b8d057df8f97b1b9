"""Individuals: agents whose parameters evolve, and how the next generation is made.

Source: document 000, figure 32. All that is random follows from the spec's seed and the number of
the individual, or that of the generation.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.evolution.guarded_rules import RuleCaller
from railbird.harness.plan.evolution_spec import EvolutionSpec
from railbird.harness.plan.spec import TRIAL_SECONDS
from railbird.harness.players.kinds import AgentSpec, nearest
from railbird.native import PURPOSE_REPRODUCTION, draw_uniform
from railbird.plugins import Draw, Evolution, Registry

HALF = 0.5


@dataclass(frozen=True, slots=True)
class Individual:
    """One individual: its number, the label of the entry that it stands for, and its parameters.

    `mother` and `father` are numbers; a child of one parent has only a mother.
    """

    number: int
    species: str
    parameters: Mapping[str, Any]
    mother: int | None = None
    father: int | None = None

    @property
    def label(self) -> str:
        """Its label in the tournament of a generation."""
        return _label(self.species, self.number)

    @property
    def mother_label(self) -> str | None:
        """Its mother's label."""
        return None if self.mother is None else _label(self.species, self.mother)

    @property
    def father_label(self) -> str | None:
        """Its father's label."""
        return None if self.father is None else _label(self.species, self.father)


def _label(species: str, number: int) -> str:
    return f"{species}-{number:04d}"


@dataclass(frozen=True, slots=True)
class Breeding:
    """How individuals are made: the rules of the agents by label of their entries, and the seed."""

    rules: Mapping[str, Evolution]
    seed: int

    def draw_for(self, number: int) -> Draw:
        """Return the draws of an individual, the first ones those of its parents."""
        numbers = count()

        def draw() -> float:
            drawn = draw_uniform(
                [self.seed],
                purpose=PURPOSE_REPRODUCTION,
                seats=0,
                hands=number,
                decisions=0,
                draw_index=next(numbers),
            )
            return float(drawn[0])

        return draw


def find_rules(
    agents: Sequence[AgentSpec], registry: Registry, *, seconds: float = TRIAL_SECONDS
) -> dict[str, Evolution]:
    """Return how the agents of entries with `evolve` evolve, by label.

    Raises SpecError for an agent that does not. What is wrong in a function of an agent is an
    AgentError when it is called, TrialError if it takes longer than `seconds`.
    """
    rules: dict[str, Evolution] = {}
    for agent in agents:
        if not agent.evolve:
            continue
        rule = registry.agent(agent.agent).evolve
        if rule is None:
            able = [name for name in registry.agent_offers if registry.agent(name).evolve]
            raise SpecError(
                f"agent {agent.label!r}: {agent.agent!r} does not evolve, as its entry has no "
                f"`evolve`; {nearest(agent.agent, tuple(sorted(able)))}"
            )
        rules[agent.label] = RuleCaller(agent.label, seconds).rule(rule, agent.parameters)
    return rules


def first_population(spec: EvolutionSpec, breeding: Breeding) -> list[Individual]:
    """Return individuals with random parameters, as many of each entry as of the others."""
    labels = list(breeding.rules)
    species = [labels[number % len(labels)] for number in range(spec.population)]
    return [
        Individual(number, label, breeding.rules[label].random(breeding.draw_for(number)))
        for number, label in enumerate(species, start=1)
    ]


def survivors_of(
    population: Sequence[Individual], fitness: Mapping[str, float], survivor_count: int
) -> list[Individual]:
    """Return those who stay, by number; `fitness` is by label.

    Of equal ones the older stays.
    """
    ranked = sorted(population, key=lambda one: (-fitness[one.label], one.number))
    return sorted(ranked[:survivor_count], key=lambda one: one.number)


def next_population(
    survivors: Sequence[Individual], *, size: int, first_number: int, breeding: Breeding
) -> list[Individual]:
    """Return the survivors and their children, `size` in all; children's numbers go up."""
    numbers = range(first_number, first_number + size - len(survivors))
    children = (_child(survivors, number, breeding) for number in numbers)
    return [*survivors, *children]


def _child(survivors: Sequence[Individual], number: int, breeding: Breeding) -> Individual:
    """Return the child of a random survivor or, half of the time, of two of one entry."""
    draw = breeding.draw_for(number)
    mother = _pick(survivors, draw)
    rule = breeding.rules[mother.species]
    mates = [
        one for one in survivors if one.species == mother.species and one.number != mother.number
    ]
    if mates and draw() < HALF:
        father = _pick(mates, draw)
        parameters = rule.cross(mother.parameters, father.parameters, draw)
        return Individual(number, mother.species, parameters, mother.number, father.number)
    parameters = rule.mutate(mother.parameters, draw)
    return Individual(number, mother.species, parameters, mother.number)


def _pick(individuals: Sequence[Individual], draw: Callable[[], float]) -> Individual:
    return individuals[int(draw() * len(individuals))]


def enter_individuals(
    agents: Sequence[AgentSpec],
    population: Sequence[Individual],
    rules: Mapping[str, Evolution],
) -> Iterator[AgentSpec]:
    """Yield the entries of a generation's tournament: those that do not evolve, and individuals.

    Raises SpecError for a parameter of an entry that evolves.
    """
    entries = {agent.label: agent for agent in agents}
    for one in population:
        evolving = set(one.parameters) - rules[one.species].replaces
        both = sorted(set(entries[one.species].parameters) & evolving)
        if both:
            raise SpecError(
                f"agent {one.species!r}: {both[0]} is set, and evolves; remove it from parameters"
            )
    for agent in agents:
        if not agent.evolve:
            yield agent
    for one in population:
        entry = entries[one.species]
        parameters = {**entry.parameters, **one.parameters}
        yield msgspec.structs.replace(entry, label=one.label, parameters=parameters, evolve=False)
