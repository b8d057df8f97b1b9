"""Hands summed within their matches: by position, by batch, or by pair of agents.

The results are matches again (schema MATCHES, or with payoffs as floats), so that the same code
computes duplicate sets and everything after them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import seat_order
from railbird.results.estimate.means.duplicate_sets import (
    DuplicateSets,
    Integers,
    collect_sets,
    seats_of_members,
)
from railbird.results.estimate.uncertainty.intervals import Floats
from railbird.results.store.where import EVERYTHING, Where

Sums = Integers | Floats
MatchHands = tuple[pa.RecordBatch, npt.NDArray[Any]]
"""Matches of one number of hands each, and the payoffs of those hands [M, H, N] by seat.

They are int64, or float64 where luck was taken out.
"""

MakesSums = Callable[[MatchHands], Sequence[pa.RecordBatch]]
"""Makes one sum or several of the hands of matches, always as many: the matches, a batch a sum."""


def sums_by_position(matches: MatchHands) -> list[pa.RecordBatch]:
    """Return the matches with what each seat won in position 0, 1, ...

    `hand_count` stays that of all.
    """
    batch, payoffs = matches
    seats = range(payoffs.shape[2])
    order = seat_order(payoffs.shape[2])
    return [
        replace_payoffs(
            batch, np.stack([payoffs[:, order.hands_in(p, s), s].sum(1) for s in seats]).T
        )
        for p in seats
    ]


def sums_by_batch(matches: MatchHands, batch_count: int) -> list[pa.RecordBatch]:
    """Return every match split into so many batches of hands, as if on decks of their own.

    Batch b of deck d is deck d * batch_count + b; batches differ by at most one hand.
    """
    batch, payoffs = matches
    match_count, hand_count, seat_count = payoffs.shape
    starts = np.arange(batch_count) * hand_count // batch_count
    sums = np.add.reduceat(payoffs, starts, axis=1).reshape(-1, seat_count)
    rows = pa.array(np.repeat(np.arange(match_count), batch_count))
    decks = np.repeat(batch.column("deck_index").to_numpy().astype(np.uint32), batch_count)
    number = np.tile(np.arange(batch_count, dtype=np.uint32), match_count)
    sizes = np.tile(np.diff([*starts, hand_count]).astype(np.uint32), match_count)
    longer = batch.take(rows)
    longer = _replace(longer, "deck_index", pa.array(decks * np.uint32(batch_count) + number))
    return [replace_payoffs(_replace(longer, "hand_count", pa.array(sizes)), sums)]


def sums_from_members(matches: MatchHands) -> list[pa.RecordBatch]:
    """Return the matches with what each seat won from member 0, 1, ... of the line-up; floats.

    A hand's losses are divided among its winners in proportion to their winnings: a winner of w won
    w * l / W from a loser of l, where W is the sum of winnings. What the member won from a seat is
    subtracted from the seat; nobody wins from himself.
    """
    batch, payoffs = matches
    won, lost = np.maximum(payoffs, 0), np.maximum(-payoffs, 0)
    share = won / np.maximum(won.sum(axis=2, keepdims=True), 1)
    gross = np.einsum("mhw,mhl->mwl", share, lost)  # what seat w won from seat l
    net = gross - gross.transpose(0, 2, 1)
    seats = seats_of_members(batch)
    return [
        replace_payoffs(batch, np.take_along_axis(net, seat[:, None, None], axis=2)[:, :, 0])
        for seat in seats.T
    ]


def by_hand_count(
    matches: pa.RecordBatch, payoffs: npt.NDArray[Any], part: Where = EVERYTHING
) -> Iterator[MatchHands]:
    """Split concatenated hands of matches, [hands, N], by their hand counts.

    Matches without hands are excluded, and those that are not in `part`.
    """
    counts = matches.column("hand_count").to_numpy().astype(np.int64)
    first = np.cumsum(counts) - counts
    kept = part.keeps(matches)
    for count in np.unique(counts[(counts > 0) & kept]).tolist():
        rows = np.flatnonzero((counts == count) & kept)
        if len(rows) == len(counts):
            yield matches, payoffs.reshape(len(rows), count, -1)
        else:
            yield matches.take(pa.array(rows)), payoffs[first[rows, None] + np.arange(count)]


def sum_sets(
    matches: Iterable[MatchHands], make: MakesSums, *, seating_count: int
) -> list[DuplicateSets]:
    """Return the duplicate sets of the sums that `make` computes, in one pass."""
    made = [make(alike) for alike in matches]
    sums = zip(*made, strict=True) if made else [()]
    return [collect_sets(batches, seating_count) for batches in sums]


def replace_payoffs(batch: pa.RecordBatch, payoffs: Sums) -> pa.RecordBatch:
    """Return the matches with other payoffs, [M, N]."""
    flat = pa.array(np.ascontiguousarray(payoffs).reshape(-1))
    lists = pa.FixedSizeListArray.from_arrays(flat, payoffs.shape[1])
    return _replace(batch, "payoffs", lists)


def _replace(batch: pa.RecordBatch, name: str, column: pa.Array) -> pa.RecordBatch:
    return batch.set_column(batch.schema.get_field_index(name), name, column)
