"""Ratings for two players, with their errors: Bradley-Terry as Elo, alpha-rank, Nash averages."""

from dataclasses import dataclass
from math import log

import numpy as np
import pyarrow as pa

from railbird.results.estimate.alpha_rank import alpha_rank
from railbird.results.estimate.deck_errors import MOST_BLOCKS
from railbird.results.estimate.duplicate_sets import DuplicateSets
from railbird.results.estimate.intervals import Floats, Integers, half_widths
from railbird.results.estimate.line_up_means import line_up_bounds
from railbird.results.estimate.nash_averaging import nash_average
from railbird.results.estimate.pair_means import PairMeans
from railbird.results.estimate.resampling import RESAMPLE_COUNT
from railbird.results.tables.cross_table import as_nullable, table_of
from railbird.results.tables.ranking_schemas import RATINGS

ELO_POINTS = 400 / log(10)
MEAN_ELO = 1500.0
NASH_RESAMPLES = 200
_STEPS, _ENOUGH = 100, 1e-12
_TAILS = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class BradleyTerry:
    """Strengths in Elo points around 1500 and half-widths, float64[A]; nan where never played.

    `won` float64[A] counts duplicate sets, ties as halves, `played` int64[A] all of them.
    """

    elo: Floats
    half_width: Floats
    won: Floats
    played: Integers


def bradley_terry(sets: DuplicateSets) -> BradleyTerry:
    """Fit strengths to who won each duplicate set (Bradley and Terry 1952; Hunter 2004).

    A set is won by whoever has the higher total, a tie is half a win each. Every pair that met is
    given half a win each way more, so that strengths stay finite where somebody won all. Errors are
    clustered by deck: a strength moves by H^-1 @ s[d] with the scores s[d] of a deck's sets and the
    information H.
    """
    count = len(sets.agents)
    first, second = sets.line_ups[sets.line_up].T
    outcome = (np.sign(sets.payoffs[:, 0] - sets.payoffs[:, 1]) + 1) / 2
    wins = np.zeros((count, count))
    np.add.at(wins, (first, second), outcome)
    np.add.at(wins, (second, first), 1 - outcome)
    met = (wins + wins.T) > 0
    strength, inverse = _fit(wins + 0.5 * met)
    chance = 1 / (1 + np.exp(strength[second] - strength[first]))
    blocks = min(int(sets.deck.max(initial=0)) + 1, MOST_BLOCKS)
    scores = np.zeros((count, blocks))
    np.add.at(scores, (first, sets.deck % blocks), outcome - chance)
    np.add.at(scores, (second, sets.deck % blocks), chance - outcome)
    fewest = _fewest_decks(sets)
    errors = inverse @ scores * (np.sqrt(fewest / (fewest - 1)) if fewest > 1 else np.nan)
    idle = ~met.any(axis=1)
    elo = MEAN_ELO + ELO_POINTS * strength
    width = half_widths((errors**2).sum(axis=1), np.full(count, fewest)) * ELO_POINTS
    elo[idle], width[idle] = np.nan, np.nan
    return BradleyTerry(elo, width, wins.sum(axis=1), (wins + wins.T).sum(axis=1).astype(np.int64))


def rating_table(pairs: PairMeans) -> pa.Table:
    """Return all ratings in schema RATINGS, the highest Elo first.

    Alpha-rank and Nash averages are null where some who played have not met, and their quantiles
    where a pair has one deck seed only.
    """
    fitted = bradley_terry(pairs.means.sets)
    who = np.flatnonzero(pairs.has_played)
    order = who[np.lexsort((who, -fitted.elo[who]))]
    ranks = [1 + int((fitted.elo[who] > fitted.elo[agent]).sum()) for agent in order]
    columns = [
        ranks,
        [pairs.labels[agent] for agent in order.tolist()],
        fitted.elo[order],
        as_nullable(fitted.half_width[order]),
        fitted.won[order],
        fitted.played[order],
        *_population_columns(pairs, order),
    ]
    return table_of(columns, RATINGS)


def _population_columns(pairs: PairMeans, order: Integers) -> list[list[float | None]]:
    nothing: list[float | None] = [None] * len(order)
    if not pairs.is_complete or not len(order):
        return [nothing] * 7
    chosen = np.ix_(order, order)
    matrix = np.nan_to_num(pairs.matrix[chosen])
    average = nash_average(matrix)
    share = alpha_rank(matrix)
    if not pairs.is_known:
        skill = average.skill.tolist()
        return [share.tolist(), nothing, nothing, average.mass.tolist(), skill, nothing, nothing]
    drawn = np.moveaxis(pairs.resampled(RESAMPLE_COUNT)[chosen], 2, 0)
    shares = np.quantile(alpha_rank(drawn), _TAILS, axis=0)
    skills = [nash_average(game).skill for game in drawn[:NASH_RESAMPLES]]
    spread = np.quantile(skills, _TAILS, axis=0)
    parts = [share, *shares, average.mass, average.skill, *spread]
    return [part.tolist() for part in parts]


def _fit(wins: Floats) -> tuple[Floats, Floats]:
    """Return strengths of mean 0 and the inverse information, by Newton's method."""
    games = wins + wins.T
    strength: Floats = np.zeros(len(wins))
    inverse: Floats = np.zeros_like(wins)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        score = (wins - games * chance).sum(axis=1)
        weight = games * chance * (1 - chance)
        information = np.diag(weight.sum(axis=1)) - weight
        inverse = np.linalg.pinv(information, hermitian=True).astype(np.float64)
        step = inverse @ score
        largest = np.abs(step).max(initial=0.0)
        strength = strength + step * min(1.0, 2.0 / max(largest, _ENOUGH))
        if largest < _ENOUGH:
            break
    return strength, inverse


def _fewest_decks(sets: DuplicateSets) -> int:
    _, counts = line_up_bounds(sets)
    return int(counts.min(initial=len(sets.deck)))
