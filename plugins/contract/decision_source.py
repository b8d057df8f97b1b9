"""Where decisions fall."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native import PendingDraws, TableColumns
from railbird.plugins.contract.game import Game


@dataclass(frozen=True, slots=True)
class DecisionSource:
    """The tables where decisions fall, a match each.

    ``hand_index`` (int32[T]) and ``match_keys`` (uint64[T], the keys of all draws) may be views
    that change as play goes on. Where the keys are not known here, there is one table, and
    ``draw(purpose, draw_index)`` gives the draws of the decision that waits at it.
    ``pending_draws`` are those of the tables' pending decisions, where they list such.
    """

    game: Game
    columns: TableColumns
    hand_index: npt.NDArray[np.int32]
    match_keys: npt.NDArray[np.uint64]
    draw: Callable[[int, int], float] | None = None
    pending_draws: PendingDraws | None = None
