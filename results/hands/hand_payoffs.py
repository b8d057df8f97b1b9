"""Payoffs of all hands, match by match: as played, or expected ones for all-ins."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import pyarrow as pa

from railbird.native import GameDefinition
from railbird.results.estimate.uncertainty.intervals import Integers
from railbird.results.hands.all_in import expect
from railbird.results.hands.match_ups import MatchUps
from railbird.results.hands.played_hands import played_hands
from railbird.results.store.reading import read_nested
from railbird.results.store.schema import match_columns
from railbird.results.store.shard_files import ShardFile

MatchPayoffs = tuple[pa.RecordBatch, Integers]
"""The matches of a shard in schema MATCHES, and their hands' payoffs int64[hands, N] by seat."""


def stored_payoffs(shards: Iterable[ShardFile]) -> Iterator[MatchPayoffs]:
    """Yield payoffs as played, a shard at a time."""
    for shard in shards:
        nested = read_nested(shard)
        payoffs = nested.column("hands").flatten().field("payoffs")
        seat_count = payoffs.type.list_size
        stored = match_columns(seat_count, has_members=True, is_tournament=True)
        columns = [column.name for column in stored if column.name in nested.schema.names]
        yield nested.select(columns), payoffs.flatten().to_numpy().reshape(-1, seat_count)


def expected_payoffs(
    definition: GameDefinition, shards: Iterable[ShardFile], agents: Sequence[str]
) -> Iterator[MatchPayoffs]:
    """Yield all-in expectations of payoffs, a shard at a time; `agents` are all labels."""
    match_ups = MatchUps(definition)
    for shard in shards:
        for matches, payoffs in stored_payoffs([shard]):
            counts = matches.column("hand_count").to_numpy().astype(np.int64)
            first = np.cumsum(counts) - counts
            expected = np.empty(payoffs.shape, np.int64)
            for part in played_hands([shard], agents):
                hands = expect(definition, part, match_ups)
                rows = first[hands.match] + hands.hand_index
                expected[rows[:, None], hands.seats] = hands.payoffs
            yield matches, expected
