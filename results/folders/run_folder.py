"""What a place for a run can do; whoever reads or writes a run asks no more of it.

Files are named from the run's folder: `manifest.json`, `shards/000000-....arrow`. `open_folder` in
`addresses.py` returns the folder of an address.
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
        """Raise StoreError where another process has taken the run over.

        What was seen at most `seconds_ago` is believed.
        """
        ...

    def release(self) -> None:
        """Let others write; may be called twice."""
        ...

    def withdraw(self) -> None:
        """Release the claim as if it had never been made: the run is refused, others go on."""
        ...


class RunFolder(Protocol):
    """Where a run is stored; can be sent to other processes and machines.

    Reading raises MissingFileError for a file that is not there, and FileError or StoreError for
    one that cannot be read; writing raises StoreError. `str(folder)` is its address.
    """

    @property
    def name(self) -> str:
        """The last part of its address."""
        ...

    @property
    def local(self) -> Path | None:
        """Its path on this machine; None where it is not on a disk."""
        ...

    def resolved(self) -> "RunFolder":
        """Return the same folder by an address that does not depend on the working folder."""
        ...

    def beside(self, name: str) -> "RunFolder":
        """Return the folder of this name in the same parent."""
        ...

    def path_of(self, file: str) -> str:
        """Return the address of a file or folder in it."""
        ...

    def names(self, inside: str = "") -> list[str]:
        """Return the names in it, or in a folder in it, in any order; none where there is no such.

        Files that are not whole yet are left out. Raises StoreError where a file has its address.
        """
        ...

    def exists(self, file: str) -> bool:
        """Whether there is something of this name."""
        ...

    def is_file(self, file: str) -> bool:
        """Whether a name that was listed is a file's, which can be read without waiting."""
        ...

    def read(self, file: str, *, most_bytes: int) -> bytes:
        """Return what is in a file now; FileError above `most_bytes`."""
        ...

    def map(self, file: str) -> memoryview:
        """Return a file's bytes without keeping them in memory, however often it is asked for."""
        ...

    def write(self, file: str, data: Data) -> None:
        """Write a file, whole and for good, or not at all; what had its name is replaced."""
        ...

    def create(self, file: str, data: Data) -> bool:
        """Write a file where there is none; False where there is one with other content."""
        ...

    def remove(self, file: str) -> None:
        """Remove a file that may be there; a folder of this name is moved out of the way."""
        ...

    def make(self, inside: str) -> None:
        """Make a folder in it, where files need one."""
        ...

    def move_to(self, name: str) -> bool:
        """Give the folder this name in its parent, at once; False where something has the name.

        Raises StoreError where it cannot be moved.
        """
        ...

    def claim(self, inside: str, *, folders: Sequence[str]) -> Claim:
        """Make `folders` and take the right to write here; traces of it are kept in `inside`.

        Raises StoreError where another process has that right.
        """
        ...

    def filled(self) -> AbstractContextManager[Path]:
        """Give a path of this machine for many files, which at the end are in this folder."""
        ...


@dataclass(frozen=True, slots=True, order=True)
class StoredFile:
    """A file of a run, by its name from the run's folder: `shards/000000-....arrow`."""

    folder: RunFolder = field(compare=False)
    file: str

    @property
    def name(self) -> str:
        """The last part of its name."""
        return self.file.rpartition("/")[2]

    @property
    def stem(self) -> str:
        """The last part of its name without what follows the last dot."""
        return self.name.rpartition(".")[0]

    def exists(self) -> bool:
        """Whether it is there."""
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
