"""Agents as given in a notebook: by name or class, with or without parameters."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.plan.match_spec import free_name, number_labels, read_agent
from railbird.harness.players.kinds import AgentSpec
from railbird.plugins import AgentError, form_of
from railbird.plugins.contract.method_arguments import require_arguments

Entry: TypeAlias = str | type | tuple[str | type, Mapping[str, Any]]
"""An agent: its name (or ``LABEL=NAME``, ``NAME:PARAMETER=VALUE,...``), its class, or a pair of
either with parameters by name."""

Entries: TypeAlias = Sequence[Entry] | Mapping[str, Entry]
"""Agents in a list, or by label."""

PAIR = 2
WANTED = "give an agent's name, a class, or a pair of either and a dictionary of parameters"


@dataclass(frozen=True, slots=True)
class Entered:
    """Agents of a match, and the classes among them by the names they are entered under."""

    agents: tuple[AgentSpec, ...]
    classes: Mapping[str, type]


def read_entries(entries: Entries) -> Entered:
    """Read agents; those without a label are known by their name, or ``NAME-2`` and so on.

    Two classes of one name are entered as ``NAME`` and ``NAME-2``. Raises SpecError for values that
    are not agents, and AgentError for a class without a method to decide.
    """
    if isinstance(entries, str) or not isinstance(entries, (Mapping, Iterable)):
        raise SpecError(f"agents: {_kind(entries)} is not a list of agents; write [...]")
    is_labelled = isinstance(entries, Mapping)
    listed = entries.items() if isinstance(entries, Mapping) else ((None, e) for e in entries)
    classes: dict[str, type] = {}
    agents = []
    for number, (label, entry) in enumerate(listed, start=1):
        what = f"agents: {label!r}" if is_labelled else f"agents: entry {number}"
        agent = _read_entry(entry, classes, what=what)
        agents.append(agent if label is None else _labelled(agent, label))
    return Entered(number_labels(agents), classes)


def _read_entry(entry: Any, classes: dict[str, type], *, what: str) -> AgentSpec:
    """Read one agent; a class is added to `classes`."""
    parameters: Any = {}
    if isinstance(entry, (tuple, list)) and len(entry) == PAIR:
        entry, parameters = entry
    if isinstance(entry, type):
        agent = AgentSpec(agent=_enter_class(entry, classes, what=what))
    elif isinstance(entry, str):
        agent = read_agent(entry)
    else:
        raise SpecError(f"{what} is {_describe_wrong(entry)}")
    return _with_parameters(agent, parameters, what=what)


def _enter_class(found: type, classes: dict[str, type], *, what: str) -> str:
    """Return the name under which a class is entered, the same name each time."""
    for name, other in classes.items():
        if other is found:
            return name
    try:
        form_of(found)
        require_arguments(found)
    except AgentError as error:
        raise AgentError(f"{what}: class {error}") from error
    name = free_name(found.__name__, classes)
    classes[name] = found
    return name


def _with_parameters(agent: AgentSpec, parameters: Any, *, what: str) -> AgentSpec:
    if not isinstance(parameters, Mapping):
        raise SpecError(f"{what}: its parameters are {_kind(parameters)}; {WANTED}")
    unnamed = [key for key in parameters if not isinstance(key, str)]
    if unnamed:
        raise SpecError(f"{what}: the parameter {unnamed[0]!r} is not a name; use text for names")
    try:
        msgspec.json.encode(dict(parameters))
    except (TypeError, ValueError, RecursionError) as error:
        raise SpecError(
            f"{what}: its parameters cannot be stored ({error}); use numbers, text, True, False, "
            "and lists and dictionaries of them"
        ) from error
    return msgspec.structs.replace(agent, parameters={**agent.parameters, **parameters})


def _labelled(agent: AgentSpec, label: Any) -> AgentSpec:
    if not isinstance(label, str):
        raise SpecError(f"agents: the label {label!r} is {_kind(label)}; use text")
    return msgspec.structs.replace(agent, label=label)


def _describe_wrong(entry: object) -> str:
    """Describe a value that is neither a name nor a class, and what is expected."""
    name = type(entry).__name__
    try:
        form_of(entry)
    except AgentError:
        return f"{_kind(entry)}; {WANTED}"
    return (
        f"an instance of {name}; give the class, {name}, or ({name}, {{...}}) with its parameters: "
        "each match is played by a new instance"
    )


def _kind(value: object) -> str:
    name = "class" if isinstance(value, type) else type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
