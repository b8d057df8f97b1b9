"""Whether differences are more than luck, one by one and all together.

A contrast is a difference of two means, or a mean against zero, taken deck by deck. Its own p-value
is Student's, over deck seeds. Many at a time are adjusted by the max-t multiplier bootstrap
(Chernozhukov, Chetverikov and Kato 2013): normal multipliers on the decks show how large the
largest of all contrasts gets by luck when they hang together as these do. Where we depart: a
contrast's t is first turned into the normal quantile of its own p-value, so that a family of one is
the t test to the letter and few decks keep t's heavier tails. Holm's adjustment (1979) needs no
resamples and no dependence, and is there for comparison.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats, Integers, half_widths
from railbird.results.estimate.uncertainty.resampling import RESAMPLE_COUNT, gauss_weights

LEVEL = 0.05
_STEP = 2048
ZERO = -1
"""Stands for "against zero" among the groups that are subtracted."""


@dataclass(frozen=True, slots=True)
class Contrasts:
    """Differences to be judged together: group `plus[j]` less group `minus[j]`, or less ZERO.

    Of the groups: `estimates` float64[G], `errors` float64[G, blocks], `freedom` int64[G].
    """

    estimates: Floats
    errors: Floats
    freedom: Integers
    plus: Integers
    minus: Integers

    def differences(self) -> Floats:
        """Return the contrasts, float64[J]."""
        return self.estimates[self.plus] - np.where(
            self.minus == ZERO, 0.0, self.estimates[self.minus]
        )

    def degrees(self) -> Integers:
        """Return the degrees of freedom of each contrast, int64[J]."""
        minus = np.where(self.minus == ZERO, self.plus, self.minus)
        return np.minimum(self.freedom[self.plus], self.freedom[minus])

    def parts(self) -> Iterator[tuple[slice, Floats]]:
        """Yield the contrasts' errors float64[j, blocks], some at a time."""
        for start in range(0, len(self.plus), _STEP):
            part = slice(start, start + _STEP)
            errors = self.errors[self.plus[part]]
            paired = self.minus[part] != ZERO
            errors[paired] -= self.errors[self.minus[part][paired]]
            yield part, errors


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Of each contrast, float64[J]: its size, standard error, interval and p-values; nan: unknown.

    `p_value` is its own, `p_adjusted` that of max-t, `p_holm` Holm's; all two-sided.
    """

    difference: Floats
    standard_error: Floats
    half_width: Floats
    p_value: Floats
    p_adjusted: Floats
    p_holm: Floats


def judge(contrasts: Contrasts) -> Verdicts:
    """Judge contrasts, all as one family."""
    from scipy.special import ndtri, stdtr  # noqa: PLC0415  (slow to import; workers need it not)

    difference, degrees = contrasts.differences(), contrasts.degrees()
    error = np.sqrt(_variances(contrasts))
    with np.errstate(divide="ignore", invalid="ignore"):
        statistic = np.where(difference == 0, 0.0, np.abs(difference) / error)
        p_value = 2 * stdtr(np.maximum(degrees, 1), -statistic)
    p_value[np.isnan(error)] = np.nan
    largest = _largest_by_luck(contrasts, error)
    threshold = -ndtri(p_value / 2)
    exceeding = RESAMPLE_COUNT - np.searchsorted(largest, threshold, side="left")
    adjusted = np.maximum((exceeding + 1) / (RESAMPLE_COUNT + 1), p_value)
    return Verdicts(
        difference=difference,
        standard_error=error,
        half_width=half_widths(error**2, degrees + 1),
        p_value=p_value,
        p_adjusted=np.where(difference == 0, p_value, np.minimum(adjusted, 1)),
        p_holm=adjust_by_holm(p_value),
    )


def adjust_by_holm(p_values: Floats) -> Floats:
    """Return Holm's step-down adjusted p-values; unknown ones (nan) are of no family."""
    adjusted = np.full(len(p_values), np.nan)
    known = np.flatnonzero(~np.isnan(p_values))
    order = known[np.argsort(p_values[known], kind="stable")]
    steps = p_values[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1)
    return adjusted


def _variances(contrasts: Contrasts) -> Floats:
    parts = [np.einsum("jk,jk->j", errors, errors) for _, errors in contrasts.parts()]
    return np.concatenate(parts) if parts else np.empty(0)


def _largest_by_luck(contrasts: Contrasts, error: Floats) -> Floats:
    """Return the largest studentised contrast of each resample, sorted, float64[count]."""
    weights = gauss_weights(contrasts.errors.shape[1])
    largest = np.zeros(weights.shape[1])
    for part, errors in contrasts.parts():
        vary = error[part] > 0
        scaled = errors[vary] / error[part][vary, None]
        if len(scaled):
            largest = np.maximum(largest, np.abs(scaled @ weights).max(axis=0))
    return np.sort(largest)
