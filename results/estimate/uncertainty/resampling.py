"""Draws over deck seeds, the same for everything in a run, so that all is resampled jointly.

A resample draws every deck anew: deck d counts w[d] times, w[d] Poisson with mean 1 (the Poisson
bootstrap; Chamandy, Muralidharan, Najmi and Naidu 2012), and a mean becomes

    m + sum over d of (w[d] - 1) * z[d]

with the errors z of `intervals`. Where all line-ups have the same decks this is Efron's bootstrap
of decks, less that the number of decks drawn is itself random, which the errors' sum of zero takes
out again; where some have played more, each line-up keeps its own errors, and no resample is ever
without a deck of a line-up. The variance over resamples is that of the interval. Draws are keyed
by deck: who else took part, or played on, changes nobody's resamples.
"""

from functools import lru_cache

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats

RESAMPLE_SEED = 2006
RESAMPLE_COUNT = 1000
_POISSON, _GAUSS = 0, 1


@lru_cache(maxsize=2)
def poisson_weights(block_count: int, count: int = RESAMPLE_COUNT) -> Floats:
    """Return w - 1 for each block and resample, float64[blocks, count]."""
    drawn = _generator(_POISSON).poisson(1.0, (block_count, count))
    weights = drawn.astype(np.float64) - 1
    weights.setflags(write=False)
    return weights


@lru_cache(maxsize=2)
def gauss_weights(block_count: int, count: int = RESAMPLE_COUNT) -> Floats:
    """Return standard normal multipliers for each block and resample, float64[blocks, count]."""
    weights: Floats = _generator(_GAUSS).standard_normal((block_count, count))
    weights.setflags(write=False)
    return weights


def resample(estimates: Floats, errors: Floats) -> Floats:
    """Return the estimates in each resample, float64[G, count]; nan where errors are.

    `estimates` float64[G]; `errors` float64[G, blocks] as `DeckInfluence.dense` gives them.
    """
    resampled: Floats = estimates[:, None] + errors @ poisson_weights(errors.shape[1])
    return resampled


def share_above(resampled: Floats) -> Floats:
    """Return the share of resamples in which row is above column, ties as halves, float64[G, G].

    Rows without errors are nan.
    """
    count = len(resampled)
    shares = np.full((count, count), np.nan)
    for row in range(count):
        above = (resampled[row] > resampled).mean(axis=1)
        equal = (resampled[row] == resampled).mean(axis=1)
        shares[row] = above + equal / 2
    unknown = np.isnan(resampled).any(axis=1)
    shares[unknown] = np.nan
    shares[:, unknown] = np.nan
    return shares


def _generator(kind: int) -> np.random.Generator:
    # filled row by row: the first decks' draws are the same however many follow
    return np.random.Generator(np.random.Philox(key=[RESAMPLE_SEED, kind]))
