"""Requests to object storage: retried a limited number of times, with clear errors.

Uses fsspec with s3fs or gcsfs, which are imported when the first request is made.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from railbird.native import MissingFileError
from railbird.native.errors import in_one_line
from railbird.results.errors import StoreError

PACKAGES = {"s3": "s3fs", "gs": "gcsfs"}
"""The package needed for each scheme; the extra of railbird has the scheme's name."""
CONNECT_SECONDS, ANSWER_SECONDS = 10, 60
WAITS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between attempts of a request that had no answer or a server error."""
ONE_PUT = 2**30
"""Larger files are sent in parts, which become one object when all have arrived."""
T = TypeVar("T")


class Listed(NamedTuple):
    """A name in a folder; `mark` changes whenever the content does."""

    is_file: bool
    size: int
    mark: str


@dataclass(frozen=True, slots=True)
class ObjectClient:
    """Requests to a bucket. Paths begin with the bucket; a put is atomic.

    Raises StoreError if a request is refused or fails permanently.
    """

    scheme: str
    bucket: str

    def names(self, path: str) -> dict[str, Listed]:
        """Return the entries directly under a path, by name; empty if there is no such path."""
        try:
            found = self._read(path, lambda storage: storage.ls(path, detail=True, refresh=True))
        except MissingFileError:
            return {}
        under = f"{path}/"
        return {
            entry["name"].removeprefix(under): _listed(entry)
            for entry in found
            if entry["name"].startswith(under) and entry["name"] != under
        }

    def exists(self, path: str) -> bool:
        """Whether there is such an object."""
        try:
            self._read(path, lambda storage: storage.info(path, refresh=True))
        except MissingFileError:
            return False
        return True

    def read(self, path: str) -> bytes:
        """Return an object; raises MissingFileError."""
        data: bytes = self._read(path, lambda storage: storage.cat_file(path))
        return data

    def read_some(self, paths: Sequence[str]) -> dict[str, bytes]:
        """Return objects by path, requested in parallel without retries; failures are omitted."""
        found = open_storage(self.scheme).cat(list(paths), on_error="return")
        return {path: data for path, data in found.items() if isinstance(data, bytes)}

    def write(self, path: str, data: bytes) -> None:
        """Put an object, replacing an existing one."""
        self._write(path, lambda storage: storage.pipe_file(path, data, chunksize=ONE_PUT))

    def write_some(self, files: Mapping[str, bytes]) -> None:
        """Put several objects at once."""
        self._write(min(files), lambda storage: storage.pipe(dict(files)))

    def create(self, path: str, data: bytes) -> bool:
        """Put an object if there is none; return False if there is one with other content.

        One with the same content may be ours: a request whose answer was lost is repeated.
        """

        def put(storage: Any) -> bool:
            try:
                storage.pipe_file(path, data, chunksize=ONE_PUT, mode="create")
            except Exception as error:
                if not _is_taken(error):
                    raise
                return bool(storage.cat_file(path) == data)
            return True

        return self._write(path, put)

    def remove(self, path: str) -> None:
        """Remove an object if it exists."""
        try:
            self._patiently(f"remove {self.scheme}://{path}", lambda s: s.rm_file(path))
        except MissingFileError:
            return

    def _read(self, path: str, ask: Callable[[Any], T]) -> T:
        return self._patiently(f"read {self.scheme}://{path}", ask)

    def _write(self, path: str, ask: Callable[[Any], T]) -> T:
        try:
            return self._patiently(f"write {self.scheme}://{path}", ask)
        except MissingFileError as error:  # nothing else can be missing
            raise self._no_bucket() from error

    def _patiently(self, what: str, ask: Callable[[Any], T]) -> T:
        """Return the answer, or raise MissingFileError or StoreError after the last attempt."""
        tries = 1 + len(WAITS)
        for number in range(tries):
            try:
                return ask(open_storage(self.scheme))
            except StoreError:
                raise
            except Exception as error:  # of four libraries, whose errors have no common root
                refusal = self._refusal(what, error)
                if refusal is not None:
                    raise refusal from error
                if number + 1 == tries:
                    raise StoreError(
                        f"cannot {what} after {tries} attempts: {in_one_line(error)}; run the "
                        "same command again when the storage is available"
                    ) from error
            time.sleep(WAITS[number])
        raise AssertionError("the last attempt returns or raises")

    def _refusal(self, what: str, error: Exception) -> Exception | None:
        """Return the error to raise for a permanent failure, None for a temporary one."""
        said, kind = in_one_line(error), type(error).__name__
        if isinstance(error, FileNotFoundError):
            if "bucket does not exist" in said:
                return self._no_bucket()
            return MissingFileError(f"cannot {what}: there is no such object")
        if "CredentialsError" in kind:
            return StoreError(
                f"there are no credentials for {self.scheme}://{self.bucket} ({said}); set them "
                "in the environment, see docs/object_storage.md"
            )
        if isinstance(error, PermissionError) or said.startswith("Forbidden"):  # s3fs, gcsfs
            return StoreError(
                f"cannot {what}: access is denied ({said}); check the credentials in the "
                "environment, and that they allow to list, read, write and delete there"
            )
        if isinstance(error, (TypeError, ValueError)) or "ValidationError" in kind:
            return StoreError(f"cannot {what}: {said}; correct the address")
        return None

    def _no_bucket(self) -> StoreError:
        return StoreError(
            f"there is no bucket {self.scheme}://{self.bucket}; create it, or correct the address"
        )


def open_storage(scheme: str) -> Any:
    """Return fsspec's file system for a scheme, one per process.

    Raises StoreError if the package that it needs is not installed.
    """
    config = {
        "connect_timeout": CONNECT_SECONDS,
        "read_timeout": ANSWER_SECONDS,
        "retries": {"total_max_attempts": 1},  # the client retries itself
    }
    # one request per object: for parallel requests s3fs first requests the size
    s3 = {"config_kwargs": config, "max_concurrency": 1}
    options: dict[str, Any] = s3 if scheme == "s3" else {}
    try:
        import fsspec  # noqa: PLC0415  (only where a run is in object storage)

        storage = fsspec.filesystem(scheme, use_listings_cache=False, **options)
    except ImportError as error:
        raise StoreError(
            f"{scheme}:// needs the package {PACKAGES[scheme]}; install it with "
            f"pip install 'railbird[{scheme}]'"
        ) from error
    storage.retries = 1
    return storage


def _listed(entry: Mapping[str, Any]) -> Listed:
    mark = entry.get("ETag") or entry.get("etag") or entry.get("LastModified") or ""
    return Listed(entry["type"] == "file", int(entry.get("size") or 0), str(mark))


def _is_taken(error: Exception) -> bool:
    """Whether a conditional put failed because there is an object."""
    answer = getattr(error.__cause__, "response", None) or {}
    codes = (answer.get("Error", {}).get("Code"), str(getattr(error, "code", "")))
    return isinstance(error, FileExistsError) or "PreconditionFailed" in codes or "412" in codes
