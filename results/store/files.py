"""Files that are there whole or not at all."""

import hashlib
import os
from collections.abc import Collection
from pathlib import Path

import pyarrow as pa

from railbird.native import FileError, PlaceError, atomic_write, map_file, read_arrow
from railbird.results.errors import StoreError

DIGEST_LENGTH = 16
_OPTIONS = pa.ipc.IpcWriteOptions(compression=pa.Codec("zstd", 3))


def write_whole(path: Path, data: bytes | pa.Buffer, *, mode: int | None = None) -> None:
    """Write `data` under the name `path`, whole and on the disk or not at all: see `atomic_write`.

    `mode` are its permissions, before there is a byte in it, if others than usual are wanted.
    Raises StoreError (full disk, folder not writable); nothing stays behind then.
    """
    try:
        with atomic_write(path) as beside, beside.open("wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            file.write(data)
    except PlaceError as error:
        raise StoreError(str(error)) from error


def unwritable(path: Path, error: OSError) -> StoreError:
    """Return the StoreError that says why `path` could not be written."""
    return StoreError(
        f"cannot write {path}: {error.strerror or error}; make room or choose another folder"
    )


def make_folder(path: Path) -> None:
    """Create a folder and its parents; raises StoreError where that cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(path, error) from error


def digest_of(chunk_index: int, data: bytes | memoryview | pa.Buffer) -> str:
    """Return the first 16 hex digits of the blake2b of a chunk's number (8 bytes) and `data`.

    With the number in it a shard under another chunk's name is as good as damaged.
    """
    state = hashlib.blake2b(chunk_index.to_bytes(8, "little"))
    state.update(data)
    return state.hexdigest()[:DIGEST_LENGTH]


def read_mapped(path: Path) -> memoryview:
    """Return a file's bytes without loading them; raises StoreError where it cannot be read."""
    try:
        return map_file(path)
    except FileError as error:
        raise StoreError(str(error)) from error


def read_table(path: Path, schema: pa.Schema, *, nullable: Collection[str] = ()) -> pa.Table:
    """Read a table of this schema back; raises StoreError for any other file."""
    try:
        return read_arrow(path, schema, nullable=nullable)
    except FileError as error:
        raise StoreError(f"{error}; remove the file") from error


def table_bytes(table: pa.Table) -> pa.Buffer:
    """Return a table as an Arrow IPC file; equal tables give equal bytes."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema, options=_OPTIONS) as writer:
        writer.write_table(table.combine_chunks())
    return sink.getvalue()
