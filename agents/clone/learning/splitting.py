"""Parts of a run for learning and for judging: whole matches, never single decisions."""

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.decisions.replay import Decisions

Integers = npt.NDArray[np.int64]
FEWEST_GROUPS = 5
BLOCK_HANDS = 50


def groups_of(decisions: Decisions) -> Integers:
    """Return what is never divided, int64[n]: matches.

    Where there are fewer than five, blocks of 50 hands that follow each other.
    """
    if len(np.unique(decisions.match)) >= FEWEST_GROUPS:
        return decisions.match
    _, place = np.unique(decisions.hand, return_inverse=True)
    block = max(1, min(BLOCK_HANDS, int(place.max(initial=0) + 1) // FEWEST_GROUPS))
    return np.asarray(place // block, np.int64)


def split_groups(
    groups: Integers, share: float, *, seed: int
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Divide rows into two parts by whole groups: ``share`` of the groups, and the others.

    Returns bool[n] each; each part has at least one group if there are two.
    """
    names = np.unique(groups)
    order = np.random.Generator(np.random.Philox(seed)).permutation(names)
    count = min(max(round(share * len(names)), 1), max(len(names) - 1, 1))
    first = np.isin(groups, order[:count])
    return first, ~first


def take_cases(groups: Integers, count: int, *, seed: int) -> Integers:
    """Return rows of whole groups in a random order until ``count`` are reached, cut there."""
    names = np.unique(groups)
    order = np.random.Generator(np.random.Philox(seed)).permutation(names)
    place = np.empty(len(names), np.int64)
    place[np.searchsorted(names, order)] = np.arange(len(names))
    rows = np.argsort(place[np.searchsorted(names, groups)], kind="stable")
    return np.sort(rows[:count])
