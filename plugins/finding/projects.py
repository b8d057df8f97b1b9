"""Folders of projects, such as those of `railbird new-agent`, and their plugins."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from railbird.native import FileError, decode_text
from railbird.plugins.errors import PluginError
from railbird.plugins.finding.hookspecs import PROJECT

PROJECT_FILE = "pyproject.toml"


def find_module(folder: Path) -> Path:
    """Return the module or package folder of a project's entry point.

    Raises PluginError if its pyproject.toml cannot be read, or if it has no plugin or several.
    """
    points = _table(read_project(folder), "entry-points", PROJECT)
    modules = sorted({str(value).partition(":")[0].strip() for value in points.values()})
    if not modules:
        raise PluginError(
            f"plugin '{folder}': its {PROJECT_FILE} has no [project.entry-points.{PROJECT}]; add "
            "it, or give the plugin's .py file"
        )
    if len(modules) > 1:
        raise PluginError(
            f"plugin '{folder}': its {PROJECT_FILE} names several plugins ({', '.join(modules)}); "
            "give the file of one"
        )
    name = modules[0]
    if "." in name:
        raise PluginError(
            f"plugin '{folder}': its {PROJECT_FILE} names '{name}', a module within a package; "
            f"install it (pip install -e {folder})"
        )
    for root in (folder, folder / "src"):
        for found in (root / f"{name}.py", root / name / "__init__.py"):
            if found.is_file():
                return found
    raise PluginError(
        f"plugin '{folder}': its {PROJECT_FILE} names the module '{name}', which is neither in "
        "the folder nor in src; give the plugin's .py file"
    )


def read_project(folder: Path) -> Mapping[str, Any]:
    """Return the table `project` of a folder's pyproject.toml, empty if it has none.

    Raises PluginError if the file cannot be read.
    """
    import tomllib  # noqa: PLC0415  (slow to import, and not needed by most commands)

    path = folder / PROJECT_FILE
    try:
        return _table(tomllib.loads(decode_text(path.read_bytes())), "project")
    except (OSError, ValueError, FileError) as error:
        raise PluginError(f"{path} cannot be read: {' '.join(str(error).split())}") from error


def _table(table: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    for key in keys:
        inner = table.get(key)
        table = inner if isinstance(inner, dict) else {}
    return table
