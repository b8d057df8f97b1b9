"""``railbird new-agent``: writes the package of a new agent that passes ``railbird check``."""

import importlib.util
import keyword
import re
import sys
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from railbird.harness.errors import NewAgentError
from railbird.native import PlaceError, atomic_folder
from railbird.plugins import load_registry

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME = 64
TEMPLATES = {
    "pyproject.toml": "pyproject.toml.txt",
    "README.md": "README.md.txt",
    "$module.py": "agent.py.txt",
    "tests/test_$module.py": "test_agent.py.txt",
}


def new_agent(
    name: Annotated[
        str, typer.Argument(help="The agent's name: lowercase letters, digits, hyphens.")
    ],
    *,
    folder: Annotated[
        Path, typer.Option("--in", help="Where to create the package's folder.")
    ] = Path(),
) -> None:
    """Create a package with one small agent, its entry point and its test.

    It passes ``railbird check`` as it is; edit it to change how it plays.

    Example: `railbird new-agent my-agent`
    """
    package = write_agent_package(name, folder)
    typer.echo(
        f"{package} is ready. Next:\n"
        f"  pip install -e {package}\n"
        f"  railbird check {name}\n"
        f"  railbird match {name} uniform --game kuhn-2p --hands 3000"
    )


def write_agent_package(name: str, folder: Path) -> Path:
    """Create the package in ``folder / name``, completely or not at all, and return its path.

    Raises NewAgentError for a name that is invalid or taken, or if the folder cannot be written.
    """
    module = name.replace("-", "_")
    _check_name(name, module)
    package = folder / name
    if package.exists():
        raise NewAgentError(f"'{package}' already exists; choose another name or folder")
    words = {"name": name, "module": module, "class_name": name.title().replace("-", "")}
    try:
        with atomic_folder(package) as unfinished:
            _write_files(unfinished, words)
    except PlaceError as error:
        raise NewAgentError(str(error)) from error
    return package


def _write_files(unfinished: Path, words: dict[str, str]) -> None:
    templates = files("railbird.harness") / "new_agent_files"
    for target, source in TEMPLATES.items():
        path = unfinished / Template(target).substitute(words)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = Template((templates / source).read_text(encoding="utf-8")).substitute(words)
        path.write_text(text, encoding="utf-8")


def _check_name(name: str, module: str) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise NewAgentError(
            f"'{name}' is not a valid package name; use lowercase letters, digits and single "
            f"hyphens, starting with a letter, at most {LONGEST_NAME} characters"
        )
    is_taken = keyword.iskeyword(module) or module in sys.stdlib_module_names
    if is_taken or importlib.util.find_spec(module) is not None:
        raise NewAgentError(
            f"there is already a Python module named '{module}'; choose another name"
        )
    if name in load_registry().agents:
        raise NewAgentError(f"there is already an agent named '{name}'; choose another name")
