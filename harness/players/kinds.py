"""The kinds of player, and the entries of a spec that name one."""

from typing import Any

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.players.isolated import IsolatedPlayer
from railbird.harness.players.kind import PlayerKind
from railbird.harness.players.labels import check_label
from railbird.harness.players.outside_spec import Isolation, Limits, Reset
from railbird.harness.players.plugin import PluginPlayer
from railbird.harness.players.populations import PopulationPlace
from railbird.harness.players.program import ProgramPlayer
from railbird.harness.players.remote import RemotePlayer
from railbird.harness.players.resources import check_resources
from railbird.harness.players.service import ServicePlayer
from railbird.native.wording import most_alike

KINDS: tuple[PlayerKind, ...] = (
    PluginPlayer(),
    IsolatedPlayer(),
    ProgramPlayer(),
    RemotePlayer(),
    PopulationPlace(),
    ServicePlayer(),
)
KEYS = tuple(dict.fromkeys(kind.key for kind in KINDS if kind.key))
OF_ALL_KINDS = frozenset({"label", "team", "kind", "resources"})


class AgentSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry: agent `agent` with its parameters, known in this tournament as `label`.

    Without a label it is known by the agent's name. Instead of an agent there may be a `command`
    that plays by the ACPC protocol (`{host}` and `{port}` in it are the seat's, `{token}` its
    token), started in `folder` with `environment`, for every match unless `reset` says that it
    reconnects instead; or `remote`, the HOST:PORT on which remote players are accepted. An agent
    behind a `service` is asked over HTTP, at this address. An agent
    with `isolation` plays in a process of its own, and may come from a `plugin` that is imported
    only there. Or it is a place at the table, for which a member of a `population` is drawn for
    each deck seed. Kinds of player without a key of their own are selected by `kind`, and have
    their settings in `parameters`. An entry with `evolve` stands for the individuals of a
    run of mode "evolution"; its parameters are theirs, beside those that evolve. `resources` are
    what a worker that plays it needs, by Ray's names; they are ignored on a single machine.
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
    service: str = ""
    isolation: Isolation = "none"
    plugin: str = ""
    limits: Limits = Limits()
    kind: str = ""
    evolve: bool = False
    resources: dict[str, float] = {}

    def __post_init__(self) -> None:
        """Fill in the label and check the names; raises SpecError."""
        if not self.label:
            msgspec.structs.force_setattr(self, "label", self.agent or self.population)
        check_label(self.label, what="label")
        if self.team:
            check_label(self.team, what="team")
        check_resources(self.label, self.resources)
        _check_entry(self)


def kind_of(spec: AgentSpec) -> PlayerKind:
    """Return the kind of player that an entry names; raises SpecError if there is none."""
    what = f"agent {spec.label!r}:"
    if spec.kind:
        named = {kind.name: kind for kind in KINDS if not kind.key}
        if spec.kind not in named:
            raise SpecError(
                f"{what} {spec.kind!r} is not a kind of player; {nearest(spec.kind, tuple(named))}"
            )
        return named[spec.kind]
    given = [key for key in KEYS if getattr(spec, key) not in ("", None)]
    if len(given) != 1:
        listed = f"{', '.join(KEYS[:-1])} and {KEYS[-1]}"
        found = " and ".join(given) or "none"
        raise SpecError(f"{what} one of {listed} is required, not {found}")
    return next(kind for kind in KINDS if kind.key == given[0] and kind.claims(spec))


def _check_entry(spec: AgentSpec) -> None:
    """Check that an entry names one kind of player, and has no keys of another."""
    kind = kind_of(spec)
    taken = {kind.key, *kind.keys, *OF_ALL_KINDS}
    for field in msgspec.structs.fields(AgentSpec):
        is_given = getattr(spec, field.name) != _default(field)
        if is_given and field.name not in taken:
            raise SpecError(
                f"agent {spec.label!r}: {field.name} belongs to another kind of agent; remove it"
            )
    kind.check(spec)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    is_made = field.default is msgspec.NODEFAULT
    return field.default_factory() if is_made else field.default


def nearest(name: str, valid: tuple[str, ...]) -> str:
    """Return the end of a message that suggests a valid name: the most similar one, or any."""
    found = most_alike(name, valid)
    if found is not None:
        return f"did you mean {found!r}?"
    return f"use one of {', '.join(valid)}" if valid else "there is none"
