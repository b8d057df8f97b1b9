"""Bradley-Terry strengths for two players in Elo points, with their errors."""

from dataclasses import dataclass
from math import log

import numpy as np

from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.line_up_means import line_up_bounds
from railbird.results.estimate.uncertainty.deck_influence import MOST_BLOCKS
from railbird.results.estimate.uncertainty.intervals import Floats, Integers, half_widths

ELO_POINTS = 400 / log(10)
MEAN_ELO = 1500.0
_STEPS, _ENOUGH = 100, 1e-12


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
