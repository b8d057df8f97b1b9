"""Teams as a spec writes them: members by name, with parameters of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from railbird.plugins import AgentError

BETWEEN = "+"


@dataclass(frozen=True, slots=True)
class MemberSpec:
    """A member of a team: an agent by its name, and its parameters."""

    agent: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


def read_names(members: str | Sequence[str]) -> tuple[str, ...]:
    """Read members given as a list of names, or as one text with a + between them."""
    names = members.split(BETWEEN) if isinstance(members, str) else members
    if not isinstance(names, Sequence) or not names or not all(isinstance(n, str) for n in names):
        raise AgentError(f"members is {members!r}; give a list of names, one at least, or a+b+c")
    if len(set(names)) < len(names):
        raise AgentError(f"members is {members!r}; name nobody twice")
    return tuple(names)


def read_members(members: Any) -> tuple[MemberSpec, ...]:
    """Read a team: names, or tables with ``agent`` and, if wanted, ``parameters``."""
    items = members.split(BETWEEN) if isinstance(members, str) else members
    if not isinstance(items, Sequence) or not items:
        raise AgentError(
            f"members is {members!r}; give a list of agents, one at least, or a text as a+b+c"
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
        f"the member {item!r} is no agent; write its name, or "
        '{ agent = "NAME", parameters = { ... } }'
    )
