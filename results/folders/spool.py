"""Bytes received over the network, kept on this machine's disk while they are in use."""

import mmap
import tempfile
import weakref
from dataclasses import dataclass

from railbird.results.errors import StoreError


@dataclass(frozen=True, slots=True)
class Span:
    """A location in a spool."""

    offset: int
    length: int


class Spool:
    """An unnamed file: it needs one descriptor, and is removed when this process ends."""

    def __init__(self) -> None:
        """Create an empty one in the folder for temporary files (TMPDIR)."""
        self._file = tempfile.TemporaryFile(prefix="railbird-")  # noqa: SIM115  (it stays open)
        weakref.finalize(self, self._file.close)
        self._end = 0

    def add(self, data: bytes) -> Span:
        """Store bytes; raises StoreError if the disk is full."""
        span = Span(self._end, len(data))
        try:
            self._file.seek(span.offset)
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise StoreError(
                f"cannot store downloaded data in {tempfile.gettempdir()}: "
                f"{error.strerror or error}; free some disk space, or set TMPDIR to another folder"
            ) from error
        step = mmap.ALLOCATIONGRANULARITY  # mappings start at multiples of it
        self._end += -(-len(data) // step) * step
        return span

    def view(self, span: Span) -> memoryview:
        """Return stored bytes, mapped while they are in use."""
        if not span.length:  # an empty range cannot be mapped
            return memoryview(b"")
        descriptor = self._file.fileno()
        mapped = mmap.mmap(descriptor, span.length, offset=span.offset, access=mmap.ACCESS_READ)
        return memoryview(mapped)
