"""Untrusted Arrow files: schema, size and validity are checked before a value is used."""

import os
import struct
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.native import (
    FileError,
    MissingFileError,
    map_file,
    open_file,
    read_arrow,
    read_file,
    stamped,
)
from railbird.native.arrow_layout import measure_arrow

TABLE = pa.table(
    {
        "text": pa.array(["c", "rr", "c"]).dictionary_encode(),
        "list": pa.array([[1.0], [], [2.0, 3.0]]),
        "struct": pa.array([{"a": 1, "b": [1, 2]}, {"a": 2, "b": [3, 4]}, {"a": 3, "b": [5, 6]}]),
    }
)


def packed(table: pa.Table, *, compression: str | None = None, batches: int = 1) -> memoryview:
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with pa.ipc.new_file(sink, table.schema, options=options) as writer:
        for _ in range(batches):
            writer.write_table(table)
    return memoryview(sink.getvalue())


@pytest.mark.parametrize("compression", [None, "zstd", "lz4"])
def test_a_sound_file_is_read_as_it_was_written(tmp_path: Path, compression: str | None) -> None:
    path = tmp_path / "a.arrow"
    path.write_bytes(packed(TABLE, compression=compression))
    assert read_arrow(path, TABLE.schema).equals(TABLE)
    assert read_arrow(path, columns=["list"]).equals(TABLE.select(["list"]))


def test_offsets_out_of_their_buffer_are_refused() -> None:
    """Read without validation this ends the process with a signal."""
    offsets = pa.py_buffer(np.array([0, 1, 2**30, 3], np.int32))
    values = pa.array([1.0, 2.0, 3.0])
    lists = pa.ListArray.from_buffers(pa.list_(pa.float64()), 3, [None, offsets], children=[values])
    with pytest.raises(FileError, match="damaged"):
        read_arrow(packed(pa.table({"list": lists})))


def test_words_that_a_dictionary_does_not_have_are_refused() -> None:
    indices = pa.Array.from_buffers(pa.int32(), 2, [None, pa.py_buffer(b"\0\0\0\0\x09\0\0\0")])
    words = pa.DictionaryArray.from_arrays(indices, pa.array(["c"]), safe=False)
    with pytest.raises(FileError, match="damaged"):
        read_arrow(packed(pa.table({"word": words})))


@pytest.mark.parametrize(
    "column",
    [
        pa.array([1, None]),
        pa.array([[1], [None]]),
        pa.array([{"a": 1}, {"a": None}]),
        pa.array([{"a": [1, None]}, {"a": []}]),
        pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["c", None])),
        pa.FixedSizeListArray.from_arrays(pa.array([1, 2, 3, None]), 2),
    ],
)
def test_nulls_are_refused_wherever_they_are_nested(column: pa.Array) -> None:
    data = packed(pa.table({"a": column}))
    with pytest.raises(FileError, match="'a' has nulls"):
        read_arrow(data)
    assert read_arrow(data, nullable=("a",)).num_rows == 2


def test_another_schema_is_refused_before_a_value_is_read() -> None:
    with pytest.raises(FileError, match="not those of this version"):
        read_arrow(packed(TABLE), pa.schema([("text", pa.string())]))


def test_a_file_that_unpacks_to_more_than_it_may_is_refused_before_it_is_unpacked() -> None:
    bomb = packed(pa.table({"a": np.zeros(2**26)}), compression="zstd")
    assert len(bomb) < 2**20
    with pytest.raises(
        FileError, match=r"would need 5\d\d,\d\d\d,\d\d\d bytes; the limit is 268,435,456"
    ):
        read_arrow(bomb)


@given(st.integers(-(2**63), 2**63 - 1))
def test_sizes_that_a_file_only_claims_are_not_believed(claimed: int) -> None:
    """The decompressed size is stored before a compressed buffer, and may be any number."""
    data = bytearray(packed(pa.table({"a": np.arange(1000)}), compression="zstd"))
    place = data.index(struct.pack("<q", 8000))
    data[place : place + 8] = struct.pack("<q", claimed)
    if claimed == 8000:
        return
    with pytest.raises(FileError):
        read_arrow(memoryview(bytes(data)))


def test_one_record_batch_and_no_more_is_read() -> None:
    with pytest.raises(FileError, match="more than 1 part"):
        read_arrow(packed(TABLE, batches=2))


@given(st.data())
def test_a_file_cut_anywhere_is_refused(data: st.DataObject) -> None:
    whole = bytes(packed(TABLE, compression="zstd"))
    end = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(FileError):
        read_arrow(memoryview(whole[:end]))


@given(st.binary(max_size=200))
def test_bytes_that_are_not_an_arrow_file_are_refused(data: bytes) -> None:
    with pytest.raises(FileError, match="not an Arrow file"):
        measure_arrow(memoryview(b"ARROW1\0\0" + data + b"ARROW1"))


def test_the_bytes_measured_are_those_of_arrow() -> None:
    table = pa.table({"a": np.arange(1000), "b": np.arange(1000.0)})
    for compression in (None, "zstd"):
        data = packed(table, compression=compression)
        assert table.nbytes <= measure_arrow(data) <= table.nbytes + len(data)


def test_a_checksum_detects_a_changed_value_and_a_changed_word_of_the_metadata() -> None:
    table = stamped(TABLE, {"game": "kuhn", "seed": "1"})
    assert read_arrow(packed(table)).schema.metadata[b"game"] == b"kuhn"
    values = table.set_column(1, "list", pa.array([[1.0], [], [2.0, 4.0]]))
    said = table.replace_schema_metadata({**table.schema.metadata, b"seed": b"2"})
    for changed in (values, said):
        with pytest.raises(FileError, match="checksum"):
            read_arrow(packed(changed))


def test_a_checksum_depends_on_values_alone() -> None:
    """However Arrow lays them out: with another dictionary, in a slice, compressed."""
    once = stamped(TABLE, {"a": "b"}).schema.metadata[b"checksum"]
    text = pa.DictionaryArray.from_arrays(pa.array([1, 0, 1]), pa.array(["rr", "c", "x"]))
    again = TABLE.set_column(0, "text", text)
    assert stamped(again, {"a": "b"}).schema.metadata[b"checksum"] == once
    sliced = pa.concat_tables([TABLE, TABLE]).slice(3)
    assert stamped(sliced, {"a": "b"}).schema.metadata[b"checksum"] == once
    assert stamped(TABLE, {"a": "c"}).schema.metadata[b"checksum"] != once


def test_files_without_a_checksum_are_read() -> None:
    table = TABLE.replace_schema_metadata({"game": "kuhn"})
    assert read_arrow(packed(table)).equals(TABLE)


def test_a_pipe_a_folder_a_device_and_nothing_are_named_at_once(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(link)
    for path in (pipe, tmp_path, Path("/dev/zero")):
        with pytest.raises(FileError, match="not a regular file"):
            map_file(path)
        with pytest.raises(FileError, match="not a regular file"):
            read_file(path, most_bytes=10)
    for path in (link, tmp_path / "a\0b"):
        with pytest.raises(FileError, match="cannot read"), open_file(path):
            pass
    with pytest.raises(MissingFileError, match="there is no file"):
        read_arrow(tmp_path / "none.arrow")


def test_a_file_larger_than_may_be_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_file(path, most_bytes=5) == b"12345"
    with pytest.raises(FileError, match="more than 4 bytes"):
        read_file(path, most_bytes=4)
    path.write_bytes(b"")
    assert bytes(map_file(path)) == b""
    with pytest.raises(FileError, match="not an Arrow file"):
        read_arrow(path)
