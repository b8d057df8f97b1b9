"""Tables as files: their bytes, their digests, and reading them."""

import hashlib
from collections.abc import Collection

import pyarrow as pa

from railbird.native import FileError, read_arrow
from railbird.native.arrow_file import Check
from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import StoredFile

DIGEST_LENGTH = 16
_OPTIONS = pa.ipc.IpcWriteOptions(compression=pa.Codec("zstd", 3))


def digest_of(chunk_index: int, data: bytes | memoryview | pa.Buffer) -> str:
    """Return the first 16 hex digits of the blake2b of a chunk's number (8 bytes) and `data`.

    Because it includes the number, a shard under another chunk's name counts as damaged.
    """
    state = hashlib.blake2b(chunk_index.to_bytes(8, "little"))
    state.update(data)
    return state.hexdigest()[:DIGEST_LENGTH]


def read_mapped(file: StoredFile) -> memoryview:
    """Return a file's bytes without loading them; raises StoreError if it cannot be read."""
    try:
        return file.map()
    except FileError as error:
        raise StoreError(str(error)) from error


def read_stored(
    file: StoredFile, check: pa.Schema | Check, *, nullable: Collection[str] = ()
) -> pa.Table:
    """Read an Arrow file of a run by `read_arrow`, with the file's name in errors."""
    data = file.map()
    try:
        return read_arrow(data, check, nullable=nullable)
    except FileError as error:
        raise FileError(f"{file} cannot be used: {error}") from error


def table_bytes(table: pa.Table) -> pa.Buffer:
    """Return a table as an Arrow IPC file; equal tables give equal bytes."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema, options=_OPTIONS) as writer:
        writer.write_table(table.combine_chunks())
    return sink.getvalue()
