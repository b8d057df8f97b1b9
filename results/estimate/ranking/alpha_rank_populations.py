"""Alpha-rank of N populations: the share of time of each line-up of N agents.

Omidshafiei et al., "alpha-Rank: Multi-Agent Evaluation by Evolution" (2019), for games of more than
two players or with roles. Each role has a population of its own, all of which play one agent. From
time to time a member of a population tries another agent, which takes over or dies out.
"""

import numpy as np

from railbird.results.estimate.ranking.alpha_rank import LEAST_LOG, POPULATION, certain_fixation
from railbird.results.estimate.ranking.stationary import stationary_shares
from railbird.results.estimate.uncertainty.intervals import Floats, Integers


def alpha_rank_profiles(
    payoffs: Floats, *, alpha: float = np.inf, population: int = POPULATION
) -> Floats:
    """Return the stationary share of each profile, float64[A1, ..., AN].

    `payoffs[k]` of float64[N, A1, ..., AN] is what the player of role k wins if each role plays the
    agent of its index. A mutant with gain g fixates with the probability `fixation`; every change
    of one role's agent is tried equally often.
    """
    shape = payoffs.shape[1:]
    profiles = np.arange(np.prod(shape)).reshape(shape)
    chain = np.zeros((profiles.size, profiles.size))
    for role, size in enumerate(shape):
        # by agent of this role, and by the agents of all others
        numbers = np.moveaxis(profiles, role, 0).reshape(size, -1)
        wins = np.moveaxis(payoffs[role], role, 0).reshape(size, -1)
        for before, after in np.argwhere(~np.eye(size, dtype=bool)).tolist():
            gain = wins[after] - wins[before]
            chain[numbers[before], numbers[after]] = fixation(gain, alpha, population)
    return stationary_shares(chain).reshape(shape)


def alpha_rank_line_ups(
    line_ups: Integers, payoffs: Floats, *, alpha: float = np.inf, population: int = POPULATION
) -> Floats:
    """Return the stationary share of each line-up, float64[..., L]; nan where it is not defined.

    `line_ups` int64[L, N] are different sets of agents, ascending in a row; `payoffs` float64[...,
    L, N] what each member wins there. Where we depart from profiles: a tournament seats different
    agents, all in all seats, so the states are line-ups, and an agent is tried in the place of a
    member in which it makes a line-up that was played. Its gain is what it wins there minus what
    the replaced member won before. If such changes do not lead from every line-up to every other,
    alpha-rank is not defined.
    """
    before, after, old, new = _changes(line_ups)
    if not _is_connected(len(line_ups), before, after):
        return np.full(payoffs.shape[:-1], np.nan)
    gain = payoffs[..., after, new] - payoffs[..., before, old]
    chain = np.zeros((*payoffs.shape[:-1], len(line_ups)))
    chain[..., before, after] = fixation(gain, alpha, population)
    return stationary_shares(chain)


def fixation(gain: Floats, alpha: float, population: int) -> Floats:
    """Return the probability that a mutant takes over a population whose members win `gain` less.

        rho = (1 - exp(-alpha * gain)) / (1 - exp(-m * alpha * gain))

    which is the formula for one population in which the winnings of mutants do not depend on their
    number.
    """
    if np.isinf(alpha):
        return certain_fixation(gain, population)
    push = alpha * np.abs(gain)
    with np.errstate(divide="ignore", invalid="ignore"):
        rising = np.expm1(-push) / np.expm1(-population * push)
    rising = np.where(push > 0, rising, 1 / population)
    falling = rising * np.exp(-np.minimum((population - 1) * push, LEAST_LOG))
    found: Floats = np.where(gain < 0, falling, rising)
    return found


def share_of_agents(line_ups: Integers, shares: Floats, agent_count: int) -> Floats:
    """Return the share of all seats that each agent holds, float64[..., agent_count].

    `shares` float64[..., L] are those of the line-ups; the result sums to 1.
    """
    is_member = np.zeros((len(line_ups), agent_count))
    is_member[np.arange(len(line_ups))[:, None], line_ups] = 1 / line_ups.shape[1]
    held: Floats = shares @ is_member
    return held


def _changes(line_ups: Integers) -> tuple[Integers, Integers, Integers, Integers]:
    """Return all pairs of line-ups that differ by one member, with the member before and after."""
    numbers: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for number, members in enumerate(line_ups.tolist()):
        for member in range(len(members)):
            rest = (*members[:member], *members[member + 1 :])
            numbers.setdefault(rest, []).append((number, member))
    found = [
        (one, other, old, new)
        for places in numbers.values()
        for one, old in places
        for other, new in places
        if one != other
    ]
    before, after, old, new = np.array(found, np.int64).reshape(-1, 4).T
    return before, after, old, new


def _is_connected(count: int, before: Integers, after: Integers) -> bool:
    from scipy.sparse import coo_array  # noqa: PLC0415  (slow to import, and rarely used)
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    links = coo_array((np.ones(len(before)), (before, after)), shape=(count, count))
    return bool(connected_components(links, directed=False)[0] == 1)
