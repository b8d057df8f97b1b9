"""Corrections of payoffs, stored beside the shards: made once, a shard at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native import FileError, read_arrow, stamped
from railbird.native.arrow_file import Check
from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import StoredFile
from railbird.results.luck.estimator import Floats
from railbird.results.store.files import table_bytes
from railbird.results.store.shard_files import ShardFile

LUCK_FOLDER = "luck"
CORRECTIONS, IS_KNOWN = "corrections", "is_known"
KIND = "luck"
DECLARED = "declared"
"""The key under which corrections list who declared, as JSON."""


@dataclass(frozen=True, slots=True, eq=False)
class StoredLuck:
    """What to add to the payoffs of the n hands of a shard, in the order of play.

    `corrections` float64[n, N] by position in chips; hands that are not `is_known` bool[n] are left
    as played. `about` says which value function was used and who declared.
    """

    corrections: Floats
    is_known: npt.NDArray[np.bool_]
    about: Mapping[str, str] = field(default_factory=dict)


def luck_file(shard: ShardFile, luck: str) -> StoredFile:
    """Return the file with the corrections of a shard; its name has the digest of the shard."""
    return StoredFile(shard.file.folder, f"{LUCK_FOLDER}/{luck}/{shard.file.name}")


def write_luck(shard: ShardFile, luck: str, stored: StoredLuck) -> None:
    """Write the corrections of a shard; raises StoreError if the folder cannot be written."""
    file = luck_file(shard, luck)
    width = stored.corrections.shape[1]
    flat = pa.array(np.ascontiguousarray(stored.corrections).reshape(-1))
    table = pa.table(
        [pa.FixedSizeListArray.from_arrays(flat, width), pa.array(stored.is_known)],
        schema=_schema(width),
    )
    file.folder.make(file.file.rpartition("/")[0])
    file.write(table_bytes(stamped(table, {**stored.about, KIND: luck})))


def read_luck(
    shard: ShardFile, luck: str, *, players: int, about: Mapping[str, str]
) -> StoredLuck | None:
    """Return the corrections of a shard, None if there are none, or damaged or other ones.

    Others are those of another choice of luck, or whose `about` differs in one of these keys.
    """
    file = luck_file(shard, luck)
    if not file.exists():
        return None
    try:
        table = read_arrow(file.map(), _require(players))
    except (FileError, StoreError):
        return None
    told = {key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items()}
    if any(told.get(key) != value for key, value in {**about, KIND: luck}.items()):
        return None
    columns = table.combine_chunks()
    flat = columns[CORRECTIONS].combine_chunks().flatten().to_numpy()
    corrections = flat.reshape(-1, players)
    is_known = columns[IS_KNOWN].to_numpy()
    return StoredLuck(corrections, is_known, told) if np.isfinite(corrections).all() else None


def _schema(players: int) -> pa.Schema:
    by_position = pa.list_(pa.float64(), players)
    return pa.schema([(CORRECTIONS, by_position), (IS_KNOWN, pa.bool_())])


def _require(players: int) -> Check:
    def check(schema: pa.Schema) -> None:
        if not schema.equals(_schema(players)):
            raise FileError("its columns are not those of corrections")

    return check
