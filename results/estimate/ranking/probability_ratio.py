"""The generalised sequential probability ratio test of a mean, for means of deck seeds.

Wald's test (1945) of two hypotheses goes on until the likelihood of one is so many times that of
the other. Where they leave something open, each takes what makes the data likeliest with it (Li,
Liu and Ying, "Generalized sequential probability ratio test for separate families of hypotheses",
2014). Engines of chess are tested so, on counts of the five outcomes of a pair of games. Payoffs
have no such outcomes, and what is left open is their variance, under normal luck. Taking the
distribution over the payoffs that were seen instead, as with counts, gave up to 17% wrong decisions
where 2.5% were stated: a mean near the largest payoff seen looks impossible.
"""

from math import log

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats, Integers

MISSED = 0.05
"""The chance that the first hypothesis is kept where the second is true, as Wald's bound has it."""


def mean_log_ratio(
    *, difference: Floats, variance: Floats, count: Integers, first: float, second: float
) -> Floats:
    """Return log of the likelihood of the mean `second` over that of `first`, float64[J].

    `difference` and `variance` float64[J] are a mean and its squared standard error, over `count`
    int64[J] blocks: with s**2 = (count - 1) * variance, the likeliest variance around the mean,

        count / 2 * log((s**2 + (difference - first)**2) / (s**2 + (difference - second)**2))
    """
    spread = (count - 1) * variance
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (spread + (difference - first) ** 2) / (spread + (difference - second) ** 2)
        found: Floats = count / 2 * np.log(ratio)
    return found


def acceptance_bound(error_rate: float) -> float:
    """Return Wald's bound: the log ratio above which the second hypothesis is accepted."""
    return log((1 - MISSED) / error_rate)
