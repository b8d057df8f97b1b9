"""Strengths from wins, and their uncertainty: Firth's likelihood and its profile.

Agent i beats agent j with probability 1 / (1 + exp(s[j] - s[i])) (Bradley and Terry, "Rank analysis
of incomplete block designs", 1952). The prior is Jeffreys's: half the logarithm of the
information's determinant is added to the log-likelihood (Firth, "Bias reduction of maximum
likelihood estimates", 1993). Its maximum is that with h[i, j] / 2 additional wins each way, where
the leverages h of the pairs sum to the number of agents minus one. For two agents that is half a
win each way. Half a win for every pair would underestimate large differences, the more so the more
agents there are.

Wins determine only differences of strengths, so each Newton step solves the bordered system

    | information  C' | | step        |   | score |
    | C            0  | | multipliers | = | 0     |

where a row of C is a constraint: that strengths sum to 0 and, for a profile, that one is fixed. The
information alone is singular; rounding errors would accumulate along the vector of ones.
"""

from dataclasses import dataclass

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats, Integers

_MOST_STEPS = 500
_LONGEST_STEP = 2.0
_LARGEST_SHARE_BACK = 0.75
_LEAST_WEIGHT = 1e-10
_SETTLED, _FOUND = 1e-2, 1e-10
_ROUNDING = 1e-13
_MOST_CELLS = 2**19
"""Maximum size of the matrices of interval ends that are computed together (4 MB)."""


@dataclass(frozen=True, slots=True)
class StrengthFit:
    """Strengths float64[A] of mean 0, and their data, all float64[A, A].

    `wins` counts wins of row over column including the prior's, `leverage` is that of each pair,
    `covariance` the inverse information, with rows that sum to 0.
    """

    wins: Floats
    strength: Floats
    leverage: Floats
    covariance: Floats


@dataclass(frozen=True, slots=True)
class Ends:
    """The E interval ends to compute.

    End e is above the strength of agent `agents[e]` (int64) if `signs[e]` is 1, and below it if
    that is -1; there the profile log-likelihood is `falls[e]` lower than at its maximum.
    """

    agents: Integers
    signs: Floats
    falls: Floats

    def part(self, start: int, count: int) -> "Ends":
        """Return `count` ends from `start` on."""
        chosen = slice(start, start + count)
        return Ends(self.agents[chosen], self.signs[chosen], self.falls[chosen])


@dataclass(frozen=True, slots=True)
class _Likelihood:
    """The log-likelihood float64[E], its gradient [E, A] and the information [E, A, A]."""

    value: Floats
    score: Floats
    information: Floats


def fit_strengths(wins: Floats) -> StrengthFit:
    """Fit strengths to `wins` float64[A, A], row's over column, of agents linked by matches."""
    strength: Floats = np.zeros(len(wins))
    for _ in range(_MOST_STEPS):
        step = _step_up((wins + _leverage(wins, strength) / 2)[None], strength[None])[0]
        strength = strength + step
        strength -= strength.mean()
        if np.abs(step).max() < _FOUND:
            break
    leverage = _leverage(wins, strength)
    fitted = wins + leverage / 2
    information = _likelihood(fitted[None], strength[None]).information
    return StrengthFit(fitted, strength, leverage, _covariance(information))


def profile_ends(fit: StrengthFit, ends: Ends) -> Floats:
    """Return the ends, float64[E]: all other strengths are refitted with one fixed.

    Each end moves half a win of the prior to its side, in proportion to the agent's leverages: for
    two agents it is fitted to (w + 1, l) wins above and to (w, l + 1) below, like the interval of
    Clopper and Pearson, where that of Jeffreys has (w + 1/2, l + 1/2). An agent must have lost a
    set for an upper end, and won one for a lower end.

    Penalised profiles: Heinze and Schemper, "A solution to the problem of separation in logistic
    regression" (2002). They recompute leverages along the profile; here they are fixed.
    """
    some = max(1, _MOST_CELLS // fit.wins.size)
    parts = [_profile_ends(fit, ends.part(n, some)) for n in range(0, len(ends.agents), some)]
    return np.concatenate([np.zeros(0), *parts])


def _profile_ends(fit: StrengthFit, ends: Ends) -> Floats:
    """Newton's method on the square root of the fall, which is linear for a parabola.

    After Venzon and Moolgavkar, "A method for computing profile-likelihood-based confidence
    intervals" (1988), with one system per step; the fixed strength moves when the others have
    converged.
    """
    wins = _leaning_wins(fit, ends)
    top = _climb(wins, np.tile(fit.strength, (len(wins), 1)))
    best = _likelihood(wins, top).value
    spread = fit.covariance[ends.agents, ends.agents]
    reach = ends.signs * np.sqrt(2 * ends.falls / spread)
    strength = top + reach[:, None] * fit.covariance[ends.agents]
    everyone = np.arange(len(wins))
    left = everyone
    for _ in range(_MOST_STEPS):
        held, wanted = ends.agents[left], ends.falls[left]
        at = _likelihood(wins[left], strength[left])
        rise, along, slope = _directions(at, held)
        gain = (at.score * rise).sum(axis=1)
        fall = np.maximum(best[left] - at.value - gain / 2, 0)
        root = np.sqrt(2 * fall)
        move = np.where(gain < _SETTLED, root * (root - np.sqrt(2 * wanted)) / slope, 0)
        way = strength[left, held] - top[left, held]
        move = np.maximum(move / way, -_LARGEST_SHARE_BACK) * way
        strength[left] += _shortened(rise) + move[:, None] * along
        near = _FOUND * (1 + wanted) + _ROUNDING * np.abs(best[left])
        left = left[(gain > _FOUND) | (np.abs(fall - wanted) > near)]
        if not len(left):
            break
    found: Floats = strength[everyone, ends.agents]
    return found


def _leaning_wins(fit: StrengthFit, ends: Ends) -> Floats:
    """Return the wins that each end is fitted to, float64[E, A, A]."""
    shares = fit.leverage[ends.agents]
    over = (ends.signs / 2 / shares.sum(axis=1))[:, None] * shares
    wins = np.tile(fit.wins, (len(over), 1, 1))
    everyone = np.arange(len(over))
    wins[everyone, ends.agents] += over
    wins[everyone, :, ends.agents] -= over
    return wins


def _climb(wins: Floats, strength: Floats) -> Floats:
    """Return the maximum-likelihood strengths, float64[E, A]."""
    for _ in range(_MOST_STEPS):
        step = _step_up(wins, strength)
        strength = strength + step
        if np.abs(step).max() < _FOUND:
            break
    return strength


def _step_up(wins: Floats, strength: Floats) -> Floats:
    at = _likelihood(wins, strength)
    centred = np.ones((len(wins), 1, wins.shape[1]))
    return _shortened(_solve(at.information, centred, at.score[:, :, None])[:, :-1, 0])


def _directions(at: _Likelihood, held: Integers) -> tuple[Floats, Floats, Floats]:
    """Return the step to the others' fit, the path as the fixed strength grows, and the slope."""
    count, size = at.score.shape
    constraints = np.zeros((count, 2, size))
    constraints[:, 0] = 1
    constraints[np.arange(count), 1, held] = 1
    rights = np.zeros((count, size + 2, 2))
    rights[:, :size, 0] = at.score
    rights[:, size + 1, 1] = 1
    solved = _solve(at.information, constraints, rights)
    return solved[:, :size, 0], solved[:, :size, 1], solved[:, size + 1, 0]


def _leverage(wins: Floats, strength: Floats) -> Floats:
    """Return each pair's information times the variance of its difference, float64[A, A]."""
    information = _likelihood(wins[None], strength[None]).information
    covariance = _covariance(information)
    variance = np.diag(covariance)
    spread = variance[:, None] + variance[None, :] - 2 * covariance
    leverage: Floats = -information[0] * spread
    return leverage


def _covariance(information: Floats) -> Floats:
    """Return the inverse of information float64[1, A, A] among strengths that sum to 0."""
    size = information.shape[1]
    return _solve(information, np.ones((1, 1, size)), np.eye(size)[None])[0, :size]


def _solve(information: Floats, constraints: Floats, rights: Floats) -> Floats:
    """Solve bordered systems; `rights` float64[E, A or A + K, M] are followed by zeros."""
    count, size = information.shape[:2]
    whole = size + constraints.shape[1]
    system = np.zeros((count, whole, whole))
    system[:, :size, :size] = information
    system[:, size:, :size] = constraints
    system[:, :size, size:] = constraints.transpose(0, 2, 1)
    sides = np.zeros((count, whole, rights.shape[2]))
    sides[:, : rights.shape[1]] = rights
    solved: Floats = np.linalg.solve(system, sides)
    return solved


def _likelihood(wins: Floats, strength: Floats) -> _Likelihood:
    log_chance = -np.logaddexp(0, strength[:, None, :] - strength[:, :, None])
    chance = np.exp(log_chance)
    other = chance.transpose(0, 2, 1)
    surprise = wins * other
    weight = (wins + wins.transpose(0, 2, 1)) * np.maximum(chance * other, _LEAST_WEIGHT)
    information = -weight
    diagonal = np.arange(wins.shape[1])
    information[:, diagonal, diagonal] = weight.sum(axis=2) - weight[:, diagonal, diagonal]
    return _Likelihood(
        value=(wins * log_chance).sum(axis=(1, 2)),
        score=surprise.sum(axis=2) - surprise.sum(axis=1),
        information=information,
    )


def _shortened(steps: Floats) -> Floats:
    """Return steps float64[E, A], shortened if they would go beyond the parabola."""
    longest = np.abs(steps).max(axis=1, keepdims=True)
    shorter: Floats = steps * (_LONGEST_STEP / np.maximum(longest, _LONGEST_STEP))
    return shorter
