"""Who is linked to whom, by matches or by wins, over others too."""

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats, Integers


def linked_groups(links: Floats) -> list[Integers]:
    """Return groups of agents of which each is linked to each both ways, over others too.

    `links` float64[A, A] are there from row to column where they are not 0. Groups that reach more
    agents come first, then those with the first agent.
    """
    found = (links != 0) | np.eye(len(links), dtype=bool)
    for _ in range(len(links).bit_length()):
        steps = found.astype(np.float32)
        found = steps @ steps > 0
    groups = np.unique(found & found.T, axis=0)
    agents = [np.flatnonzero(group) for group in groups]
    return sorted(agents, key=lambda group: (-found[group[0]].sum(), group[0]))
