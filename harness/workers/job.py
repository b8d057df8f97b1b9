"""The description of a tournament for workers, and their reports of chunks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import msgspec
import pyarrow as pa

from railbird.harness.plan.schedule import Schedule
from railbird.harness.plan.spec import TRIAL_SECONDS
from railbird.harness.players.kind import Entrant, Lookup
from railbird.harness.players.kinds import AgentSpec, kind_of
from railbird.harness.players.outside_spec import Outside
from railbird.harness.players.plugin import PluginPlayer
from railbird.harness.players.populations import PopulationSpec, player_name
from railbird.harness.services.service_settings import ServiceSettings
from railbird.harness.table.call_times import CallTimes
from railbird.harness.table.play_rules import AgentFactory
from railbird.plugins import (
    ClassSource,
    Game,
    MisbehaviourRule,
    PluginSource,
    Registry,
    Services,
    load_registry,
)
from railbird.results.folders.run_folder import RunFolder, StoredFile


@dataclass(frozen=True, slots=True)
class Job:
    """A tournament for workers; plain data, so that it can be sent to any machine.

    `plugins` are those by path, with their files; `classes` are agents without a plugin. `folder`
    is where shards are stored, None for play in memory. `files` are the paths in agents' parameters
    of files that agents read: they are sent to workers that cannot access them. `services` are the
    settings for asynchronous agents. `replay` is a run whose journal has all answers, so that
    nothing is asked.
    """

    schedule: Schedule
    game: Game
    entrants: tuple[Entrant, ...]
    plugins: tuple[PluginSource, ...]
    folder: RunFolder | None
    misbehaviour: MisbehaviourRule = "acpc"
    raise_agent_errors: bool = False
    outside: Outside = field(default_factory=Outside)
    trial_seconds: float = TRIAL_SECONDS
    files: tuple[str, ...] = ()
    classes: tuple[ClassSource, ...] = ()
    services: ServiceSettings = field(default_factory=ServiceSettings)
    replay: RunFolder | None = None

    @property
    def asynchronous_labels(self) -> frozenset[str]:
        """The labels of asynchronous agents."""
        return frozenset(one.spec.label for one in self.entrants if one.is_asynchronous)

    def load_registry(self) -> Registry:
        """Load the plugins of this process and of the job; raises PluginError."""
        return load_registry(self.plugins, classes=self.classes)


LoadPlugins = Callable[[Job], Registry]
"""Returns the plugins of this process and of a job, loaded now or before; raises PluginError."""


@dataclass(frozen=True, slots=True)
class ChunkReport:
    """A chunk that was played and stored: `started` in UTC, `worker` a process on `host`.

    `call_times` are the times each agent took; `memory_bytes` is the memory used by the worker;
    `deprecated` are sentences about deprecated names that agents have used. `shard` is None before
    it is stored.
    """

    chunk_index: int
    match_count: int
    hand_count: int
    incident_count: int
    started: datetime
    seconds: float
    host: str
    worker: str
    call_times: tuple[CallTimes, ...] = ()
    memory_bytes: int = 0
    deprecated: tuple[str, ...] = ()
    shard: StoredFile | None = None


@dataclass(frozen=True, slots=True)
class PlayedChunk:
    """A chunk that was played, as it is sent: the bytes of its shard, and its report."""

    report: ChunkReport
    data: pa.Buffer


@dataclass(frozen=True, slots=True)
class LostChunk:
    """A chunk that is given up because every worker that started it died; `reason` says how."""

    chunk_index: int
    reason: str


Outcome = ChunkReport | LostChunk
"""The outcome of a chunk that was assigned."""


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
    lookup = Lookup(game, registry, places or {})
    return tuple(kind_of(agent).enter(agent, lookup) for agent in agents)


def players_of(job: Job) -> Iterator[tuple[str, Entrant]]:
    """Yield all agents that may play, and their names in the table loop."""
    for entrant in job.entrants:
        label = entrant.spec.label
        if not entrant.members:
            yield label, entrant
        for member in entrant.members:
            yield player_name(label, member.spec.label), member


def has_remote_agents(job: Job) -> bool:
    """Whether any agent is remote."""
    return any(kind_of(entrant.spec).is_waited_for for entrant in job.entrants)


def make_factories(
    job: Job, registry: Registry | None = None, *, services: Services | None = None
) -> dict[str, AgentFactory]:
    """Return the factory of each label's agent, from this process's plugins.

    Labels of one agent with the same parameters have the same factory, so that the table loop can
    ask them together. Raises WorkerError if the code here differs from the code that was entered.
    """
    registry = registry or job.load_registry()
    made: dict[str, AgentFactory] = {}
    by_agent: dict[tuple[str, bytes], AgentFactory] = {}
    for name, entrant in players_of(job):
        factory = kind_of(entrant.spec).load(entrant, registry, services)
        if factory is not None:
            key = _agent_of(entrant)
            made[name] = factory if key is None else by_agent.setdefault(key, factory)
    return made


def _agent_of(entrant: Entrant) -> tuple[str, bytes] | None:
    """What tells agents of plugins apart; None for other players, and odd parameters."""
    spec = entrant.spec
    if kind_of(spec).name != PluginPlayer.name:
        return None
    try:
        return spec.agent, msgspec.json.encode(spec.parameters, order="sorted")
    except (TypeError, ValueError):
        return None
