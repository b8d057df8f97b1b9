"""Maximal lotteries: a lottery over agents that no other lottery beats in a majority of votes.

Fishburn, "Probabilistic social choice based on simple voting comparisons" (1984); for agents
Lanctot et al., "Evaluating Agents using Social Choice Theory" (2023). An agent that beats all
others has the probability 1, agents in a majority cycle share it, and copies of an agent share its
probability.
"""

import numpy as np

from railbird.results.estimate.ranking.nash_averaging import nash_average
from railbird.results.estimate.uncertainty.intervals import Floats
from railbird.results.estimate.voting.kemeny import majority_circles


def maximal_lottery(margins: Floats) -> Floats:
    """Return the probability of each agent, float64[A]; in case of ties, with maximum entropy.

    `margins` float64[A, A] are antisymmetric, row above column. A lottery is maximal if it is an
    equilibrium of the game in which each of two players names an agent and wins the margin, so that
    it is the mass of Nash averaging, which uses the maximum-entropy equilibrium. Only agents of the
    first cycle are in it, which beat all others.
    """
    chance: Floats = np.zeros(len(margins))
    best = majority_circles(margins)[0]
    chance[best] = nash_average(margins[np.ix_(best, best)]).mass if len(best) > 1 else 1.0
    return chance
