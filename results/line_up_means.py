"""Means of line-ups, and means of those over any groups of them: the one way railbird averages.

Line-ups weigh equally in a group, however many hands they have. Means are exact fractions until
they are printed, so that equal bankrolls are equal and no order of summation decides a rank.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from railbird.native import PAYOFF_UNIT
from railbird.results.duplicate_sets import DuplicateSets
from railbird.results.intervals import Floats, Integers, deck_errors, half_widths


@dataclass(frozen=True, slots=True)
class Groups:
    """Means over groups of line-ups, one entry a group; `mean` in mbb per hand, None without data.

    `half_width` is nan where there is no interval; `decks` counts different decks, `sets` duplicate
    sets, `hands` hands of all seatings.
    """

    mean: list[Fraction | None]
    half_width: Floats
    line_ups: Integers
    decks: Integers
    sets: Integers
    hands: Integers


@dataclass(frozen=True, slots=True)
class LineUpMeans:
    """Every member's mean in every line-up; entry e is member e % N of line-up e // N.

    The mean of entry e is `numerators[e] / denominator` mbb per hand; `errors` float64[S, N] are
    the terms that `intervals.deck_errors` gives, `first` and `counts` int64[L] the sets of each
    line-up.
    """

    sets: DuplicateSets
    numerators: Sequence[int]
    denominator: int
    errors: Floats
    first: Integers
    counts: Integers

    @property
    def seat_count(self) -> int:
        """Members of a line-up."""
        return int(self.sets.line_ups.shape[1])

    @property
    def entry_agents(self) -> Integers:
        """The agent of each entry, int64[L * N]."""
        return self.sets.line_ups.reshape(-1)

    def grouped(self, entries: Integers, groups: Integers, *, group_count: int) -> Groups:
        """Average entries by group: entry `entries[k]` belongs to group `groups[k]`."""
        line_up = entries // self.seat_count
        counts = self.counts[line_up]
        line_ups = np.bincount(groups, minlength=group_count)
        fewest = np.full(group_count, np.iinfo(np.int64).max)
        np.minimum.at(fewest, groups, counts)
        rows = _ranges(self.first[line_up], counts)
        deck_groups, sums = self._by_deck(
            rows, np.repeat(entries, counts) % self.seat_count, np.repeat(groups, counts)
        )
        hands = np.add.reduceat(self.sets.hands, self.first)[line_up] if len(rows) else counts
        return Groups(
            mean=self._exact(entries, groups, line_ups),
            half_width=half_widths(sums, deck_groups, line_ups=line_ups, decks=fewest),
            line_ups=line_ups,
            decks=np.bincount(deck_groups, minlength=group_count),
            sets=_totals(counts, groups, group_count),
            hands=_totals(hands, groups, group_count),
        )

    def _by_deck(
        self, rows: Integers, members: Integers, groups: Integers
    ) -> tuple[Integers, Floats]:
        decks = self.sets.deck[rows]
        order = np.lexsort((decks, groups))
        decks, groups = decks[order], groups[order]
        new = np.ones(len(order), bool)
        new[1:] = (decks[1:] != decks[:-1]) | (groups[1:] != groups[:-1])
        errors = self.errors[rows, members][order]
        sums: Floats = np.add.reduceat(errors, np.flatnonzero(new))
        return groups[new], sums

    def _exact(
        self, entries: Integers, groups: Integers, line_ups: Integers
    ) -> list[Fraction | None]:
        sums = [0] * len(line_ups)
        for entry, group in zip(entries.tolist(), groups.tolist(), strict=True):
            sums[group] += self.numerators[entry]
        return [
            Fraction(total, self.denominator * count) if count else None
            for total, count in zip(sums, line_ups.tolist(), strict=True)
        ]


def line_up_means(sets: DuplicateSets, big_blind: int) -> LineUpMeans:
    """Return all line-ups' means, in mbb per hand: payoff / 2520 / big blind * 1000 / hands."""
    new = np.ones(len(sets.line_up), bool)
    new[1:] = sets.line_up[1:] != sets.line_up[:-1]
    first = np.flatnonzero(new)
    counts = np.diff([*first, len(sets.line_up)])
    numerators, denominator = _exact_means(sets, first, counts)
    scale = 1000 / (PAYOFF_UNIT * big_blind)
    values = sets.payoffs / sets.hands[:, None] * scale
    return LineUpMeans(
        sets=sets,
        numerators=[1000 * numerator for numerator in numerators],
        denominator=denominator * PAYOFF_UNIT * big_blind,
        errors=deck_errors(values, first),
        first=first,
        counts=counts,
    )


def _exact_means(sets: DuplicateSets, first: Integers, counts: Integers) -> tuple[list[int], int]:
    """Return each entry's mean of payoff per hand over decks, as numerators and one denominator."""
    hands = lcm(*np.unique(sets.hands).tolist())
    decks = lcm(*np.unique(counts).tolist())
    per_set = np.array([hands // count for count in sets.hands.tolist()], object)
    per_line_up = np.array([decks // count for count in counts.tolist()], object)
    largest = int(np.abs(sets.payoffs).max(initial=0)) * len(sets.hands) * hands * decks
    exact = np.int64 if largest < np.iinfo(np.int64).max else object
    payoffs = sets.payoffs.astype(exact) * per_set.astype(exact)[:, None]
    totals = np.add.reduceat(payoffs, first, axis=0) * per_line_up.astype(exact)[:, None]
    return totals.reshape(-1).tolist(), hands * decks


def _ranges(first: Integers, counts: Integers) -> Integers:
    """Return first[0], first[0] + 1, ... (counts[0] numbers), then the same for the next."""
    starts = np.cumsum(counts) - counts
    ranges: Integers = np.arange(counts.sum()) + np.repeat(first - starts, counts)
    return ranges


def _totals(values: Integers, groups: Integers, group_count: int) -> npt.NDArray[np.int64]:
    totals = np.zeros(group_count, np.int64)
    np.add.at(totals, groups, values)
    return totals
