"""Bankrolls in order, the basis of rankings.

Line-ups have equal weight in rankings, and hands are never pooled: a bankroll is the mean of an
agent's line-up means.
"""

from collections.abc import Iterator
from math import isnan
from typing import Any

import numpy as np

from railbird.results.estimate.means.line_up_means import GroupMeans, LineUpMeans
from railbird.results.estimate.ranking.comparisons import Comparisons, compare_bankrolls
from railbird.results.estimate.uncertainty.intervals import Integers

Row = dict[str, Any]


def compare_all(means: LineUpMeans) -> Comparisons:
    """Compare the total bankrolls of all agents, from the best down."""
    groups = bankrolls_among(means, np.arange(len(means.sets.agents)))
    return compare_bankrolls(means, groups, [a for a, _ in rank(present_agents(groups), groups)])


def bankrolls_among(means: LineUpMeans, agents: Integers) -> GroupMeans:
    """Average, for every agent, over the line-ups whose members are all among `agents`."""
    inside = np.isin(means.sets.line_ups, agents).all(axis=1)
    entries = np.flatnonzero(np.repeat(inside, means.seat_count))
    return means.grouped(entries, means.entry_agents[entries], group_count=len(means.sets.agents))


def present_agents(groups: GroupMeans) -> list[int]:
    """Return the agents that have a bankroll."""
    return np.flatnonzero(groups.line_ups).tolist()


def rank(agents: list[int], groups: GroupMeans) -> Iterator[tuple[int, int]]:
    """Yield agents from the highest bankroll down with their places; equal ones share the first."""
    place, before = 0, None
    order = sorted(agents, key=lambda agent: (-(groups.mean[agent] or 0), agent))
    for number, agent in enumerate(order, start=1):
        if groups.mean[agent] != before:
            place, before = number, groups.mean[agent]
        yield agent, place


def bankroll_row(means: LineUpMeans, groups: GroupMeans, agent: int) -> Row:
    """Return the columns that every ranking has for an agent."""
    mean, width = groups.mean[agent], float(groups.half_width[agent])
    return {
        "agent": means.sets.agents[agent],
        "mbb_per_hand": None if mean is None else float(mean),
        "half_width": None if isnan(width) else width,
        "line_ups": int(groups.line_ups[agent]),
    }
