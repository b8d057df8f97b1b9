"""Reads the layout of an Arrow file before Arrow allocates anything for it.

The footer and the messages are FlatBuffers; only the numbers that decide how much memory reading
takes are looked up here. The format is https://arrow.apache.org/docs/format/Columnar.html with its
Message.fbs and File.fbs.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from railbird.native.errors import FileError

MOST_BATCHES, MOST_DICTIONARIES = 1, 16
"""What our files have at most. More would let one part of a file be read over and over."""
MAGIC = b"ARROW1"
CONTINUATION = 0xFFFFFFFF
NOT_COMPRESSED = -1
_DICTIONARIES, _RECORD_BATCHES = 2, 3  # fields of Footer
_HEADER_TYPE, _HEADER = 1, 2  # fields of Message
_DICTIONARY_BATCH, _RECORD_BATCH = 2, 3  # values of its header type
_PARTS = (
    (_DICTIONARIES, _DICTIONARY_BATCH, MOST_DICTIONARIES),
    (_RECORD_BATCHES, _RECORD_BATCH, MOST_BATCHES),
)
_DATA = 1  # field of DictionaryBatch
_BUFFERS, _COMPRESSION = 2, 3  # fields of RecordBatch


def measure_arrow(data: memoryview) -> int:
    """Return the bytes that an Arrow file's values take once they are decompressed.

    Raises FileError if it is not an Arrow file, or has more parts than ours have.
    """
    try:
        return _measure(data)
    except (struct.error, IndexError, ValueError, OverflowError) as error:
        raise FileError("it is not an Arrow file, or it is truncated") from error


def _measure(data: memoryview) -> int:
    if data[: len(MAGIC)] != MAGIC or data[-len(MAGIC) :] != MAGIC:
        raise ValueError("no magic")
    (length,) = struct.unpack_from("<i", data, len(data) - len(MAGIC) - 4)
    start = len(data) - len(MAGIC) - 4 - length
    if length < 0 or start < 0:
        raise ValueError("the footer is longer than the file")
    footer = _Table.root(data[start : start + length])
    size = 0
    for field, kind, most in _PARTS:
        blocks = list(islice(footer.structs(field, "<qi4xq"), most + 1))
        if len(blocks) > most:
            raise FileError(f"it has more than {most} parts of one kind")
        size += sum(_bytes_of(data, block, kind) for block in blocks)
    return size


def _bytes_of(data: memoryview, block: tuple[int, ...], kind: int) -> int:
    """The bytes of all buffers of a message, decompressed."""
    offset, metadata_length, body_length = block
    body = offset + metadata_length
    if min(block) < 0 or body + body_length > len(data):
        raise ValueError("a message ends after the file")
    (first,) = struct.unpack_from("<I", data, offset)
    prefix = 8 if first == CONTINUATION else 4
    message = _Table.root(data[offset + prefix : body])
    if message.scalar(_HEADER_TYPE, "<B") != kind:
        raise ValueError("a message is not what the footer says")
    batch = message.table(_HEADER)
    if kind == _DICTIONARY_BATCH:
        batch = batch.table(_DATA)
    is_compressed = batch.has(_COMPRESSION)
    total = 0
    for start, length in batch.structs(_BUFFERS, "<qq"):
        if start < 0 or length < 0 or start + length > body_length:
            raise ValueError("a buffer ends after its message")
        total += length
        if is_compressed and length:
            (claimed,) = struct.unpack_from("<q", data, body + start)
            if claimed < NOT_COMPRESSED:
                raise ValueError("a buffer of negative length")
            total += max(claimed, 0)
    return total


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of a FlatBuffer: fields are found through its vtable."""

    data: memoryview
    place: int

    @classmethod
    def root(cls, data: memoryview) -> "_Table":
        return cls(data, _number(data, "<I", 0))

    def has(self, field: int) -> bool:
        return self._find(field) is not None

    def scalar(self, field: int, form: str) -> int:
        place = self._find(field)
        return 0 if place is None else _number(self.data, form, place)

    def table(self, field: int) -> "_Table":
        place = self._find(field)
        if place is None:
            raise ValueError("a table is missing")
        return _Table(self.data, place + _number(self.data, "<I", place))

    def structs(self, field: int, form: str) -> Iterator[tuple[int, ...]]:
        place = self._find(field)
        if place is None:
            return
        vector = place + _number(self.data, "<I", place)
        size, first = struct.calcsize(form), vector + 4
        count = _number(self.data, "<I", vector)
        if first + count * size > len(self.data):
            raise ValueError("a vector ends after its buffer")
        yield from struct.iter_unpack(form, self.data[first : first + count * size])

    def _find(self, field: int) -> int | None:
        vtable = self.place - _number(self.data, "<i", self.place)
        if vtable < 0:
            raise ValueError("a vtable before its buffer")
        entry = 4 + 2 * field
        if entry + 2 > _number(self.data, "<H", vtable):
            return None
        offset = _number(self.data, "<H", vtable + entry)
        return self.place + offset if offset else None


def _number(data: memoryview, form: str, place: int) -> int:
    (number,) = struct.unpack_from(form, data, place)
    return int(number)
