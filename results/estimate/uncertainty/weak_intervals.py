"""Detects intervals that may cover the true value less often than stated.

Two things can go wrong with Student's t with few decks, and each can be detected.

*It depends on few blocks.* With skewness g and kurtosis k over n blocks the tails of t are wrong by
amounts that grow with |g| / sqrt(n) and k / n (Johnson, "Modified t tests and confidence intervals
for asymmetrical populations", 1978). With few blocks normal luck exceeds such limits too, and the
limits are those it exceeds in about one case of forty.

*A rare event has not occurred yet.* An all-in that occurs once in as many hands as were played is
missing from the blocks in one case of three, and then from their spread. If one such hand would
move the mean beyond its interval, the interval does not account for it.

`benchmarks/coverage.py` measures how often the warnings are right.
"""

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Flags, Floats

SKEWNESS_LIMIT = 0.25
KURTOSIS_LIMIT = 0.2
LEAST_SKEWNESS, LEAST_KURTOSIS = 1.4, 4.6
"""Limits that skewness and kurtosis of 8 to 20 normal blocks exceed in at most 2.5% of cases."""


def leans(errors: Floats) -> Flags:
    """Return for each row of errors float64[G, n] whether its interval depends on few of them.

    Rows that do not vary, and unknown ones (nan), have no interval: False.
    """
    count = errors.shape[1]
    square = (errors**2).mean(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        skewness = np.abs((errors**3).mean(axis=1)) / square**1.5
        kurtosis = (errors**4).mean(axis=1) / square**2
    found: Flags = (skewness > max(SKEWNESS_LIMIT * np.sqrt(count), LEAST_SKEWNESS)) | (
        kurtosis > max(KURTOSIS_LIMIT * count, LEAST_KURTOSIS)
    )
    return found


def is_outweighed(half_width: Floats, swing: Floats) -> Flags:
    """Return for each interval whether one hand for the greatest stake exceeds it.

    `half_width` and `swing` float64[G], as in `GroupMeans`; False if there is no interval.
    """
    found: Flags = swing > half_width
    return found
