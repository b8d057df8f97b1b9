"""Nash averaging: agents are rated by their winnings against an equilibrium mixture of agents.

Balduzzi, Tuyls, Perolat and Graepel, "Re-evaluating Evaluation" (2018): of all equilibria of the
game in which two players each name an agent, the one with maximum entropy gives the weights of
agents, and an agent's skill is its payoff against it. Adding a copy of an agent changes no skill.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.results.estimate.uncertainty.intervals import Floats

_FAR = 1e6
_NEAR = 1e-9
_STEPS, _ENOUGH = 60, 1e-13


@dataclass(frozen=True, slots=True)
class NashAverage:
    """The maximum-entropy equilibrium and every agent's payoff against it, float64[A] both."""

    mass: Floats
    skill: Floats


def nash_average(payoffs: Floats) -> NashAverage:
    """Return the Nash average of antisymmetric payoffs float64[A, A], row's against column.

    A linear programme finds the agents in the support of some equilibrium, and so of the
    maximum-entropy one; within the support the mass is the softmax of the dual's optimum.
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
    """Return which agents have mass in some equilibrium.

    Equilibria are the p >= 0 with game @ p <= 0, a cone: the sum of s with 0 <= s <= 1 and s <= p
    is greatest where all that can be positive at once are 1 and above.
    """
    from scipy.optimize import linprog  # noqa: PLC0415  (slow to import, and rarely used)

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

    It is the maximum-entropy mass subject to game @ p = 0 in the support and <= 0 outside. If only
    one p solves the equations, which is usual, it is that. Otherwise rows outside that p violates
    are constrained to 0 as well, and released if that costs nothing, until none is violated.
    """
    _, sizes, directions = np.linalg.svd(game[np.ix_(support, support)])
    if np.sum(sizes < _NEAR) == 1:
        alone: Floats = directions[-1] / directions[-1].sum()
        return alone
    columns, held = game[:, support], support.copy()
    for _ in range(2 * len(game)):
        mass, prices = _even(columns[held])
        if np.abs(columns[held] @ mass).max() > _NEAR:  # no p satisfies all the constraints
            break
        over = np.where(held, -np.inf, columns @ mass)
        costs = np.zeros(len(game))
        costs[held] = np.where(support[held], 0.0, prices)
        if over.max(initial=-np.inf) > _NEAR:
            held[over.argmax()] = True
        elif costs.min() < -_NEAR:
            held[costs.argmin()] = False
        else:
            return mass
    return _slowly_spread(columns, support)


def _even(rows: Floats) -> tuple[Floats, Floats]:
    """Return the maximum-entropy mass with rows @ p = 0, and the prices of the rows.

    Its dual, by Newton's method: minimise log sum exp of -(rows.T @ y).
    """
    prices: Floats = np.zeros(len(rows))
    mass, height = _softmax(-rows.T @ prices)
    for _ in range(_STEPS):
        slope = rows @ mass
        if np.abs(slope).max(initial=0.0) < _ENOUGH:
            break
        bend = (rows * mass) @ rows.T - np.outer(slope, slope)
        step = np.linalg.lstsq(bend, slope, rcond=_ENOUGH)[0]
        for halvings in range(_STEPS):
            tried = prices + step / 2**halvings
            mass, level = _softmax(-rows.T @ tried)
            if level <= height:
                break
        prices, height = tried, level
    return mass, prices


def _softmax(tilt: Floats) -> tuple[Floats, float]:
    """Return the softmax, and the logarithm of the sum of exponentials."""
    weights: Floats = np.exp(tilt - tilt.max())
    total = float(weights.sum())
    return weights / total, float(np.log(total) + tilt.max())


def _slowly_spread(columns: Floats, support: npt.NDArray[np.bool_]) -> Floats:
    """Return the same mass from all rows at once, if the constraints cycle."""
    from scipy.optimize import minimize  # noqa: PLC0415

    def dual(prices: Floats) -> tuple[float, Floats]:
        mass, height = _softmax(-columns.T @ prices)
        return height, -columns @ mass

    bounds = [(None, None) if inside else (0, None) for inside in support]
    options = {"ftol": 1e-16, "gtol": 1e-11, "maxiter": 10_000, "maxfun": 20_000}
    start = np.zeros(len(columns))
    found = minimize(dual, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
    return _softmax(-columns.T @ found.x)[0]
