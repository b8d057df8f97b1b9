"""The interface of a place that stores a run, used by all readers and writers of runs.

Files are named relative to the run's folder: `manifest.json`, `shards/000000-....arrow`.
`open_folder` in `addresses.py` returns the folder of an address.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

import pyarrow as pa

Data: TypeAlias = bytes | pa.Buffer


class Claim(Protocol):
    """The right to write a run's manifest, which one process has at a time.

    A folder on a disk belongs to the process that holds its lock; a run in object storage belongs
    to the process that claimed it last.
    """

    def require(self, *, seconds_ago: float = 0.0) -> None:
        """Raise StoreError if another process has taken over the run.

        A check that was made at most `seconds_ago` is not repeated.
        """
        ...

    def release(self) -> None:
        """Allow others to write; may be called twice."""
        ...

    def withdraw(self) -> None:
        """Release the claim as if it had not been made: the run is refused, others continue."""
        ...


class RunFolder(Protocol):
    """The place where a run is stored; can be sent to other processes and machines.

    Reading raises MissingFileError for a missing file, and FileError or StoreError for one that
    cannot be read; writing raises StoreError. `str(folder)` is its address.
    """

    @property
    def name(self) -> str:
        """The last part of its address."""
        ...

    @property
    def local(self) -> Path | None:
        """Its path on this machine; None if it is not on a disk."""
        ...

    def resolved(self) -> "RunFolder":
        """Return the same folder with an absolute address."""
        ...

    def beside(self, name: str) -> "RunFolder":
        """Return the folder with this name in the same parent."""
        ...

    def path_of(self, file: str) -> str:
        """Return the address of a file or folder in it."""
        ...

    def names(self, inside: str = "") -> list[str]:
        """Return the names in it, or in a folder in it, in any order; empty if there is none.

        Partial files are omitted. Raises StoreError if its address is a file.
        """
        ...

    def exists(self, file: str) -> bool:
        """Whether there is an entry with this name."""
        ...

    def is_file(self, file: str) -> bool:
        """Whether a listed name is a regular file, which can be read without blocking."""
        ...

    def read(self, file: str, *, most_bytes: int) -> bytes:
        """Return the current content of a file; raises FileError above `most_bytes`."""
        ...

    def map(self, file: str) -> memoryview:
        """Return a file's bytes, mapped rather than kept in memory."""
        ...

    def write(self, file: str, data: Data) -> None:
        """Write a file atomically and durably, replacing an existing one."""
        ...

    def create(self, file: str, data: Data) -> bool:
        """Write a file if there is none; return False if there is one with other content."""
        ...

    def remove(self, file: str) -> None:
        """Remove a file if it exists; a folder with this name is renamed."""
        ...

    def make(self, inside: str) -> None:
        """Create a folder in it, if files need one."""
        ...

    def move_to(self, name: str) -> bool:
        """Rename the folder in its parent, atomically; return False if the name is taken.

        Raises StoreError if it cannot be renamed.
        """
        ...

    def claim(self, inside: str, *, folders: Sequence[str]) -> Claim:
        """Create `folders` and claim the right to write here; claims are stored in `inside`.

        Raises StoreError if another process has that right.
        """
        ...

    def filled(self) -> AbstractContextManager[Path]:
        """Yield a local path for many files, which are in this folder at the end."""
        ...


@dataclass(frozen=True, slots=True, order=True)
class StoredFile:
    """A file of a run, by its name relative to the run's folder: `shards/000000-....arrow`."""

    folder: RunFolder = field(compare=False)
    file: str

    @property
    def name(self) -> str:
        """The last part of its name."""
        return self.file.rpartition("/")[2]

    @property
    def stem(self) -> str:
        """The last part of its name without the suffix."""
        return self.name.rpartition(".")[0]

    def exists(self) -> bool:
        """Whether it exists."""
        return self.folder.exists(self.file)

    def is_file(self) -> bool:
        """Whether it is a file: see `RunFolder.is_file`."""
        return self.folder.is_file(self.file)

    def map(self) -> memoryview:
        """Return its bytes: see `RunFolder.map`."""
        return self.folder.map(self.file)

    def write(self, data: Data) -> None:
        """Write it: see `RunFolder.write`."""
        self.folder.write(self.file, data)

    def remove(self) -> None:
        """Remove it: see `RunFolder.remove`."""
        self.folder.remove(self.file)

    def __str__(self) -> str:
        """Return its address."""
        return self.folder.path_of(self.file)
