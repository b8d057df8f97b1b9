"""Notes on agents that Elo cannot compare, or only partly."""

from collections.abc import Iterable, Iterator

import numpy as np

from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.pair_means import TWO
from railbird.results.estimate.ranking.bradley_terry import count_wins
from railbird.results.estimate.ranking.win_graph import linked_groups
from railbird.results.estimate.uncertainty.intervals import Integers


def elo_notes(sets: DuplicateSets) -> tuple[str, ...]:
    """Return notes on Elo about links between agents; nothing for more than two players."""
    return tuple(_notes(sets)) if sets.line_ups.shape[1] == TWO else ()


def _notes(sets: DuplicateSets) -> Iterator[str]:
    wins = count_wins(sets)
    linked = [group for group in linked_groups(wins + wins.T) if len(group) > 1]
    if len(linked) > 1:
        yield (
            "Elo compares agents only within these groups, since no match links them: "
            f"{_listed(sets, linked)}"
        )
    for group in linked:
        tiers = linked_groups(wins[np.ix_(group, group)])
        if len(tiers) > 1:
            yield (
                "Elo: between these groups duplicate sets were won in only one direction, so the "
                "true differences may be larger than the intervals suggest: "
                f"{_listed(sets, [group[tier] for tier in tiers])}"
            )


def _listed(sets: DuplicateSets, groups: Iterable[Integers]) -> str:
    return "; ".join(", ".join(sets.agents[agent] for agent in group.tolist()) for group in groups)
