"""Means of line-ups, and means over groups of them: the only way in which railbird averages.

Line-ups have equal weight in a group, regardless of their number of hands. Means are exact
fractions until they are printed, so that ranks do not depend on rounding or the order of summation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from railbird.native import PAYOFF_UNIT
from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.uncertainty.deck_influence import (
    Cells,
    DeckInfluence,
    set_influence,
)
from railbird.results.estimate.uncertainty.intervals import Floats, Integers, half_widths
from railbird.results.estimate.uncertainty.sampled_means import SampledMeans


@dataclass(frozen=True, slots=True)
class GroupMeans:
    """Means over groups of line-ups, an entry per group; `mean` in mbb per hand, None without data.

    `half_width` is nan if there is no interval; `freedom` is the degrees of freedom; `decks` counts
    different decks, `sets` duplicate sets, `hands` hands of all seatings; `swing` is the largest
    change of the mean by one hand for the greatest stake, mbb per hand; `cells` are the entries
    averaged.
    """

    mean: list[Fraction | None]
    half_width: Floats
    freedom: Integers
    line_ups: Integers
    decks: Integers
    sets: Integers
    hands: Integers
    swing: Floats
    cells: Cells

    @property
    def estimates(self) -> Floats:
        """The means as floats; nan without data."""
        return np.array([np.nan if mean is None else float(mean) for mean in self.mean])


@dataclass(frozen=True, slots=True)
class LineUpMeans:
    """The mean of every member in every line-up; entry e is member e % N of line-up e // N.

    The mean of entry e is `numerators[e] / denominator` mbb per hand; `influence` has a column per
    member, `first` and `counts` int64[L] the sets of each line-up, `stake` is the most that a
    player can put into a pot, in mbb (0 if unlimited).
    """

    sets: DuplicateSets
    numerators: Sequence[int]
    denominator: int
    influence: DeckInfluence
    first: Integers
    counts: Integers
    stake: float

    @property
    def seat_count(self) -> int:
        """Members of a line-up."""
        return int(self.sets.line_ups.shape[1])

    @property
    def entry_agents(self) -> Integers:
        """The agent of each entry, int64[L * N]."""
        return self.sets.line_ups.reshape(-1)

    def cells_of_entries(self) -> Cells:
        """Return cells that make each entry a group of its own."""
        entries = np.arange(len(self.entry_agents))
        line_up, member = np.divmod(entries, self.seat_count)
        return Cells(line_up, member, entries, np.ones(len(entries)), len(entries))

    def grouped(
        self,
        entries: Integers,
        groups: Integers,
        *,
        group_count: int,
        weights: Integers | None = None,
    ) -> GroupMeans:
        """Average entries by group: entry `entries[k]` belongs to group `groups[k]`.

        Its weight there is `weights[k]`; by default all weights are equal.
        """
        line_up, member = np.divmod(entries, self.seat_count)
        weights = np.ones_like(entries) if weights is None else weights
        totals = _totals(weights, groups, group_count)
        cells = Cells(line_up, member, groups, weights / totals[groups], group_count)
        spread = self.influence.spread(cells)
        return GroupMeans(
            mean=self._exact(entries, groups, weights=weights, totals=totals),
            half_width=half_widths(spread.variance, spread.fewest),
            freedom=spread.fewest - 1,
            line_ups=np.bincount(groups, minlength=group_count),
            decks=spread.decks,
            sets=_totals(self.counts[line_up], groups, group_count),
            hands=_totals(self._hands()[line_up], groups, group_count),
            swing=self.swings(cells),
            cells=cells,
        )

    def swings(self, cells: Cells) -> Floats:
        """Return each group's largest change by one hand for the greatest stake, float64[groups].

        In mbb per hand, 0 if the stake is unlimited.
        """
        swing = np.zeros(cells.group_count)
        moved = cells.shares * self.stake / self._hands()[cells.line_ups]
        np.maximum.at(swing, cells.groups, moved)
        return swing

    def _hands(self) -> Integers:
        """Return the hands of each line-up in all seatings, int64[L]."""
        if not len(self.first):
            return self.counts
        hands: Integers = np.add.reduceat(self.sets.hands, self.first)
        return hands

    def sampled(self, groups: GroupMeans) -> SampledMeans:
        """Return the means of groups with the influence of each block, for tests."""
        return SampledMeans(
            estimates=groups.estimates,
            errors=self.influence.dense(groups.cells),
            contribute=lambda: self.influence.contributions(groups.cells),
            freedom=groups.freedom,
            swing=groups.swing,
        )

    def _exact(
        self, entries: Integers, groups: Integers, *, weights: Integers, totals: Integers
    ) -> list[Fraction | None]:
        sums = [0] * len(totals)
        columns = (entries.tolist(), groups.tolist(), weights.tolist())
        for entry, group, weight in zip(*columns, strict=True):
            sums[group] += weight * self.numerators[entry]
        return [
            Fraction(total, self.denominator * weight) if weight else None
            for total, weight in zip(sums, totals.tolist(), strict=True)
        ]


def line_up_means(sets: DuplicateSets, big_blind: int, *, stake: int) -> LineUpMeans:
    """Return all line-ups' means, in mbb per hand: payoff / 2520 / big blind * 1000 / hands.

    `stake` is the game's, in chips: `GameDefinition.stake`.
    """
    first, counts = line_up_bounds(sets)
    numerators, denominator = _exact_means(sets, first, counts)
    scale = 1000 / (PAYOFF_UNIT * big_blind)
    values = sets.payoffs / sets.hands[:, None] * scale
    return LineUpMeans(
        sets=sets,
        numerators=[1000 * numerator for numerator in numerators],
        denominator=denominator * PAYOFF_UNIT * big_blind,
        influence=set_influence(values, deck=sets.deck, first=first, counts=counts),
        first=first,
        counts=counts,
        stake=1000 * stake / big_blind,
    )


def as_floats(means: Sequence[Fraction | None]) -> list[float | None]:
    """Round exact means to the nearest float."""
    return [None if mean is None else float(mean) for mean in means]


def line_up_bounds(sets: DuplicateSets) -> tuple[Integers, Integers]:
    """Return the first set and the number of sets of each line-up, int64[L] both."""
    new = np.ones(len(sets.line_up), bool)
    new[1:] = sets.line_up[1:] != sets.line_up[:-1]
    first = np.flatnonzero(new)
    return first, np.diff([*first, len(sets.line_up)]).astype(np.int64)


def _exact_means(sets: DuplicateSets, first: Integers, counts: Integers) -> tuple[list[int], int]:
    """Return each entry's mean payoff per hand over decks, as numerators and one denominator."""
    hands = lcm(*np.unique(sets.hands).tolist())
    decks = lcm(*np.unique(counts).tolist())
    per_set = np.array([hands // count for count in sets.hands.tolist()], object)
    per_line_up = np.array([decks // count for count in counts.tolist()], object)
    largest = int(np.abs(sets.payoffs).max(initial=0)) * len(sets.hands) * hands * decks
    exact = np.int64 if largest < np.iinfo(np.int64).max else object
    payoffs = sets.payoffs.astype(exact) * per_set.astype(exact)[:, None]
    totals = np.add.reduceat(payoffs, first, axis=0) * per_line_up.astype(exact)[:, None]
    return totals.reshape(-1).tolist(), hands * decks


def _totals(values: Integers, groups: Integers, group_count: int) -> npt.NDArray[np.int64]:
    totals = np.zeros(group_count, np.int64)
    np.add.at(totals, groups, values)
    return totals
