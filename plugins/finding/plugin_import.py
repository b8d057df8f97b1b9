"""Imports plugins from their bytes, so that a worker runs exactly the code that was hashed.

Submodules and ``pkgutil.get_data`` work as from a folder; compiled extensions do not (install
such a plugin as a distribution).
"""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

from railbird.plugins.errors import PluginError
from railbird.plugins.finding.agent_frames import place_of
from railbird.plugins.finding.attributed_output import attributed_output
from railbird.plugins.finding.hookspecs import PROJECT
from railbird.plugins.finding.plugin_source import PACKAGE_FILE, PluginSource


class _BytesLoader(SourceLoader):
    """Finds a plugin's code and data among its bytes, by their original paths."""

    is_of_plugin = True
    """The attribute by which `agent_frames` recognises a plugin's code."""

    def __init__(self, source: PluginSource) -> None:
        folder = Path(source.path).parent if source.is_module else Path(source.path)
        self.source = source
        self.files = {str(folder / name): content for name, content in source.files}

    def find_file(self, fullname: str) -> str | None:
        """The path of a module of this plugin."""
        if self.source.is_module:
            is_it = fullname == self.source.module_name
            return next(iter(self.files)) if is_it else None
        place = Path(self.source.path, *fullname.split(".")[1:])
        candidates = (str(place / PACKAGE_FILE), f"{place}.py")
        return next((path for path in candidates if path in self.files), None)

    def get_filename(self, fullname: str) -> str:
        """Return the path of a module; raises ImportError if there is none."""
        path = self.find_file(fullname)
        if path is None:
            raise ImportError(f"no module named {fullname!r}", name=fullname)
        return path

    def get_data(self, path: str | bytes) -> bytes:
        """Return the content of a file of the plugin; raises OSError if there is none."""
        name = path.decode() if isinstance(path, bytes) else path
        if name not in self.files:
            raise FileNotFoundError(f"the plugin has no file {Path(name).name!r}")
        return self.files[name]


class _BytesFinder(MetaPathFinder):
    """Finds the modules of one plugin, and no others."""

    def __init__(self, loader: _BytesLoader) -> None:
        self.loader = loader

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of this plugin, None for any other."""
        if fullname.partition(".")[0] != self.loader.source.module_name:
            return None
        file = self.loader.find_file(fullname)
        if file is None:
            return None
        spec = spec_from_loader(fullname, self.loader, is_package=Path(file).name == PACKAGE_FILE)
        if spec is not None:
            spec.has_location = True
            spec.origin = file
        return spec


def import_plugin(source: PluginSource) -> ModuleType:
    """Import a plugin, even if one with the same name was imported from a path before.

    Raises PluginError if it cannot be imported or has the name of another module.
    """
    _make_room(source)
    finder = _BytesFinder(_BytesLoader(source))
    sys.meta_path.insert(0, finder)
    try:
        with attributed_output(lambda: f"plugin '{source.file_name}'"):
            return _execute(finder, source.module_name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        _forget(source.module_name)
        raise PluginError(
            f"plugin '{source.file_name}' cannot be imported: {describe_error(error)}; fix it"
        ) from error


def describe_error(error: BaseException) -> str:
    """Describe an error, with the place in the plugin where it was raised."""
    name, said, place = type(error).__name__, str(error).strip() or "no message", place_of(error)
    if isinstance(error, SyntaxError):
        said, place = error.msg, f"({Path(error.filename or '').name}, line {error.lineno})"
    return f"{name}: {said} {place}".rstrip()


def _execute(finder: _BytesFinder, name: str) -> ModuleType:
    spec = finder.find_spec(name, None)
    if spec is None or spec.loader is None:
        raise ImportError(f"no module named {name!r}", name=name)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _make_room(source: PluginSource) -> None:
    name = source.module_name
    packages = {p.module.partition(".")[0]: p for p in entry_points(group=PROJECT)}
    installed = packages.get(name)
    if installed is not None and name != PROJECT:
        owner = installed.dist.name if installed.dist is not None else name
        raise PluginError(
            f"plugin '{source.file_name}' is also installed, by the distribution '{owner}'; leave "
            f"it out here, or uninstall it (pip uninstall {owner})"
        )
    taken = sys.modules.get(name)
    loader = getattr(getattr(taken, "__spec__", None), "loader", None)
    is_other_module = taken is not None and not isinstance(loader, _BytesLoader)
    if is_other_module or name in sys.stdlib_module_names:
        raise PluginError(
            f"plugin '{source.file_name}' has the name of the module '{name}' of Python or "
            "another package; rename it"
        )
    _forget(name)


def _forget(name: str) -> None:
    for module in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
        del sys.modules[module]
    sys.meta_path[:] = [
        finder
        for finder in sys.meta_path
        if not (isinstance(finder, _BytesFinder) and finder.loader.source.module_name == name)
    ]
