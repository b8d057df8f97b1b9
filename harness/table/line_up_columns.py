"""The plans of matches as columns, in the form that the native tables need."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.harness.table.play_rules import PlannedMatch
from railbird.plugins import Game


@dataclass(frozen=True, slots=True, eq=False)
class LineUpColumns:
    """M matches: the seating, the deck dealt, and the keys of all draws.

    ``labels`` are sorted, those of external players after all others; ``controllers`` (int32[M, N]
    by seat) numbers them; ``deck_of_match`` (int32[M]) indexes ``deck_seeds`` (uint32[D]), which
    are all different; ``match_keys`` are uint64[M].
    """

    labels: tuple[str, ...]
    controllers: npt.NDArray[np.int32]
    deck_seeds: npt.NDArray[np.uint32]
    deck_of_match: npt.NDArray[np.int32]
    match_keys: npt.NDArray[np.uint64]


def make_columns(
    plans: Sequence[PlannedMatch],
    known: Container[str],
    *,
    game: Game,
    outside: frozenset[str] = frozenset(),
    may_repeat: bool = False,
) -> LineUpColumns:
    """Turn plans into columns; raises ValueError for no plans, or an invalid label or seat.

    With ``may_repeat`` a label may have several seats in a match.
    """
    seat_count = game.definition.player_count
    for plan in plans:
        different = len(plan.agents) if may_repeat else len(set(plan.agents))
        if len(plan.agents) != seat_count or different != seat_count:
            raise ValueError(
                f"'{game.name}' needs {seat_count} different agents, not {tuple(plan.agents)}"
            )
    seated = {label for plan in plans for label in plan.agents}
    labels = (*sorted(seated - outside), *sorted(seated & outside))
    unknown = [label for label in labels if label not in known and label not in outside]
    if unknown or not plans:
        raise ValueError(f"no agents for the labels {unknown}" if unknown else "no matches to play")
    number = {label: index for index, label in enumerate(labels)}
    deck_seeds, deck_of_match = np.unique(
        np.array([plan.deck_seed for plan in plans], np.uint32), return_inverse=True
    )
    return LineUpColumns(
        labels,
        np.array([[number[label] for label in plan.agents] for plan in plans], np.int32),
        deck_seeds,
        deck_of_match.astype(np.int32),
        np.array([plan.match_key for plan in plans], np.uint64),
    )
