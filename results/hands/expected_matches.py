"""Matches with all-in expectations as payoffs."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import pyarrow as pa

from railbird.native import GameDefinition
from railbird.results.estimate.uncertainty.intervals import Integers
from railbird.results.hands.all_in import expect
from railbird.results.hands.match_ups import MatchUps
from railbird.results.hands.played_hands import played_hands
from railbird.results.store.reading import read_matches
from railbird.results.store.shard_files import ShardFile


def expected_matches(
    definition: GameDefinition, shards: Iterable[ShardFile], agents: Sequence[str]
) -> Iterator[pa.RecordBatch]:
    """Yield matches in schema MATCHES, a batch per shard, with expected payoffs."""
    match_ups = MatchUps(definition)
    for shard in shards:
        for batch in read_matches([shard]):
            totals = np.zeros((batch.num_rows, definition.player_count), np.int64)
            for part in played_hands([shard], agents):
                hands = expect(definition, part, match_ups)
                np.add.at(totals, (hands.match[:, None], hands.seats), hands.payoffs)
            yield _with_payoffs(batch, totals)


def _with_payoffs(batch: pa.RecordBatch, totals: Integers) -> pa.RecordBatch:
    place = batch.schema.get_field_index("payoffs")
    field = batch.schema.field(place)
    flat = pa.array(totals.reshape(-1))
    payoffs = pa.FixedSizeListArray.from_arrays(flat, totals.shape[1]).cast(field.type)
    return batch.set_column(place, field, payoffs)
