"""A run in object storage: a prefix in a bucket; each object is a file of the run."""

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from socket import gethostname
from uuid import uuid4

import msgspec

from railbird.native import FileError
from railbird.results.errors import StoreError
from railbird.results.folders.object_client import Listed, ObjectClient
from railbird.results.folders.run_folder import Data
from railbird.results.folders.spool import Span, Spool

AT_ONCE = 16
MOST_AHEAD = 2**26
"""Files, and bytes of them, that are read ahead in the order of their names."""
CLAIM = ".claim"


class ObjectFolder:
    """A prefix in a bucket; see RunFolder.

    Listed files are cached on this machine after they are read, until they change.
    """

    def __init__(self, scheme: str, bucket: str, prefix: str) -> None:
        """Initialise without a request; `prefix` is empty for the bucket itself."""
        self.scheme, self.bucket, self.prefix = scheme, bucket, prefix
        self._client = ObjectClient(scheme, bucket)
        self._listed: dict[str, dict[str, Listed]] = {}
        self._kept: dict[str, tuple[Listed, Span]] = {}
        self._spool: Spool | None = None

    def __reduce__(self) -> tuple[type["ObjectFolder"], tuple[str, str, str]]:
        """Send only the address to other processes."""
        return ObjectFolder, (self.scheme, self.bucket, self.prefix)

    def __eq__(self, other: object) -> bool:
        """Whether the address is the same."""
        return isinstance(other, ObjectFolder) and str(self) == str(other)

    def __hash__(self) -> int:
        """Hash the address."""
        return hash(str(self))

    def __str__(self) -> str:
        """Return the address."""
        return f"{self.scheme}://{self._path}"

    @property
    def name(self) -> str:
        """The last part of the prefix, or the bucket's name."""
        return self._path.rpartition("/")[2]

    @property
    def local(self) -> None:
        """None: it is not on a disk of this machine."""
        return None

    def resolved(self) -> "ObjectFolder":
        """Return the folder itself."""
        return self

    def beside(self, name: str) -> "ObjectFolder":
        """Return another prefix of the bucket."""
        parent = self.prefix.rpartition("/")[0]
        return ObjectFolder(self.scheme, self.bucket, f"{parent}/{name}".lstrip("/"))

    def path_of(self, file: str) -> str:
        """Return the address of an object."""
        return f"{self}/{file}"

    def names(self, inside: str = "") -> list[str]:
        """List a prefix, to the next slash."""
        path = f"{self._path}/{inside}".rstrip("/")
        self._listed[inside] = self._client.names(path)
        return list(self._listed[inside])

    def exists(self, file: str) -> bool:
        """Whether there is such an object."""
        return self._client.exists(self._object(file))

    def is_file(self, file: str) -> bool:
        """Whether a listed name is an object, not a prefix of others."""
        listed = self._find(file)
        return listed is not None and listed.is_file

    def read(self, file: str, *, most_bytes: int) -> bytes:
        """Get an object."""
        data = self._client.read(self._object(file))
        if len(data) > most_bytes:
            raise FileError(
                f"{self.path_of(file)} has more than {most_bytes:,} bytes, the limit for reading"
            )
        return data

    def map(self, file: str) -> memoryview:
        """Get an object, from the cache if it was listed and has not changed since."""
        listed = self._find(file)
        if listed is None:
            return memoryview(self._client.read(self._object(file)))
        if not self._has(file):
            self._read_ahead(file)
        if not self._has(file):  # again, individually: this reports the error, or succeeds
            self._keep(file, self._client.read(self._object(file)))
        assert self._spool is not None
        return self._spool.view(self._kept[file][1])

    def write(self, file: str, data: Data) -> None:
        """Put an object."""
        self._client.write(self._object(file), bytes(memoryview(data)))

    def create(self, file: str, data: Data) -> bool:
        """Put an object on the condition that there is none, so that only one writer succeeds."""
        return self._client.create(self._object(file), bytes(memoryview(data)))

    def remove(self, file: str) -> None:
        """Delete an object; unlike on a disk, nothing can block its name."""
        if self._find(file) is None or self.is_file(file):
            self._client.remove(self._object(file))

    def make(self, inside: str) -> None:
        """Do nothing: a prefix exists when it has objects."""

    def move_to(self, name: str) -> bool:
        """Refuse: object storage cannot rename, and a copy would not be atomic."""
        raise StoreError(
            f"{self} cannot be kept under another name, since object storage cannot rename; play "
            "the new run at another address, or delete the old one first"
        )

    def claim(self, inside: str, *, folders: Sequence[str]) -> "ObjectClaim":
        """Put the next claim; see ObjectClaim."""
        last = _last_claim(self, inside)
        claim = ObjectClaim(self, inside, last + 1)
        who = {"host": gethostname(), "process": os.getpid(), "token": uuid4().hex}
        if not self.create(claim.file, msgspec.json.encode(who)):
            raise StoreError(f"another process is writing to {self}; wait until it ends")
        return claim

    @contextmanager
    def filled(self) -> Iterator[Path]:
        """Yield a temporary folder, whose files are uploaded if no error is raised."""
        with tempfile.TemporaryDirectory(prefix="railbird-") as name:
            folder = Path(name)
            yield folder
            files = sorted(path for path in folder.rglob("*") if path.is_file())
            for start in range(0, len(files), AT_ONCE):
                some = files[start : start + AT_ONCE]
                names = [path.relative_to(folder).as_posix() for path in some]
                data = [path.read_bytes() for path in some]
                self._client.write_some(dict(zip(map(self._object, names), data, strict=True)))

    @property
    def _path(self) -> str:
        return f"{self.bucket}/{self.prefix}".rstrip("/")

    def _object(self, file: str) -> str:
        return f"{self._path}/{file}"

    def _find(self, file: str) -> Listed | None:
        inside, _, name = file.rpartition("/")
        return self._listed.get(inside, {}).get(name)

    def _has(self, file: str) -> bool:
        return file in self._kept and self._kept[file][0] == self._find(file)

    def _read_ahead(self, file: str) -> None:
        """Read a file and those listed after it, which are usually read next."""
        wanted = {self._object(name): name for name in self._next_files(file)}
        for path, data in self._client.read_some(list(wanted)).items():
            self._keep(wanted[path], data)

    def _next_files(self, file: str) -> Iterator[str]:
        inside, _, first = file.rpartition("/")
        listed, size = self._listed[inside], 0
        names = sorted(name for name in listed if name >= first and listed[name].is_file)
        for name in names[:AT_ONCE]:
            size += listed[name].size
            path = f"{inside}/{name}".lstrip("/")
            if path == file or (size <= MOST_AHEAD and not self._has(path)):
                yield path

    def _keep(self, file: str, data: bytes) -> None:
        listed = self._find(file)
        assert listed is not None
        self._spool = self._spool or Spool()
        self._kept[file] = (listed, self._spool.add(data))


@dataclass(slots=True)
class ObjectClaim:
    """A numbered object, put on the condition that there is none.

    Object storage has no locks that end with a process. So the next process can continue at once
    after one was killed; if that one is alive, it finds that its claim is no longer the last.
    """

    folder: ObjectFolder
    inside: str
    number: int
    looked: float = field(default_factory=time.monotonic)

    @property
    def file(self) -> str:
        """The claim's name relative to the run's folder."""
        return f"{self.inside}/{self.number:06d}{CLAIM}"

    def require(self, *, seconds_ago: float = 0.0) -> None:
        """Compare the number with the last one."""
        if time.monotonic() - self.looked < seconds_ago:
            return
        self.looked = time.monotonic()
        if _last_claim(self.folder, self.inside) != self.number:
            raise StoreError(
                f"another process has taken over {self.folder} and continues it; this process "
                "stops, and what it has stored is kept"
            )

    def release(self) -> None:
        """Keep the claim, so that no earlier process considers itself the last one."""

    def withdraw(self) -> None:
        """Remove the claim; if that fails it stays, which affects only earlier processes."""
        with suppress(StoreError):
            self.folder.remove(self.file)


def _last_claim(folder: ObjectFolder, inside: str) -> int:
    numbers = [name.removesuffix(CLAIM) for name in folder.names(inside) if name.endswith(CLAIM)]
    return max((int(number) for number in numbers if number.isdecimal()), default=0)
