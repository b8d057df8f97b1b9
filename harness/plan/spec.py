"""The tournament spec: built in Python or read from TOML (`spec_file`), checked either way, frozen.

`line_ups` is "all" or a table with one of `sampled`, `against`, `listed`; `decks` counts deck seeds
to be derived, while `deck_seeds` lists them.
"""

from difflib import get_close_matches
from typing import Annotated, Any, Literal

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.plan.populations import PopulationSpec, check_label
from railbird.harness.plan.seatings import SeatingRule
from railbird.harness.players.outside_spec import (
    Isolation,
    Limits,
    Outside,
    Reset,
    Seconds,
    read_address,
)
from railbird.harness.table.play_rules import MisbehaviourRule

SPEC_VERSION = 1
TRIAL_SECONDS = 120.0
MOST_HANDS_PER_MATCH = 1_000_000
MOST_DECKS = 10_000_000
Count = Annotated[int, msgspec.Meta(ge=1, le=2**32)]
DeckSeed = Annotated[int, msgspec.Meta(ge=0, lt=2**32)]


class AgentSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry: agent `agent` with its parameters, known in this tournament as `label`.

    Without a label it is known by the agent's name. In place of an agent there may be a `command`
    that plays by the ACPC protocol (`{host}` and `{port}` in it are the seat's, `{token}` its
    token), started in `folder` with `environment`, for every match unless `reset` says that it
    connects again instead; or `remote`, the HOST:PORT at which players from
    elsewhere are waited for. An agent with `isolation` plays in a process of its own, and may come
    from a `plugin` that is imported there alone. Or it is a place at the table, for which a member
    of a `population` is drawn anew for each deck seed.
    """

    agent: str = ""
    label: str = ""
    parameters: dict[str, Any] = {}
    team: str = ""
    command: tuple[str, ...] | None = None
    folder: str = ""
    environment: dict[str, str] = {}
    reset: Reset = "restart"
    remote: str = ""
    population: str = ""
    isolation: Isolation = "none"
    plugin: str = ""
    limits: Limits = Limits()

    def __post_init__(self) -> None:
        """Fill in the label and check the names; raises SpecError."""
        if not self.label:
            msgspec.structs.force_setattr(self, "label", self.agent or self.population)
        check_label(self.label, what="label")
        if self.team:
            check_label(self.team, what="team")
        _check_player(self)

    @property
    def is_outside(self) -> bool:
        """Whether it plays outside the harness's processes."""
        return self.command is not None or bool(self.remote) or self.isolation != "none"


class LineUps(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A choice of line-ups other than "all"; one of the three is given."""

    sampled: Count | None = None
    against: str | None = None
    listed: tuple[tuple[str, ...], ...] | None = None

    def __post_init__(self) -> None:
        """Check that there is one choice; raises SpecError."""
        chosen = [key for key in self.__struct_fields__ if getattr(self, key) is not None]
        if len(chosen) != 1:
            raise SpecError(
                f"line_ups: one of sampled, against and listed is wanted, not {len(chosen)}; "
                'or say line_ups = "all"'
            )
        if self.listed == ():
            raise SpecError('line_ups: listed is empty; list a line-up or say line_ups = "all"')


class Plugins(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Plugins that are not installed: paths of modules, relative to the spec's folder."""

    paths: tuple[str, ...] = ()


class Spec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament.

    `game` names a game, or a file that ends in `.game`; without `seatings` the number of players
    decides. `hands_per_chunk` sizes what is saved at a time: make it smaller for slow agents. Where
    it is not given, `choose_hands_per_chunk` chooses. `trial_seconds` is what an agent in our own
    processes may take for its trial hand (TRIAL_SECONDS).
    """

    name: str
    game: str
    agents: tuple[AgentSpec, ...]
    hands_per_match: Annotated[int, msgspec.Meta(ge=1, le=MOST_HANDS_PER_MATCH)]
    decks: Annotated[int, msgspec.Meta(ge=1, le=MOST_DECKS)] | None = None
    deck_seeds: tuple[DeckSeed, ...] | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0
    line_ups: Literal["all"] | LineUps = "all"
    seatings: SeatingRule | None = None
    same_team_meets: bool = False
    misbehaviour: MisbehaviourRule = "acpc"
    hands_per_chunk: Count | None = None
    plugins: Plugins = Plugins()
    outside: Outside = Outside()
    populations: tuple[PopulationSpec, ...] = ()
    trial_seconds: Seconds | msgspec.UnsetType = msgspec.UNSET
    spec_version: int = SPEC_VERSION

    def __post_init__(self) -> None:
        """Check what one key alone cannot tell; raises SpecError."""
        check_label(self.name, what="name")
        if not self.name.strip("."):
            raise SpecError(f"name: {self.name!r} names no folder; use letters or digits too")
        if self.spec_version != SPEC_VERSION:
            raise SpecError(
                f"spec_version: {self.spec_version} is unknown; this railbird reads {SPEC_VERSION}"
            )
        _check_distinct("agents: label", self.labels, mend="give one of them another label")
        addresses = tuple(agent.remote for agent in self.agents if agent.remote)
        _check_distinct("agents: remote", addresses, mend="wait for one of them at another port")
        _check_populations(self)
        _check_decks(self)
        _check_line_ups(self)

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the agents, in the order of the spec."""
        return tuple(agent.label for agent in self.agents)

    @property
    def longest_trial(self) -> float:
        """The seconds that an agent in our own processes may take for its trial hand."""
        return TRIAL_SECONDS if self.trial_seconds is msgspec.UNSET else self.trial_seconds

    @property
    def places(self) -> dict[str, PopulationSpec]:
        """Populations by label, of agents that are places for members of one."""
        known = {population.name: population for population in self.populations}
        return {a.label: known[a.population] for a in self.agents if a.population}

    @property
    def teams(self) -> dict[str, str]:
        """Team by label, of agents that may not meet their team-mates."""
        if self.same_team_meets:
            return {}
        return {agent.label: agent.team for agent in self.agents if agent.team}


def _check_player(agent: AgentSpec) -> None:
    """Check that there is one player, and nothing that goes with another kind of player."""
    players = ("agent", "command", "remote", "population")
    given = [key for key in players if getattr(agent, key) not in ("", None)]
    what = f"agent {agent.label!r}:"
    if len(given) != 1:
        found = " and ".join(given) or "none"
        raise SpecError(
            f"{what} one of agent, command, remote and population is wanted, not {found}"
        )
    if agent.remote:
        read_address(agent.remote, what=what[:-1])
    wrong = [
        (agent.command is None and agent.folder, "folder"),
        (agent.command is None and agent.environment, "environment"),
        (agent.command is None and agent.reset != "restart", "reset"),
        (agent.parameters and not agent.agent, "parameters"),
        (agent.plugin and not agent.agent, "plugin"),
        (agent.isolation != "none" and (agent.remote or agent.population), "isolation"),
    ]
    for is_wrong, key in wrong:
        if is_wrong:
            raise SpecError(f"{what} {key} goes with another kind of agent; leave it out")
    if agent.plugin and agent.isolation == "none":
        raise SpecError(f"{what} plugin is for isolated agents; name it in [plugins] paths")
    if agent.limits != Limits() and agent.isolation == "none":
        raise SpecError(f'{what} limits are for isolated agents; say isolation = "process" too')
    if agent.command == ():
        raise SpecError(
            f'{what} command is empty; write command = ["./my_bot", "{{host}}", "{{port}}"]'
        )
    for name, value in agent.environment.items():
        if not name or "=" in name or "\0" in name + value:
            raise SpecError(f'{what} environment: {name!r} cannot be set; write NAME = "value"')
    if any("\0" in part for part in agent.command or ()):
        raise SpecError(f"{what} command: no part of it may have a zero byte; leave it out")
    if agent.isolation == "sandbox" and agent.command is not None:
        raise SpecError(
            f'{what} a sandbox has no network, which a command needs; say isolation = "process"'
        )


def _check_distinct(what: str, values: tuple[object, ...], *, mend: str) -> None:
    seen = set()
    for value in values:
        if value in seen:
            raise SpecError(f"{what} {value!r} comes twice; {mend}")
        seen.add(value)


def _check_populations(spec: Spec) -> None:
    names = tuple(population.name for population in spec.populations)
    _check_distinct("populations: name", names, mend="give one of them another name")
    for agent in spec.agents:
        if agent.population and agent.population not in names:
            raise SpecError(
                f"agent {agent.label!r}: {agent.population!r} is no population of this spec; "
                f"{nearest(agent.population, names)}"
            )


def _check_decks(spec: Spec) -> None:
    if (spec.decks is None) == (spec.deck_seeds is None):
        raise SpecError(
            "decks: either decks (how many deck seeds) or deck_seeds (a list of them) is wanted"
        )
    if spec.deck_seeds is not None:
        if not spec.deck_seeds:
            raise SpecError("deck_seeds: the list is empty; list one or say decks = 1")
        _check_distinct("deck_seeds: seed", spec.deck_seeds, mend="every deck needs its own seed")


def _check_line_ups(spec: Spec) -> None:
    if spec.line_ups == "all":
        return
    named = [label for line_up in spec.line_ups.listed or () for label in line_up]
    if spec.line_ups.against is not None:
        named.append(spec.line_ups.against)
    for label in named:
        if label not in spec.labels:
            raise SpecError(
                f"line_ups: {label!r} is no label of this spec; {nearest(label, spec.labels)}"
            )


def nearest(name: str, valid: tuple[str, ...]) -> str:
    """Return the end of a sentence that names the valid name nearest to `name`."""
    found = get_close_matches(name, valid, n=1, cutoff=0.0)
    return f"did you mean {found[0]!r}?" if found else "there is none"
