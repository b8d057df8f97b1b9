"""Agents of plugins that play in the harness's own processes."""

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from railbird.harness.errors import SpecError, WorkerError
from railbird.harness.players.kind import Entrant, Lookup, PlayerKind
from railbird.harness.players.outside_spec import Limits
from railbird.harness.table.agent_environment import agent_output
from railbird.harness.table.play_rules import AgentFactory
from railbird.plugins import (
    AgentEntry,
    AnyAgent,
    Game,
    Registry,
    Services,
    betting_games,
    check_parameters,
    parameters_of,
)
from railbird.results.show.wording import listed

if TYPE_CHECKING:
    from railbird.harness.players.kinds import AgentSpec

MOST_GAMES = 6
"""Games of an agent that are named in a message."""


class PluginPlayer(PlayerKind):
    """``agent = "NAME"``, with its ``parameters``."""

    name = "plugin"
    key = "agent"
    keys = frozenset({"parameters", "plugin", "limits", "isolation", "evolve"})

    def claims(self, spec: "AgentSpec") -> bool:
        """Whether it is not isolated."""
        return spec.isolation == "none"

    def check(self, spec: "AgentSpec") -> None:
        """Refuse keys that belong to isolation."""
        what = f"agent {spec.label!r}:"
        if spec.plugin:
            raise SpecError(f"{what} plugin is for isolated agents; use [plugins] paths instead")
        check_limits(spec)

    def enter(self, spec: "AgentSpec", lookup: Lookup) -> Entrant:
        """Look up the agent, and check its parameters and the game."""
        return enter_agent(spec, lookup)

    def is_asynchronous(self, spec: "AgentSpec", registry: Registry) -> bool:
        """Whether the agent is."""
        return is_asynchronous(spec.agent, registry)

    def load(self, entrant: Entrant, registry: Registry, services: Services | None) -> AgentFactory:
        """Return its factory."""
        check_code(entrant, registry)
        entry = registry.agent(entrant.spec.agent)
        return make_factory(entry, entrant.spec.parameters, services)


def make_factory(
    entry: AgentEntry, parameters: Mapping[str, Any], services: Services | None = None
) -> AgentFactory:
    """Return a factory of an agent with these parameters, which may ask ``services``."""
    handed = (services,) if entry.takes_services else ()

    def make() -> AnyAgent:
        # copied, so that no agent can store anything in a parameter
        return entry.factory(*handed, **deepcopy(dict(parameters)))

    return make


def is_asynchronous(agent: str, registry: Registry) -> bool:
    """Whether there is an agent of this name, and it is asynchronous."""
    return agent in registry.agent_offers and registry.agent(agent).is_asynchronous


def check_limits(spec: "AgentSpec") -> None:
    """Raise SpecError for limits of an agent that is not isolated."""
    if spec.limits != Limits() and spec.isolation == "none":
        raise SpecError(
            f'agent {spec.label!r}: limits are for isolated agents; add isolation = "process"'
        )


def enter_agent(spec: "AgentSpec", lookup: Lookup) -> Entrant:
    """Enter an installed agent; raises UnknownNameError, AgentError or SpecError."""
    game, registry = lookup.game, lookup.registry
    entry = registry.agent(spec.agent)
    check_parameters(entry, spec.parameters)
    with agent_output(spec.label):
        if not entry.plays(game, spec.parameters):
            raise SpecError(
                f"agent '{spec.agent}' does not play '{game.name}': "
                f"{_why_not(entry, spec, game)}; {_where_it_plays(entry, spec, registry)}"
            )
        origin = registry.describe_agent(spec.agent, spec.parameters)
        return Entrant(
            spec,
            origin,
            is_asynchronous=entry.is_asynchronous,
            takes_services=entry.takes_services,
        )


def check_code(entrant: Entrant, registry: Registry) -> None:
    """Raise WorkerError if an installed agent is not the one that was entered."""
    if registry.describe_agent(entrant.spec.agent, entrant.spec.parameters) != entrant.origin:
        raise WorkerError(
            f"agent '{entrant.spec.agent}' has another version here than where the tournament was "
            f"started ({entrant.origin.distribution} {entrant.origin.version}); install the same "
            "version on every machine, and do not change it during a run"
        )


def _why_not(entry: AgentEntry, spec: "AgentSpec", game: Game) -> str:
    """Return why an agent does not play a game, as far as that can be known from outside."""
    if entry.plays is betting_games:
        return (
            "cards are exchanged, discarded or passed in it, and the agent only bets (an agent "
            "that does both has plays=every_game in its AgentEntry)"
        )
    if entry.why_not is not None:
        return entry.why_not(game, spec.parameters)
    if spec.parameters.get("file"):
        return f"{spec.parameters['file']} is for another game"
    if "file" in parameters_of(entry):
        return "railbird ships no file for this game, and none is given (file=PATH)"
    return f"it is for other games ({entry.summary})" if entry.summary else "it is for other games"


def _where_it_plays(entry: AgentEntry, spec: "AgentSpec", registry: Registry) -> str:
    games = registry.games.items()
    names = [name for name, game in games if entry.plays(game, spec.parameters)]
    return f"it plays {listed(names, most=MOST_GAMES)}" if names else "enter it in another game"
