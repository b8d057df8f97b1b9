"""Detects installed copies of agents that differ from their project in the working folder."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from railbird.plugins.errors import PluginError
from railbird.plugins.finding.origin import Origin, source_file
from railbird.plugins.finding.plugin_source import PACKAGE_FILE, SUFFIX, read_folder
from railbird.plugins.finding.projects import PROJECT_FILE, read_project


def describe_stale_copy(factory: Callable[..., Any], origin: Origin, folder: Path) -> str:
    """Return a warning if an installed agent differs from its project in or at `folder`.

    It is "" if there is no such project, if the code is the same, and for a plugin by path.
    """
    file = source_file(factory)
    if file is None or origin.content_hash:
        return ""
    installed = _outermost(file)
    for project in _find_projects(origin.distribution, folder):
        for own in (project / installed.name, project / "src" / installed.name):
            if own.exists() and _code_of(own) != _code_of(installed):
                where = "." if project == folder else project.name
                return (
                    f"installed {origin} is not {where}/ here ({own.name} differs); "
                    f"pip install -e {where}"
                )
    return ""


def _outermost(file: Path) -> Path:
    """Return the folder of the top-level package of a file, or the file itself."""
    while (file.parent / PACKAGE_FILE).is_file():
        file = file.parent
    return file


def _code_of(path: Path) -> tuple[tuple[str, bytes], ...]:
    if path.is_file():
        return ((path.name, path.read_bytes()),)
    if not (path / PACKAGE_FILE).is_file():
        return ()
    return tuple((name, data) for name, data in read_folder(path) if name.endswith(SUFFIX))


def _find_projects(distribution: str, folder: Path) -> Iterator[Path]:
    """Yield the folders that contain the project of a distribution."""
    wanted = _normalised(distribution)
    for name in dict.fromkeys((distribution, wanted, wanted.replace("-", "_"), "")):
        project = folder / name
        if not (project / PROJECT_FILE).is_file():
            continue
        try:
            found = read_project(project).get("name")
        except PluginError:
            continue
        if isinstance(found, str) and _normalised(found) == wanted:
            yield project


def _normalised(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
