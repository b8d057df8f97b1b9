"""Agents given as classes by a notebook or script, without a plugin.

In the process that was given a class, the class itself is used. Elsewhere it is recreated from
bytes (cloudpickle), which contain what a cell or script defines; definitions of modules are
imported there.
"""

import pickle
from dataclasses import dataclass

from railbird.plugins.contract.entries import AgentEntry, every_game
from railbird.plugins.errors import AgentError, PluginError
from railbird.plugins.finding.definition_hash import hash_definition, require_as_in_file
from railbird.plugins.finding.hookspecs import hookimpl
from railbird.plugins.finding.origin import Origin
from railbird.plugins.finding.plugin_import import describe_error
from railbird.plugins.finding.plugin_source import HASH_BYTES

NOT_HASHED = "0" * (2 * HASH_BYTES)


@dataclass(frozen=True, slots=True)
class ClassSource:
    """An agent's class with the ``name`` by which specs enter it.

    ``content_hash`` is that of `hash_definition`, or NOT_HASHED. ``pickled`` is for other
    processes, and empty if there are none; ``agent_class`` exists only in the process that was
    given it.
    """

    name: str
    content_hash: str
    pickled: bytes
    module: str
    agent_class: type | None = None

    def __reduce__(self) -> tuple[type["ClassSource"], tuple[str, str, bytes, str]]:
        """Exclude the class itself from pickling."""
        return ClassSource, (self.name, self.content_hash, self.pickled, self.module)

    @property
    def origin(self) -> Origin:
        """The origin of the class."""
        return Origin(self.module, content_hash=self.content_hash)

    def make_plugin(self) -> object:
        """Return a plugin that offers the class; raises PluginError if it cannot be created."""
        return _ClassPlugin(AgentEntry(self.name, self._load(), every_game))

    def _load(self) -> type:
        if self.agent_class is not None:
            return self.agent_class
        try:
            found: type = pickle.loads(self.pickled)
        except Exception as error:  # its modules may raise anything when they are imported
            raise PluginError(
                f"class '{self.name}' cannot be loaded in a worker: {describe_error(error)}; put "
                "its module on Python's search path, or play in one process (workers=0)"
            ) from error
        return found


class _ClassPlugin:
    """A plugin that offers one class."""

    def __init__(self, entry: AgentEntry) -> None:
        self._entry = entry

    @hookimpl
    def railbird_agents(self) -> list[AgentEntry]:
        """Offer the class."""
        return [self._entry]


def pack_class(
    agent_class: type, name: str, *, is_sent: bool = True, is_kept: bool = True
) -> ClassSource:
    """Pack an agent's class, to be sent to other processes and recorded in runs.

    Raises AgentError for a class whose file was edited since it was imported, for one that cannot
    be sent and, if it `is_kept`, for one that cannot be hashed.
    """
    require_as_in_file(agent_class)
    return ClassSource(
        name,
        content_hash=_hash(agent_class, is_needed=is_kept),
        pickled=_pickle(agent_class) if is_sent else b"",
        module=agent_class.__module__,
        agent_class=agent_class,
    )


def _hash(agent_class: type, *, is_needed: bool) -> str:
    try:
        return hash_definition(agent_class)
    except AgentError:
        if is_needed:
            raise
        return NOT_HASHED


def _pickle(agent_class: type) -> bytes:
    import cloudpickle  # noqa: PLC0415  (only where classes are sent)

    try:
        data: bytes = cloudpickle.dumps(agent_class)
    except Exception as error:  # copying may raise anything
        raise AgentError(
            f"class '{agent_class.__name__}' cannot be sent to workers: {describe_error(error)}; "
            "create objects that cannot be copied in __init__, or play in one process (workers=0)"
        ) from error
    return data
