"""Orders that agree best with the votes: those of Kemeny and Young.

Kemeny, "Mathematics without numbers" (1959). A vote that orders two agents the other way is a
mistake of an order; the orders with the fewest mistakes are the most likely if votes are noisy
copies of a true order (Condorcet's model; Young 1988). An agent that beats all others is first in
each of them.
"""

from collections.abc import Iterator
from itertools import islice, product

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats, Integers

MOST_EXACT = 12
"""Agents in the largest majority cycle that is solved exactly; larger ones are searched."""
MOST_ORDERS = 120
_NEAR = 1e-9


def kemeny_orders(margins: Floats) -> Integers:
    """Return the orders with the fewest mistakes, int64[k, A], the best agent first.

    `margins` float64[A, A] are antisymmetric, row above column. At most 120 orders are returned. Of
    orders that differ only by adjacent tied agents, the one with the lower number first is
    returned. Agents that beat all of the rest are above them (the extended Condorcet criterion), so
    only cycles must be solved; those of more than 12 agents are improved by moving one agent at a
    time as long as that helps.
    """
    circles = [
        list(islice(_circle_orders(margins, circle), MOST_ORDERS))
        for circle in majority_circles(margins)
    ]
    joined = islice(product(*circles), MOST_ORDERS)
    orders = [[agent for part in parts for agent in part] for parts in joined]
    return np.array(orders, np.int64).reshape(len(orders), len(margins))


def count_mistakes(margins: Floats, orders: Integers) -> Floats:
    """Return the mistakes of orders int64[k, A], float64[k], beyond those no order can avoid."""
    one, other = np.triu_indices(len(margins), k=1)
    against = margins[orders[:, other], orders[:, one]]
    mistakes: Floats = np.maximum(against, 0).sum(axis=1)
    return mistakes


def majority_circles(margins: Floats) -> list[list[int]]:
    """Return the agents in groups, the best first, each of which beats all later ones.

    When agents are sorted by the number they do not lose to, sets closed under not losing are
    contiguous.
    """
    holds = (margins >= 0).sum(axis=1)
    order = np.argsort(-holds, kind="stable")
    beats = margins[np.ix_(order, order)] > 0
    circles, start = [], 0
    for end in range(1, len(order) + 1):
        if beats[start:end, end:].all():
            circles.append(sorted(order[start:end].tolist()))
            start = end
    return circles


def _circle_orders(margins: Floats, circle: list[int]) -> Iterator[list[int]]:
    if len(circle) == 1:
        yield circle
        return
    inside = margins[np.ix_(circle, circle)]
    if len(circle) > MOST_EXACT:
        yield [circle[place] for place in _improved(inside)]
        return
    mistakes, placed = _solve(inside)
    for places in _walk_back(inside, mistakes, placed):
        yield [circle[place] for place in places]


def _solve(margins: Floats) -> tuple[Floats, Floats]:
    """Return the cost of agents after sets, [A, 2**A], and the least cost of sets, [2**A].

    A set is a number whose bits are its agents; they are the first ones of an order.
    """
    count = len(margins)
    against = np.maximum(margins.T, 0)
    after = np.zeros((count, 1 << count))
    for agent in range(count):
        step = 1 << agent
        after[:, step : 2 * step] = after[:, :step] + against[agent][:, None]
    least = np.full(1 << count, np.inf)
    least[0] = 0
    sets = np.arange(1 << count)
    sizes = np.array([bin(number).count("1") for number in sets.tolist()])
    for size in range(count):
        layer = sets[sizes == size]
        for agent in range(count):
            rest = layer[(layer >> agent) & 1 == 0]
            cost = least[rest] + after[agent, rest]
            least[rest | 1 << agent] = np.minimum(least[rest | 1 << agent], cost)
    return after, least


def _walk_back(margins: Floats, after: Floats, least: Floats) -> Iterator[list[int]]:
    """Yield the orders of least cost, one of those that differ only by adjacent ties."""
    near = _NEAR * np.abs(margins).max(initial=1.0)

    def ends(chosen: int, following: list[int]) -> Iterator[list[int]]:
        if not chosen:
            yield following
            return
        for agent in range(len(margins)):
            rest = chosen & ~(1 << agent)
            if rest == chosen or least[rest] + after[agent, rest] > least[chosen] + near:
                continue
            if following and agent > following[0] and margins[agent, following[0]] == 0:
                continue
            yield from ends(rest, [agent, *following])

    return ends((1 << len(margins)) - 1, [])


def _improved(margins: Floats) -> list[int]:
    """Return a good order: by summed margins, then each agent moved to its cheapest place.

    Stops when no single move reduces the cost.
    """
    order: list[int] = np.argsort(-margins.sum(axis=1), kind="stable").tolist()
    near = _NEAR * np.abs(margins).max(initial=1.0)
    has_moved = True
    while has_moved:
        has_moved = False
        for agent in range(len(order)):
            now = order.index(agent)
            others = order[:now] + order[now + 1 :]
            gains = margins[agent, others]
            # in place p, the first p of the others are above
            lost = np.concatenate([[0.0], np.cumsum(gains)])
            best = int(lost.argmin())
            if lost[best] < lost[now] - near:
                order = [*others[:best], agent, *others[best:]]
                has_moved = True
    return order
