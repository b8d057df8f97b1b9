"""Sizes of raises as classes: the least, shares of the pot, and all-in."""

from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from railbird.agents.raise_chips import RaiseChips

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
EDGES = (0.0, 0.29, 0.42, 0.58, 0.71, 0.88, 1.15, 1.75, 2.5, inf)
"""Bounds of the classes of shares of the pot after the call: around 1/4, 1/3, 1/2, 2/3, 3/4, 1,
3/2, 2 and more."""
LEAST_CASES = 5
SPREAD = 0.02
TAILS = (0.05, 0.95)
MIN, SHARE, ALL_IN = range(3)


@dataclass(frozen=True, slots=True)
class SizeClass:
    """One class: its kind, and the shares of the pot between which raises of it are drawn."""

    kind: int
    least: float = 0.0
    most: float = 0.0

    def bounds(self, chips: RaiseChips) -> tuple[Integers, Integers]:
        """Between which raise-tos it is drawn, int64[n] each."""
        if self.kind == MIN:
            return chips.least, chips.least
        if self.kind == ALL_IN:
            return chips.most, chips.most
        return chips.raise_to(self.least), chips.raise_to(self.most)


def classify_sizes(
    chips: RaiseChips, raise_to: Integers
) -> tuple[tuple[SizeClass, ...], npt.NDArray[np.int64]]:
    """Return the classes that occur in raises and the class of each, int64[n].

    A class with fewer than five raises is joined with the nearest other share. A class whose raises
    are nearly alike has one size, rounded to a hundredth. The least raise and all-in are the usual
    size where that comes to the same, made legal: a player who always raises by the pot has one
    size, however small his stack.
    """
    shares = chips.shares(raise_to)
    bins = np.searchsorted(EDGES, shares, side="right")
    bins[raise_to <= chips.least] = 0
    bins[raise_to >= chips.most] = len(EDGES)
    joined = _join(bins)
    bins = _explain(chips, raise_to, joined)
    present = np.unique(bins)
    classes = tuple(_class_of(number, shares[joined == number]) for number in present.tolist())
    return classes, np.searchsorted(present, bins)


def _join(bins: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    joined = bins.copy()
    for number in range(1, len(EDGES)):
        rows = joined == number
        if 0 < rows.sum() < LEAST_CASES:
            others = np.unique(joined[~rows & (joined > 0) & (joined < len(EDGES))])
            if len(others):
                joined[rows] = others[np.abs(others - number).argmin()]
    return joined


def _explain(
    chips: RaiseChips, raise_to: Integers, bins: npt.NDArray[np.intp]
) -> npt.NDArray[np.intp]:
    """Count the least raise and all-in as the usual size where they are what it comes to."""
    is_extreme = (bins == 0) | (bins == len(EDGES))
    if is_extreme.all():
        return bins
    usual = int(np.bincount(bins[~is_extreme]).argmax())
    size = _class_of(usual, chips.shares(raise_to)[bins == usual])
    if size.least < size.most:
        return bins
    return np.where(is_extreme & (chips.raise_to(size.least) == raise_to), usual, bins)


def _class_of(number: int, shares: Floats) -> SizeClass:
    if number in (0, len(EDGES)):
        return SizeClass(MIN if number == 0 else ALL_IN)
    least, most = np.quantile(shares, TAILS).tolist()
    if most - least < SPREAD:
        least = most = round(most, 2)  # chips are rounded down, so the highest is the nearest
    return SizeClass(SHARE, round(least, 4), round(most, 4))
