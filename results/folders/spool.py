"""Bytes that came over the network, kept on this machine's disk for as long as they are used."""

import mmap
import tempfile
import weakref
from dataclasses import dataclass

from railbird.results.errors import StoreError


@dataclass(frozen=True, slots=True)
class Span:
    """Where something lies in a spool."""

    offset: int
    length: int


class Spool:
    """A file without a name: it needs one descriptor, and is gone when this process ends."""

    def __init__(self) -> None:
        """Make an empty one in the folder for temporary files (TMPDIR)."""
        self._file = tempfile.TemporaryFile(prefix="railbird-")  # noqa: SIM115  (it lasts)
        weakref.finalize(self, self._file.close)
        self._end = 0

    def add(self, data: bytes) -> Span:
        """Keep bytes; raises StoreError where the disk is full."""
        span = Span(self._end, len(data))
        try:
            self._file.seek(span.offset)
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise StoreError(
                f"cannot keep what was read in {tempfile.gettempdir()}: {error.strerror or error}; "
                "make room, or name another folder in TMPDIR"
            ) from error
        step = mmap.ALLOCATIONGRANULARITY  # what is mapped begins at a multiple of it
        self._end += -(-len(data) // step) * step
        return span

    def view(self, span: Span) -> memoryview:
        """Return bytes that were kept, mapped for as long as they are used."""
        if not span.length:  # nothing cannot be mapped
            return memoryview(b"")
        descriptor = self._file.fileno()
        mapped = mmap.mmap(descriptor, span.length, offset=span.offset, access=mmap.ACCESS_READ)
        return memoryview(mapped)
