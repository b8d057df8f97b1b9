"""The deviation of each line-up from its mean on each deck: the basis of every interval.

The formula is in `intervals`. Line-ups have decks in common, which determine the uncertainty of a
mean over line-ups; so errors are summed deck by deck before they are squared.
"""

from dataclasses import dataclass

import numpy as np

from railbird.results.estimate.uncertainty.intervals import Floats, Integers, deck_influence

MOST_BLOCKS = 1000
MOST_CELLS = 2**25
"""Maximum size of a dense table of errors (256 MB)."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The errors that make up each group, int64[k] except the shares.

    Cell k adds `shares[k]` (float64) of column `columns[k]` of line-up `line_ups[k]` to group
    `groups[k]`, one of `group_count`. The shares of a mean sum to 1 in each group.
    """

    line_ups: Integers
    columns: Integers
    groups: Integers
    shares: Floats
    group_count: int


CANCELLED = 1e-20
"""A variance below this share of the sum of its terms is only rounding error."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The variation of groups: their variance, the fewest blocks of a line-up, their decks.

    The variance is exactly 0 if all blocks are equal.
    """

    variance: Floats
    fewest: Integers
    decks: Integers


@dataclass(frozen=True, slots=True)
class DeckInfluence:
    """Terms of z as in `intervals`, float64[R, M]: M columns for each block of a line-up.

    A block is a deck seed; with `batches` above 1 it is one of that many batches of a deck's hands,
    and `block[r]` is deck * batches + batch. `first` and `counts` int64[L] say which rows are of
    which line-up, `means` float64[L, M] are its means.
    """

    values: Floats
    block: Integers
    first: Integers
    counts: Integers
    means: Floats
    batches: int = 1

    @property
    def block_count(self) -> int:
        """Blocks that the resamples draw; blocks beyond 1,000 share a draw with an earlier one."""
        return min(int(self.block.max(initial=-1)) + 1, MOST_BLOCKS)

    def spread(self, cells: Cells) -> Spread:
        """Return each group's variance; nan if a line-up has only one block."""
        fewest = np.full(cells.group_count, np.iinfo(np.int64).max)
        np.minimum.at(fewest, cells.groups, self.counts[cells.line_ups])
        rows = self._rows(cells, self.values)
        squares = np.bincount(rows[0], rows[2] ** 2, cells.group_count)
        groups, blocks, sums = self._by_block(*rows, group_count=cells.group_count)
        variance = np.bincount(groups, sums**2, cells.group_count).astype(np.float64)
        decks = blocks // self.batches
        new = np.ones(len(groups), bool)
        new[1:] = (decks[1:] != decks[:-1]) | (groups[1:] != groups[:-1])
        return Spread(
            variance=np.where(variance <= CANCELLED * squares, 0.0, variance),
            fewest=fewest,
            decks=np.bincount(groups[new], minlength=cells.group_count),
        )

    def dense(self, cells: Cells) -> Floats:
        """Return the errors float64[groups, blocks], for resampling; a group without any is nan."""
        return self._dense(cells, self.values)

    def contributions(self, cells: Cells) -> Floats:
        """Return the contribution of each block to each group's mean, float64[groups, blocks].

        Each of a line-up's n blocks contributes its own mean divided by n, so that a row sums to
        the group's mean. A group without any is nan.
        """
        counts = np.repeat(self.counts, self.counts)
        scale = np.sqrt((counts - 1) / counts)[:, None]
        means = np.repeat(self.means / self.counts[:, None], self.counts, axis=0)
        return self._dense(cells, self.values * scale + means)

    def _dense(self, cells: Cells, values: Floats) -> Floats:
        count = max(min(self.block_count, MOST_CELLS // max(cells.group_count, 1)), 1)
        groups, blocks, errors = self._rows(cells, values)
        size = cells.group_count * count
        table = np.bincount(groups * count + blocks % count, errors, size).astype(np.float64)
        table = table.reshape(cells.group_count, count)
        there = np.bincount(cells.groups, minlength=cells.group_count) > 0
        table[~there] = np.nan
        return table

    def _rows(self, cells: Cells, values: Floats) -> tuple[Integers, Integers, Floats]:
        """Return group, block and share of the value for every cell on each of its blocks."""
        counts = self.counts[cells.line_ups]
        rows = _ranges(self.first[cells.line_ups], counts)
        chosen = values[rows, np.repeat(cells.columns, counts)]
        return (
            np.repeat(cells.groups, counts),
            self.block[rows],
            chosen * np.repeat(cells.shares, counts),
        )

    def _by_block(
        self, groups: Integers, blocks: Integers, errors: Floats, *, group_count: int
    ) -> tuple[Integers, Integers, Floats]:
        """Return groups, blocks and the error of each group on each of its blocks, in order."""
        block_total = int(self.block.max(initial=-1)) + 1
        size = group_count * block_total
        if size <= 2 * len(groups):  # filling a dense table is faster than sorting rows
            keys = groups * block_total + blocks
            there = np.flatnonzero(np.bincount(keys, minlength=size))
            filled = np.bincount(keys, errors, size).astype(np.float64)
            return there // block_total, there % block_total, filled[there]
        order = np.lexsort((blocks, groups))
        groups, blocks = groups[order], blocks[order]
        new = np.ones(len(order), bool)
        new[1:] = (blocks[1:] != blocks[:-1]) | (groups[1:] != groups[:-1])
        return groups[new], blocks[new], np.add.reduceat(errors[order], np.flatnonzero(new))


def set_influence(
    values: Floats, *, deck: Integers, first: Integers, counts: Integers
) -> DeckInfluence:
    """Return the influence of whole deck seeds; `values` float64[S, M] are their means by set."""
    means = np.add.reduceat(values, first) / counts[:, None] if len(first) else values
    return DeckInfluence(deck_influence(values, first), deck, first, counts, means)


def _ranges(first: Integers, counts: Integers) -> Integers:
    """Return first[0], first[0] + 1, ... (counts[0] numbers), then the same for the next."""
    starts = np.cumsum(counts) - counts
    ranges: Integers = np.arange(counts.sum()) + np.repeat(first - starts, counts)
    return ranges
