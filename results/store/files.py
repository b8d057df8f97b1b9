"""Files that are there whole or not at all."""

import hashlib
from pathlib import Path

import pyarrow as pa

from railbird.native import PlaceError, atomic_write
from railbird.results.errors import StoreError

DIGEST_LENGTH = 16
_OPTIONS = pa.ipc.IpcWriteOptions(compression=pa.Codec("zstd", 3))


def write_whole(path: Path, data: bytes | pa.Buffer) -> None:
    """Write `data` under the name `path`, whole and on the disk or not at all: see `atomic_write`.

    Raises StoreError (full disk, folder not writable); nothing stays behind then.
    """
    try:
        with atomic_write(path) as beside, beside.open("xb") as file:
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


def digest_of(chunk_index: int, data: bytes | pa.Buffer) -> str:
    """Return the first 16 hex digits of the blake2b of a chunk's number (8 bytes) and `data`.

    With the number in it a shard under another chunk's name is as good as damaged.
    """
    state = hashlib.blake2b(chunk_index.to_bytes(8, "little"))
    state.update(data)
    return state.hexdigest()[:DIGEST_LENGTH]


def read_mapped(path: Path) -> pa.Buffer:
    """Return a file's bytes without loading them; raises StoreError where it cannot be read."""
    try:
        if path.stat().st_size == 0:  # an empty file cannot be mapped
            return pa.py_buffer(b"")
        with pa.memory_map(str(path)) as source:
            return source.read_buffer()
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror or error}") from error


def table_bytes(table: pa.Table) -> pa.Buffer:
    """Return a table as an Arrow IPC file; equal tables give equal bytes."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema, options=_OPTIONS) as writer:
        writer.write_table(table.combine_chunks())
    return sink.getvalue()
