"""Alpha-rank: the share of time that an evolving population plays each agent.

Omidshafiei et al., "alpha-Rank: Multi-Agent Evaluation by Evolution" (2019), for one population
of m individuals: from time to time one of them tries another agent, which takes over (fixates) or
dies out before the next tries. The share of time the population plays each agent is the rank.
"""

import numpy as np

from railbird.results.estimate.ranking.stationary import stationary_shares
from railbird.results.estimate.uncertainty.intervals import Floats

POPULATION = 50
NEVER = 1e-12
"""Fixation probability of a worse agent for infinite alpha: negligible, but not zero."""
LEAST_LOG = 230.0
"""For finite alpha, smaller probabilities than exp(-230), about 1e-100, are raised to it."""


def alpha_rank(payoffs: Floats, *, alpha: float = np.inf, population: int = POPULATION) -> Floats:
    """Return the stationary share of each agent, float64[..., A].

    `payoffs` float64[..., A, A] are row's against column. A mutant r among residents s fixates with

        rho = 1 / (1 + sum over l in 1..m-1 of product over i in 1..l of exp(-alpha * (f_r - f_s)))

    (equation 5), with the fitnesses of a population of i mutants as averages over the others in it.
    With infinite alpha, for antisymmetric payoffs only, it is 1 for a better agent, 1/m for an
    equal one and negligible for a worse one. The chain tries each other agent with equal
    probability.
    """
    if np.isinf(alpha):
        fixation = certain_fixation(payoffs, population)
    else:
        fixation = _fixation(payoffs, alpha, population)
    count = payoffs.shape[-1]
    # from s to r: the resident is the row now
    chain = np.swapaxes(fixation, -1, -2) / max(count - 1, 1)
    chain[..., np.arange(count), np.arange(count)] = 0.0
    return stationary_shares(chain)


def certain_fixation(gain: Floats, population: int) -> Floats:
    """Return the fixation probability of a mutant for infinite alpha, by its gain."""
    fixation: Floats = np.where(gain > 0, 1.0, np.where(gain == 0, 1 / population, NEVER))
    return fixation


def _fixation(payoffs: Floats, alpha: float, population: int) -> Floats:
    """Return rho[r, s] of mutant r among residents s."""
    own = np.diagonal(payoffs, axis1=-2, axis2=-1)
    mutant, resident = own[..., :, None], own[..., None, :]
    theirs = np.swapaxes(payoffs, -1, -2)
    exponent, total = np.zeros_like(payoffs), np.ones_like(payoffs)
    for i in range(1, population):
        rest = population - i
        fitness = (i - 1) * mutant + rest * payoffs
        against = i * theirs + (rest - 1) * resident
        exponent = exponent - alpha * (fitness - against) / (population - 1)
        total = total + np.exp(np.minimum(exponent, LEAST_LOG))
    fixation: Floats = 1 / total
    return fixation
