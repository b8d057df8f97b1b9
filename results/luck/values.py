"""Value functions: what a history is worth to each position, with all cards known.

A value function must be fixed before the hands that it corrects are played: any function leaves the
corrected payoffs unbiased, but one that was chosen or fitted by looking at them does not (Kim and
Sandholm, arXiv 2605.14261).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from railbird.native import GameDefinition

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Histories:
    """n histories of a game, not necessarily finished, with the cards of all players.

    `betting` is the text of each, in ACPC letters; a round that has not started has no slash yet.
    `cards` uint8[n, W] lie as dealt, 255 where not dealt yet.
    """

    definition: GameDefinition
    betting: Sequence[str]
    cards: Cards

    def __len__(self) -> int:
        """The number of histories."""
        return len(self.cards)


class ValueFunction(Protocol):
    """A value for every history, by position."""

    def values(self, histories: Histories, /) -> Floats:
        """Return the values in chips, float64[n, N] by position."""
        ...


@dataclass(frozen=True, slots=True)
class ZeroValue:
    """The value 0 everywhere, which leaves payoffs as they were played."""

    def values(self, histories: Histories) -> Floats:
        """Return zeros, float64[n, N]."""
        return np.zeros((len(histories), histories.definition.player_count))
