"""The origin of a plugin and of its agents, as recorded in results."""

import functools
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from railbird.plugins.errors import AgentError
from railbird.plugins.finding.plugin_source import PACKAGE_FILE, hash_files, read_folder

OR_PARTS = "or one of its parts"
READS = "which reads it"
"""Follows the name of an agent's file where other agents and files belong to it."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a plugin.

    ``distribution`` and ``version`` are those of the installed distribution; for a plugin by path
    the file's name and "", and its ``content_hash`` is that of all its files.
    """

    distribution: str
    version: str = ""
    content_hash: str = ""

    def __str__(self) -> str:
        """Return its name for messages."""
        return f"{self.distribution} {self.version}".strip()


@dataclass(frozen=True, slots=True)
class AgentOrigin:
    """The record of an agent's code in results: its plugin, its version, a hash of files."""

    distribution: str
    version: str
    file_hash: str
    file: str = field(default="", compare=False, repr=False)
    """The file's name, for messages; it is not compared."""


def describe_agent(factory: Callable[..., Any], origin: Origin) -> AgentOrigin:
    """Describe the code behind a factory."""
    if origin.content_hash:
        return AgentOrigin(origin.distribution, "", origin.content_hash, origin.distribution)
    path = source_file(factory)
    name = "" if path is None else _name_of(path)
    return AgentOrigin(origin.distribution, origin.version, hash_code(factory), name)


def add_parts(own: AgentOrigin, parts: Iterable[AgentOrigin | Path]) -> AgentOrigin:
    """Describe an agent with its parts, other agents and files; without parts it is unchanged.

    Raises AgentError for a file that cannot be read.
    """
    parts = list(parts)
    told = [("", repr(own).encode()), *map(_describe_part, parts)]
    if len(told) == 1:
        return own
    read = [part.name for part in parts if isinstance(part, Path)]
    file = f"{', '.join(read)}, or {own.file}, {READS}" if read else own.file
    file = file if len(read) == len(parts) else f"{file}, {OR_PARTS}"
    return replace(own, file_hash=hash_files(tuple(told)), file=file)


def _describe_part(part: AgentOrigin | Path) -> tuple[str, bytes]:
    if isinstance(part, AgentOrigin):
        return "agent", repr(part).encode()
    try:
        return "file", part.read_bytes()
    except OSError as error:
        raise AgentError(f"{part} cannot be read: {error.strerror}; choose another file") from error


def hash_code(factory: Callable[..., Any]) -> str:
    """Hash the file in which ``factory`` is defined, with its whole folder if it is a package.

    32 hex digits; empty if there is no source file (a compiled module, a notebook's cell).
    """
    path = source_file(factory)
    if path is None:
        return ""
    if path.name == PACKAGE_FILE:
        return hash_files(read_folder(path.parent))
    return hash_files(((path.name, path.read_bytes()),))


def source_file(factory: Callable[..., Any]) -> Path | None:
    """Return the file in which ``factory`` is defined, None if there is no source file."""
    while isinstance(factory, functools.partial):
        factory = factory.func
    try:
        name = inspect.getsourcefile(inspect.unwrap(factory))
    except (TypeError, OSError):
        return None
    path = Path(name or "")
    return path if path.is_file() else None


def _name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.name}" if path.name == PACKAGE_FILE else path.name
