"""Totals of duplicate sets, the unit of every statistic.

The seatings of one deck are not independent, nor are the hands of a learning agent's match;
duplicate sets on different deck seeds are.
"""

from collections.abc import Iterable
from dataclasses import dataclass

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
    are left out.
    """

    agents: tuple[str, ...]
    line_ups: Integers
    line_up: Integers
    deck: Integers
    hands: Integers
    payoffs: Integers
    incomplete_count: int


@dataclass(frozen=True, slots=True)
class _Matches:
    agents: tuple[str, ...]
    members: Integers  # [M, N] agents of the match, ascending
    payoffs: Integers  # [M, N] in that order
    deck: Integers
    seating: Integers
    hands: Integers


def collect_sets(batches: Iterable[pa.RecordBatch], seating_count: int) -> DuplicateSets:
    """Return the totals of the duplicate sets that have all `seating_count` seatings.

    With a `seating_count` of 0 (hands played elsewhere, once each) a set is what it has.
    `batches` are in schema MATCHES. Raises StoreError where a match is there twice.
    """
    matches = _sorted(_gather(batches))
    key = np.column_stack([matches.members, matches.deck])
    _refuse_twice(matches, key)
    first = np.flatnonzero(_changes(key))
    counts = np.diff([*first, len(key)])
    whole = counts == seating_count if seating_count else counts > 0
    totals = _sums(matches.payoffs, first)[whole]
    members = matches.members[first][whole]
    new_line_up = _changes(members)
    return DuplicateSets(
        agents=matches.agents,
        line_ups=members[new_line_up],
        line_up=np.cumsum(new_line_up) - 1,
        deck=matches.deck[first][whole],
        hands=_sums(matches.hands, first)[whole],
        payoffs=totals,
        incomplete_count=int(np.sum(~whole)),
    )


def _gather(batches: Iterable[pa.RecordBatch]) -> _Matches:
    numbers: dict[str, int] = {}
    parts = [_columns(batch, numbers) for batch in batches if batch.num_rows]
    if not parts:
        raise StoreError("there are no matches yet; run the tournament first")
    seats, payoffs, deck, seating, hands = (
        np.concatenate(part) for part in zip(*parts, strict=True)
    )
    agents = sorted(numbers)
    place = np.empty(len(agents), np.int64)
    place[[numbers[label] for label in agents]] = np.arange(len(agents))
    members = place[seats]
    order = np.argsort(members, axis=1)
    return _Matches(
        tuple(agents),
        np.take_along_axis(members, order, axis=1),
        np.take_along_axis(payoffs, order, axis=1),
        deck,
        seating,
        hands,
    )


def _columns(batch: pa.RecordBatch, numbers: dict[str, int]) -> tuple[Integers, ...]:
    labels = batch.column("agents").flatten().dictionary_encode()
    words = [numbers.setdefault(label, len(numbers)) for label in labels.dictionary.to_pylist()]
    match_count = batch.num_rows
    seats = np.array(words, np.int64)[labels.indices.to_numpy()].reshape(match_count, -1)
    payoffs = batch.column("payoffs").flatten().to_numpy().reshape(match_count, -1)
    if seats.shape != payoffs.shape:
        raise StoreError("a match has more or fewer labels than payoffs; run it again")
    keys = [batch.column(name).to_numpy().astype(np.int64) for name in _KEYS]
    return seats, payoffs, *keys


_KEYS = ("deck_index", "seating_index", "hand_count")


def _sorted(matches: _Matches) -> _Matches:
    keys = (matches.seating, matches.deck, *matches.members.T[::-1])
    order = np.lexsort(keys)
    return _Matches(
        matches.agents,
        matches.members[order],
        matches.payoffs[order],
        matches.deck[order],
        matches.seating[order],
        matches.hands[order],
    )


def _refuse_twice(matches: _Matches, key: Integers) -> None:
    twice = np.flatnonzero(~_changes(np.column_stack([key, matches.seating])))
    if len(twice):
        row = twice[0]
        labels = [matches.agents[number] for number in matches.members[row]]
        raise StoreError(
            f"line-up {labels} on deck {matches.deck[row]} has seating {matches.seating[row]} twice"
        )


def _changes(rows: Integers) -> npt.NDArray[np.bool_]:
    """Say of each row whether it differs from the one before; the first always does."""
    changed = np.ones(len(rows), bool)
    changed[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return changed


def _sums(values: Integers, first: Integers) -> Integers:
    sums: Integers = np.add.reduceat(values, first, axis=0)
    return sums
