"""Opens a run as it stands on the disk, finished or not."""

from pathlib import Path

from railbird.results.errors import StoreError
from railbird.results.reading.run_reading import Payoffs, RunReading
from railbird.results.run.run_results import RunResults
from railbird.results.store.manifest import read_manifest
from railbird.results.store.shard_files import find_shards


def open_run(folder: str | Path, *, payoffs: Payoffs = "as-played") -> RunResults:
    """Open a run's folder, finished or not, and check every shard against its digest.

    With `payoffs` "all-in-expectation" all results are of expected payoffs where nobody could act
    any more before the last card (see `results.hands.all_in`). Damaged shards are left out and
    named in `notes`. Raises StoreError where the folder is no run, or nothing of it is whole.
    """
    path = Path(folder)
    manifest = read_manifest(path)
    holdings = find_shards(path, manifest.chunk_count)
    if holdings.damaged and not holdings.shards:
        raise StoreError(
            f"{path}: {holdings.damaged[0]}, and no other is there; the same run command plays it "
            "again"
        )
    return RunResults(RunReading(path, manifest, holdings, payoffs))
