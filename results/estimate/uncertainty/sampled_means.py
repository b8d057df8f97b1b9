"""Means with the influence of each block: the basis of resamples and tests."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats, Integers


@dataclass(frozen=True, slots=True)
class SampledMeans:
    """G means: `estimates` float64[G], `freedom` int64[G] the degrees of freedom of each.

    `errors` float64[G, blocks] are those of `DeckInfluence`: their squares sum to the variance.
    `contribute` returns its contributions float64[G, blocks], which sum to the mean; they are
    rarely needed. `swing` float64[G] is the largest change of the mean by one hand for the greatest
    stake.
    """

    estimates: Floats
    errors: Floats
    contribute: Callable[[], Floats]
    freedom: Integers
    swing: Floats

    def take(self, chosen: Integers) -> Self:
        """Return only these means, in this order."""
        return type(self)(
            self.estimates[chosen],
            self.errors[chosen],
            lambda: self.contribute()[chosen],
            self.freedom[chosen],
            self.swing[chosen],
        )

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Return the concatenated means of several samples of the same blocks."""
        return cls(
            np.concatenate([part.estimates for part in parts]),
            np.concatenate([part.errors for part in parts]),
            lambda: np.concatenate([part.contribute() for part in parts]),
            np.concatenate([part.freedom for part in parts]),
            np.concatenate([part.swing for part in parts]),
        )
