"""Errors of a decision from a weighted sample of rollouts (document 001, 5.1.1)."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class SampleErrors(NamedTuple):
    """Errors of a decision, in the unit of the values.

    ``sample`` is the gain of the sample's best action over the policy, ``left_out`` the part of it
    that is lost when the best action is chosen without the fraction it is evaluated on, and
    ``improvement`` the rest: sample = left out + improvement.
    """

    sample: float
    left_out: float
    improvement: float


def sample_errors(
    values: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    *,
    policy: npt.NDArray[np.float64],
    fraction_count: int = 10,
) -> SampleErrors:
    """Compute the errors of one decision.

    ``values`` float64[n, A] are returns by deal and action, ``weights`` float64[n] the likelihood
    of the observed actions of the others, ``policy`` float64[A] sums to one. Fractions are runs of
    deals. The best action is chosen by the other fractions; where those have no weight the policy
    is kept. Raises ValueError if all weights are zero.
    """
    if not weights.sum() > 0:
        raise ValueError("none of the sampled deals is possible")
    fractions = np.arange(len(weights)) * fraction_count // len(weights)
    totals = np.zeros((fraction_count, values.shape[1]))
    np.add.at(totals, fractions, weights[:, None] * values)
    shares = np.bincount(fractions, weights, fraction_count)
    whole = shares.sum()
    rest = totals.sum(0) - totals  # in the unit of the values, up to a factor by row
    picked = totals[np.arange(fraction_count), rest.argmax(1)]
    is_alone = whole - shares <= 1e-12 * whole
    picked = np.where(is_alone, totals @ policy, picked)
    best, tried = totals.sum(0).max() / whole, picked.sum() / whole
    own = float(totals.sum(0) @ policy) / whole
    return SampleErrors(float(best - own), float(best - tried), float(tried - own))
