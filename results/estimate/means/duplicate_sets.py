"""Totals of duplicate sets, the unit of every statistic.

The seatings of one deck are not independent, nor are the hands of a learning agent's match;
duplicate sets on different deck seeds are.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.results.errors import StoreError

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class DuplicateSets:
    """The complete duplicate sets of a run: S sets of L line-ups with N members each.

    `agents` are the labels, sorted; `line_ups` int64[L, N] numbers into them, ascending in a row,
    rows in lexicographic order. Of set s, `line_up[s]` is its line-up, `deck[s]` its deck index,
    `hands[s]` the hands of all its seatings, `payoffs[s, m]` the total of the line-up's member m in
    1/2520 chip. Sets are ordered by line-up, then deck. `incomplete_count` sets lack a seating and
    are excluded.
    """

    agents: tuple[str, ...]
    line_ups: Integers
    line_up: Integers
    deck: Integers
    hands: Integers
    payoffs: Integers
    incomplete_count: int

    def only(self, kept: npt.NDArray[np.bool_]) -> "DuplicateSets":
        """Return the sets selected by bool[S]; `agents` and their numbers do not change."""
        used, line_up = np.unique(self.line_up[kept], return_inverse=True)
        return replace(
            self,
            line_ups=self.line_ups[used],
            line_up=line_up.astype(np.int64),
            deck=self.deck[kept],
            hands=self.hands[kept],
            payoffs=self.payoffs[kept],
        )


@dataclass(frozen=True, slots=True)
class _Matches:
    """M matches of N seats, in narrow integer types, since memory grows with them."""

    agents: tuple[str, ...]
    members: npt.NDArray[np.int32]  # [M, N] agents of the match, ascending
    payoffs: Integers  # [M, N] in the same order
    deck: npt.NDArray[np.uint32]
    seating: npt.NDArray[np.uint32]
    hands: npt.NDArray[np.uint32]


def collect_sets(batches: Iterable[pa.RecordBatch], seating_count: int) -> DuplicateSets:
    """Return the totals of the duplicate sets that have all `seating_count` seatings.

    With a `seating_count` of 0 (hands played elsewhere, once each) every set counts as complete.
    `batches` are in schema MATCHES. Raises StoreError for a duplicate match.
    """
    matches = _sorted(_gather(batches))
    is_new_set = _changes(*matches.members.T, matches.deck)
    _refuse_twice(matches, is_new_set)
    first = np.flatnonzero(is_new_set)
    counts = np.diff([*first, len(matches.deck)])
    whole = counts == seating_count if seating_count else counts > 0
    totals = _sums(matches.payoffs, first)[whole]
    members = matches.members[first][whole].astype(np.int64)
    new_line_up = _changes(*members.T)
    return DuplicateSets(
        agents=matches.agents,
        line_ups=members[new_line_up],
        line_up=np.cumsum(new_line_up) - 1,
        deck=matches.deck[first][whole].astype(np.int64),
        hands=_sums(matches.hands, first)[whole],
        payoffs=totals,
        incomplete_count=int(np.sum(~whole)),
    )


def seats_of_members(batch: pa.RecordBatch) -> Integers:
    """Return, int64[M, N], the seats of the line-up's members, labels sorted."""
    labels = batch.column("agents").flatten().dictionary_encode()
    rank = np.argsort(np.argsort(np.array(labels.dictionary.to_pylist(), object)))
    ranks = rank[labels.indices.to_numpy()].reshape(batch.num_rows, -1)
    seats: Integers = np.argsort(ranks, axis=1)
    return seats


def _gather(batches: Iterable[pa.RecordBatch]) -> _Matches:
    numbers: dict[str, int] = {}
    columns: tuple[list[npt.NDArray[Any]], ...] = ([], [], [], [], [])
    for batch in batches:
        if batch.num_rows:
            for parts, part in zip(columns, _columns(batch, numbers), strict=True):
                parts.append(part)
    if not numbers:
        raise StoreError("there are no matches yet; run the tournament first")
    members, payoffs, deck, seating, hands = map(_joined, columns)
    agents = sorted(numbers)
    place = np.empty(len(agents), np.int32)
    place[[numbers[label] for label in agents]] = np.arange(len(agents))
    return _Matches(tuple(agents), place[members], payoffs, deck, seating, hands)


def _joined(parts: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """Join the parts of a column, and clear them."""
    column = np.concatenate(parts)
    parts.clear()
    return column


def _columns(batch: pa.RecordBatch, numbers: dict[str, int]) -> tuple[npt.NDArray[Any], ...]:
    """Return the columns of a batch, members in the order of their labels."""
    labels = batch.column("agents").flatten().dictionary_encode()
    words = labels.dictionary.to_pylist()
    of_word = np.array([numbers.setdefault(label, len(numbers)) for label in words], np.int32)
    seats = labels.indices.to_numpy().reshape(batch.num_rows, -1)
    payoffs = batch.column("payoffs").flatten().to_numpy().reshape(batch.num_rows, -1)
    if seats.shape != payoffs.shape:
        raise StoreError("a match has different numbers of labels and payoffs; play the run again")
    by_label = np.argsort(np.argsort(np.array(words)))
    order = np.argsort(by_label[seats], axis=1)
    keys = [batch.column(name).to_numpy() for name in ("deck_index", "seating_index", "hand_count")]
    return (
        np.take_along_axis(of_word[seats], order, axis=1),
        np.take_along_axis(payoffs, order, axis=1),
        *keys,
    )


def _sorted(matches: _Matches) -> _Matches:
    order = np.lexsort((matches.seating, matches.deck, *matches.members.T[::-1]))
    return _Matches(
        matches.agents,
        matches.members[order],
        matches.payoffs[order],
        matches.deck[order],
        matches.seating[order],
        matches.hands[order],
    )


def _refuse_twice(matches: _Matches, is_new_set: npt.NDArray[np.bool_]) -> None:
    twice = np.flatnonzero(~(is_new_set | _changes(matches.seating)))
    if len(twice):
        row = twice[0]
        labels = [matches.agents[number] for number in matches.members[row]]
        raise StoreError(
            f"line-up {labels} on deck {matches.deck[row]} has seating {matches.seating[row]} twice"
        )


def _changes(*columns: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Return for each row whether it differs from the previous one; the first always does."""
    changed = np.zeros(len(columns[0]), bool)
    changed[:1] = True
    for column in columns:
        changed[1:] |= column[1:] != column[:-1]
    return changed


def _sums(values: npt.NDArray[Any], first: npt.NDArray[np.intp]) -> Integers:
    sums: Integers = np.add.reduceat(values, first, axis=0, dtype=np.int64)
    return sums
