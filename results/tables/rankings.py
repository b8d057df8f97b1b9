"""Ranking by total bankroll, and what rankings are made of.

Rankings weigh line-ups equally and never pool hands: a bankroll is the mean of an agent's line-up
means.
"""

from collections.abc import Iterator
from math import isnan
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.results.estimate.intervals import Integers
from railbird.results.estimate.line_up_means import Groups, LineUpMeans
from railbird.results.tables.comparisons import Comparisons, compare_bankrolls
from railbird.results.tables.ranking_schemas import BANKROLL

Row = dict[str, Any]


def total_bankroll(means: LineUpMeans) -> pa.Table:
    """Rank by mean over all line-ups an agent played, in schema BANKROLL; equals share a place."""
    groups = bankrolls_among(means, np.arange(len(means.sets.agents)))
    ranked = list(rank(present_agents(groups), groups))
    compared = compare_bankrolls(means, groups, [agent for agent, _ in ranked])
    first, last = compared.places()
    rows = [
        {
            "rank": place,
            **bankroll_row(means, groups, agent),
            "deck_seeds": int(groups.decks[agent]),
            "hands": int(groups.hands[agent]),
            "first_place": int(first[number]),
            "last_place": int(last[number]),
            "groups": letters,
        }
        for number, ((agent, place), letters) in enumerate(
            zip(ranked, compared.letters(), strict=True)
        )
    ]
    return pa.Table.from_pylist(rows, schema=BANKROLL)


def compare_all(means: LineUpMeans) -> Comparisons:
    """Compare the total bankrolls of all agents, from the best down."""
    groups = bankrolls_among(means, np.arange(len(means.sets.agents)))
    return compare_bankrolls(means, groups, [a for a, _ in rank(present_agents(groups), groups)])


def bankrolls_among(means: LineUpMeans, agents: Integers) -> Groups:
    """Average, for every agent, over the line-ups whose members are all among `agents`."""
    inside = np.isin(means.sets.line_ups, agents).all(axis=1)
    entries = np.flatnonzero(np.repeat(inside, means.seat_count))
    return means.grouped(entries, means.entry_agents[entries], group_count=len(means.sets.agents))


def present_agents(groups: Groups) -> list[int]:
    """Return the agents that have a bankroll."""
    return np.flatnonzero(groups.line_ups).tolist()


def rank(agents: list[int], groups: Groups) -> Iterator[tuple[int, int]]:
    """Yield agents from the highest bankroll down, each with its place; equals share the first."""
    place, before = 0, None
    order = sorted(agents, key=lambda agent: (-(groups.mean[agent] or 0), agent))
    for number, agent in enumerate(order, start=1):
        if groups.mean[agent] != before:
            place, before = number, groups.mean[agent]
        yield agent, place


def bankroll_row(means: LineUpMeans, groups: Groups, agent: int) -> Row:
    """Return what every ranking says of an agent."""
    mean, width = groups.mean[agent], float(groups.half_width[agent])
    return {
        "agent": means.sets.agents[agent],
        "mbb_per_hand": None if mean is None else float(mean),
        "half_width": None if isnan(width) else width,
        "line_ups": int(groups.line_ups[agent]),
    }
