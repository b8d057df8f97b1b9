"""What sizes of raises are made of: shares of the pot, and the nearest of a menu of sizes."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.plugins import DecisionBatch

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RaiseChips:
    """The chips of decisions, int64[n] each: ``least`` and ``most`` are the legal raise-tos."""

    pot: Integers
    to_call: Integers
    spent: Integers
    least: Integers
    most: Integers

    def shares(self, raise_to: Integers) -> Floats:
        """Raise-tos as shares of the pot after the call, float64[n]."""
        above = raise_to - self.spent - self.to_call
        return np.asarray(above / np.maximum(self.pot + self.to_call, 1))

    def raise_to(self, share: float | Floats) -> Integers:
        """The legal raise-to of a share of the pot after the call, rounded down, int64[n]."""
        wanted = self.spent + self.to_call + (share * (self.pot + self.to_call)).astype(np.int64)
        return np.asarray(np.minimum(np.maximum(wanted, self.least), self.most))


def raise_chips_of(
    decisions: DecisionBatch, rows: npt.NDArray[np.intp] | slice = slice(None)
) -> RaiseChips:
    """Return the chips of some rows, by default all."""
    own = np.arange(len(decisions))[rows], decisions.position[rows]
    return RaiseChips(
        decisions.pot[rows],
        decisions.to_call[rows],
        decisions.contributions[own],
        decisions.min_raise_to[rows],
        decisions.max_raise_to[rows],
    )


def nearest_in_ratio(menu: Sequence[int], size: int) -> int:
    """Return the place in a rising menu of the size nearest to ``size`` in ratio.

    Between a and b it is b above their geometric mean, else a.
    """
    above = bisect_left(menu, size)
    if above in (0, len(menu)):
        return min(above, len(menu) - 1)
    return above if size * size > menu[above - 1] * menu[above] else above - 1
