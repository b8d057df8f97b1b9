"""Teams in a spec: members by name, with their own parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from railbird.agents.parameters import BETWEEN
from railbird.plugins import AgentError


@dataclass(frozen=True, slots=True)
class MemberSpec:
    """A member of a team: an agent by its name, and its parameters."""

    agent: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


def read_members(members: Any) -> tuple[MemberSpec, ...]:
    """Read a team: names, or tables with ``agent`` and optional ``parameters``."""
    items = members.split(BETWEEN) if isinstance(members, str) else members
    if not isinstance(items, Sequence) or not items:
        raise AgentError(
            f"members is {members!r}; give a list of at least one agent, or a text such as a+b+c"
        )
    return tuple(map(_read_member, items))


def _read_member(item: Any) -> MemberSpec:
    if isinstance(item, str) and item:
        return MemberSpec(item)
    if (
        isinstance(item, Mapping)
        and isinstance(item.get("agent"), str)
        and isinstance(item.get("parameters", {}), Mapping)
        and item.keys() <= {"agent", "parameters"}
    ):
        return MemberSpec(item["agent"], dict(item.get("parameters", {})))
    raise AgentError(
        f"the member {item!r} is not an agent; write its name, or "
        '{ agent = "NAME", parameters = { ... } }'
    )
