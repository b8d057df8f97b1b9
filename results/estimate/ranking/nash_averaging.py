"""Nash averaging: agents judged by what they win from the best mixture of agents.

Balduzzi, Tuyls, Perolat and Graepel, "Re-evaluating Evaluation" (2018): of all equilibria of the
game in which two players each name an agent, the one of greatest entropy weighs the agents, and an
agent's skill is its payoff against it. A copy of an agent changes nobody's skill.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.results.estimate.uncertainty.intervals import Floats

_FAR = 1e6
_NEAR = 1e-9


@dataclass(frozen=True, slots=True)
class NashAverage:
    """The equilibrium of greatest entropy and every agent's payoff against it, float64[A] both."""

    mass: Floats
    skill: Floats


def nash_average(payoffs: Floats) -> NashAverage:
    """Return the Nash average of antisymmetric payoffs float64[A, A], row's against column.

    An agent is in the support of some equilibrium, and so of that of greatest entropy, exactly if a
    linear programme says so; within the support the mass is the softmax of the dual's optimum.
    """
    largest = np.abs(payoffs).max(initial=0.0)
    if largest == 0:
        count = len(payoffs)
        return NashAverage(np.full(count, 1 / max(count, 1)), np.zeros(count))
    game = payoffs / largest
    support = _largest_support(game)
    mass = np.zeros(len(game))
    mass[support] = _spread(game, support)
    return NashAverage(mass, payoffs @ mass)


def _largest_support(game: Floats) -> npt.NDArray[np.bool_]:
    """Return who has mass in some equilibrium.

    Equilibria are the p >= 0 with game @ p <= 0, a cone: the sum of s with 0 <= s <= 1 and s <= p
    is greatest where all that can be positive at once are 1 and above.
    """
    from scipy.optimize import linprog  # noqa: PLC0415  (slow to import, and few ask for it)

    count = len(game)
    one = np.eye(count)
    rows = np.block([[game, np.zeros_like(game)], [-one, one]])
    bounds = [(0, _FAR)] * count + [(0, 1)] * count
    cost = np.concatenate([np.zeros(count), -np.ones(count)])
    found = linprog(cost, A_ub=rows, b_ub=np.zeros(2 * count), bounds=bounds, method="highs")
    support: npt.NDArray[np.bool_] = found.x[count:] > 0.5  # noqa: PLR2004  (0 or 1)
    return support


def _spread(game: Floats, support: npt.NDArray[np.bool_]) -> Floats:
    """Return the mass within the support.

    Greatest entropy subject to game @ p = 0 in the support and <= 0 outside has the dual: minimise
    log sum exp of -(game[:, support].T @ y) with y free in the support and y >= 0 outside. Where
    only one p solves the equations, as mostly, it is that.
    """
    _, sizes, directions = np.linalg.svd(game[np.ix_(support, support)])
    if np.sum(sizes < _NEAR) == 1:
        alone: Floats = directions[-1] / directions[-1].sum()
        return alone
    from scipy.optimize import minimize  # noqa: PLC0415
    from scipy.special import logsumexp, softmax  # noqa: PLC0415

    columns = game[:, support]

    def dual(prices: Floats) -> tuple[float, Floats]:
        tilt = -columns.T @ prices
        return float(logsumexp(tilt)), -columns @ softmax(tilt)

    bounds = [(None, None) if inside else (0, None) for inside in support]
    options = {"ftol": 1e-16, "gtol": 1e-11, "maxiter": 10_000, "maxfun": 20_000}
    start = np.zeros(len(game))
    found = minimize(dual, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
    mass: Floats = softmax(-columns.T @ found.x)
    return mass
