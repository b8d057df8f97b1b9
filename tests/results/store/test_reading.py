"""Flat batches say what the shards say, in order, a bounded number of rows at a time."""

from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railbird.results import Store, StoreError, find_shards
from railbird.results.folders.local_folder import LocalFolder
from railbird.results.folders.run_folder import StoredFile
from railbird.results.store.files import digest_of, table_bytes
from railbird.results.store.reading import (
    BATCH_ROWS,
    read_hands,
    read_incidents,
    read_matches,
    shape_of,
)
from railbird.results.store.schema import (
    INCIDENTS,
    HandShape,
    flat_hand_columns,
    match_columns,
    schema_of,
)
from railbird.results.store.shard_files import ShardFile, write_shard
from tests.results.conftest import Chunk, make_chunk

KEYS = ("deck_index", "deck_seed", "seating_index", "agents")


def write_chunks(folder: Path, chunks: list[Chunk]) -> tuple[ShardFile, ...]:
    (folder / "shards").mkdir(exist_ok=True)
    for path in (folder / "shards").iterdir():
        path.unlink()
    for index, chunk in enumerate(chunks):
        write_shard(folder, index, chunk.table)
    return find_shards(folder).shards


def rows_of(batches: object) -> list[dict]:
    return list(chain.from_iterable(batch.to_pylist() for batch in batches))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.lists(st.integers(1, 7), min_size=1, max_size=4), st.integers(1, 6))
def test_flat_is_what_was_nested(tmp_path: Path, matches: list[int], hands: int) -> None:
    chunks = [make_chunk(n, matches=m, hands=hands) for n, m in enumerate(matches)]
    shards = write_chunks(tmp_path, chunks)
    nested = list(chain.from_iterable(chunk.table.to_pylist() for chunk in chunks))
    flat_matches = rows_of(read_matches(shards))
    assert flat_matches == [
        {key: value for key, value in row.items() if key not in ("hands", "incidents")}
        for row in nested
    ]
    assert rows_of(read_hands(shards)) == [
        {key: row[key] for key in KEYS} | {"hand_index": index} | hand
        for row in nested
        for index, hand in enumerate(row["hands"])
    ]
    assert rows_of(read_incidents(shards)) == [
        {key: row[key] for key in KEYS} | incident
        for row in nested
        for incident in row["incidents"]
    ]


def test_schemas_are_those_promised(tmp_path: Path, chunk: Chunk) -> None:
    shards = write_chunks(tmp_path, [chunk])
    assert next(read_matches(shards)).schema.equals(schema_of(match_columns(3)))
    assert next(read_hands(shards)).schema.equals(schema_of(flat_hand_columns(HandShape(3))))
    assert all(batch.schema.equals(INCIDENTS) for batch in read_incidents(shards))


def test_a_batch_is_never_larger_than_promised(tmp_path: Path) -> None:
    shards = write_chunks(tmp_path, [make_chunk(matches=2, hands=BATCH_ROWS // 2 + 1, seats=2)])
    batches = list(read_hands(shards, ["hand_index"]))
    assert [batch.num_rows for batch in batches] == [BATCH_ROWS, 2]
    assert batches[1].to_pydict() == {"hand_index": [BATCH_ROWS // 2 - 1, BATCH_ROWS // 2]}


def test_only_the_columns_asked_for_come(tmp_path: Path, chunk: Chunk) -> None:
    shards = write_chunks(tmp_path, [chunk])
    batch = next(read_hands(shards, ["payoffs", "deck_seed"]))
    assert batch.schema.names == ["payoffs", "deck_seed"]
    with pytest.raises(ValueError, match="no column 'payoff'; use one of deck_index, "):
        next(read_hands(shards, ["payoff"]))


def test_matches_are_read_without_their_hands(tmp_path: Path) -> None:
    shards = write_chunks(tmp_path, [make_chunk(matches=6, hands=5000)])
    before = pa.total_allocated_bytes()
    matches = next(read_matches(shards))
    assert matches.num_rows == 6
    assert pa.total_allocated_bytes() - before < 10_000
    hands = next(read_hands(shards, ["payoffs"]))
    assert hands.num_rows == 30_000
    assert pa.total_allocated_bytes() - before > 10_000, "the measure sees what is read"


@pytest.mark.parametrize(
    "table",
    [
        pa.table({"another": [1]}),
        make_chunk().table.rename_columns([f"{n}_" for n in make_chunk().table.column_names]),
        make_chunk().table.append_column("more", pa.array(range(6))),
    ],
)
def test_a_shard_of_another_version_is_named(tmp_path: Path, table: pa.Table) -> None:
    (tmp_path / "shards").mkdir()
    path = write_shard(tmp_path, 3, table)
    for read in (read_matches, read_hands, read_incidents):
        with pytest.raises(StoreError, match=f"{path.name} was written by another version"):
            next(read([ShardFile(3, path)]))


def test_a_shard_that_is_not_an_arrow_file_is_named(tmp_path: Path) -> None:
    file = StoredFile(LocalFolder(tmp_path), f"000000-{digest_of(0, b'x')}.arrow")
    file.write(b"x")
    with pytest.raises(StoreError, match=f"{file.name} is damaged"):
        shape_of(ShardFile(0, file))


def test_a_run_without_hands_has_none(start: Callable[..., Store]) -> None:
    with start() as store:
        shards = find_shards(store.folder).shards
    assert rows_of(read_matches(shards)) == rows_of(read_hands(shards)) == []


def test_what_is_read_can_be_written_again(tmp_path: Path, chunk: Chunk) -> None:
    shards = write_chunks(tmp_path, [chunk, make_chunk(1)])
    table = pa.Table.from_batches(list(read_hands(shards)))
    assert pa.ipc.open_file(table_bytes(table)).read_all().to_pylist() == table.to_pylist()


@pytest.mark.parametrize("kind", [pa.int64(), pa.list_(pa.int64()), pa.list_(pa.struct([]))])
def test_hands_of_another_kind_are_refused(tmp_path: Path, kind: pa.DataType) -> None:
    """Whatever the type of the column is that should have hands."""
    payoffs = pa.array([], pa.list_(pa.int64(), 2))
    table = pa.table({"payoffs": payoffs, "hands": pa.array([], kind)})
    (tmp_path / "shards").mkdir()
    shard = ShardFile(0, write_shard(tmp_path, 0, table))
    with pytest.raises(StoreError, match="was written by another version of railbird"):
        shape_of(shard)
