"""Opens a stored run, finished or not."""

from pathlib import Path

import numpy as np

from railbird.native import FileError, parse_game
from railbird.results.errors import StoreError
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.run_folder import RunFolder, StoredFile
from railbird.results.luck.adjusted import value_hash
from railbird.results.luck.choice import VALUES_KEY, Luck, require_chance
from railbird.results.luck.fitted import VALUES_FILE, FittedValue, read_values
from railbird.results.reading.run_reading import RunReading, planned_luck
from railbird.results.run.run_results import RunResults
from railbird.results.store.deal_secrets import find_secret, run_deals
from railbird.results.store.lost_manifest import rebuild_manifest
from railbird.results.store.manifest import Manifest, find_manifest, read_manifest
from railbird.results.store.shard_files import find_shards, named_shards
from railbird.results.store.shard_limits import ShardLimits


def open_run(
    folder: RunPlace, *, luck: Luck | None = None, luck_values: Path | None = None
) -> RunResults:
    """Open a run by its path or URL, finished or not, and check every shard against its digest.

    `luck` is what all results take out of payoffs: nothing ("raw"), the boards of hands in which
    nobody could act before the last card ("all-in"), all cards ("chance"), and with them declared
    decisions ("aivat"); by default what the spec has. `luck_values` is the file of a fitted value
    function, by default the spec's. Damaged shards are ignored and named in
    `notes`. If the manifest is lost, its content is recovered from the shards and
    agents.arrow. Raises StoreError if the folder is not a run, or all of it is damaged.
    """
    place = open_folder(folder)
    found = find_manifest(place)
    is_lost = found is None and bool(named_shards(place))
    manifest = rebuild_manifest(place) if is_lost else found or read_manifest(place)
    holdings = find_shards(
        place,
        manifest.chunk_count,
        limits=_limits(place, manifest),
        deals=run_deals(manifest, find_secret),
    )
    if holdings.damaged and not holdings.shards:
        raise StoreError(
            f"{place}: {holdings.damaged[0]}, and there is no other; the same run command plays "
            "it again"
        )
    chosen = luck or planned_luck(manifest)
    if luck_values:
        require_chance(chosen)
    values = read_values(luck_values) if luck_values else _planned_values(place, manifest, chosen)
    reading = RunReading(place, manifest, holdings, chosen, values=values, is_manifest_lost=is_lost)
    return RunResults(reading)


def _planned_values(place: RunFolder, manifest: Manifest, luck: Luck) -> FittedValue | None:
    """Return the fitted value function of the spec; raises StoreError if its file is not there."""
    planned = manifest.spec.get(VALUES_KEY)
    game = parse_game(manifest.game, source=f"{place}: game")
    if planned is None or luck != "chance" or planned == value_hash(game, luck):
        return None
    file = StoredFile(place, VALUES_FILE)
    try:
        found = read_values(file.map())
    except FileError as error:
        raise StoreError(f"{file}: {error}; the fitted values of the spec belong there") from error
    if value_hash(game, luck, found) != planned:
        raise StoreError(f"{file} is not the value function of the spec; restore it")
    return found


def _limits(folder: RunFolder, manifest: Manifest) -> ShardLimits:
    return ShardLimits(
        game=parse_game(manifest.game, source=f"{folder}: game"),
        labels=frozenset(agent.label for agent in manifest.agents),
        deck_seeds=np.array(manifest.deck_seeds, np.int64),
        deck_count=len(manifest.deck_seeds) or manifest.match_count,
    )
