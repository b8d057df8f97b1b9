"""Maximal lotteries: a draw of agents that no other draw beats in more votes than it loses.

Fishburn, "Probabilistic social choice based on simple voting comparisons" (1984); for agents
Lanctot and others, "Evaluating Agents using Social Choice Theory" (2023). An agent that beats all
others has all of the draw, agents that beat each other in a circle share it, and copies of an agent
share what it had.
"""

import numpy as np

from railbird.results.estimate.ranking.nash_averaging import nash_average
from railbird.results.estimate.uncertainty.intervals import Floats
from railbird.results.estimate.voting.kemeny import majority_circles


def maximal_lottery(margins: Floats) -> Floats:
    """Return the chance of each agent, float64[A]; of several lotteries the most even one.

    `margins` float64[A, A] are antisymmetric, row above column. A lottery is maximal if it is an
    equilibrium of the game in which each of two players names an agent and wins the margin, so that
    it is the mass of Nash averaging, which takes the equilibrium of greatest entropy. Only agents
    of the first circle are in it, which beat all others.
    """
    chance: Floats = np.zeros(len(margins))
    best = majority_circles(margins)[0]
    chance[best] = nash_average(margins[np.ix_(best, best)]).mass if len(best) > 1 else 1.0
    return chance
