"""Reads shards: matches, hands and incidents as flat record batches, a shard at a time.

The canonical order is that of chunks, then of matches in a chunk, then of hands. One shard is open
at a time and only the requested columns are read, so memory does not grow with the run.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from railbird.native import FileError, read_arrow, read_arrow_schema
from railbird.results.errors import StoreError
from railbird.results.store.files import read_mapped
from railbird.results.store.schema import (
    Column,
    HandShape,
    flat_hand_columns,
    flat_incident_columns,
    match_columns,
    schema_of,
    shard_columns,
)
from railbird.results.store.shard_files import ShardFile
from railbird.results.store.shard_limits import require_shape, require_sound

BATCH_ROWS = 65_536
KEYS = ("deck_index", "agents")
"""Columns by which parts of a run are selected."""


def shape_of(shard: ShardFile) -> HandShape:
    """Return the shape of hands in a shard; raises StoreError if its schema is not SHARD."""
    try:
        return _shape_in(read_arrow_schema(read_mapped(shard.file)), shard)
    except FileError as error:
        raise _damaged(shard, error) from error


def _shape_in(schema: pa.Schema, shard: ShardFile) -> HandShape:
    try:
        hand = schema.field("hands").type.value_type
        names = [hand.field(index).name for index in range(hand.num_fields)]
        card_count = hand.field("cards").type.byte_width if "cards" in names else 0
        agent_count = schema.field("payoffs").type.list_size
        seat_count = hand.field("payoffs").type.list_size
        has_tables = "players" in names
        is_ring = "bankrolls" in schema.names
        entrant_count = agent_count if is_ring else 0
        if has_tables and not is_ring:
            entrant_count = schema.field("places").type.list_size
    except (KeyError, AttributeError, TypeError, ValueError):
        raise _other_schema(shard) from None
    shape = HandShape(
        seat_count,
        card_count,
        has_stacks="stacks" in names,
        has_blinds="blinds" in names,
        has_antes="ante" in names,
        has_members="members" in schema.names,
        is_tournament="places" in schema.names,
        agent_count=agent_count if has_tables else 0,
        entrant_count=entrant_count,
        is_ring=is_ring,
    )
    require_shape(shape, shard.limits)
    if not schema.equals(schema_of(shard_columns(shape))):
        raise _other_schema(shard)
    return shape


def read_matches(shards: Iterable[ShardFile]) -> Iterator[pa.RecordBatch]:
    """Yield the matches in schema MATCHES, a batch per shard; the hands are not read."""
    for shard in shards:
        shape = shape_of(shard)
        columns = shape.match_columns
        batch = _read(shard, [column.name for column in columns])
        yield batch.select([column.name for column in columns])


def read_hands(
    shards: Iterable[ShardFile], columns: Sequence[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the hands in schema HANDS, all or some columns, at most 65,536 per batch."""
    for shard in shards:
        wanted = _select(flat_hand_columns(shape_of(shard)), columns)
        yield from _flatten(_read(shard, [*_keys(wanted), "hands"]), "hands", wanted)


def read_incidents(shards: Iterable[ShardFile]) -> Iterator[pa.RecordBatch]:
    """Yield the incidents in schema INCIDENTS; the hands are not read."""
    for shard in shards:
        columns = flat_incident_columns(shape_of(shard))
        batch = _read(shard, [*_keys(columns), "incidents"])
        yield from _flatten(batch, "incidents", columns)


def read_misbehaved(shards: Iterable[ShardFile]) -> Iterator[pa.RecordBatch]:
    """Yield the matches with incidents, which are nested, and `hand_count`, a batch per shard.

    Of a shard without incidents nothing else is read or yielded.
    """
    for shard in shards:
        if len(_read(shard, ["incidents"]).column("incidents").flatten()):
            columns = [*_keys(flat_incident_columns(shape_of(shard))), "incidents"]
            batch = _read(shard, columns)
            yield batch.filter(pc.greater(pc.list_value_length(batch.column("incidents")), 0))


def read_nested(shard: ShardFile) -> pa.RecordBatch:
    """Return a shard as it is stored, with hands nested in matches."""
    return _read(shard, [column.name for column in shard_columns(shape_of(shard))])


def _flatten(
    batch: pa.RecordBatch, nested: str, columns: Sequence[Column]
) -> Iterator[pa.RecordBatch]:
    lists = batch.column(nested)
    counts = lists.value_lengths().to_numpy()
    rows = lists.flatten()
    match = np.repeat(np.arange(len(counts)), counts)
    first = np.cumsum(counts) - counts
    sources = {name: rows.field(name) for name in [field.name for field in rows.type]}
    sources["hand_index"] = pa.array((np.arange(len(rows)) - first[match]).astype(np.uint32))
    for start in range(0, len(rows), BATCH_ROWS):
        part = slice(start, start + BATCH_ROWS)
        keys = pa.array(match[part])
        arrays = [
            sources[name][part] if name in sources else batch.column(name).take(keys)
            for name in [column.name for column in columns]
        ]
        yield pa.record_batch(arrays, schema=schema_of(columns))


def _select(columns: Sequence[Column], names: Sequence[str] | None) -> Sequence[Column]:
    by_name = {column.name: column for column in columns}
    unknown = [name for name in names or () if name not in by_name]
    if unknown:
        raise ValueError(f"there is no column {unknown[0]!r}; use one of {', '.join(by_name)}")
    return columns if names is None else [by_name[name] for name in names]


def _keys(columns: Sequence[Column]) -> list[str]:
    keys = {column.name for column in match_columns(1, has_members=True)}
    return [column.name for column in columns if column.name in keys - {"payoffs"}]


def _read(shard: ShardFile, columns: Sequence[str]) -> pa.RecordBatch:
    """Return columns of a shard, and the hand counts of its matches, after validation."""
    shape = shape_of(shard)
    names = list(dict.fromkeys([*columns, "hand_count"]))
    try:
        data = read_mapped(shard.file)
        batches = read_arrow(data, columns=names, nullable=("deck_seed",)).to_batches()
        if not batches:
            raise FileError("it has no matches")
        require_sound(batches[0], shape, shard.limits)
    except FileError as error:
        raise _damaged(shard, error) from error
    return batches[0]


def _damaged(shard: ShardFile, error: FileError) -> StoreError:
    return StoreError(
        f"shard {shard.file.name} is damaged: {error}; remove it, and the same run command plays "
        "it again"
    )


def _other_schema(shard: ShardFile) -> StoreError:
    return StoreError(f"shard {shard.file.name} was written by another version of railbird")
