"""Reads and writes the tables of a run: schemas, the store, cross-tables and rankings.

Shards are built by `build_shard` from a chunk's numpy columns and written to the run's folder by
`Store` or, from a worker process, by `write_shard`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.results.errors import (
        LogError,
        MissingPackageError,
        OtherRunError,
        StoreError,
    )
    from railbird.results.estimate.means.pair_means import TwoPlayersError
    from railbird.results.folders.addresses import open_folder
    from railbird.results.run.opening import open_run
    from railbird.results.run.run_results import RunResults
    from railbird.results.show.arrow_table import ArrowTable
    from railbird.results.show.row_table import RowTable
    from railbird.results.show.units import UnitError
    from railbird.results.store.manifest import AgentRecord, Manifest, StageRecord, read_manifest
    from railbird.results.store.shard import ChunkHands, ChunkIncidents, ChunkMatches, build_shard
    from railbird.results.store.shard_files import DamagedShard, find_shards, write_shard
    from railbird.results.store.store import Store
    from railbird.results.store.where import WhereError
    from railbird.results.tables.result_table import ResultTable, RunOff
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "AgentRecord",
    "ArrowTable",
    "ChunkHands",
    "ChunkIncidents",
    "ChunkMatches",
    "DamagedShard",
    "LogError",
    "Manifest",
    "MissingPackageError",
    "OtherRunError",
    "ResultTable",
    "RowTable",
    "RunOff",
    "RunResults",
    "StageRecord",
    "Store",
    "StoreError",
    "TwoPlayersError",
    "UnitError",
    "WhereError",
    "build_shard",
    "find_shards",
    "open_folder",
    "open_run",
    "read_manifest",
    "write_shard",
]
