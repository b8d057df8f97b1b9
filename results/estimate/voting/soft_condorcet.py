"""Soft Condorcet optimisation: ratings with few mistakes about the order of pairs.

Lanctot et al., "Soft Condorcet Optimization for Ranking of General Agents" (2024), the sigmoid
loss: a vote that has a above b costs the sigmoid of (rating of b - rating of a) / temperature,
nearly 1 if the ratings are in the wrong order and nearly 0 if they are in the right order, and
ratings are bounded. It is a smooth version of the count of mistakes in Kemeny's method, so that an
agent that beats all others has the highest rating; Bradley-Terry's loss also depends on how wrong a
rating is, so that others may be above it. Votes enter only by their margins, and a tie has no
effect.

Where we depart: the loss has many minima, and gradient descent from equal ratings ends in any of
them. We descend from all orders with the fewest mistakes to the lowest minimum. The temperature
depends on the number of agents, so that adjacent agents can be ten temperatures apart; with less
space narrow majorities would look like ties, with more their size would be lost in rounding.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.results.estimate.uncertainty.intervals import Floats
from railbird.results.estimate.voting.kemeny import kemeny_orders

HIGHEST = 100.0
"""Ratings are between 0 and this."""
TEMPERATURES_APART = 10.0
_STEPS, _HALVINGS = 200, 30
_ENOUGH = 1e-7
_LONGEST = 2.0
_RIDGE = 1e-10
_NEAR = 1e-9
_DIGITS = 6
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Descents:
    """Many descents at once: `margins` float64[D, A, A], `places` float64[D, A] in temperatures.

    Places are between 0 and `top`.
    """

    margins: Floats
    places: Floats
    top: float


def soft_condorcet(margins: Floats) -> Floats:
    """Return the ratings between 0 and 100 of each agent, float64[..., A].

    `margins` float64[..., A, A] are antisymmetric, row above column. Ratings are rounded to six
    digits. Agents that are tied in all votes have 50; agents with the same margins have the same
    rating. If several ratings have the least loss, as in a symmetric cycle, the result is their
    mean.
    """
    agent_count = margins.shape[-1]
    games = margins.reshape(-1, agent_count, agent_count)
    top = TEMPERATURES_APART * max(agent_count - 1, 1)
    starts = [_starts(game, top) for game in games]
    game_of = np.repeat(np.arange(len(games)), [len(start) for start in starts])
    largest = np.abs(games).max(axis=(1, 2), initial=0.0)
    scaled = games / np.where(largest > 0, largest, 1)[:, None, None]
    found = _descend(_Descents(scaled[game_of], np.concatenate(starts), top))
    loss = _losses(found.margins, found.places)
    of_game = [game_of == game for game in range(len(games))]
    ratings = np.array([_lowest(found.places[own], loss[own]) for own in of_game])
    rounded: Floats = np.round(ratings * HIGHEST / top, _DIGITS).reshape(margins.shape[:-1])
    return rounded


def soft_condorcet_loss(margins: Floats, ratings: Floats) -> Floats:
    """Return the sum over pairs of the sigmoid loss, float64[...], for margins as above.

    A constant is omitted: the votes of the minority in each pair.
    """
    apart = TEMPERATURES_APART * max(margins.shape[-1] - 1, 1) / HIGHEST
    return _losses(margins, ratings * apart)


def _losses(margins: Floats, places: Floats) -> Floats:
    losses: Floats = (np.maximum(margins, 0) * _wrong(places)).sum(axis=(-2, -1))
    return losses


def _wrong(places: Floats) -> Floats:
    """Return the sigmoid of column's place less row's, float64[..., A, A]."""
    apart = places[..., :, None] - places[..., None, :]
    tail = np.exp(-np.abs(apart))
    wrong: Floats = np.where(apart > 0, tail, 1.0) / (1 + tail)
    return wrong


def _starts(margins: Floats, top: float) -> Floats:
    """Return the starting points of descents: the orders with the fewest mistakes, evenly spaced.

    Agents that are not connected by votes are spaced independently.
    """
    orders = kemeny_orders(margins)
    starts = np.full((len(orders), len(margins)), top / 2)
    for part in _connected(margins):
        if part.sum() > 1:
            inside = [order[part[order]] for order in orders]
            starts[np.arange(len(orders))[:, None], inside] = np.linspace(top, 0, part.sum())
    return starts


def _connected(margins: Floats) -> list[Flags]:
    if np.count_nonzero(margins) == len(margins) * (len(margins) - 1):
        return [np.ones(len(margins), bool)]
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415  (slow to import)

    count, label = connected_components(margins != 0, directed=False)
    return [label == number for number in range(count)]


def _lowest(places: Floats, losses: Floats) -> Floats:
    """Return the mean of the different places of least loss."""
    best = places[losses <= losses.min() + _NEAR]
    mean: Floats = np.unique(np.round(best, _DIGITS), axis=0).mean(axis=0)
    return mean


def _descend(descents: _Descents) -> _Descents:
    """Take Newton steps within the bounds until convergence."""
    places = descents.places.copy()
    moving = np.arange(len(places))
    for _ in range(_STEPS):
        margins, before = descents.margins[moving], places[moving]
        gradient, step = _step(margins, before, descents.top)
        after = _shortened(_Descents(margins, before, descents.top), gradient, step)
        places[moving] = after
        moving = moving[np.abs(after - before).max(axis=1, initial=0.0) > _ENOUGH]
        if not len(moving):
            break
    return _Descents(descents.margins, places, descents.top)


def _step(margins: Floats, places: Floats, top: float) -> tuple[Floats, Floats]:
    """Return the gradient and Newton step of agents that are not at a bound.

    Only positive second derivatives are used, which are those of pairs in the right order; the
    others would lead uphill. Forces decrease by e per temperature, so they are compared agent by
    agent.
    """
    apart = places[:, :, None] - places[:, None, :]
    tail = np.exp(-np.abs(apart))
    slope = margins * tail / (1 + tail) ** 2
    gradient: Floats = -slope.sum(axis=-1)
    bend = np.maximum(slope * np.sign(apart) * (1 - tail) / (1 + tail), 0)
    held = ((places <= 0) & (gradient > 0)) | ((places >= top) & (gradient < 0))
    scale = bend.sum(axis=-1)
    scale = np.sqrt(np.where((scale > 0) & ~held, scale, 1.0))
    size = places.shape[-1]
    system = -bend / (scale[:, :, None] * scale[:, None, :])
    system[:, np.arange(size), np.arange(size)] = bend.sum(axis=-1) / scale**2
    system[held] = 0.0
    np.swapaxes(system, 1, 2)[held] = 0.0
    system[:, np.arange(size), np.arange(size)] += np.where(held, 1.0, _RIDGE)
    force = np.where(held, 0.0, -gradient / scale)
    idle = system[:, np.arange(size), np.arange(size)] <= _RIDGE
    system[:, np.arange(size), np.arange(size)] += idle
    step: Floats = np.linalg.solve(system, force[..., None])[..., 0] / scale
    return gradient, np.clip(step, -_LONGEST, _LONGEST)


def _shortened(descents: _Descents, gradient: Floats, step: Floats) -> Floats:
    """Return the points after the steps, each halved until the loss decreases."""
    before, margins = descents.places, np.maximum(descents.margins, 0)
    after = before.copy()
    trying, share = np.arange(len(before)), 1.0
    wrong = _wrong(before)
    for _ in range(_HALVINGS):
        tried = np.clip(before[trying] + share * step[trying], 0, descents.top)
        change = (margins[trying] * (_wrong(tried) - wrong[trying])).sum(axis=(1, 2))
        hoped = (gradient[trying] * (tried - before[trying])).sum(axis=1)
        goes_down = change <= 1e-4 * np.minimum(hoped, 0)
        after[trying[goes_down]] = tried[goes_down]
        trying, share = trying[~goes_down], share / 2
        if not len(trying):
            break
    return after
