"""Whether an interval leans on few blocks, so that it may hold the truth less often than it says.

Student's t wants blocks that are neither too skewed nor rare events: with skewness g and kurtosis k
over n blocks its tails are off by amounts that grow with |g| / sqrt(n) and k / n (Johnson,
"Modified t tests and confidence intervals for asymmetrical populations", 1978). The limits are
those of `benchmarks/coverage.py`: where neither is passed 95% intervals hold the truth 94 to 96% of
the time, in all that was tried.
"""

import numpy as np
import numpy.typing as npt

from railbird.results.estimate.uncertainty.intervals import Floats

SKEWNESS_LIMIT = 0.25
KURTOSIS_LIMIT = 0.2
LEAST_BLOCKS = 20
"""Fewer blocks do not tell how they are distributed."""


def leans(errors: Floats) -> npt.NDArray[np.bool_]:
    """Say of each row of errors float64[G, n] whether its interval leans on few of them.

    Rows that do not vary do: what never varied says nothing of how it may. Unknown rows (nan), and
    rows of fewer than twenty blocks, do not.
    """
    count = errors.shape[1]
    square = (errors**2).mean(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        skewness = np.abs((errors**3).mean(axis=1)) / square**1.5
        kurtosis = (errors**4).mean(axis=1) / square**2
    leaning = (skewness > SKEWNESS_LIMIT * np.sqrt(count)) | (kurtosis > KURTOSIS_LIMIT * count)
    found: npt.NDArray[np.bool_] = (leaning | (square == 0)) & (count >= LEAST_BLOCKS)
    return found
