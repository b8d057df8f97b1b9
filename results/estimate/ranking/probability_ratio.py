"""The generalised sequential probability ratio test of a mean, for means of deck seeds.

Wald's test (1945) of two hypotheses continues until the likelihood ratio exceeds a bound. Unknown
parameters are set to their maximum-likelihood values under each hypothesis (Li, Liu and Ying,
"Generalized sequential probability ratio test for separate families of hypotheses", 2014). Chess
engines are tested this way, on counts of the five outcomes of a pair of games. Payoffs have no such
outcomes, and the unknown parameter is their variance, under normal luck. Using the empirical
distribution of payoffs instead, as with counts, gave up to 17% wrong decisions at a nominal 2.5%: a
mean near the largest observed payoff appears impossible.
"""

from math import log

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats, Integers

MISSED = 0.05
"""The probability of keeping the first hypothesis if the second is true, in Wald's bound."""


def mean_log_ratio(
    *, difference: Floats, variance: Floats, count: Integers, first: float, second: float
) -> Floats:
    """Return the log of the likelihood of the mean `second` over that of `first`, float64[J].

    `difference` and `variance` float64[J] are a mean and its squared standard error, over `count`
    int64[J] blocks: with s**2 = (count - 1) * variance, the most likely variance around the mean,

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
