"""The spec of a match without a file: how hands are split, and the short form of agents."""

from collections.abc import Container, Iterable, Sequence

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.plan.seatings import count_seatings, default_seating_rule
from railbird.harness.plan.spec import MOST_HANDS_PER_MATCH, Spec
from railbird.harness.plan.written_values import read_pairs
from railbird.harness.players.kinds import AgentSpec

FEWEST_DECKS, MOST_DECKS = 10, 50
HANDS_WORTH_A_MATCH = 100
FEWEST_DECKS_FOR_AN_INTERVAL = 2


def match_spec(
    agents: Sequence[AgentSpec],
    game: str,
    *,
    player_count: int,
    hands: int,
    decks: int | None = None,
) -> Spec:
    """Return the spec of a match of at least `hands` hands for each line-up, all seatings counted.

    Confidence intervals are computed over duplicate sets, so the hands are split over several deck
    seeds: 50, or fewer so that a match has 100 hands, but at least 10 (fewer if there are not
    enough hands). A number that does not divide evenly is rounded up. Raises SpecError if a match
    would be too long.
    """
    seating_count = count_seatings(default_seating_rule(player_count), player_count)
    sets = -(-hands // seating_count)
    decks = decks or min(max(sets // HANDS_WORTH_A_MATCH, FEWEST_DECKS), MOST_DECKS, sets)
    hands_per_match = -(-sets // decks)
    if hands_per_match > MOST_HANDS_PER_MATCH:
        raise SpecError(
            f"hands: {hands:,} over {decks:,} deck seeds are matches of {hands_per_match:,} hands, "
            f"and the limit is {MOST_HANDS_PER_MATCH:,}; use more deck seeds"
        )
    return Spec(
        name="match",
        game=game,
        agents=tuple(agents),
        hands_per_match=hands_per_match,
        decks=decks,
    )


def least_hands(player_count: int, decks: int | None = None) -> int:
    """Return the smallest number of hands: one in each seating on every deck seed.

    By default there are two deck seeds, since one alone has no interval.
    """
    seating_count = count_seatings(default_seating_rule(player_count), player_count)
    return seating_count * (FEWEST_DECKS_FOR_AN_INTERVAL if decks is None else decks)


def read_agents(texts: Sequence[str]) -> tuple[AgentSpec, ...]:
    """Read agents written as ``NAME``, ``LABEL=NAME`` or ``NAME:PARAMETER=VALUE,...``.

    An agent that is repeated without a label is known as ``NAME-2`` and so on.
    """
    return number_labels(map(read_agent, texts))


def number_labels(agents: Iterable[AgentSpec]) -> tuple[AgentSpec, ...]:
    """Return the agents with unique labels: ``NAME``, ``NAME-2`` and so on."""
    entered: list[AgentSpec] = []
    for agent in agents:
        label = free_name(agent.label, {other.label for other in entered})
        entered.append(msgspec.structs.replace(agent, label=label))
    return tuple(entered)


def free_name(name: str, taken: Container[str]) -> str:
    """Return a name that is not taken: this one, or ``NAME-2``, ``NAME-3`` and so on."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}-{number}", number + 1
    return found


def read_agent(text: str) -> AgentSpec:
    """Read one agent, as `read_agents` reads several; raises SpecError."""
    head, _, tail = text.partition(":")
    label, is_labelled, name = head.rpartition("=")
    parameters = read_pairs(tail.split(",") if tail else (), what=f"agent '{text}'")
    if not name or (is_labelled and not label):
        raise SpecError(f"agent '{text}' has no name; write NAME, LABEL=NAME or NAME:x=1")
    return AgentSpec(agent=name, label=label, parameters=parameters)
