"""A run's folder, open for writing: what is missing in it, and how it is begun and finished."""

import fcntl
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from errno import EACCES, EAGAIN
from pathlib import Path
from types import TracebackType
from typing import IO, Self
from uuid import uuid4

import msgspec
import pyarrow as pa

from railbird.native import temporary_files
from railbird.results.errors import OtherRunError, StoreError
from railbird.results.store.deal_secrets import (
    SECRET_FILE,
    kept_stages,
    publish,
    write_secrets,
)
from railbird.results.store.files import (
    make_folder,
    table_bytes,
    unwritable,
    write_whole,
)
from railbird.results.store.lost_manifest import AGENT_FILE
from railbird.results.store.manifest import (
    MANIFEST,
    Manifest,
    differences,
    manifest_bytes,
    read_manifest,
)
from railbird.results.store.schema import TIMINGS
from railbird.results.store.shard_files import (
    SHARDS,
    DamagedShard,
    find_shards,
    named_shards,
    write_shard,
)

TABLES, TIMING_FOLDER = "tables", "timings"
_LOCK_FILE, _ASIDE = "run.lock", ".aside"


@dataclass(slots=True)
class Store:
    """A run's folder, open for writing by one process; its workers call `write_shard`.

    `damaged` names the shards that were thrown away when the folder was opened: their chunks are
    missing and are to be played again. Use the store as a context manager, or call `close`.
    """

    folder: Path
    manifest: Manifest
    _lock: IO[str]
    damaged: tuple[DamagedShard, ...] = ()
    _secrets: Mapping[int, bytes] = field(default_factory=dict, repr=False)

    @classmethod
    def create(
        cls,
        folder: Path,
        manifest: Manifest,
        *,
        growing: Collection[str] = frozenset(),
        secrets: Mapping[int, bytes] | None = None,
    ) -> Self:
        """Begin a run in an empty folder, or go on with the same run in its own.

        Stages, deck seeds and agents may have been added since; of the spec only the keys in
        `growing` may differ. `secrets` are by stage those that are kept until the run has ended.
        Raises OtherRunError naming the first difference, StoreError where the
        folder cannot be written or another process writes into it. A refused folder is left as it
        was.
        """
        old = _manifest_there(folder)
        if old is not None:
            _refuse_other(folder, old, manifest, growing=frozenset(growing))
        for name in (SHARDS, TABLES, TIMING_FOLDER):
            make_folder(folder / name)
        store = cls(folder, manifest, _lock(folder), _secrets=dict(secrets or {}))
        try:
            store._clear_away()
            store._keep_secrets()
            store._write_agents(manifest)
            if old is None or store.missing() or manifest != _begun(old):
                write_whole(folder / MANIFEST, manifest_bytes(manifest))
        except BaseException:
            store.close()
            raise
        return store

    def missing(self, chunk_count: int | None = None) -> tuple[int, ...]:
        """Return the chunks not there yet, of `chunk_count` or of all the manifest's stages."""
        there = {shard.chunk_index for shard in named_shards(self.folder)}
        wanted = self.manifest.chunk_count if chunk_count is None else chunk_count
        return tuple(index for index in range(wanted) if index not in there)

    def write_shard(self, chunk_index: int, table: pa.Table) -> Path:
        """Put one chunk into the folder; see the function of the same name."""
        return write_shard(self.folder, chunk_index, table)

    def write_timings(self, timings: pa.Table) -> None:
        """Add rows of schema TIMINGS, in a file of their own outside what is compared."""
        folder = self.folder / TIMING_FOLDER
        number = len(list(folder.glob("*.arrow")))
        write_whole(folder / f"{number:06d}.arrow", table_bytes(timings.cast(TIMINGS)))

    def finish(self) -> None:
        """Write into the manifest that the run is complete, with its shards' names and its secrets.

        Raises StoreError where chunks are missing.
        """
        missing = self.missing()
        if missing:
            raise StoreError(
                f"{self.folder} is not complete: {len(missing)} chunks are missing, "
                f"the first is {missing[0]}; run it again"
            )
        shards = tuple(shard.path.name for shard in named_shards(self.folder))
        done = msgspec.structs.replace(
            publish(self.manifest, self._secrets), is_complete=True, shards=shards
        )
        self._write_agents(done)
        write_whole(self.folder / MANIFEST, manifest_bytes(done))
        _remove([self.folder / SECRET_FILE])

    def close(self) -> None:
        """Take away what stopped workers left half written, and let others write here."""
        if not self._lock.closed:
            self._clear_temporaries()
            self._lock.close()

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the store, whatever happened."""
        self.close()

    def _write_agents(self, manifest: Manifest) -> None:
        write_whole(self.folder / AGENT_FILE, table_bytes(manifest.agent_table()))

    def _keep_secrets(self) -> None:
        """Write down what is to be published, before any card is dealt under it."""
        kept = {number: self._secrets[number] for number in kept_stages(self.manifest)}
        if kept:
            write_secrets(self.folder, kept)
        else:
            _remove([self.folder / SECRET_FILE])

    def _clear_away(self) -> None:
        self.damaged = find_shards(self.folder, self.manifest.chunk_count).damaged
        for shard in self.damaged:
            if shard.path.is_dir() and not shard.path.is_symlink():
                _put_aside(shard.path)
        _remove(shard.path for shard in self.damaged)
        self._clear_temporaries()

    def _clear_temporaries(self) -> None:
        for name in ("", SHARDS, TABLES, TIMING_FOLDER):
            _remove(temporary_files(self.folder / name))


def _remove(paths: Iterable[Path]) -> None:
    for path in list(paths):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise unwritable(path, error) from error


def _put_aside(folder: Path) -> None:
    """Free the name of a folder that stands where a shard should; what is in it stays."""
    with suppress(OSError):  # it is not empty
        return folder.rmdir()
    try:
        folder.rename(folder.with_name(f"{folder.name}.{uuid4().hex}{_ASIDE}"))
    except OSError as error:
        raise unwritable(folder, error) from error


def _begun(manifest: Manifest) -> Manifest:
    return msgspec.structs.replace(manifest, is_complete=False, shards=())


def _manifest_there(folder: Path) -> Manifest | None:
    """Return the run that is in `folder`, or None where a new one may begin."""
    if folder.exists() and not folder.is_dir():
        raise StoreError(f"{folder} is a file; choose a folder")
    if (folder / MANIFEST).exists():
        return read_manifest(folder)
    ours = {SHARDS, TABLES, TIMING_FOLDER, AGENT_FILE, SECRET_FILE}
    if folder.exists():
        strange = {p.name for p in folder.iterdir() if p not in set(temporary_files(folder))} - ours
        if named_shards(folder):
            raise OtherRunError(
                f"{folder} has shards of a run and no {MANIFEST}; it can be read and ranked, not "
                "continued: put the manifest back, or choose an empty folder"
            )
        if strange:
            what = min(strange)
            raise OtherRunError(
                f"{folder} holds {what!r} and no {MANIFEST}; choose an empty folder"
            )
    return None


def _refuse_other(folder: Path, old: Manifest, new: Manifest, *, growing: frozenset[str]) -> None:
    for difference in differences(old, new, growing=growing):
        raise OtherRunError(f"{folder} belongs to another run: {difference}; choose another folder")


def _lock(folder: Path) -> IO[str]:
    # A record lock, since it is not inherited: workers that outlive a killed run must not hold it.
    path = folder / TIMING_FOLDER / _LOCK_FILE
    try:
        file = path.open("w")
    except OSError as error:
        raise unwritable(path, error) from error
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (EACCES, EAGAIN):
            file.close()
            raise StoreError(f"another process writes into {folder}; wait until it ends") from None
    return file  # a file system without locks trusts its user
