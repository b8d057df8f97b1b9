"""Everything that plugins offer, by name."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import pluggy

from railbird.plugins.contract.entries import AgentEntry, AgentReference, Game, MovedAgent
from railbird.plugins.contract.extensions import Command, Trainer
from railbird.plugins.errors import PluginError, unknown_name
from railbird.plugins.finding.attributed_output import attributed_output
from railbird.plugins.finding.installed_copies import describe_stale_copy
from railbird.plugins.finding.origin import AgentOrigin, Origin, add_parts, describe_agent
from railbird.plugins.finding.plugin_import import describe_error
from railbird.plugins.finding.plugin_manager import (
    Plugins,
    find_installed,
    import_sources,
    make_manager,
)
from railbird.plugins.finding.plugin_source import PluginSource

if TYPE_CHECKING:
    from railbird.plugins.finding.class_source import ClassSource

Entry = TypeVar("Entry", AgentEntry | AgentReference, Game, Command, Trainer, MovedAgent)
FindAgent = Callable[[str], AgentEntry]
NO_PARAMETERS: Mapping[str, Any] = MappingProxyType({})
NAME = re.compile(r"[^\s:|,/\\\"]{1,64}")


@dataclass(frozen=True, slots=True)
class Offer(Generic[Entry]):
    """Something that a plugin offers, with its origin."""

    entry: Entry
    origin: Origin


@dataclass(frozen=True, slots=True)
class AgentOffer:
    """An agent that a plugin offers, imported on demand, with its origin."""

    offered: AgentEntry | AgentReference
    origin: Origin
    find_agent: FindAgent

    @property
    def entry(self) -> AgentEntry:
        """The agent's entry; a team's factory is already bound to the other agents.

        Raises PluginError for a reference to a module that cannot be imported or lacks the agent.
        """
        entry = self.offered
        if isinstance(entry, AgentReference):
            entry = _find_referred(entry, self.origin)
        if not entry.takes_agents:
            return entry
        return replace(entry, factory=partial(entry.factory, self.find_agent))


@dataclass(frozen=True, slots=True)
class Registry:
    """What the plugins of this process offer; every mapping is sorted by name.

    ``hook`` calls the hooks of listeners, such as ``hook.railbird_tournament_started(run=run)``.
    """

    agent_offers: Mapping[str, AgentOffer]
    game_offers: Mapping[str, Offer[Game]]
    plugins: Plugins
    manager: pluggy.PluginManager

    @property
    def hook(self) -> pluggy.HookRelay:
        """The hooks, to be called by name with named arguments."""
        return self.manager.hook

    @property
    def agents(self) -> dict[str, AgentEntry]:
        """All agents; imports those that are given by reference."""
        return {name: offer.entry for name, offer in self.agent_offers.items()}

    @property
    def games(self) -> dict[str, Game]:
        """All games."""
        return {name: offer.entry for name, offer in self.game_offers.items()}

    def agent(self, name: str) -> AgentEntry:
        """Return the agent with this name; raises UnknownNameError with the nearest name."""
        if name not in self.agent_offers:
            raise unknown_name("agent", name, self.agent_offers, command="railbird agents")
        return self.agent_offers[name].entry

    def game(self, name: str) -> Game:
        """Return the game with this name; raises UnknownNameError with the nearest name."""
        if name not in self.game_offers:
            raise unknown_name("game", name, self.game_offers, command="railbird games")
        return self.game_offers[name].entry

    def describe_agent(
        self, name: str, parameters: Mapping[str, Any] = NO_PARAMETERS
    ) -> AgentOrigin:
        """Return the origin of an agent, with its parts.

        Raises UnknownNameError for an unknown name, AgentError for a missing file.
        """
        return self._describe(name, parameters, {})

    def list_files(self, name: str, parameters: Mapping[str, Any] = NO_PARAMETERS) -> list[str]:
        """List the files of an agent and of its parts, as paths.

        Raises UnknownNameError for an unknown agent.
        """
        entry = self.agent(name)
        found: list[str] = []
        for part in () if entry.parts is None else entry.parts(parameters):
            found += [str(part)] if isinstance(part, Path) else self.list_files(*part)
        return found

    def describe_agent_before(
        self, name: str, parameters: Mapping[str, Any] = NO_PARAMETERS
    ) -> AgentOrigin:
        """Return the origin as recorded before its code, or that of a part, was moved (MovedAgent).

        If nothing was moved, or if the code has been edited since, it is the current origin.
        """
        found = _collect(
            self.manager, self.plugins, expected=(MovedAgent,), hook="railbird_moved_agents"
        )
        return self._describe(name, parameters, {key: o.entry for key, o in found.items()})

    def _describe(
        self, name: str, parameters: Mapping[str, Any], moved: Mapping[str, MovedAgent]
    ) -> AgentOrigin:
        entry = self.agent(name)
        own = describe_agent(entry.factory, self.agent_offers[name].origin)
        if name in moved and moved[name].has_stayed(own.file_hash, parameters):
            own = replace(own, file_hash=moved[name].former)
        parts = () if entry.parts is None else entry.parts(parameters)
        return add_parts(
            own, [p if isinstance(p, Path) else self._describe(*p, moved) for p in parts]
        )

    def list_stale_copies(self, names: Iterable[str]) -> list[str]:
        """Return warnings about agents whose installed copy differs from the working folder."""
        known = (name for name in dict.fromkeys(names) if name in self.agent_offers)
        offers = [self.agent_offers[name] for name in known]
        found = [describe_stale_copy(offer.entry.factory, offer.origin, Path()) for offer in offers]
        return [sentence for sentence in dict.fromkeys(found) if sentence]

    def commands(self) -> dict[str, Command]:
        """Ask the plugins for commands of the command line."""
        offers = _collect(self.manager, self.plugins, expected=(Command,), hook="railbird_commands")
        return {name: offer.entry for name, offer in offers.items()}

    def trainers(self) -> dict[str, Trainer]:
        """Ask the plugins for trainers."""
        offers = _collect(self.manager, self.plugins, expected=(Trainer,), hook="railbird_trainers")
        return {name: offer.entry for name, offer in offers.items()}


def load_commands() -> tuple[dict[str, Command], dict[str, Trainer]]:
    """Ask installed plugins only for commands and trainers, not for agents and games.

    Raises PluginError like `load_registry`.
    """
    plugins = find_installed()
    registry = Registry({}, {}, plugins, make_manager(plugins))
    return registry.commands(), registry.trainers()


def load_registry(
    sources: Iterable[PluginSource] = (),
    *,
    classes: Iterable["ClassSource"] = (),
    installed: bool = True,
) -> Registry:
    """Import and register plugins, installed ones and those by path, and collect what they offer.

    Each of `classes` is an agent too. The order is by name, not by registration. Raises PluginError
    for a plugin that cannot be imported, for one that offers something invalid, and for two that
    offer the same name.
    """
    plugins = (find_installed() if installed else []) + import_sources(sources)
    given = sorted(classes, key=lambda source: source.name)
    plugins += [(source.make_plugin(), source.origin) for source in given]
    manager = make_manager(plugins)
    return Registry(
        _collect_agents(manager, plugins),
        _collect(manager, plugins, expected=(Game,), hook="railbird_games"),
        plugins,
        manager,
    )


def _collect(
    manager: pluggy.PluginManager,
    plugins: Plugins,
    *,
    expected: tuple[type[Entry], ...],
    hook: str,
) -> dict[str, Offer[Entry]]:
    offers: dict[str, Offer[Entry]] = {}
    for plugin, origin in plugins:
        others = [other for other, _ in plugins if other is not plugin]
        caller = manager.subset_hook_caller(hook, remove_plugins=others)
        for entry in _ask(caller, origin, hook, expected=expected):
            _check_entry(entry, origin, expected=expected, hook=hook)
            if entry.name in offers:
                raise PluginError(
                    f"{_noun(expected[0])} '{entry.name}' is offered by both "
                    f"'{offers[entry.name].origin}' and '{origin}'; rename one, or remove a plugin"
                )
            offers[entry.name] = Offer(entry, origin)
    return dict(sorted(offers.items()))


def _collect_agents(manager: pluggy.PluginManager, plugins: Plugins) -> dict[str, AgentOffer]:
    """Ask for agents; teams among them can find all others."""
    found: dict[str, Offer[AgentEntry | AgentReference]] = _collect(
        manager, plugins, expected=(AgentEntry, AgentReference), hook="railbird_agents"
    )
    offers: dict[str, AgentOffer] = {}

    def find_agent(name: str) -> AgentEntry:
        if name not in offers:
            raise unknown_name("agent", name, offers, command="railbird agents")
        return offers[name].entry

    for name, offer in found.items():
        offers[name] = AgentOffer(offer.entry, offer.origin, find_agent)
    return offers


def _find_referred(reference: AgentReference, origin: Origin) -> AgentEntry:
    try:
        with attributed_output(lambda: f"plugin '{origin}'"):
            entries = list(import_module(reference.module).AGENTS)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PluginError(
            f"plugin '{origin}' refers to agent '{reference.name}' in the module "
            f"'{reference.module}', which fails: {describe_error(error)}; fix it"
        ) from error
    for entry in entries:
        if isinstance(entry, AgentEntry) and entry.name == reference.name:
            _check_plays(entry, origin)
            return entry
    raise PluginError(
        f"plugin '{origin}' refers to agent '{reference.name}', which AGENTS of the module "
        f"'{reference.module}' does not have; add its AgentEntry there"
    )


def _ask(
    caller: pluggy.HookCaller, origin: Origin, hook: str, *, expected: tuple[type[Any], ...]
) -> list[Any]:
    """Call a hook of one plugin and return what it offers."""
    try:
        with attributed_output(lambda: f"plugin '{origin}'"):
            answers = caller()
            lists = [[a] if isinstance(a, expected) else list(a) for a in answers]
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PluginError(
            f"plugin '{origin}' fails in {hook}: {describe_error(error)}; fix it"
        ) from error
    if len(answers) < len(caller.get_hookimpls()):  # pluggy omits None
        raise PluginError(
            f"plugin '{origin}' returns nothing from {hook}; end the function with "
            f"`return [{expected[0].__name__}(...)]`"
        )
    for answer in answers:
        if isinstance(answer, expected):
            raise PluginError(
                f"plugin '{origin}' returns one {type(answer).__name__} from {hook}; return a list"
            )
    return [entry for entries in lists for entry in entries]


def _check_entry(entry: Any, origin: Origin, *, expected: tuple[type[Any], ...], hook: str) -> None:
    if not isinstance(entry, expected):
        raise PluginError(
            f"plugin '{origin}' returns a {type(entry).__name__} from {hook}; return only "
            f"{expected[0].__name__}"
        )
    name = entry.name
    if not (isinstance(name, str) and name.isprintable() and NAME.fullmatch(name)):
        raise PluginError(
            f"plugin '{origin}' offers the name {name!r}, which is not valid in a spec; use 1 to "
            '64 printable characters without white space and : | , / \\ "'
        )
    if isinstance(entry, AgentEntry):
        _check_plays(entry, origin)


def _check_plays(entry: AgentEntry, origin: Origin) -> None:
    try:
        signature(entry.plays).bind(None, {})
    except ValueError:  # some callables in C have no signature
        return
    except TypeError as error:
        raise PluginError(
            f"agent '{entry.name}' of plugin '{origin}' does not take the arguments of plays; "
            "write it as plays(game, parameters)"
        ) from error


def _noun(expected: type) -> str:
    return {AgentEntry: "agent", MovedAgent: "moved agent"}.get(expected, expected.__name__.lower())
