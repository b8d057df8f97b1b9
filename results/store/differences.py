"""Describes why a run cannot be continued in a folder: how it differs from the run there."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from railbird.plugins.finding.origin import OR_PARTS, READS
from railbird.results.store.manifest import AgentRecord, Manifest

OURS = "railbird"
"""The distribution of the agents that railbird ships."""
LONGEST_VALUE = 60
MOST_SHOWN = 3
NO_FILES: Mapping[str, str] = MappingProxyType({})


def list_differences(
    old: Manifest,
    new: Manifest,
    *,
    growing: frozenset[str],
    files: Mapping[str, str] = NO_FILES,
) -> str:
    """Return why `new` cannot continue in the folder of `old`; "" if it can.

    Stages, deck seeds and agents may be added; in the spec only the keys in `growing` may differ.
    `files` are the code files of agents by label, of members of a population by `PLACE:MEMBER`.
    """
    free = dict.fromkeys(growing)
    found = list(_changed("the spec's", old.spec | free, new.spec | free))
    found += _find_in_agents(old, new, files)
    found = found or list(_find_consequences(old, new))
    more = len(found) - MOST_SHOWN
    shown = found[:MOST_SHOWN] + ([f"and {more} more"] if more > 0 else [])
    return ", ".join(shown)


def _find_in_agents(old: Manifest, new: Manifest, files: Mapping[str, str]) -> Iterator[str]:
    agents = {agent.label: agent for agent in new.agents}
    for agent in old.agents:
        if agent.label in agents:
            yield from _find_in_agent(agent, agents[agent.label], place="", files=files)
        else:
            yield f"agent {agent.label!r} is missing now"


def _find_consequences(old: Manifest, new: Manifest) -> Iterator[str]:
    """Yield other differences, which usually are consequences of the spec."""
    if old.game != new.game:
        yield "the definition of the game has changed"
    yield from _changed("the generator of draws", old.generator, new.generator)
    yield from _changed("the number of seatings", old.seating_count, new.seating_count)
    for name, what in (("stages", "stages"), ("deck_seeds", "deck seeds")):
        before, now = getattr(old, name), getattr(new, name)
        if now[: len(before)] != before:
            yield f"the first {what} ({len(before)} of them) have changed"


def _find_in_agent(
    old: AgentRecord, new: AgentRecord, *, place: str, files: Mapping[str, str]
) -> Iterator[str]:
    who = f"agent {old.label!r}" if not place else f"member {old.label!r} of {place!r}"
    there, here = _origin(old), _origin(new)
    is_ours = old.distribution == new.distribution == OURS
    if is_ours and old.version != new.version:
        yield f"{who} is railbird's own: it was played by {there}, and this is {here}"
    elif there != here:
        yield f"{who} was from {there} and is now from {here}"
    elif old.file_hash != new.file_hash:
        file = files.get(f"{place}:{old.label}" if place else old.label) or here
        if READS in file:
            yield f"what {who} plays by ({file}) has changed (any edit counts, also of a comment)"
        elif is_ours and OR_PARTS not in file:
            yield f"{who} is railbird's own, and this build of {here} has other code for it"
        else:
            yield f"the code of {who} ({file}) has changed (any edit counts, also of a comment)"
    yield from _changed(f"the name of {who}", old.agent, new.agent)
    yield from _changed(f"the team of {who}", old.team, new.team)
    pairs = _pair_members(old, new)
    for one, other in pairs:
        yield from _find_in_agent(one, other, place=old.label, files=files)
    if not pairs:
        yield from _changed(f"{who}: parameter", _parameters(old), _parameters(new))


def _origin(agent: AgentRecord) -> str:
    return f"{agent.distribution} {agent.version}".strip()


def _parameters(agent: AgentRecord) -> Any:
    try:
        return msgspec.json.decode(agent.parameters)
    except msgspec.DecodeError:
        return agent.parameters


def _pair_members(old: AgentRecord, new: AgentRecord) -> list[tuple[AgentRecord, AgentRecord]]:
    """Return the members of a population, old and new; none if their labels differ."""
    try:
        there, here = (
            msgspec.json.decode(agent.parameters, type=_Population).members for agent in (old, new)
        )
    except msgspec.DecodeError:  # the parameters of an agent
        return []
    if [one.label for one in there] != [one.label for one in here]:
        return []
    return list(zip(there, here, strict=True))


class _Population(msgspec.Struct, forbid_unknown_fields=True):
    """The parameters of a place for members of a population."""

    members: tuple[AgentRecord, ...]


def _changed(what: str, old: Any, new: Any) -> Iterator[str]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted(old.keys() | new.keys()):
            yield from _changed(f"{what} {key}", old.get(key), new.get(key))
    else:
        yield f"{what} was {_shown(old)} and is now {_shown(new)}"


def _shown(value: Any) -> str:
    text = "not set" if value is None else repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 3]}..."
