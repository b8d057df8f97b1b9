"""Random line-ups in which every agent plays equally often and no two line-ups are equal."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from railbird.harness.errors import SpecError
from railbird.harness.plan.lineups import LineUp, Teams, all_line_ups, check_agent_count
from railbird.results.store.match_keys import digest_of

MIXING_SWAPS_PER_SEAT = 30
REPAIR_ROUNDS = 200
TRIES_PER_CLASH = 100


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The number and size of the line-ups to draw, and the agents with their teams."""

    labels: LineUp
    player_count: int
    count: int
    teams: Teams

    def team_of(self, label: str) -> str:
        """Return the agent's team; an agent without one gets a name that no team can have."""
        return self.teams.get(label) or f"/{label}"


def sample_line_ups(
    labels: Sequence[str], player_count: int, *, count: int, seed: int, teams: Teams | None = None
) -> tuple[LineUp, ...]:
    """Return `count` sorted line-ups without team-mates, each agent in equally many.

    The result depends on the set of labels, the teams and the seed. The tables are filled agent by
    agent, team by team, as cards are dealt, which is balanced by construction; then agents of
    random pairs of line-ups are swapped, which keeps the balance, until all are mixed and no two
    line-ups are equal. More than half of all line-ups are drawn by drawing those that are left out.
    Raises SpecError if it is impossible, or if no solution was found.
    """
    check_agent_count(len(labels), player_count)
    wanted = _Wanted(tuple(sorted(labels)), player_count, count, teams or {})
    _check_balance(wanted)
    total, is_even = _count_line_ups(wanted)
    if count > total:
        raise SpecError(
            f"line_ups: sampled = {count} is more than the {total:,} possible line-ups; use 'all'"
        )
    # only its method random() is guaranteed to stay the same in later versions of Python
    random = Random(digest_of(b"railbird-lineups", (seed,), wanted.labels, size=8))
    if is_even and 2 * count > total:
        away = _Wanted(wanted.labels, player_count, total - count, wanted.teams)
        absent = set(_draw(away, random))
        every = all_line_ups(wanted.labels, player_count, teams=wanted.teams)
        return tuple(sorted(line_up for line_up in every if line_up not in absent))
    return tuple(sorted(_draw(wanted, random)))


def _check_balance(wanted: _Wanted) -> None:
    """Raise SpecError if no line-ups, equal or not, can be balanced."""
    labels, count = wanted.labels, wanted.count
    if count * wanted.player_count % len(labels) != 0:
        raise SpecError(
            f"line_ups: {count} line-ups of {wanted.player_count} cannot seat {len(labels)} agents "
            f"equally often; make sampled * {wanted.player_count} a multiple of {len(labels)}"
        )
    times_each = count * wanted.player_count // len(labels)
    team, size = Counter(wanted.team_of(label) for label in labels).most_common(1)[0]
    if size * times_each > count:
        raise SpecError(
            f"line_ups: team '{team}' has {size} agents that may not meet, which is too many for "
            f"{count} line-ups in which each plays {times_each} times; set same_team_meets = true"
        )


def _count_line_ups(wanted: _Wanted) -> tuple[int, bool]:
    """Return the number of line-ups without team-mates, and whether agents are in equally many.

    A line-up takes one agent from each of `player_count` teams: the elementary symmetric polynomial
    of that degree in the sizes of the teams.
    """
    sizes = list(Counter(wanted.team_of(label) for label in wanted.labels).values())
    shares = set()
    for size in set(sizes):
        others = list(sizes)
        others.remove(size)
        shares.add(_elementary(others, wanted.player_count - 1))
    return _elementary(sizes, wanted.player_count), len(shares) == 1


def _elementary(values: list[int], degree: int) -> int:
    sums = [1] + [0] * degree
    for value in values:
        for power in range(degree, 0, -1):
            sums[power] += sums[power - 1] * value
    return sums[degree]


def _draw(wanted: _Wanted, random: Random) -> list[LineUp]:
    if wanted.count == 0:
        return []
    tables = _deal_agents(wanted, random)
    for _ in range(MIXING_SWAPS_PER_SEAT * wanted.count * wanted.player_count):
        swap = _propose_swap(wanted, tables, _below(wanted.count, random), random)
        for number, line_up in swap.items():
            tables[number] = line_up
    _part_twins(wanted, tables, random)
    return tables


def _deal_agents(wanted: _Wanted, random: Random) -> list[LineUp]:
    """Deal each agent's seats to the tables in turn, team-mates one after the other."""
    ranks = {label: random.random() for label in wanted.labels}
    ranks |= {team: random.random() for team in sorted(map(wanted.team_of, wanted.labels))}
    order = sorted(wanted.labels, key=lambda label: (ranks[wanted.team_of(label)], ranks[label]))
    times_each = wanted.count * wanted.player_count // len(order)
    places = [label for label in order for _ in range(times_each)]
    return [tuple(sorted(places[number :: wanted.count])) for number in range(wanted.count)]


def _propose_swap(
    wanted: _Wanted, tables: list[LineUp], here: int, random: Random
) -> dict[int, LineUp]:
    """Return table `here` and another with two agents swapped; empty if they cannot be."""
    there = _below(wanted.count, random)
    leaves = tables[here][_below(wanted.player_count, random)]
    comes = tables[there][_below(wanted.player_count, random)]
    left_here = [label for label in tables[here] if label != leaves]
    left_there = [label for label in tables[there] if label != comes]
    clashes_here = wanted.team_of(comes) in map(wanted.team_of, left_here)
    clashes_there = wanted.team_of(leaves) in map(wanted.team_of, left_there)
    if here == there or clashes_here or clashes_there:
        return {}
    return {here: tuple(sorted([*left_here, comes])), there: tuple(sorted([*left_there, leaves]))}


def _part_twins(wanted: _Wanted, tables: list[LineUp], random: Random) -> None:
    """Swap agents of equal tables until no two tables are equal."""
    counts = Counter(tables)
    for _ in range(REPAIR_ROUNDS):
        twins = [number for number, line_up in enumerate(tables) if counts[line_up] > 1]
        if not twins:
            return
        for number in twins:
            for _ in range(TRIES_PER_CLASH):
                swap = _propose_swap(wanted, tables, number, random)
                if counts[tables[number]] > 1 and not any(counts[new] for new in swap.values()):
                    for changed, line_up in swap.items():
                        counts[tables[changed]] -= 1
                        counts[line_up] += 1
                        tables[changed] = line_up
    raise SpecError(
        f"line_ups: found no {wanted.count} different line-ups in which every agent plays equally "
        "often and no team-mates meet; sample fewer, or use 'all'"
    )


def _below(limit: int, random: Random) -> int:
    return int(random.random() * limit)
