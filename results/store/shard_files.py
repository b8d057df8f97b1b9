"""Shard files: written atomically, named by chunk and digest, found and checked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pyarrow as pa

from railbird.native import DealSource
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.run_folder import Data, RunFolder, StoredFile
from railbird.results.store.deal_secrets import RunDeals
from railbird.results.store.files import DIGEST_LENGTH, digest_of, read_mapped, table_bytes
from railbird.results.store.shard_limits import ShardLimits

SHARDS = "shards"
_NAME = re.compile(rf"(\d{{6,}})-[0-9a-f]{{{DIGEST_LENGTH}}}\.arrow")


@dataclass(frozen=True, slots=True, order=True)
class ShardFile:
    """One stored shard.

    `limits` are those of its run, `deals` dealt its cards, if known.
    """

    chunk_index: int
    file: StoredFile
    limits: ShardLimits | None = field(default=None, compare=False, repr=False)
    deals: DealSource | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, order=True)
class DamagedShard:
    """A shard that must not be read, and the reason."""

    chunk_index: int
    file: StoredFile
    reason: str

    def __str__(self) -> str:
        """Return the name and the reason, as the start of a sentence."""
        return f"shard {self.file.name} {self.reason}"


@dataclass(frozen=True, slots=True)
class Holdings:
    """The shards of a folder: one valid shard per chunk, in chunk order, and the others."""

    shards: tuple[ShardFile, ...]
    damaged: tuple[DamagedShard, ...]


def write_shard(folder: RunPlace, chunk_index: int, table: pa.Table) -> StoredFile:
    """Write one chunk to a run's folder, from any process, and return the shard.

    The shard is written atomically. Raises StoreError; no part of it is left then.
    """
    return write_shard_bytes(folder, chunk_index, table_bytes(table))


def write_shard_bytes(folder: RunPlace, chunk_index: int, data: Data) -> StoredFile:
    """Write one chunk to a run's folder, given its shard's bytes; see `write_shard`."""
    name = f"{SHARDS}/{chunk_index:06d}-{digest_of(chunk_index, data)}.arrow"
    shard = StoredFile(open_folder(folder), name)
    shard.write(data)
    return shard


def find_shards(
    folder: RunPlace,
    chunk_count: int | None = None,
    *,
    limits: ShardLimits | None = None,
    deals: RunDeals | None = None,
) -> Holdings:
    """Read every shard of a run and compare it with the digest in its name.

    Shards beyond `chunk_count` chunks do not belong to the run. Data read from the shards is
    checked against `limits`; `deals` dealt the cards.
    """
    good: dict[int, ShardFile] = {}
    damaged = []
    for shard in named_shards(folder):
        digest = shard.file.stem.rpartition("-")[2]
        if chunk_count is not None and shard.chunk_index >= chunk_count:
            damaged.append(
                DamagedShard(
                    shard.chunk_index, shard.file, "does not belong to a chunk of this run"
                )
            )
        elif not shard.file.is_file():
            reason = "is not a regular file"
            damaged.append(DamagedShard(shard.chunk_index, shard.file, reason))
        elif digest_of(shard.chunk_index, read_mapped(shard.file)) != digest:
            damaged.append(DamagedShard(shard.chunk_index, shard.file, "is damaged"))
        elif shard.chunk_index in good:
            # Both are undamaged, so an agent played differently with the same seeds.
            reason = "is a second, different result of its chunk"
            damaged.append(DamagedShard(shard.chunk_index, shard.file, reason))
        else:
            source = None if deals is None else deals.of_chunk(shard.chunk_index)
            good[shard.chunk_index] = replace(shard, limits=limits, deals=source)
    return Holdings(tuple(good.values()), tuple(damaged))


def named_shards(folder: RunPlace) -> list[ShardFile]:
    """Return the files named like shards, in the order of chunks; nothing is read."""
    return sorted(_shards_in(open_folder(folder)))


def _shards_in(folder: RunFolder) -> Iterator[ShardFile]:
    for name in folder.names(SHARDS):
        match = _NAME.fullmatch(name)
        if match:
            yield ShardFile(int(match[1]), StoredFile(folder, f"{SHARDS}/{name}"))
