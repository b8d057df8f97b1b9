"""Where a plugin, and each agent of it, comes from: what results say of it."""

import functools
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from railbird.plugins.errors import AgentError
from railbird.plugins.finding.plugin_source import PACKAGE_FILE, hash_files, read_folder


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a plugin comes from.

    ``distribution`` and ``version`` are those of the package index; of a plugin by path the file's
    name and nothing, and its ``content_hash`` is that of all its files.
    """

    distribution: str
    version: str = ""
    content_hash: str = ""

    def __str__(self) -> str:
        """Name it in a message."""
        return f"{self.distribution} {self.version}".strip()


@dataclass(frozen=True, slots=True)
class AgentOrigin:
    """What results say of an agent's code: its plugin, that plugin's version, a hash of files."""

    distribution: str
    version: str
    file_hash: str
    file: str = field(default="", compare=False, repr=False)
    """The file's name, for messages; what it is called makes no difference."""


def describe_agent(factory: Callable[..., Any], origin: Origin) -> AgentOrigin:
    """Describe the code behind a factory."""
    if origin.content_hash:
        return AgentOrigin(origin.distribution, "", origin.content_hash, origin.distribution)
    path = source_file(factory)
    name = "" if path is None else _name_of(path)
    return AgentOrigin(origin.distribution, origin.version, hash_code(factory), name)


def add_parts(own: AgentOrigin, parts: Iterable[AgentOrigin | Path]) -> AgentOrigin:
    """Describe an agent that is made of others and of files; without any, it is as before.

    Raises AgentError for a file that cannot be read.
    """
    told = [("", repr(own).encode()), *map(_describe_part, parts)]
    if len(told) == 1:
        return own
    file = f"{own.file}, or what it is made of"
    return replace(own, file_hash=hash_files(tuple(told)), file=file)


def _describe_part(part: AgentOrigin | Path) -> tuple[str, bytes]:
    if isinstance(part, AgentOrigin):
        return "agent", repr(part).encode()
    try:
        return "file", part.read_bytes()
    except OSError as error:
        raise AgentError(f"{part} cannot be read: {error.strerror}; name another file") from error


def hash_code(factory: Callable[..., Any]) -> str:
    """Hash the file in which ``factory`` is defined, with its whole folder if that is a package's.

    32 hex digits; empty where there is no source file (a compiled module, a notebook's cell).
    """
    path = source_file(factory)
    if path is None:
        return ""
    if path.name == PACKAGE_FILE:
        return hash_files(read_folder(path.parent))
    return hash_files(((path.name, path.read_bytes()),))


def source_file(factory: Callable[..., Any]) -> Path | None:
    """Return the file in which ``factory`` is defined, None where there is no source file."""
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
