"""Reads and writes a run's tables: schemas, the store, cross-tables and rankings.

Shards are built by `build_shard` from a chunk's numpy columns and put into the run's folder by
`Store` or, from a worker process, by `write_shard`.
"""

from railbird.results.errors import LogError, OtherRunError, StoreError
from railbird.results.manifest import AgentRecord, Manifest, Stage, read_manifest
from railbird.results.opening import open_run
from railbird.results.pair_means import TwoPlayersError
from railbird.results.result_table import ResultTable, RunOff
from railbird.results.run_results import RunResults
from railbird.results.shard import ChunkHands, ChunkIncidents, ChunkMatches, build_shard
from railbird.results.shard_files import DamagedShard, find_shards, write_shard
from railbird.results.store import Store
from railbird.results.units import UnitError
from railbird.results.where import WhereError

__all__ = [
    "AgentRecord",
    "ChunkHands",
    "ChunkIncidents",
    "ChunkMatches",
    "DamagedShard",
    "LogError",
    "Manifest",
    "OtherRunError",
    "ResultTable",
    "RunOff",
    "RunResults",
    "Stage",
    "Store",
    "StoreError",
    "TwoPlayersError",
    "UnitError",
    "WhereError",
    "build_shard",
    "find_shards",
    "open_run",
    "read_manifest",
    "write_shard",
]
