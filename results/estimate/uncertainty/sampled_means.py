"""Means with what each block did to them: what resamples and tests are made from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats, Integers


@dataclass(frozen=True, slots=True)
class SampledMeans:
    """G means: `estimates` float64[G], `freedom` int64[G] the degrees of freedom of each.

    `errors` float64[G, blocks] are those of `DeckInfluence`: their squares sum to the variance.
    `contribute` gives its contributions float64[G, blocks], which sum to the mean; few ask for
    them. `swing` float64[G] is the most that one hand for the greatest stake moves the mean.
    """

    estimates: Floats
    errors: Floats
    contribute: Callable[[], Floats]
    freedom: Integers
    swing: Floats

    def take(self, chosen: Integers) -> Self:
        """Return these means alone, in this order."""
        return type(self)(
            self.estimates[chosen],
            self.errors[chosen],
            lambda: self.contribute()[chosen],
            self.freedom[chosen],
            self.swing[chosen],
        )

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Return the means of several samples of the same blocks, one after the other."""
        return cls(
            np.concatenate([part.estimates for part in parts]),
            np.concatenate([part.errors for part in parts]),
            lambda: np.concatenate([part.contribute() for part in parts]),
            np.concatenate([part.freedom for part in parts]),
            np.concatenate([part.swing for part in parts]),
        )
