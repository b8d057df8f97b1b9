"""Opens a run as it stands on the disk, finished or not."""

from pathlib import Path

import numpy as np

from railbird.native import parse_game
from railbird.results.errors import StoreError
from railbird.results.reading.run_reading import Payoffs, RunReading
from railbird.results.run.run_results import RunResults
from railbird.results.store.deal_secrets import read_secrets, run_deals
from railbird.results.store.lost_manifest import rebuild_manifest
from railbird.results.store.manifest import MANIFEST, Manifest, read_manifest
from railbird.results.store.shard_files import find_shards, named_shards
from railbird.results.store.shard_limits import ShardLimits


def open_run(folder: str | Path, *, payoffs: Payoffs = "as-played") -> RunResults:
    """Open a run's folder, finished or not, and check every shard against its digest.

    With `payoffs` "all-in-expectation" all results are of expected payoffs where nobody could act
    any more before the last card (see `results.hands.all_in`). Damaged shards are left out and
    named in `notes`. Where the manifest is lost, what it said is taken from the shards and
    agents.arrow. Raises StoreError where the folder is no run, or nothing of it is whole.
    """
    path = Path(folder)
    is_lost = not (path / MANIFEST).exists() and bool(named_shards(path))
    manifest = rebuild_manifest(path) if is_lost else read_manifest(path)
    holdings = find_shards(
        path,
        manifest.chunk_count,
        limits=_limits(path, manifest),
        deals=run_deals(manifest, read_secrets(path)),
    )
    if holdings.damaged and not holdings.shards:
        raise StoreError(
            f"{path}: {holdings.damaged[0]}, and no other is there; the same run command plays it "
            "again"
        )
    return RunResults(RunReading(path, manifest, holdings, payoffs, is_manifest_lost=is_lost))


def _limits(folder: Path, manifest: Manifest) -> ShardLimits:
    return ShardLimits(
        game=parse_game(manifest.game, source=f"{folder}: game"),
        labels=frozenset(agent.label for agent in manifest.agents),
        deck_seeds=np.array(manifest.deck_seeds, np.int64),
        deck_count=len(manifest.deck_seeds) or manifest.match_count,
    )
