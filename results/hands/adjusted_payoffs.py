"""Payoffs of all hands as played, and of matches and hands whose payoffs were adjusted."""

from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa

from railbird.results.estimate.uncertainty.intervals import Floats, Integers
from railbird.results.hands.hand_sums import replace_payoffs
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.store.reading import read_nested
from railbird.results.store.schema import match_columns
from railbird.results.store.shard_files import ShardFile

MatchPayoffs = tuple[pa.RecordBatch, Integers | Floats]
"""The matches of a shard in schema MATCHES, and their hands' payoffs [hands, N] by seat."""
HandsOf = Callable[[ShardFile], Iterator[PlayedHands]]
"""Returns the hands of a shard in the order of play, with adjusted payoffs."""


def stored_payoffs(shards: Iterable[ShardFile]) -> Iterator[MatchPayoffs]:
    """Yield payoffs as played, a shard at a time."""
    for shard in shards:
        nested = read_nested(shard)
        payoffs = nested.column("hands").flatten().field("payoffs")
        seat_count = payoffs.type.list_size
        stored = match_columns(seat_count, has_members=True, is_tournament=True)
        columns = [column.name for column in stored if column.name in nested.schema.names]
        yield nested.select(columns), payoffs.flatten().to_numpy().reshape(-1, seat_count)


def adjusted_payoffs(shards: Iterable[ShardFile], hands_of: HandsOf) -> Iterator[MatchPayoffs]:
    """Yield adjusted payoffs, a shard at a time."""
    for shard in shards:
        for matches, _ in stored_payoffs([shard]):
            parts = list(hands_of(shard))
            by_position = np.concatenate([part.payoffs for part in parts])
            seats = np.concatenate([part.seats for part in parts])
            by_seat = np.empty_like(by_position)
            np.put_along_axis(by_seat, seats.astype(np.int64), by_position, axis=1)
            yield matches, by_seat


def adjusted_matches(shards: Iterable[ShardFile], hands_of: HandsOf) -> Iterator[pa.RecordBatch]:
    """Yield matches in schema MATCHES, a batch per shard, with adjusted payoffs.

    The total of a match is rounded to 1/2520 chip.
    """
    for matches, payoffs in adjusted_payoffs(shards, hands_of):
        counts = matches.column("hand_count").to_numpy().astype(np.int64)
        totals = np.add.reduceat(payoffs, np.cumsum(counts) - counts, axis=0)
        batch = replace_payoffs(matches, np.rint(totals).astype(np.int64))
        yield batch.cast(matches.schema)
