"""Everything that plugins offer, by name."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import pluggy

from railbird.plugins.contract.agent import AgentEntry
from railbird.plugins.contract.command import Command
from railbird.plugins.contract.game import Game
from railbird.plugins.contract.trainer import Trainer
from railbird.plugins.errors import PluginError, unknown_name
from railbird.plugins.finding.origin import AgentOrigin, Origin, add_parts, describe_agent
from railbird.plugins.finding.plugin_import import describe_error
from railbird.plugins.finding.plugin_manager import (
    Plugins,
    find_installed,
    import_sources,
    make_manager,
)
from railbird.plugins.finding.plugin_source import PluginSource

Entry = TypeVar("Entry", AgentEntry, Game, Command, Trainer)
NO_PARAMETERS: Mapping[str, Any] = MappingProxyType({})
NAME = re.compile(r"[^\s:|,/\\\"]{1,64}")


@dataclass(frozen=True, slots=True)
class Offer(Generic[Entry]):
    """Something that a plugin offers, and where it comes from."""

    entry: Entry
    origin: Origin


@dataclass(frozen=True, slots=True)
class Registry:
    """What the plugins of this process offer; every mapping is sorted by name.

    ``hook`` calls the hooks of listeners, such as ``hook.railbird_tournament_started(run=run)``.
    """

    agent_offers: Mapping[str, Offer[AgentEntry]]
    game_offers: Mapping[str, Offer[Game]]
    plugins: Plugins
    manager: pluggy.PluginManager

    @property
    def hook(self) -> pluggy.HookRelay:
        """The hooks, to be called by name with named arguments."""
        return self.manager.hook

    @property
    def agents(self) -> dict[str, AgentEntry]:
        """All agents."""
        return {name: offer.entry for name, offer in self.agent_offers.items()}

    @property
    def games(self) -> dict[str, Game]:
        """All games."""
        return {name: offer.entry for name, offer in self.game_offers.items()}

    def agent(self, name: str) -> AgentEntry:
        """The agent of this name; UnknownNameError with the nearest where there is none."""
        if name not in self.agent_offers:
            raise unknown_name("agent", name, self.agent_offers)
        return self.agent_offers[name].entry

    def game(self, name: str) -> Game:
        """The game of this name; UnknownNameError with the nearest where there is none."""
        if name not in self.game_offers:
            raise unknown_name("game", name, self.game_offers)
        return self.game_offers[name].entry

    def describe_agent(
        self, name: str, parameters: Mapping[str, Any] = NO_PARAMETERS
    ) -> AgentOrigin:
        """Say where an agent comes from, with all that it is made of.

        UnknownNameError where there is none of this name, AgentError where a file is not there.
        """
        entry = self.agent(name)
        own = describe_agent(entry.factory, self.agent_offers[name].origin)
        parts = () if entry.parts is None else entry.parts(parameters)
        return add_parts(
            own, [p if isinstance(p, Path) else self.describe_agent(*p) for p in parts]
        )

    def commands(self) -> dict[str, Command]:
        """Ask the plugins for commands of the command line."""
        offers = _collect(self.manager, self.plugins, expected=Command, hook="railbird_commands")
        return {name: offer.entry for name, offer in offers.items()}

    def trainers(self) -> dict[str, Trainer]:
        """Ask the plugins for trainers."""
        offers = _collect(self.manager, self.plugins, expected=Trainer, hook="railbird_trainers")
        return {name: offer.entry for name, offer in offers.items()}


def load_registry(sources: Iterable[PluginSource] = (), *, installed: bool = True) -> Registry:
    """Import and register plugins, installed ones and those by path, and ask what they offer.

    Sorted by name, never by order of registration. PluginError for a plugin that does not import,
    for one that offers what it must not, and for two that offer the same name.
    """
    plugins = (find_installed() if installed else []) + import_sources(sources)
    manager = make_manager(plugins)
    return Registry(
        _introduce(_collect(manager, plugins, expected=AgentEntry, hook="railbird_agents")),
        _collect(manager, plugins, expected=Game, hook="railbird_games"),
        plugins,
        manager,
    )


def _collect(
    manager: pluggy.PluginManager, plugins: Plugins, *, expected: type[Entry], hook: str
) -> dict[str, Offer[Entry]]:
    offers: dict[str, Offer[Entry]] = {}
    for plugin, origin in plugins:
        others = [other for other, _ in plugins if other is not plugin]
        caller = manager.subset_hook_caller(hook, remove_plugins=others)
        for entry in _ask(caller, origin, hook):
            _check_entry(entry, origin, expected=expected, hook=hook)
            if entry.name in offers:
                raise PluginError(
                    f"{_noun(expected)} '{entry.name}' is offered by both "
                    f"'{offers[entry.name].origin}' and '{origin}'; rename one or drop a plugin"
                )
            offers[entry.name] = Offer(entry, origin)
    return dict(sorted(offers.items()))


def _introduce(offers: dict[str, Offer[AgentEntry]]) -> dict[str, Offer[AgentEntry]]:
    """Hand the agents to those of them that lead others."""
    introduced = dict(offers)

    def find_agent(name: str) -> AgentEntry:
        if name not in introduced:
            raise unknown_name("agent", name, introduced)
        return introduced[name].entry

    for name, offer in offers.items():
        if offer.entry.takes_agents:
            entry = replace(offer.entry, factory=partial(offer.entry.factory, find_agent))
            introduced[name] = Offer(entry, offer.origin)
    return introduced


def _ask(caller: pluggy.HookCaller, origin: Origin, hook: str) -> list[Any]:
    try:
        return [entry for entries in caller() for entry in entries]
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PluginError(
            f"plugin '{origin}' fails in {hook}: {describe_error(error)}; mend it"
        ) from error


def _check_entry(entry: Any, origin: Origin, *, expected: type, hook: str) -> None:
    if not isinstance(entry, expected):
        raise PluginError(
            f"plugin '{origin}' offers a {type(entry).__name__} in {hook}; "
            f"offer {expected.__name__} only"
        )
    name = entry.name  # type: ignore[attr-defined]
    if not (isinstance(name, str) and name.isprintable() and NAME.fullmatch(name)):
        raise PluginError(
            f"plugin '{origin}' offers a name that cannot be written in a spec: {name!r}; use 1 to "
            ' 64 printable characters without white space and : | , / \\ "'
        )


def _noun(expected: type) -> str:
    return "agent" if expected is AgentEntry else expected.__name__.lower()
