"""The stationary distribution of a Markov chain."""

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats


def stationary_shares(chain: Floats) -> Floats:
    """Return the stationary distribution of chains, float64[..., S], without any subtraction.

    `chain` float64[..., S, S] has the transition probabilities from row to column, up to a common
    factor; the diagonal is not used. Every state must be reachable from every other. Probabilities
    as small as 1e-100 keep their full precision. Grassmann, Taksar and Heyman (1985): states are
    eliminated one by one.
    """
    chain = chain.copy()
    count = chain.shape[-1]
    for last in range(count - 1, 0, -1):
        out = chain[..., last, :last].sum(axis=-1)
        chain[..., :last, last] /= out[..., None]
        chain[..., :last, :last] += chain[..., :last, last, None] * chain[..., None, last, :last]
    shares = np.zeros(chain.shape[:-1])
    shares[..., 0] = 1.0
    for state in range(1, count):
        shares[..., state] = (shares[..., :state] * chain[..., :state, state]).sum(axis=-1)
        shares /= shares.max(axis=-1, keepdims=True)
    total: Floats = shares / shares.sum(axis=-1, keepdims=True)
    return total
