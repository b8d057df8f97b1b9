"""How a team evolves: who is in it, in which order of preference, and how far back it looks."""

from collections.abc import Mapping, Sequence
from typing import Any

from railbird.agents.parameters import BETWEEN
from railbird.agents.team.specs import read_members
from railbird.plugins import Draw, Evolution, evolve_numbers

MOST_RESULTS = 50
HALF = 0.5
Parameters = Mapping[str, Any]


def evolve_team(entry: Parameters, *, default: Sequence[str]) -> Evolution:
    """Return how `members` and `k` evolve: some of those of the spec's entry, and up to 50.

    A team begins with each member half of the time, in any order. A mutation takes one in or out,
    or lets one change places, and moves `k`; a child of two has each member that either parent's
    has, in the order of the first. Raises AgentError for members that are none.
    """
    members = entry.get("members", default)
    read_members(members)
    pool = members.split(BETWEEN) if isinstance(members, str) else list(members)
    memory = evolve_numbers({"k": (1.0, float(MOST_RESULTS))})

    def named(team: Sequence[Any], remembered: Parameters) -> Parameters:
        return {"members": list(team) or pool[:1], "k": round(remembered["k"])}

    def random(draw: Draw) -> Parameters:
        order = [(draw(), draw(), number) for number in range(len(pool))]
        chosen = sorted(place for place in order if place[1] < HALF)
        return named([pool[number] for *_, number in chosen], memory.random(draw))

    def mutate(parent: Parameters, draw: Draw) -> Parameters:
        team = list(parent["members"])
        one = pool[int(draw() * len(pool))]
        is_moved = draw() < HALF
        if one in team:
            team.remove(one)
        else:
            is_moved = True
        if is_moved:
            team.insert(int(draw() * (len(team) + 1)), one)
        return named(team, memory.mutate(parent, draw))

    def cross(mother: Parameters, father: Parameters, draw: Draw) -> Parameters:
        both = [*mother["members"], *(m for m in father["members"] if m not in mother["members"])]
        team = [one for one in both if one in (mother if draw() < HALF else father)["members"]]
        return named(team, memory.cross(mother, father, draw))

    return Evolution(random, mutate, cross, replaces=frozenset({"members"}))
