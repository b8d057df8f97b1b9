"""Groups of agents linked by matches or by wins, directly or through others."""

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats, Integers


def linked_groups(links: Floats) -> list[Integers]:
    """Return groups of agents that are linked in both directions, directly or through others.

    A nonzero entry of `links` float64[A, A] is a link from row to column. Groups that reach more
    agents come first, then those with the first agent.
    """
    found = (links != 0) | np.eye(len(links), dtype=bool)
    for _ in range(len(links).bit_length()):
        steps = found.astype(np.float32)
        found = steps @ steps > 0
    groups = np.unique(found & found.T, axis=0)
    agents = [np.flatnonzero(group) for group in groups]
    return sorted(agents, key=lambda group: (-found[group[0]].sum(), group[0]))
