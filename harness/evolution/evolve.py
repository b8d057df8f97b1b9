"""The evolutionary loop: a tournament, who is least fit, children in their place, and again.

Source: document 000, 4.1.3.5, figure 32. Its matches are those of any tournament, in duplicate; a
generation is an ordinary run in `generations/NNNN`, so that whatever is killed continues, and every
command reads it. The figure is silent on how two parents are found: half of the children have two,
of one entry; the others are mutations of one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.evolution.fitness import Estimate, exact_fitness, sampled_fitness
from railbird.harness.evolution.population import (
    Breeding,
    Individual,
    enter_individuals,
    find_rules,
    first_population,
    next_population,
    survivors_of,
)
from railbird.harness.games.library import find_game
from railbird.harness.plan.evolution_spec import EvolutionSpec
from railbird.harness.plan.spec import Spec
from railbird.harness.players.kinds import AgentSpec
from railbird.harness.tournament.preparation import prepare
from railbird.harness.tournament.run import DEFAULT_FOLDER, count_processors, run
from railbird.harness.tournament.until_decided import MOST_TIMES, first_look, run_until_decided
from railbird.harness.workers.dispatch import Dispatch, keep_workers
from railbird.harness.workers.processes import Processes
from railbird.plugins import Game, Registry, load_registry, read_plugin
from railbird.results import OtherRunError, open_run
from railbird.results.estimate.ranking.sequential import UNDECIDED, Decisions, StoppingRule
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.run_folder import RunFolder
from railbird.results.generations.generations import (
    RULES,
    IndividualRow,
    generation_folder,
    generations_table,
    read_rules,
    require_no_more,
    write_generations,
)
from railbird.results.store.manifest import MANIFEST
from railbird.results.store.store import move_aside

HANDS_PER_CHUNK = 250_000
"""Many agents share the hands of a generation: in large chunks more of their hands are asked at
once, and little is lost when one is stopped."""
_Generation = Sequence[IndividualRow]
ShowGeneration = Callable[[_Generation], None]
"""Is called with the individuals of each generation when it has been played."""


def show_nothing(_: Sequence[IndividualRow]) -> None:
    """Show no progress."""


def evolve(  # noqa: PLR0913  (as `run`)
    spec: Spec,
    *,
    folder: RunPlace | None = None,
    dispatch: Dispatch | None = None,
    progress: ShowGeneration = show_nothing,
    secret: bytes | None = None,
    fresh: bool = False,
) -> RunFolder:
    """Play the generations of a spec of mode "evolution", and write the table of generations.

    Generations that are in the folder (by default ``runs/<name>``) are not played again; with
    `fresh` the folder is renamed, as by `run`. Raises RailbirdError, OtherRunError if the folder
    has another run or another evolution.
    """
    if spec.evolution is None:
        raise SpecError('mode: only a spec with mode = "evolution" evolves; set it')
    place = open_folder(folder or DEFAULT_FOLDER / spec.name).resolved()
    registry = load_registry(tuple(read_plugin(path) for path in spec.plugins.paths))
    game = find_game(spec.game, registry, spec.players)
    rules = find_rules(spec.agents, registry, seconds=spec.longest_trial)
    breeding = Breeding(rules, spec.seed)
    loop = _Loop(spec, spec.evolution, registry, game, breeding)
    loop.require_playable()
    if fresh and place.names():
        move_aside(place)
    _claim(place, spec)
    require_no_more(place, spec.evolution.iterations)
    rows: list[IndividualRow] = []
    with keep_workers(dispatch or Processes(count_processors())) as workers:
        play = partial(loop.play, dispatch=workers, secret=secret, with_tables=False)
        for generation in loop.generations(place, play):
            rows += generation
            write_generations(place, generations_table(rows))
            progress(generation)
    return place


@dataclass(frozen=True, slots=True)
class _Loop:
    """What the generations of an evolution share."""

    spec: Spec
    evolution: EvolutionSpec
    registry: Registry
    game: Game
    breeding: Breeding

    def generations(self, place: RunFolder, play: Callable[..., object]) -> Iterator[_Generation]:
        """Play the generations one after the other, and yield the individuals of each."""
        population = first_population(self.evolution, self.breeding)
        tried = frozenset[str]()
        for number in range(1, self.evolution.iterations + 1):
            tournament = self._tournament(number, population)
            there = generation_folder(place, number)
            play(tournament, population, folder=there, tried=tried)
            tried = frozenset(tournament.labels)
            fitness = self._fitness(tournament, there)
            values = {label: estimate.value for label, estimate in fitness.items()}
            survivors = survivors_of(population, values, self.evolution.survivor_count)
            yield _rows(number, population, survivors=survivors, fitness=fitness)
            population = next_population(
                survivors,
                size=self.evolution.population,
                first_number=max(one.number for one in population) + 1,
                breeding=self.breeding,
            )

    def play(
        self, tournament: Spec, population: Sequence[Individual], *, folder: RunFolder, **how: Any
    ) -> None:
        """Play a generation, whose decks grow until it is decided who stays, if the spec says so.

        `how` are arguments of `run`.
        """
        rule = self._rule
        if rule is None:
            run(tournament, folder=folder, **how)
            return
        find = partial(self._undecided, population, folder)
        run_until_decided(tournament, rule, folder=folder, find_open=find, **how)

    @property
    def _rule(self) -> StoppingRule | None:
        told = self.evolution.until_decided
        if told is None:
            return None
        most = told.most_decks or MOST_TIMES * (self.spec.decks or 1)
        return StoppingRule(most, told.error_rate, told.margin)

    def _undecided(
        self, population: Sequence[Individual], there: RunFolder, decided: Decisions
    ) -> frozenset[str]:
        """Return individuals for which it is not decided whether they stay."""
        found = sampled_fitness("bankroll", open_run(there))
        values = {label: estimate.value for label, estimate in found.items()}
        stay = survivors_of(population, values, self.evolution.survivor_count)
        return open_between(
            decided, stay=stay, leave=[one for one in population if one not in stay]
        )

    def require_playable(self) -> None:
        """Raise RailbirdError, before anything is written, if the first generation is not right."""
        first = self._tournament(1, first_population(self.evolution, self.breeding))
        prepare(first)
        if self._rule is not None:
            first_look(first, self._rule)
        if self.evolution.fitness == "exploitability":
            exact_fitness(self._individuals(first), self.game, self.registry)

    def _tournament(self, number: int, population: Sequence[Individual]) -> Spec:
        """Return the spec of the tournament of a generation."""
        return msgspec.structs.replace(
            self.spec,
            agents=tuple(enter_individuals(self.spec.agents, population, self.breeding.rules)),
            seed=_seed_of(self.spec.seed, number),
            hands_per_chunk=self.spec.hands_per_chunk or HANDS_PER_CHUNK,
            mode="cash",
            evolution=None,
        )

    def _fitness(self, tournament: Spec, there: RunFolder) -> Mapping[str, Estimate]:
        """Return the fitness of a generation's agents, by label."""
        kind = self.evolution.fitness
        if kind != "exploitability":
            return sampled_fitness(kind, open_run(there))
        return exact_fitness(self._individuals(tournament), self.game, self.registry)

    def _individuals(self, tournament: Spec) -> list[AgentSpec]:
        fixed = {agent.label for agent in self.spec.agents if not agent.evolve}
        return [agent for agent in tournament.agents if agent.label not in fixed]


def open_between(
    decided: Decisions, *, stay: Sequence[Individual], leave: Sequence[Individual]
) -> frozenset[str]:
    """Return the labels of undecided pairs of one that stays and one that leaves."""
    sides = [{one.label for one in group} for group in (stay, leave)]
    undecided = decided.look == UNDECIDED
    pairs = zip(decided.first[undecided].tolist(), decided.second[undecided].tolist(), strict=True)
    named = [{decided.labels[first], decided.labels[second]} for first, second in pairs]
    across = (pair for pair in named if all(pair & side for side in sides))
    return frozenset().union(*across)


def _seed_of(seed: int, number: int) -> int:
    """Return the seed of a generation: unlike those of other seeds and numbers."""
    digest = blake2b(f"generation {number} of {seed}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") % 2**63


def _rows(
    number: int,
    population: Sequence[Individual],
    *,
    survivors: Sequence[Individual],
    fitness: Mapping[str, Estimate],
) -> list[IndividualRow]:
    stay = {one.number for one in survivors}
    return [
        IndividualRow(
            generation=number,
            individual=one.label,
            mother=one.mother_label,
            father=one.father_label,
            parameters=msgspec.json.encode(one.parameters, order="sorted").decode(),
            fitness=fitness[one.label].value,
            half_width=fitness[one.label].half_width,
            survives=one.number in stay,
        )
        for one in population
    ]


def _claim(place: RunFolder, spec: Spec) -> None:
    """Note in the folder what evolves there; raises OtherRunError if it is something else."""
    if place.is_file(MANIFEST):
        raise OtherRunError(f"{place} has a tournament's run; choose another folder")
    assert spec.evolution is not None
    later = msgspec.structs.replace(spec.evolution, iterations=1)  # more of them only add
    record = msgspec.json.format(
        msgspec.json.encode(msgspec.structs.replace(spec, evolution=later), order="sorted")
    )
    place.make("")
    if place.create(RULES, record):
        return
    here, there = msgspec.json.decode(record), read_rules(place)
    keys = list(_differences(there, here))
    if keys:
        raise OtherRunError(
            f"{place} has another evolution, with other {', '.join(keys)}; choose another folder "
            "with --out, or start over with --fresh"
        )


def _differences(there: dict[str, Any], here: dict[str, Any]) -> Iterator[str]:
    """Yield the keys of a spec whose values differ, of tables those inside."""
    for key, value in here.items():
        other = there.get(key)
        if isinstance(value, dict) and isinstance(other, dict):
            yield from (f"{key}.{inner}" for inner in _differences(other, value))
        elif value != other:
            yield key
