"""Describes how a ranking would change without the duplicate sets with forfeits."""

from collections.abc import Sequence

import numpy as np

from railbird.native.wording import counted
from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.line_up_means import GroupMeans, line_up_means
from railbird.results.estimate.ranking.bankrolls import bankrolls_among, present_agents, rank
from railbird.results.show.wording import listed
from railbird.results.store.set_keys import Flags, SetKeys
from railbird.results.store.where import LEAVE_OUT_FORFEITS

SWAP = 2


def find_forfeited(sets: DuplicateSets, forfeited: SetKeys) -> Flags:
    """Return for each duplicate set whether a match of it was forfeited, bool[S]."""
    numbers = {label: number for number, label in enumerate(forfeited.labels)}
    own = np.array([numbers[label] for label in sets.agents], np.int64)
    return forfeited.contain(sets.deck, own[sets.line_ups[sets.line_up]])


def describe_effect(sets: DuplicateSets, forfeited: SetKeys, *, big_blind: int) -> str:
    """Describe how leaving out these sets would change total bankrolls and their ranks.

    The sentence has no full stop; it is empty if no complete set is among them.
    """
    is_out = find_forfeited(sets, forfeited)
    if not is_out.any():
        return ""
    beginning = (
        f"leaving out {counted(int(is_out.sum()), 'duplicate set')} of {len(is_out):,}, those with "
        f"a forfeited match (--where {LEAVE_OUT_FORFEITS}),"
    )
    if is_out.all():
        return f"{beginning} would leave nothing"
    before, after = (_bankrolls(part, big_blind) for part in (sets, sets.only(~is_out)))
    gone = sorted(set(present_agents(before)) - set(present_agents(after)))
    lost = f"would leave nothing of {listed([sets.agents[agent] for agent in gone])}; it "
    return f"{beginning} {lost if gone else ''}would {_changes(sets.agents, before, after)}"


def _bankrolls(sets: DuplicateSets, big_blind: int) -> GroupMeans:
    return bankrolls_among(line_up_means(sets, big_blind, stake=0), np.arange(len(sets.agents)))


def _changes(labels: Sequence[str], before: GroupMeans, after: GroupMeans) -> str:
    """Describe how far bankrolls move, of the agents that are present before and after."""
    agents = present_agents(after)
    moves = {agent: abs((after.mean[agent] or 0) - (before.mean[agent] or 0)) for agent in agents}
    farthest = max(agents, key=lambda agent: (moves[agent], labels[agent]))
    places = [dict(rank(agents, groups)) for groups in (before, after)]
    moved = [agent for agent, place in places[0].items() if places[1][agent] != place]
    if not moves[farthest]:
        return "change no bankroll"
    if not moved:
        return (
            f"move no bankroll by more than {float(moves[farthest]):.1f} mbb per hand and change "
            "no rank"
        )
    return (
        f"move bankrolls by up to {float(moves[farthest]):.1f} mbb per hand "
        f"({labels[farthest]}) and change the order: {_new_order(labels, moved, places)}"
    )


def _new_order(
    labels: Sequence[str], moved: Sequence[int], places: Sequence[dict[int, int]]
) -> str:
    old, new = places
    if len(moved) == SWAP and old[moved[0]] == new[moved[1]] and old[moved[1]] == new[moved[0]]:
        return f"{labels[moved[0]]} and {labels[moved[1]]} swap"
    return listed([f"{labels[agent]} from {old[agent]} to {new[agent]}" for agent in moved])
