"""Winnings by pair of agents in a two-player game, as a matrix and in each resample."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from railbird.native.errors import RailbirdError
from railbird.results.estimate.means.line_up_means import LineUpMeans
from railbird.results.estimate.uncertainty.deck_influence import Cells
from railbird.results.estimate.uncertainty.intervals import Floats
from railbird.results.estimate.uncertainty.resampling import draw_means

TWO = 2


class TwoPlayersError(RailbirdError):
    """A statistic for two-player games was requested for a game with more players."""


@dataclass(frozen=True, slots=True)
class PairMeans:
    """Row's mean against column, mbb per hand; `matrix` float64[A, A], nan where not played.

    `exact` is the same as fractions, None where not played. `is_known` says whether resamples are
    available: every pair has at least two deck seeds, and some mean varies.
    """

    labels: tuple[str, ...]
    exact: list[list[Fraction | None]]
    matrix: Floats
    means: LineUpMeans
    is_known: bool

    @property
    def has_played(self) -> npt.NDArray[np.bool_]:
        """Whether each agent has played at all, bool[A]."""
        played: npt.NDArray[np.bool_] = np.logical_or.reduce(~np.isnan(self.matrix), axis=1)
        return played

    @property
    def is_complete(self) -> bool:
        """Whether all agents that played have met each other."""
        who = self.has_played
        off = ~np.eye(int(who.sum()), dtype=bool)
        return not bool(np.isnan(self.matrix[np.ix_(who, who)][off]).any())

    def drawn(self, count: int | None = None) -> Floats:
        """Return the matrix in each draw of `resampling`, or the first `count`, float64[A, A, B].

        Pairs that did not meet are 0, like the diagonal, so that they give no points.
        """
        line_ups = self.means.sets.line_ups
        numbers = np.arange(len(line_ups))
        nothing, ones = np.zeros_like(numbers), np.ones(len(numbers))
        errors = self.means.influence.dense(Cells(numbers, nothing, numbers, ones, len(numbers)))
        first, second = line_ups.T
        freedom = self.means.influence.counts - 1
        won = draw_means(self.matrix[first, second], errors, freedom)[:, :count]
        table = np.zeros((len(self.labels), len(self.labels), won.shape[1]))
        table[first, second], table[second, first] = won, -won
        return table


def pair_means(means: LineUpMeans) -> PairMeans:
    """Return the matrix of a two-player game; raises TwoPlayersError for more players."""
    if means.seat_count != TWO:
        raise TwoPlayersError(
            "series, ratings, alpha-rank and Nash averaging are for games of two players; "
            "leave them out, or use --order-ratings, --line-up-ratings or the transfer table"
        )
    labels = means.sets.agents
    exact: list[list[Fraction | None]] = [[None] * len(labels) for _ in labels]
    for number, (first, second) in enumerate(means.sets.line_ups.tolist()):
        mean = Fraction(means.numerators[2 * number], means.denominator)
        exact[first][second], exact[second][first] = mean, -mean
    matrix = np.array([[np.nan if m is None else float(m) for m in row] for row in exact])
    influence = means.influence.values
    is_known = not np.isnan(influence).any() and bool(influence.any())
    return PairMeans(labels, exact, matrix.reshape(len(labels), -1), means, is_known)
