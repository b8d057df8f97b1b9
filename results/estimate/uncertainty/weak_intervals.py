"""Intervals that may hold the truth less often than they say: what a reader is warned of.

Two things go wrong with Student's t where decks are few, and each has its sign.

*It leans on few blocks.* With skewness g and kurtosis k over n blocks the tails of t are off by
amounts that grow with |g| / sqrt(n) and k / n (Johnson, "Modified t tests and confidence intervals
for asymmetrical populations", 1978). With few blocks normal luck passes such limits as well, and
the limits are what it passes in about one case of forty.

*Something has not shown yet.* An all-in that comes once in as many hands as were played is missing
from the blocks in one case of three, and then from their spread. Where one such hand would move
the mean beyond its interval, the interval says nothing of it.

`benchmarks/coverage.py` measures how often the warnings are right.
"""

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Flags, Floats

SKEWNESS_LIMIT = 0.25
KURTOSIS_LIMIT = 0.2
LEAST_SKEWNESS, LEAST_KURTOSIS = 1.4, 4.6
"""What skewness and kurtosis of 8 to 20 blocks of normal luck pass in 2.5% of cases at most."""


def leans(errors: Floats) -> Flags:
    """Say of each row of errors float64[G, n] whether its interval leans on few of them.

    Rows that do not vary, and unknown ones (nan), have no interval and do not lean.
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
    """Say of each interval whether one hand for the greatest stake would move the mean beyond it.

    `half_width` and `swing` float64[G], as in `GroupMeans`; where there is no interval, no.
    """
    found: Flags = swing > half_width
    return found
