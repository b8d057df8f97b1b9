"""Generalised sequential probability ratio tests: on payoffs, and on counts of outcomes.

Wald's test (1945) of two hypotheses goes on until the likelihood of one is so many times that of
the other. Where they say nothing of the distribution but one number, each takes the distribution
that makes the outcomes likeliest with that number (Li, Liu and Ying, "Generalized sequential
probability ratio test for separate families of hypotheses", 2014), over the values that were seen.
That is how engines of chess are tested; there the number is normalised Elo, here a mean.
"""

from math import log

import numpy as np
import numpy.typing as npt

from railbird.results.estimate.uncertainty.intervals import Floats

NORMALIZED_ELO = 800 / log(10)
"""Points of normalised Elo for a mean of one standard deviation of a game above a half."""
LEAST_SHARE = 1e-3
"""What an outcome that never came counts as, so that it is not held to be impossible."""
_STEPS, _ENOUGH = 100, 1e-12


def mean_ratio(payoffs: Floats, first: float, second: float) -> float:
    """Return log of the likelihood of the mean `second` over that of `first`, from payoffs [n].

    A mean beyond all payoffs has likelihood nothing: then it is infinite, and nan where both are.
    """
    found = [_log_likelihood(payoffs - mean) for mean in (first, second)]
    return found[1] - found[0] if np.isfinite(found).any() else np.nan


def normalized_elo_ratio(counts: npt.ArrayLike, first: float, second: float) -> float:
    """Return log of the likelihood of `second` points of normalised Elo over that of `first`.

    `counts` [5] are pairs of games lost twice, lost and drawn, even, won and drawn, won twice.
    Normalised Elo (Van den Bergh 2020) measures the mean score above a half by its standard
    deviation, that of a game being sqrt(2) times a pair's mean.
    """
    pairs = np.maximum(np.asarray(counts, np.float64), LEAST_SHARE)
    scores = np.linspace(0, 1, len(pairs))
    shares = pairs / pairs.sum()
    ratio = np.sqrt(2) / NORMALIZED_ELO
    likely = [_with_t(scores, shares, elo * ratio) for elo in (first, second)]
    return float(pairs @ np.log(likely[1] / likely[0]))


def _log_likelihood(left: Floats) -> float:
    """Return the greatest log likelihood, less that of what was seen, with the mean of `left` 0."""
    shares = np.full(len(left), 1 / len(left))
    tilted = _tilted(shares, left)
    return -np.inf if tilted is None else float(np.log(tilted / shares).sum())


def _with_t(scores: Floats, shares: Floats, t: float) -> Floats:
    """Return the likeliest shares with a mean of a half and t standard deviations.

    The constraint is not linear in the shares: at each step it is replaced by its tangent.
    """
    likely = np.full(len(scores), 1 / len(scores))
    for _ in range(_STEPS):
        mean = likely @ scores
        deviation = np.sqrt(likely @ (scores - mean) ** 2)
        spread = (1 + ((scores - mean) / deviation) ** 2) / 2
        before = likely
        tilted = _tilted(shares, scores - 0.5 - t * deviation * spread)
        assert tilted is not None, "every outcome has a share, so both sides of the mean have"
        likely = tilted
        if np.abs(likely - before).max() < _ENOUGH:
            break
    return likely


def _tilted(shares: Floats, left: Floats) -> Floats | None:
    """Return the likeliest shares q for which q @ left is 0, or None where none are.

    They are shares / (1 + x * left) with x the root of sum of shares * left / (1 + x * left), which
    falls all the way between the ends where a share would be infinite.
    """
    from scipy.optimize import brentq  # noqa: PLC0415  (slow to import, and few ask for it)

    least, most = float(left.min()), float(left.max())
    if not least < 0 < most:
        return shares if least == most == 0 else None
    low, high = -(1 - _ENOUGH) / most, -(1 - _ENOUGH) / least

    def slope(x: float) -> float:
        return float((shares * left / (1 + x * left)).sum())

    if not slope(low) > 0 > slope(high):  # the mean is next to an end: as good as beyond it
        return None
    root = brentq(slope, low, high, xtol=1e-15, rtol=1e-14)
    found: Floats = shares / (1 + root * left)
    return found / found.sum()
