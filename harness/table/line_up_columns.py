"""The plans of matches as columns, in the form that the native tables need."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from railbird.harness.table.play_rules import Groups, PlannedMatch
from railbird.plugins import Game


@dataclass(frozen=True, slots=True, eq=False)
class LineUpColumns:
    """M matches: the seating, the deck dealt, and the keys of all draws.

    ``labels`` are those of all ``groups``, which are asked together; ``controllers`` (int32[M, N]
    by seat) numbers them; ``deck_of_match`` (int32[M]) indexes ``deck_seeds`` (uint32[D]), which
    are all different; ``match_keys`` are uint64[M].
    """

    groups: Groups
    controllers: npt.NDArray[np.int32]
    deck_seeds: npt.NDArray[np.uint32]
    deck_of_match: npt.NDArray[np.int32]
    match_keys: npt.NDArray[np.uint64]

    @property
    def labels(self) -> tuple[str, ...]:
        """All labels, in the order of their numbers."""
        return tuple(label for group in self.groups for label in group)

    @property
    def group_ends(self) -> tuple[int, ...]:
        """The first number after each group."""
        return tuple(accumulate(map(len, self.groups)))


def seated_labels(plans: Iterable[PlannedMatch]) -> set[str]:
    """The labels of all agents of plans."""
    return {label for plan in plans for label in plan.agents}


def make_columns(
    plans: Sequence[PlannedMatch],
    groups: Groups,
    *,
    known: Container[str],
    game: Game,
    may_repeat: bool = False,
) -> LineUpColumns:
    """Turn plans into columns; raises ValueError for no plans, or an invalid label or seat.

    ``groups`` have all labels of the plans; with ``may_repeat`` one may have several seats in a
    match.
    """
    seat_count = game.definition.player_count
    for plan in plans:
        different = len(plan.agents) if may_repeat else len(set(plan.agents))
        if len(plan.agents) != seat_count or different != seat_count:
            raise ValueError(
                f"'{game.name}' needs {seat_count} different agents, not {tuple(plan.agents)}"
            )
    labels = [label for group in groups for label in group]
    unknown = sorted(label for label in labels if label not in known)
    if unknown or not plans:
        raise ValueError(f"no agents for the labels {unknown}" if unknown else "no matches to play")
    number = {label: index for index, label in enumerate(labels)}
    deck_seeds, deck_of_match = np.unique(
        np.array([plan.deck_seed for plan in plans], np.uint32), return_inverse=True
    )
    return LineUpColumns(
        groups,
        np.array([[number[label] for label in plan.agents] for plan in plans], np.int32),
        deck_seeds,
        deck_of_match.astype(np.int32),
        np.array([plan.match_key for plan in plans], np.uint64),
    )
