"""A run's folder, open for writing: starting, continuing and completing a run."""

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import count
from types import TracebackType
from typing import Self

import msgspec
import pyarrow as pa

from railbird.native.wording import counted
from railbird.results.errors import OtherRunError, StoreError
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.run_folder import Claim, RunFolder, StoredFile
from railbird.results.store.deal_secrets import (
    forget_secrets,
    keep_secrets,
    publish,
)
from railbird.results.store.differences import list_differences
from railbird.results.store.files import table_bytes
from railbird.results.store.lost_manifest import AGENT_FILE
from railbird.results.store.manifest import (
    MANIFEST,
    Manifest,
    find_manifest,
    manifest_bytes,
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
SECONDS_BETWEEN_LOOKS = 60.0


@dataclass(slots=True)
class Store:
    """A run's folder, open for writing by one process; its workers call `write_shard`.

    `damaged` are the shards that were discarded when the folder was opened: their chunks are
    missing and must be played again. Use the store as a context manager, or call `close`.
    """

    folder: RunFolder
    manifest: Manifest
    _claim: Claim
    damaged: tuple[DamagedShard, ...] = ()
    _secrets: Collection[bytes] = field(default=(), repr=False)

    @classmethod
    def create(
        cls,
        folder: RunPlace,
        manifest: Manifest,
        *,
        growing: Collection[str] = frozenset(),
        secrets: Collection[bytes] = (),
    ) -> Self:
        """Start a run in an empty folder, or continue the same run in its own folder.

        Stages, deck seeds and agents may have been added since; in the spec only the keys in
        `growing` may differ. `secrets` are those of stages that are not published until the run has
        ended. Raises OtherRunError with the first difference, StoreError if the folder cannot be
        written or another process is writing to it. A refused folder is not changed.
        """
        folder = open_folder(folder)
        old = _manifest_there(folder)
        if old is not None:
            _refuse_other(folder, old, manifest, growing=frozenset(growing))
        claim = folder.claim(TIMING_FOLDER, folders=(SHARDS, TABLES, TIMING_FOLDER))
        store = cls(folder, manifest, claim, _secrets=secrets)
        try:
            store._clear_away()
            keep_secrets(secrets)
            store._begin(old)
        except BaseException:
            claim.withdraw()
            raise
        return store

    def missing(self, chunk_count: int | None = None) -> tuple[int, ...]:
        """Return the missing chunks, of `chunk_count` or of all the manifest's stages."""
        there = {shard.chunk_index for shard in named_shards(self.folder)}
        wanted = self.manifest.chunk_count if chunk_count is None else chunk_count
        return tuple(index for index in range(wanted) if index not in there)

    def write_shard(self, chunk_index: int, table: pa.Table) -> StoredFile:
        """Write one chunk to the folder; see the function of the same name."""
        return write_shard(self.folder, chunk_index, table)

    def write_timings(self, timings: pa.Table) -> None:
        """Add rows of schema TIMINGS, in a separate file that is excluded from comparisons."""
        number = sum(name.endswith(".arrow") for name in self.folder.names(TIMING_FOLDER))
        data = table_bytes(timings.cast(TIMINGS))
        while not self.folder.create(f"{TIMING_FOLDER}/{number:06d}.arrow", data):
            number += 1

    def require_claim(self) -> None:
        """Raise StoreError if another process has continued the run, checked recently."""
        self._claim.require(seconds_ago=SECONDS_BETWEEN_LOOKS)

    def finish(self) -> None:
        """Record in the manifest that the run is complete, with its shards' names and its secrets.

        Raises StoreError if chunks are missing.
        """
        missing = self.missing()
        if missing:
            raise StoreError(
                f"{self.folder} is not complete: {counted(len(missing), 'chunk')} "
                f"{'is' if len(missing) == 1 else 'are'} missing, "
                f"the first is {missing[0]}; run it again"
            )
        shards = tuple(shard.file.name for shard in named_shards(self.folder))
        done = msgspec.structs.replace(
            publish(self.manifest, self._secrets), is_complete=True, shards=shards
        )
        self._claim.require()
        self._write_agents(done)
        self.folder.write(MANIFEST, manifest_bytes(done))
        forget_secrets(self._secrets)

    def close(self) -> None:
        """Remove partial files of stopped workers, and release the folder."""
        self._claim.release()

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the store in any case."""
        self.close()

    def _write_agents(self, manifest: Manifest) -> None:
        self.folder.write(AGENT_FILE, table_bytes(manifest.agent_table()))

    def _clear_away(self) -> None:
        self.damaged = find_shards(self.folder, self.manifest.chunk_count).damaged
        for shard in self.damaged:
            shard.file.remove()

    def _begin(self, old: Manifest | None) -> None:
        """Write the manifest if it differs from `old`; a new one only if there is none."""
        data = manifest_bytes(self.manifest)
        if old is None:
            if not self.folder.create(MANIFEST, data):
                raise OtherRunError(
                    f"another process has just started another run in {self.folder}; choose "
                    "another "
                    "folder"
                )
        elif self.missing() or self.manifest != _begun(old):
            self._claim.require()
            self.folder.write(MANIFEST, data)
        self._write_agents(self.manifest)


def set_aside(folder: RunPlace) -> RunFolder | None:
    """Rename the run in a folder to NAME.1, or the next free number; return its folder.

    The renaming is atomic. If there is no run nothing is renamed and None is returned. Raises
    StoreError if another process is writing to it, and if it cannot be renamed.
    """
    there = open_folder(folder).resolved()
    names = set(there.names())
    if MANIFEST not in names and not (SHARDS in names and named_shards(there)):
        return None
    claim = there.claim(TIMING_FOLDER, folders=(TIMING_FOLDER,))
    try:
        return move_aside(there)
    finally:
        claim.withdraw()


def move_aside(there: RunFolder) -> RunFolder:
    """Rename a folder to NAME.1, or the next free number, and return it; raises StoreError."""
    numbered = (f"{there.name}.{number}" for number in count(1))
    return there.beside(next(name for name in numbered if there.move_to(name)))


def _begun(manifest: Manifest) -> Manifest:
    return msgspec.structs.replace(manifest, is_complete=False, shards=())


def _manifest_there(folder: RunFolder) -> Manifest | None:
    """Return the run in `folder`, or None if a new one may be started."""
    old = find_manifest(folder)
    if old is not None:
        return old
    there = set(folder.names())
    strange = there - {SHARDS, TABLES, TIMING_FOLDER, AGENT_FILE}
    if SHARDS in there and named_shards(folder):
        raise OtherRunError(
            f"{folder} has shards of a run and no {MANIFEST}; it can be read and ranked, but not "
            "continued: restore the manifest, or choose an empty folder"
        )
    if strange:
        what = min(strange)
        raise OtherRunError(f"{folder} contains {what!r} and no {MANIFEST}; choose an empty folder")
    return None


def _refuse_other(
    folder: RunFolder, old: Manifest, new: Manifest, *, growing: frozenset[str]
) -> None:
    found = list_differences(old, new, growing=growing)
    if found:
        raise OtherRunError(f"{folder} belongs to another run: {found}; choose another folder")
