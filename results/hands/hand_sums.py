"""Hands summed within their matches: by position, by batch, or by pair of agents.

The results are matches again (schema MATCHES, or with payoffs as floats), so that the same code
computes duplicate sets and everything after them.
"""

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa

from railbird.native import seat_order
from railbird.results.estimate.means.duplicate_sets import DuplicateSets, Integers, collect_sets
from railbird.results.estimate.uncertainty.intervals import Floats
from railbird.results.hands.hand_payoffs import MatchPayoffs
from railbird.results.store.where import EVERYTHING, Where

MatchHands = tuple[pa.RecordBatch, Integers]
"""Matches of one number of hands each, and the payoffs of those hands int64[M, H, N] by seat."""

Sums = Integers | Floats


def sums_by_position(matches: MatchHands, position: int) -> pa.RecordBatch:
    """Return the matches with what each seat won in this position.

    `hand_count` stays that of all.
    """
    batch, payoffs = matches
    seat_count = payoffs.shape[2]
    order = seat_order(seat_count)
    sums = [payoffs[:, order.hands_in(position, s), s].sum(1) for s in range(seat_count)]
    return replace_payoffs(batch, np.stack(sums).T)


def sums_by_batch(matches: MatchHands, batch_count: int) -> pa.RecordBatch:
    """Return every match split into batches of hands, as if on decks of their own.

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
    return replace_payoffs(_replace(longer, "hand_count", pa.array(sizes)), sums)


def sums_from_member(matches: MatchHands, member: int) -> pa.RecordBatch:
    """Return the matches with what each seat won from the line-up's member, labels sorted; floats.

    A hand's losses are divided among its winners in proportion to their winnings: a winner of w won
    w * l / W from a loser of l, where W is the sum of winnings. What the member won from a seat is
    subtracted from the seat; nobody wins from himself.
    """
    batch, payoffs = matches
    won, lost = np.maximum(payoffs, 0), np.maximum(-payoffs, 0)
    share = won / np.maximum(won.sum(axis=2, keepdims=True), 1)
    seats = _seats_of_member(batch, member)[:, None, None]
    loses = np.take_along_axis(lost, np.broadcast_to(seats, (*lost.shape[:2], 1)), axis=2)
    gains = np.take_along_axis(share, np.broadcast_to(seats, (*lost.shape[:2], 1)), axis=2)
    from_member = np.einsum("mhs,mho->ms", share, loses) - np.einsum("mhs,mho->ms", lost, gains)
    np.put_along_axis(from_member, seats[:, :, 0], 0.0, axis=1)
    return replace_payoffs(batch, from_member)


MakesSums = Callable[[MatchHands], pa.RecordBatch]


def by_hand_count(
    matches: pa.RecordBatch, payoffs: Integers, part: Where = EVERYTHING
) -> Iterator[MatchHands]:
    """Split concatenated hands of matches, int64[hands, N], by their hand counts.

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
    payoffs: Iterable[MatchPayoffs],
    makes: list[MakesSums],
    *,
    part: Where = EVERYTHING,
    seating_count: int,
) -> list[DuplicateSets]:
    """Return the duplicate sets of several sums of the same hands, in one pass."""
    made: list[list[pa.RecordBatch]] = [[] for _ in makes]
    for matches, hands in payoffs:
        for alike in by_hand_count(matches, hands, part):
            for batches, make in zip(made, makes, strict=True):
                batches.append(make(alike))
    return [collect_sets(batches, seating_count) for batches in made]


def replace_payoffs(batch: pa.RecordBatch, payoffs: Sums) -> pa.RecordBatch:
    """Return the matches with other payoffs, [M, N]."""
    flat = pa.array(np.ascontiguousarray(payoffs).reshape(-1))
    lists = pa.FixedSizeListArray.from_arrays(flat, payoffs.shape[1])
    return _replace(batch, "payoffs", lists)


def _replace(batch: pa.RecordBatch, name: str, column: pa.Array) -> pa.RecordBatch:
    return batch.set_column(batch.schema.get_field_index(name), name, column)


def _seats_of_member(batch: pa.RecordBatch, member: int) -> Integers:
    """Return, int64[M], the seat of the line-up's member with this number, labels sorted."""
    labels = batch.column("agents").flatten().dictionary_encode()
    rank = np.argsort(np.argsort(np.array(labels.dictionary.to_pylist(), object)))
    ranks = rank[labels.indices.to_numpy()].reshape(batch.num_rows, -1)
    seats: Integers = np.argsort(ranks, axis=1)[:, member]
    return seats
