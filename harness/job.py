"""What a worker is told of a tournament, and what it reports of a chunk."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from railbird.harness.call_times import CallTimes
from railbird.harness.errors import SpecError, WorkerError
from railbird.harness.play_rules import AgentFactory, MisbehaviourRule
from railbird.harness.schedule import Schedule
from railbird.harness.spec import AgentSpec
from railbird.plugins import (
    Agent,
    AgentEntry,
    AgentOrigin,
    BatchAgent,
    Game,
    PluginSource,
    Registry,
    check_parameters,
    load_registry,
)


@dataclass(frozen=True, slots=True)
class Entrant:
    """An agent of the tournament, and the code it was entered with."""

    spec: AgentSpec
    origin: AgentOrigin


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
    agents: Sequence[AgentSpec], game: Game, registry: Registry
) -> tuple[Entrant, ...]:
    """Look up the agents; raises UnknownNameError, AgentError, and SpecError for the wrong game."""
    entrants = []
    for agent in agents:
        entry = registry.agent(agent.agent)
        check_parameters(entry, agent.parameters)
        if not entry.can_play(game, agent.parameters):
            raise SpecError(
                f"agent '{agent.agent}' does not play '{game.name}'; enter it in another game"
            )
        entrants.append(Entrant(agent, registry.describe_agent(agent.agent)))
    return tuple(entrants)


def make_factories(job: Job, registry: Registry | None = None) -> dict[str, AgentFactory]:
    """Return what makes the agents of each label, from this process's plugins.

    Raises WorkerError where the code here is not the code that was entered.
    """
    registry = registry or load_registry(job.plugins)
    factories = {}
    for entrant in job.entrants:
        if registry.describe_agent(entrant.spec.agent) != entrant.origin:
            raise WorkerError(
                f"agent '{entrant.spec.agent}' is another version here than where the tournament "
                f"was started ({entrant.origin.distribution} {entrant.origin.version}); install "
                "the same one on every machine and do not change it during a run"
            )
        factories[entrant.spec.label] = make_factory(
            registry.agent(entrant.spec.agent), entrant.spec.parameters
        )
    return factories


def make_factory(entry: AgentEntry, parameters: Mapping[str, Any]) -> AgentFactory:
    """Return what makes instances of an agent with these parameters."""

    def make() -> Agent | BatchAgent:
        # copied, so that no agent remembers anything in a parameter
        return entry.factory(**deepcopy(dict(parameters)))

    return make
