"""95% intervals by Student's t over deck seeds, never over hands.

Line-ups share deck seeds, so the results of all line-ups on one deck are one observation. Let x[l,
d] be the mean of line-up l on deck d, m[l] its mean over its n[l] decks. The mean of the m[l] over
L line-ups has, deck by deck, the errors

    z[d] = 1/L * sum over l of (x[l, d] - m[l]) / n[l] * sqrt(n[l] / (n[l] - 1))

and the variance sum of z[d]**2 (a linearisation with decks as clusters); the degrees of freedom are
the smallest n[l] minus one. If all line-ups have the same decks this is exactly the t interval over
the means per deck; if some have more (in an unfinished run), it is conservative.

If all decks give the same result their variation is unknown: if z is zero there is no interval.
"""

from math import isnan

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

CONFIDENCE = 0.95
NORMAL_95 = 1.959964
"""The quantile of the normal distribution that such an interval has on each side."""


def deck_influence(values: Floats, first: Integers) -> Floats:
    """Return the terms of z, before they are summed over line-ups and divided by L.

    `values` float64[S, N] are the means by deck of consecutive line-ups, N members side by side;
    `first` int64[L] is the first row of each. A line-up with one deck gives nan: its variation is
    unknown. A line-up whose decks are all equal gives exact zeros.
    """
    counts = np.diff([*first, len(values)])
    line_up = np.repeat(np.arange(len(first)), counts)
    means = np.add.reduceat(values, first, axis=0) / counts[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        weights = np.sqrt(counts / (counts - 1.0)) / counts
        errors: Floats = (values - means[line_up]) * weights[line_up, None]
    lowest, highest = np.minimum.reduceat(values, first), np.maximum.reduceat(values, first)
    is_constant = (lowest == highest) & (counts > 1)[:, None]
    errors[is_constant[line_up]] = 0.0
    return errors


def half_widths(variance: Floats, fewest: Integers) -> Floats:
    """Return the half-width of each group's mean; nan if there is no interval.

    `variance` float64[G] is the sum of z**2, `fewest` int64[G] the fewest decks of any line-up.
    There is none with one deck, and none if the variance is zero.
    """
    from scipy.special import stdtrit  # noqa: PLC0415  (slow to import, and not needed by workers)

    freedom = np.maximum(fewest - 1, 1)
    widths: Floats = stdtrit(freedom, (1 + CONFIDENCE) / 2) * np.sqrt(variance)
    return np.where(variance > 0, widths, np.nan)


def as_nullable(values: Floats) -> list[float | None]:
    """Replace nan, which means unknown, with None."""
    return [None if isnan(value) else value for value in values.tolist()]
