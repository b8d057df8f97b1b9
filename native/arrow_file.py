"""Reads Arrow files safely, whatever they contain; used for all of them.

A file is checked against its schema, limited in size before anything is allocated, and fully
validated before any value is used: offsets, lengths, dictionary indices, texts, nulls.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.native.arrow_layout import measure_arrow
from railbird.native.errors import FileError, in_one_line
from railbird.native.regular_file import map_file

CHECKSUM = b"checksum"
"""The name of the ``checksum_of`` a table in its schema's metadata."""
LEAST_MOST_BYTES = 2**28
MOST_GROWTH = 200
"""Limits of decompressed size: 256 MiB, or 200 times the file size if that is more."""
Check = Callable[[pa.Schema], None]


def read_arrow(
    source: Path | memoryview,
    check: pa.Schema | Check | None = None,
    *,
    columns: Sequence[str] | None = None,
    nullable: Collection[str] = (),
) -> pa.Table:
    """Read an Arrow file of at most one record batch, all columns or those named.

    ``check`` is the required schema, or a function that raises for a wrong one; ``nullable`` are
    the columns that may have nulls. A checksum in the metadata is verified if all columns are read.
    Raises FileError with the reason (without the file's name if ``source`` is bytes),
    MissingFileError if there is no file.
    """
    if isinstance(source, memoryview):
        return _read(source, check, columns=columns, nullable=nullable)
    data = map_file(source)
    try:
        return _read(data, check, columns=columns, nullable=nullable)
    except FileError as error:
        raise FileError(f"{source} cannot be used: {error}") from error


def read_arrow_schema(data: memoryview) -> pa.Schema:
    """Return an Arrow file's schema; raises FileError as ``read_arrow``."""
    _require_size(data)
    try:
        return _schema_of(pa.ipc.open_file(pa.py_buffer(data)))
    except _TROUBLE as error:
        raise FileError(f"it is damaged ({in_one_line(error)})") from error


_TROUBLE = (
    pa.ArrowException,
    ValueError,
    TypeError,
    KeyError,
    OSError,
    MemoryError,
    RecursionError,
)
"""The exceptions that Arrow raises for damaged files, among them many of Python's own."""


def _read(
    data: memoryview,
    check: pa.Schema | Check | None,
    *,
    columns: Sequence[str] | None,
    nullable: Collection[str],
) -> pa.Table:
    _require_size(data)
    try:
        schema = _schema_of(pa.ipc.open_file(pa.py_buffer(data)))
        _require_schema(schema, check)
        fields = range(len(schema)) if columns is None else map(schema.get_field_index, columns)
        options = pa.ipc.IpcReadOptions(included_fields=list(fields))
        table = pa.ipc.open_file(pa.py_buffer(data), options=options).read_all()
        table.validate(full=True)
    except _TROUBLE as error:
        raise FileError(f"it is damaged ({in_one_line(error)})") from error
    for name in table.column_names:
        if name not in nullable and _has_nulls(table.column(name)):
            raise FileError(f"its column {name!r} has nulls")
    if columns is None:
        _require_checksum(table)
    return table


def _schema_of(reader: pa.ipc.RecordBatchFileReader) -> pa.Schema:
    """Return the schema of a file; raises UnicodeDecodeError if a name in it is not valid text."""
    schema = reader.schema
    for name, said in (schema.metadata or {}).items():
        name.decode(), said.decode()
    _require_names(schema)
    return schema


def _require_names(fields: Iterable[pa.Field]) -> None:
    for field in fields:
        kind = field.type
        assert isinstance(field.name, str)  # it is decoded here
        if pa.types.is_struct(kind):
            _require_names([kind.field(number) for number in range(kind.num_fields)])
        elif pa.types.is_list(kind) or pa.types.is_fixed_size_list(kind):
            _require_names([kind.value_field])


def _require_size(data: memoryview) -> None:
    wanted, most = measure_arrow(data), max(LEAST_MOST_BYTES, MOST_GROWTH * len(data))
    if wanted > most:
        raise FileError(f"it would need {wanted:,} bytes; the limit is {most:,}")


def _require_schema(schema: pa.Schema, check: pa.Schema | Check | None) -> None:
    if isinstance(check, pa.Schema):
        if not schema.equals(check):
            raise FileError("its columns are not those of this version")
    elif check is not None:
        check(schema)


def _has_nulls(column: pa.ChunkedArray | pa.Array) -> bool:
    if isinstance(column, pa.ChunkedArray):
        return any(_has_nulls(chunk) for chunk in column.chunks)
    return bool(column.null_count) or any(_has_nulls(part) for part in _parts(column))


def _parts(array: pa.Array) -> list[pa.Array]:
    """The arrays that an array is made of."""
    kind = array.type
    if pa.types.is_dictionary(kind):
        return [array.dictionary]
    if pa.types.is_list(kind) or pa.types.is_fixed_size_list(kind):
        return [array.flatten()]
    if pa.types.is_struct(kind):
        return [array.field(number) for number in range(kind.num_fields)]
    return []


def stamped(table: pa.Table, metadata: Mapping[str, str]) -> pa.Table:
    """Return a table with metadata and the checksum of both, as ``read_arrow`` compares it."""
    table = table.replace_schema_metadata(dict(metadata))
    said = {**table.schema.metadata, CHECKSUM: checksum_of(table)}
    return table.replace_schema_metadata(said)


def checksum_of(table: pa.Table) -> bytes:
    """A digest of what a table says: its metadata but for the checksum, its columns, their values.

    It depends on values alone, not on how Arrow lays them out: dictionaries count as their words,
    lists as lengths and values.
    """
    state = blake2b(digest_size=16)
    for name, said in sorted((table.schema.metadata or {}).items()):
        if name != CHECKSUM:
            _add(state, name)
            _add(state, said)
    for name in table.column_names:
        _add(state, name.encode())
        _add_values(state, table.column(name).combine_chunks())
    return state.hexdigest().encode()


def _add(state: Any, part: bytes | memoryview) -> None:
    """Add a part with its length, so that no two sequences of parts are one."""
    state.update(len(part).to_bytes(8, "little"))
    state.update(part)


def _add_values(state: Any, array: pa.Array) -> None:
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    _add(state, _bytes_of(array.is_valid()))
    array = array.drop_null()
    if pa.types.is_string(array.type):
        texts = [text.encode() for text in array.to_pylist()]
        _add(state, np.array([len(text) for text in texts], "<i8").tobytes())
        _add(state, b"".join(texts))
        return
    if pa.types.is_list(array.type):
        _add(state, _bytes_of(array.value_lengths()))
    parts = _parts(array)
    for part in parts:
        _add_values(state, part)
    if not parts:
        _add(state, _bytes_of(array))


def _bytes_of(array: pa.Array) -> bytes:
    values = array.to_numpy(zero_copy_only=False)
    if values.dtype == object:
        raise TypeError(f"no checksum is made of columns of type {array.type}")
    return bytes(values.astype(values.dtype.newbyteorder("<")).tobytes())


def _require_checksum(table: pa.Table) -> None:
    """Verify the checksum; older files have none and are accepted."""
    stored = (table.schema.metadata or {}).get(CHECKSUM)
    try:
        if stored is not None and stored != checksum_of(table):
            raise FileError("its checksum is wrong: the file was changed")
    except TypeError as error:
        raise FileError(str(error)) from error
