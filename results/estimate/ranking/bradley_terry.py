"""Bradley-Terry strengths for two players in Elo points, with their intervals."""

from dataclasses import dataclass
from math import log

import numpy as np

from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.line_up_means import line_up_bounds
from railbird.results.estimate.ranking.win_graph import linked_groups
from railbird.results.estimate.ranking.win_likelihood import (
    Ends,
    StrengthFit,
    fit_strengths,
    profile_ends,
)
from railbird.results.estimate.uncertainty.deck_influence import MOST_BLOCKS
from railbird.results.estimate.uncertainty.intervals import Floats, Integers, half_widths

ELO_POINTS = 400 / log(10)
MEAN_ELO = 1500.0


@dataclass(frozen=True, slots=True)
class BradleyTerry:
    """Strengths in Elo points and the ends of their 95% intervals, float64[A].

    Agents linked by matches have the mean 1500; others cannot be compared. All are nan for an agent
    that did not play, `low` and `high` also if there is no interval. `high` is infinite for an
    agent that won all its sets, `low` for one that lost all. `won` float64[A] counts duplicate sets
    won, ties as halves, `played` int64[A] all of them.
    """

    elo: Floats
    low: Floats
    high: Floats
    won: Floats
    played: Integers


def bradley_terry(sets: DuplicateSets) -> BradleyTerry:
    """Fit strengths to the winners of duplicate sets by `win_likelihood`.

    The higher total wins a set, a tie is half a win each. An interval ends where
    the profile log-likelihood has fallen by t**2 / 2 * max(1, f). Here t is the 97.5% quantile of
    Student's t; its degrees of freedom are the fewest decks of the line-ups that are linked to the
    agent, less one. f is the variance of the strength with decks as clusters, divided by that of
    the likelihood, to which sets are independent: deck d moves strengths by H^-1 @ s[d], with the
    scores s[d] of its sets and the information H.
    """
    wins = count_wins(sets)
    elo, low, high = np.full((3, len(wins)), np.nan)
    for group in linked_groups(wins + wins.T):
        if len(group) > 1:
            inside = wins[np.ix_(group, group)]
            fit = fit_strengths(inside)
            elo[group] = _in_points(fit.strength)
            fewest = _fewest_decks(sets, group)
            if fewest > 1:
                falls = _falls(fit, _deck_scores(sets, group, fit.strength), fewest)
                low[group], high[group] = map(_in_points, _interval(fit, inside, falls))
    played = (wins + wins.T).sum(axis=1).astype(np.int64)
    return BradleyTerry(elo, low, high, wins.sum(axis=1), played)


def count_wins(sets: DuplicateSets) -> Floats:
    """Return the duplicate sets that row won from column, float64[A, A]; a tie is half of one."""
    first, second = sets.line_ups[sets.line_up].T
    outcome = _outcomes(sets)
    wins = np.zeros((len(sets.agents), len(sets.agents)))
    np.add.at(wins, (first, second), outcome)
    np.add.at(wins, (second, first), 1 - outcome)
    return wins


def _outcomes(sets: DuplicateSets) -> Floats:
    won: Floats = (np.sign(sets.payoffs[:, 0] - sets.payoffs[:, 1]) + 1) / 2
    return won


def _in_points(strength: Floats) -> Floats:
    return MEAN_ELO + ELO_POINTS * strength


def _fewest_decks(sets: DuplicateSets, group: Integers) -> int:
    _, counts = line_up_bounds(sets)
    return int(counts[np.isin(sets.line_ups[:, 0], group)].min())


def _interval(fit: StrengthFit, wins: Floats, falls: Floats) -> tuple[Floats, Floats]:
    """Return the low and the high end for each agent of a group, infinite if it is open."""
    low, high = np.full(len(wins), -np.inf), np.full(len(wins), np.inf)
    has_won, has_lost = np.flatnonzero(wins.sum(axis=1)), np.flatnonzero(wins.sum(axis=0))
    agents = np.concatenate([has_won, has_lost])
    signs = np.repeat([-1.0, 1.0], [len(has_won), len(has_lost)])
    ends = profile_ends(fit, Ends(agents, signs, falls[agents]))
    low[has_won], high[has_lost] = np.split(ends, [len(has_won)])
    return low, high


def _falls(fit: StrengthFit, scores: Floats, decks: int) -> Floats:
    """Return the decrease of each agent's log-likelihood at the ends of its interval."""
    clustered = ((fit.covariance @ scores) ** 2).sum(axis=1) * decks / (decks - 1)
    inflation = np.maximum(clustered / np.diag(fit.covariance), 1)
    falls: Floats = half_widths(inflation, np.full(len(inflation), decks)) ** 2 / 2
    return falls


def _deck_scores(sets: DuplicateSets, group: Integers, strength: Floats) -> Floats:
    """Return the scores of each deck's sets for each agent of a group, float64[G, decks]."""
    pairs = sets.line_ups[sets.line_up]
    is_inside = np.isin(pairs[:, 0], group)
    first, second = np.searchsorted(group, pairs[is_inside]).T
    chance = np.exp(-np.logaddexp(0, strength[second] - strength[first]))
    surprise = _outcomes(sets)[is_inside] - chance
    count = min(int(sets.deck.max(initial=0)) + 1, MOST_BLOCKS)
    block = sets.deck[is_inside] % count
    scores = np.zeros((len(group), count))
    np.add.at(scores, (first, block), surprise)
    np.add.at(scores, (second, block), -surprise)
    return scores
