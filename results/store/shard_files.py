"""Shards on the disk: written whole, named by chunk and digest, found and checked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pyarrow as pa

from railbird.results.store.files import (
    DIGEST_LENGTH,
    digest_of,
    read_mapped,
    table_bytes,
    write_whole,
)
from railbird.results.store.shard_limits import ShardLimits

SHARDS = "shards"
_NAME = re.compile(rf"(\d{{6,}})-[0-9a-f]{{{DIGEST_LENGTH}}}\.arrow")


@dataclass(frozen=True, slots=True, order=True)
class ShardFile:
    """One shard on the disk; `limits` are what its run allows in it, where that is known."""

    chunk_index: int
    path: Path
    limits: ShardLimits | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, order=True)
class DamagedShard:
    """A shard that must not be read, and why."""

    chunk_index: int
    path: Path
    reason: str

    def __str__(self) -> str:
        """Return the name and what is wrong, as the start of a sentence."""
        return f"shard {self.path.name} {self.reason}"


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a folder holds: one good shard per chunk, in chunk order, and the others."""

    shards: tuple[ShardFile, ...]
    damaged: tuple[DamagedShard, ...]


def write_shard(folder: Path, chunk_index: int, table: pa.Table) -> Path:
    """Put one chunk into a run's folder, from any process, and return the shard's path.

    The shard appears whole, by one rename. Raises StoreError; no part of it stays behind then.
    """
    return write_shard_bytes(folder, chunk_index, table_bytes(table))


def write_shard_bytes(folder: Path, chunk_index: int, data: bytes | pa.Buffer) -> Path:
    """Put one chunk into a run's folder, given its shard's bytes; see `write_shard`."""
    path = folder / SHARDS / f"{chunk_index:06d}-{digest_of(chunk_index, data)}.arrow"
    write_whole(path, data)
    return path


def find_shards(
    folder: Path, chunk_count: int | None = None, *, limits: ShardLimits | None = None
) -> Holdings:
    """Read every shard of a run and hold it against the digest in its name.

    A shard past `chunk_count` chunks is none of the run's. What is read of the shards is held
    against `limits`.
    """
    good: dict[int, ShardFile] = {}
    damaged = []
    for shard in named_shards(folder):
        digest = shard.path.stem.rpartition("-")[2]
        if chunk_count is not None and shard.chunk_index >= chunk_count:
            damaged.append(
                DamagedShard(shard.chunk_index, shard.path, "is of no chunk of this run")
            )
        elif not _is_readable(shard.path):
            reason = "is not a regular file"
            damaged.append(DamagedShard(shard.chunk_index, shard.path, reason))
        elif digest_of(shard.chunk_index, read_mapped(shard.path)) != digest:
            damaged.append(DamagedShard(shard.chunk_index, shard.path, "is damaged"))
        elif shard.chunk_index in good:
            # Both are whole, so an agent played differently from the same seeds.
            reason = "is a second, different result of its chunk"
            damaged.append(DamagedShard(shard.chunk_index, shard.path, reason))
        else:
            good[shard.chunk_index] = replace(shard, limits=limits)
    return Holdings(tuple(good.values()), tuple(damaged))


def _is_readable(path: Path) -> bool:
    """Tell whether there is a file, and no folder, pipe or link that leads nowhere."""
    try:
        return path.is_file()
    except OSError:  # a link that leads to itself
        return False


def named_shards(folder: Path) -> list[ShardFile]:
    """Return what by its name is a shard, in the order of chunks; nothing is read."""
    return sorted(_shards_in(folder / SHARDS))


def _shards_in(folder: Path) -> Iterator[ShardFile]:
    for path in folder.iterdir() if folder.is_dir() else ():
        match = _NAME.fullmatch(path.name)
        if match:
            yield ShardFile(int(match[1]), path)
