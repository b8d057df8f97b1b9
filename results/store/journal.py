"""The journal of a run: every answer of asynchronous agents, in the order in which they arrived.

A file is a line that names the format, and frames: the length of a record in four bytes, the
blake2b hash (16 bytes) of the record, a hash (4 bytes) of these two, and the record in msgpack. It
is not a stream of Arrow: that has no checks, so that a reader cannot tell a stream cut by a power
failure from one that somebody changed, and each row would be a record batch of more than a
kilobyte. A process writes a file of its own and never continues one that was there, so that only
the last frame can be incomplete.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Literal

import msgspec

from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import RunFolder

JOURNAL, FRAMES = "journal", ".frames"
FIRST_LINE = b"railbird journal 1\n"
LENGTH_BYTES, HASH_BYTES, CHECK_BYTES = 4, 16, 4
HEAD_BYTES = LENGTH_BYTES + HASH_BYTES
MOST_FRAME_BYTES = 2**26
MOST_FILE_BYTES = 2**40

RecordKind = Literal["call", "decision"]


class Usage(msgspec.Struct, frozen=True, array_like=True):
    """What a call used: tokens, of which `reasoning` are part of `answered`, and its price."""

    asked: int = 0
    answered: int = 0
    reasoning: int = 0
    dollars: float = 0.0
    is_estimated: bool = False
    """Whether the service did not say, so that tokens are estimated from the length of texts."""


class JournalRecord(msgspec.Struct, frozen=True, array_like=True):
    """An answer: of a service to one call, or the action of a whole decision.

    `match_key`, `seat`, `hand` and `decision` say when it was asked, `vote` and `attempt` which
    call of the decision it is. `question` is the hash of what was asked. `answer` is what is
    played again; `prompt` and `reasoning` are for readers, and empty if the run keeps no text.
    `started` is in seconds since 1970, `tries` the number of requests it took.
    """

    kind: RecordKind
    label: str
    match_key: int
    seat: int
    hand: int
    decision: int
    vote: int
    attempt: int
    question: bytes
    answer: bytes
    started: float
    seconds: float
    tries: int = 1
    model: str = ""
    usage: Usage = Usage()
    prompt: str = ""
    reasoning: str = ""

    @property
    def key(self) -> tuple[str, int, int, int, int, int, int]:
        """What no two records of a run share."""
        return (
            self.kind,
            self.match_key,
            self.seat,
            self.hand,
            self.decision,
            self.vote,
            self.attempt,
        )


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(JournalRecord).decode


def frame_of(record: JournalRecord) -> bytes:
    """Return the bytes that are appended for a record."""
    data = _encode(record)
    head = len(data).to_bytes(LENGTH_BYTES, "little") + _hash(data)
    return head + _check(head) + data


def journal_files(folder: RunFolder) -> list[str]:
    """Return the names of a run's journal files, in order."""
    names = sorted(name for name in folder.names(JOURNAL) if name.endswith(FRAMES))
    return [f"{JOURNAL}/{name}" for name in names]


def read_journal(folder: RunFolder) -> Iterator[JournalRecord]:
    """Yield the records of all files of a run; raises StoreError for a damaged file."""
    for file in journal_files(folder):
        yield from read_frames(folder.map(file), name=folder.path_of(file))


def read_frames(data: memoryview | bytes, *, name: str) -> Iterator[JournalRecord]:
    """Yield the records of one file, up to an incomplete last frame; raises StoreError.

    The end is incomplete if its process was killed while it wrote: it is not played, and asked
    again. Bytes of zero at the end count as incomplete too, as some file systems leave them.
    """
    view = memoryview(data)
    if bytes(view[: len(FIRST_LINE)]) != FIRST_LINE[: len(view)]:
        raise StoreError(f"{name} is not a journal of this version of railbird; remove it")
    start = len(FIRST_LINE)
    while start < len(view):
        body = start + HEAD_BYTES + CHECK_BYTES
        if body > len(view) or not any(view[start:]):
            return
        head = bytes(view[start : start + HEAD_BYTES])
        end = body + int.from_bytes(head[:LENGTH_BYTES], "little")
        try:
            if bytes(view[start + HEAD_BYTES : body]) != _check(head):
                raise ValueError
            if end > len(view):
                return
            if end - body > MOST_FRAME_BYTES or head[LENGTH_BYTES:] != _hash(view[body:end]):
                raise ValueError
            record = _decode(view[body:end])
        except (ValueError, msgspec.DecodeError):
            raise StoreError(
                f"{name} is damaged at byte {start}; restore it from a copy, or remove it to ask "
                "its questions again"
            ) from None
        yield record
        start = end


def _check(head: bytes) -> bytes:
    return blake2b(head, digest_size=CHECK_BYTES, person=b"railbird-head").digest()


def _hash(data: bytes | memoryview) -> bytes:
    return blake2b(data, digest_size=HASH_BYTES, person=b"railbird-frame").digest()
