"""Finds plugins, installed and by path, and registers them with pluggy."""

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import pluggy

from railbird.plugins.errors import PluginError, unknown_name
from railbird.plugins.finding import hookspecs
from railbird.plugins.finding.agent_frames import note_installed
from railbird.plugins.finding.attributed_output import attributed_output
from railbird.plugins.finding.hookspecs import PROJECT
from railbird.plugins.finding.origin import Origin
from railbird.plugins.finding.plugin_import import describe_error, import_plugin
from railbird.plugins.finding.plugin_source import PluginSource

Plugins = list[tuple[Any, Origin]]
"""Plugins (modules or objects) and their origins, in a fixed order."""


def find_installed() -> Plugins:
    """Import the plugins of installed distributions, in order of name.

    Raises PluginError, with the distribution and the cause, for one that cannot be imported.
    """
    found = sorted(entry_points(group=PROJECT), key=lambda point: (_owner(point), point.name))
    note_installed(point.module for point in found)
    return [(_load(point), _origin(point)) for point in found]


def import_sources(sources: Iterable[PluginSource]) -> Plugins:
    """Import plugins by path, in order of name; identical files given twice are one plugin.

    Raises PluginError for one that cannot be imported, and for different ones with the same name.
    """
    by_name: dict[str, PluginSource] = {}
    for source in sources:
        other = by_name.setdefault(source.module_name, source)
        if other.content_hash != source.content_hash:
            raise PluginError(
                f"plugins '{other.path}' and '{source.path}' have the same name; rename one of them"
            )
    ordered = [source for _, source in sorted(by_name.items())]
    return [
        (import_plugin(source), Origin(source.file_name, content_hash=source.content_hash))
        for source in ordered
    ]


def make_manager(plugins: Plugins) -> pluggy.PluginManager:
    """Register plugins with a new manager.

    Raises PluginError for a plugin by path that implements no hook, for unknown hooks and for wrong
    arguments of hooks.
    """
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(hookspecs)
    for plugin, origin in plugins:
        try:
            manager.register(plugin, name=f"{origin} #{len(manager.get_plugins())}")
        except (pluggy.PluginValidationError, ValueError) as error:
            cause = " ".join(str(error).split())
            raise PluginError(f"plugin '{origin}' cannot be registered: {cause}") from error
        if origin.content_hash and not manager.get_hookcallers(plugin):
            raise PluginError(
                f"plugin '{origin}' offers nothing; mark its function railbird_agents with "
                "@railbird.plugins.hookimpl"
            )
    _check_hook_names(manager, plugins)
    return manager


def _check_hook_names(manager: pluggy.PluginManager, plugins: Plugins) -> None:
    try:
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        origin = next(origin for plugin, origin in plugins if plugin is error.plugin)
        hooks = [name for name in dir(hookspecs) if name.startswith(f"{PROJECT}_")]
        unknown = next(
            name
            for name in vars(manager.hook)
            if not name.startswith("_") and getattr(manager.hook, name).spec is None
        )
        nearest = unknown_name("hook", unknown, hooks)
        raise PluginError(f"plugin '{origin}' implements an unknown hook: {nearest}") from error


def _load(point: EntryPoint) -> Any:
    try:
        with attributed_output(lambda: f"plugin '{point.name}'"):
            return point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PluginError(
            f"plugin '{point.name}' ({point.value}) of distribution '{_owner(point)}' cannot be "
            f"imported: {describe_error(error)}; fix or uninstall it"
        ) from error


def _origin(point: EntryPoint) -> Origin:
    return Origin(_owner(point), point.dist.version if point.dist is not None else "")


def _owner(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value
