"""What a worker is told of a tournament, and what it reports of a chunk."""

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from railbird.harness.errors import SpecError, WorkerError
from railbird.harness.plan.populations import PopulationSpec, player_name
from railbird.harness.plan.schedule import Schedule
from railbird.harness.plan.spec import TRIAL_SECONDS, AgentSpec
from railbird.harness.players.factories import make_factory
from railbird.harness.players.isolation import check_isolation
from railbird.harness.players.outside_spec import Outside
from railbird.harness.table.call_times import CallTimes
from railbird.harness.table.play_rules import AgentFactory, MisbehaviourRule
from railbird.plugins import (
    AgentEntry,
    AgentOrigin,
    Game,
    PluginSource,
    Registry,
    check_parameters,
    hash_files,
    load_registry,
    read_plugin,
)

LONGEST_FIRST_LINE = 256


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent of the tournament, and the code it was entered with."""

    spec: AgentSpec
    origin: AgentOrigin
    plugin: PluginSource | None = None
    """Where the agent comes from, if it is imported in its own process alone."""
    members: tuple["Entrant", ...] = ()
    """Who may be drawn for it, if it is a place for members of a population."""


@dataclass(frozen=True, slots=True)
class Job:
    """A tournament as workers see it; plain data, so that it can be sent to any machine.

    `plugins` are those by path, with their files. `folder` is where shards go, None
    where play stays in memory.
    """

    schedule: Schedule
    game: Game
    entrants: tuple[Entrant, ...]
    plugins: tuple[PluginSource, ...]
    folder: Path | None
    misbehaviour: MisbehaviourRule = "acpc"
    raise_agent_errors: bool = False
    outside: Outside = field(default_factory=Outside)
    trial_seconds: float = TRIAL_SECONDS


@dataclass(frozen=True, slots=True)
class ChunkReport:
    """A chunk that was played and stored: `started` in UTC, `worker` a process on `host`.

    `call_times` say how long each agent took.
    """

    chunk_index: int
    shard: Path
    match_count: int
    hand_count: int
    incident_count: int
    started: datetime
    seconds: float
    host: str
    worker: str
    call_times: tuple[CallTimes, ...] = ()


def enter_agents(
    agents: Sequence[AgentSpec],
    game: Game,
    registry: Registry,
    *,
    places: Mapping[str, PopulationSpec] | None = None,
) -> tuple[Entrant, ...]:
    """Look up the agents; raises UnknownNameError, AgentError, and SpecError for the wrong game.

    `places` are the populations of labels for which a member is drawn.
    """
    entrants = []
    for agent in agents:
        if agent.population:
            population = (places or {})[agent.label]
            entrants.append(_enter_population(agent, population, game, registry))
            continue
        check_isolation(agent.label, agent.isolation)
        if agent.plugin:
            source = read_plugin(agent.plugin)
            origin = AgentOrigin(source.file_name, "", source.content_hash)
            entrants.append(Entrant(agent, origin, source))
            continue
        if not agent.agent:
            entrants.append(Entrant(agent, _describe_command(agent)))
            continue
        entry = registry.agent(agent.agent)
        check_parameters(entry, agent.parameters)
        if not entry.plays(game, agent.parameters):
            raise SpecError(
                f"agent '{agent.agent}' does not play '{game.name}'; "
                f"{_where_it_plays(entry, agent, registry)}"
            )
        origin = registry.describe_agent(agent.agent, agent.parameters)
        entrants.append(Entrant(agent, origin))
    return tuple(entrants)


def _enter_population(
    place: AgentSpec, population: PopulationSpec, game: Game, registry: Registry
) -> Entrant:
    members = [
        AgentSpec(agent=member.agent, label=member.label, parameters=member.parameters)
        for member in population.members
    ]
    found = enter_agents(members, game, registry)
    return Entrant(place, AgentOrigin("population", "", ""), members=found)


def players_of(job: Job) -> Iterator[tuple[str, Entrant]]:
    """Yield everybody who may play, and what the table loop calls him."""
    for entrant in job.entrants:
        label = entrant.spec.label
        if not entrant.members:
            yield label, entrant
        for member in entrant.members:
            yield player_name(label, member.spec.label), member


def _where_it_plays(entry: AgentEntry, agent: AgentSpec, registry: Registry) -> str:
    games = registry.games.items()
    names = [name for name, game in games if entry.plays(game, agent.parameters)]
    return f"it plays {', '.join(names)}" if names else "enter it in another game"


def has_remote_agents(job: Job) -> bool:
    """Whether players from elsewhere are waited for."""
    return any(entrant.spec.remote for entrant in job.entrants)


def make_factories(job: Job, registry: Registry | None = None) -> dict[str, AgentFactory]:
    """Return what makes the agents of each label, from this process's plugins.

    Raises WorkerError where the code here is not the code that was entered.
    """
    registry = registry or load_registry(job.plugins)
    factories = {}
    for name, entrant in players_of(job):
        if entrant.plugin is not None or not entrant.spec.agent:
            continue
        here = registry.describe_agent(entrant.spec.agent, entrant.spec.parameters)
        if here != entrant.origin:
            raise WorkerError(
                f"agent '{entrant.spec.agent}' is another version here than where the tournament "
                f"was started ({entrant.origin.distribution} {entrant.origin.version}); install "
                "the same one on every machine and do not change it during a run"
            )
        if not entrant.spec.is_outside:
            factories[name] = make_factory(
                registry.agent(entrant.spec.agent), entrant.spec.parameters
            )
    return factories


def _describe_command(agent: AgentSpec) -> AgentOrigin:
    """Describe a program by the files that its command names; a remote one by its address."""
    if agent.command is None:
        return AgentOrigin("remote", "", "")
    _check_program(agent, agent.command[0], agent.folder or ".")
    paths = [Path(agent.folder or ".") / part for part in agent.command if part]
    found = [path for path in paths if path.is_file()]
    files = tuple((path.name, path.read_bytes()) for path in found)
    return AgentOrigin("command", "", hash_files(files))


def _check_program(agent: AgentSpec, program: str, folder: str) -> None:
    """Raise SpecError where a program is not there, or is nothing that can be started."""
    what = f"agent '{agent.label}':"
    if not Path(folder).is_dir():
        raise SpecError(f"{what} there is no folder '{folder}'; name it from the spec's folder")
    path, paths = Path(folder) / program, agent.environment.get("PATH")
    if "/" not in program and program and shutil.which(program, path=paths):
        return
    if not program or not path.is_file():
        raise SpecError(
            f"{what} there is no program '{program}' in '{folder}' nor on the path; "
            "name it from the spec's folder"
        )
    if "/" not in program:
        raise SpecError(f"{what} '{program}' is not on the path; write './{program}'")
    if not os.access(path, os.X_OK):
        raise SpecError(
            f"{what} '{program}' may not be executed; chmod +x it, or begin the command with what "
            "runs it"
        )
    with path.open("rb") as file:
        mark, line = file.read(2), file.readline(LONGEST_FIRST_LINE)
    interpreter = line.replace(b"\t", b" ").strip(b" \n").split(b" ")[0]
    if mark == b"#!" and not shutil.which(os.fsdecode(interpreter)):
        raise SpecError(
            f"{what} '{program}' names {os.fsdecode(interpreter)!r} in its first line, which is "
            "not here; name what runs it, with nothing behind it"
        )
