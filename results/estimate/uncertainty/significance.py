"""Significance of differences, individually and as a family.

A contrast is a difference of two means, or of a mean and zero, computed deck by deck. Its own
p-value is Student's, over deck seeds. A contrast that never varied has none.

Luck that has not occurred yet does not show in the spread of the decks: an agent that goes all-in
only with aces may not have been dealt them yet. So what is *claimed* (stars, places, groups,
decisions) must hold even if the better side had lost one more hand for the greatest stake that the
game allows: with the difference d, its standard error e and the swing w of such a hand,

    t = (|d| - w) / sqrt(e**2 + w**2)

which is Student's t of the decks with that hand in one of them. With many hands it is the ordinary
t: w decreases as their number, e as its root. Nothing is claimed about a contrast that depends on
few blocks (`weak_intervals`).

Families of contrasts are adjusted by sign flips of whole decks (Romano and Wolf 2005, a
randomisation test of the largest t, single step): under the hypothesis of no difference a deck is
equally likely to have the opposite sign, in all contrasts at once, and each flip is studentised
separately. It controls the family-wise error exactly for symmetric luck, which is the case between
equal agents; a family of one is exactly the t test. With fewer than `LEAST_FLIPPED` decks there are
too few flips for a level of 5%, and Holm's adjustment (1979) is used, which is reported in any
case.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from railbird.results.estimate.uncertainty.deck_influence import CANCELLED
from railbird.results.estimate.uncertainty.intervals import Flags, Floats, Integers, half_widths
from railbird.results.estimate.uncertainty.resampling import sign_weights
from railbird.results.estimate.uncertainty.sampled_means import SampledMeans
from railbird.results.estimate.uncertainty.weak_intervals import leans

LEVEL = 0.05
LEAST_FLIPPED = 8
ZERO = -1
"""Index that means "zero" among the means that are subtracted."""
_STEP = 2048
_LEAST = 1e-200
_NEAR = 1e-9
"""Relative difference below which the t of a flip equals the observed one, for rounding."""


@dataclass(frozen=True, slots=True)
class Contrasts:
    """A family of differences: mean `plus[j]` minus mean `minus[j]`, or minus ZERO."""

    means: SampledMeans
    plus: Integers
    minus: Integers

    def differences(self) -> Floats:
        """Return the contrasts, float64[J]."""
        estimates = self.means.estimates
        return estimates[self.plus] - np.where(self.is_paired, estimates[self.minus], 0.0)

    def degrees(self) -> Integers:
        """Return the degrees of freedom of each contrast, int64[J]."""
        freedom = self.means.freedom
        other = np.where(self.is_paired, self.minus, self.plus)
        return np.minimum(freedom[self.plus], freedom[other])

    def swings(self) -> Floats:
        """Return each contrast's largest change by one hand for the greatest stake, float64[J]."""
        swing = self.means.swing
        return swing[self.plus] + np.where(self.is_paired, swing[self.minus], 0.0)

    @property
    def is_paired(self) -> Flags:
        """Whether each contrast is of two means, bool[J]."""
        paired: Flags = self.minus != ZERO
        return paired

    def errors(self) -> Iterator[tuple[slice, Floats]]:
        """Yield the contrasts' errors float64[j, blocks] in parts; zeros if all cancel.

        The remainder of sums that cancel is rounding error, not variation.
        """
        for part, found in self._parts(self.means.errors):
            sizes = _squares(self.means.errors[self.plus[part]])
            other = self.minus[part]
            sizes += np.where(other == ZERO, 0.0, _squares(self.means.errors[other]))
            found[_squares(found) <= CANCELLED * sizes] = 0.0
            yield part, found

    def contributions(self) -> Iterator[tuple[slice, Floats]]:
        """Yield the contribution of each block to the contrasts, float64[j, blocks], in parts."""
        return self._parts(self.means.contribute())

    def _parts(self, table: Floats) -> Iterator[tuple[slice, Floats]]:
        for start in range(0, len(self.plus), _STEP):
            part = slice(start, start + _STEP)
            rows = table[self.plus[part]]
            paired = self.is_paired[part]
            rows[paired] -= table[self.minus[part][paired]]
            yield part, rows


@dataclass(frozen=True, slots=True)
class Verdicts:
    """For each contrast, float64[J]: size, standard error, interval and p-values; nan: none.

    All are two-sided. `p_value` is Student's. `p_guarded` allows for one more hand as well, and is
    nan for a contrast that depends on few blocks (`leans` bool[J]); adjusted for the family,
    `p_adjusted` is that by sign flips, `p_holm` by Holm.
    """

    difference: Floats
    standard_error: Floats
    half_width: Floats
    p_value: Floats
    p_guarded: Floats
    p_adjusted: Floats
    p_holm: Floats
    leans: Flags


def judge(contrasts: Contrasts) -> Verdicts:
    """Test contrasts as one family; those that do not vary have no results."""
    difference, degrees = contrasts.differences(), contrasts.degrees()
    variance, leaning = _vary(contrasts)
    variance[variance == 0] = np.nan
    p_value = two_sided(np.abs(difference) / np.sqrt(variance), degrees)
    swing = contrasts.swings()
    left = np.maximum(np.abs(difference) - swing, 0.0)
    p_guarded = two_sided(left / np.sqrt(variance + swing**2), degrees)
    p_guarded[leaning] = np.nan
    p_holm = adjust_by_holm(p_guarded)
    known = ~np.isnan(p_guarded)
    if known.sum() <= 1:
        p_adjusted = p_guarded
    elif (degrees[known] + 1 < LEAST_FLIPPED).any():
        p_adjusted = p_holm
    else:
        p_adjusted = np.maximum(_flipped(contrasts, degrees, known), p_guarded)
    return Verdicts(
        difference=difference,
        standard_error=np.sqrt(variance),
        half_width=half_widths(variance, degrees + 1),
        p_value=p_value,
        p_guarded=p_guarded,
        p_adjusted=p_adjusted,
        p_holm=p_holm,
        leans=leaning,
    )


def two_sided(t: Floats, degrees: Integers) -> Floats:
    """Return Student's two-sided p-values."""
    from scipy.special import stdtr  # noqa: PLC0415  (slow to import; not needed by workers)

    p: Floats = 2 * stdtr(np.maximum(degrees, 1), -t)
    return p


def adjust_by_holm(p_values: Floats) -> Floats:
    """Return Holm's step-down adjusted p-values; unknown ones (nan) are not in the family."""
    adjusted = np.full(len(p_values), np.nan)
    known = np.flatnonzero(~np.isnan(p_values))
    order = known[np.argsort(p_values[known], kind="stable")]
    steps = p_values[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1)
    return adjusted


def _vary(contrasts: Contrasts) -> tuple[Floats, Flags]:
    """Return the variance of each contrast, and whether it depends on few blocks."""
    variance, leaning = np.zeros(len(contrasts.plus)), np.zeros(len(contrasts.plus), bool)
    for part, errors in contrasts.errors():
        variance[part], leaning[part] = _squares(errors), leans(errors)
    return variance, leaning


def _squares(rows: Floats) -> Floats:
    sums: Floats = np.einsum("jk,jk->j", rows, rows)
    return sums


def _flipped(contrasts: Contrasts, degrees: Integers, known: Flags) -> Floats:
    """Return the share of sign flips whose largest t of the family is as large, float64[J].

    With v[d] the contributions of the decks, t grows with r = |sum v| / sqrt(sum of v**2), of which
    flips change only the sum. Contrasts with different degrees of freedom are compared by the
    normal quantiles of their p-values.
    """
    signs = sign_weights(contrasts.means.errors.shape[1])
    ratio = np.full(len(degrees), np.nan)
    kinds = np.unique(degrees[known])
    largest = np.zeros((len(kinds), signs.shape[1]))
    for part, rows in contrasts.contributions():
        size = np.sqrt(_squares(rows))
        unit = rows / np.where(size > 0, size, 1.0)[:, None]
        ratio[part] = np.abs(unit.sum(axis=1))
        for number, kind in enumerate(kinds.tolist()):
            chosen = known[part] & (degrees[part] == kind)
            if chosen.any():
                found = np.abs(unit[chosen] @ signs).max(axis=0)
                largest[number] = np.maximum(largest[number], found)
    most = np.sort(_normal(largest, kinds[:, None]).max(axis=0))
    own = _normal(ratio * (1 - _NEAR), degrees)
    exceeding = len(most) - np.searchsorted(most, own, side="left")
    return np.where(known, exceeding / len(most), np.nan)


def _normal(ratio: Floats, degrees: Integers) -> Floats:
    """Return the normal quantile with the same p-value as r with these degrees of freedom."""
    from scipy.special import ndtri, stdtr  # noqa: PLC0415

    left = np.maximum(degrees + 1 - ratio**2, _LEAST)
    quantile: Floats = -ndtri(stdtr(degrees, -ratio * np.sqrt(degrees / left)))
    return quantile
