"""The spec of a match without a file: how hands are split, and agents written in one word."""

from collections.abc import Sequence
from typing import Any

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.plan.seatings import count_seatings, default_seating_rule
from railbird.harness.plan.spec import AgentSpec, Spec

FEWEST_DECKS, MOST_DECKS = 10, 50
HANDS_WORTH_A_MATCH = 100


def match_spec(
    agents: Sequence[str], game: str, *, player_count: int, hands: int, decks: int | None = None
) -> Spec:
    """Return the spec of a match of at least `hands` hands for each line-up, all seatings counted.

    The interval is over duplicate sets, so the hands are split over several deck seeds: 50, or as
    many fewer as keep 100 hands in a match, but 10 at least (fewer where there are not hands
    enough). What does not divide is rounded up.
    """
    seating_count = count_seatings(default_seating_rule(player_count), player_count)
    sets = -(-hands // seating_count)
    decks = decks or min(max(sets // HANDS_WORTH_A_MATCH, FEWEST_DECKS), MOST_DECKS, sets)
    return Spec(
        name="match",
        game=game,
        agents=read_agents(agents),
        hands_per_match=-(-sets // decks),
        decks=decks,
    )


def read_agents(texts: Sequence[str]) -> tuple[AgentSpec, ...]:
    """Read agents written as ``NAME``, ``LABEL=NAME`` or ``NAME:PARAMETER=VALUE,...``.

    An agent that comes again without a label is known as ``NAME-2`` and so on.
    """
    entered: list[AgentSpec] = []
    for text in texts:
        agent = _read_agent(text)
        taken = {other.label for other in entered}
        number = 2
        label = agent.label
        while label in taken:
            label = f"{agent.label}-{number}"
            number += 1
        entered.append(msgspec.structs.replace(agent, label=label))
    return tuple(entered)


def _read_agent(text: str) -> AgentSpec:
    head, _, tail = text.partition(":")
    label, is_labelled, name = head.rpartition("=")
    parameters: dict[str, Any] = {}
    for part in tail.split(",") if tail else ():
        key, is_given, value = part.partition("=")
        if not key or not is_given:
            raise SpecError(f"agent '{text}': '{part}' is no PARAMETER=VALUE; write NAME:x=1,y=2")
        parameters[key] = _read_value(value)
    if not name or (is_labelled and not label):
        raise SpecError(f"agent '{text}' has no name; write NAME, LABEL=NAME or NAME:x=1")
    return AgentSpec(agent=name, label=label, parameters=parameters)


def _read_value(text: str) -> Any:
    """Read a number, true, false or quoted text as JSON does, and anything else as text."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
