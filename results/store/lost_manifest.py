"""Recovers the description of a run from its shards and agents if the manifest is lost."""

from collections.abc import Iterator

import msgspec
import numpy as np

from railbird.native import FileError
from railbird.native.errors import in_one_line
from railbird.results.errors import StoreError
from railbird.results.folders.addresses import RunPlace, open_folder
from railbird.results.folders.run_folder import RunFolder, StoredFile
from railbird.results.store.files import read_stored
from railbird.results.store.labels import is_readable_label
from railbird.results.store.manifest import (
    DEALS,
    KEPT_WITH_AGENTS,
    MANIFEST,
    MISBEHAVIOUR,
    AgentRecord,
    Manifest,
    StageRecord,
    no_run,
)
from railbird.results.store.reading import read_matches
from railbird.results.store.schema import AGENTS
from railbird.results.store.shard_files import ShardFile, find_shards

AGENT_FILE = "agents.arrow"
MOST_DECKS = 10_000_000
LOST = (
    f"{MANIFEST} is missing: these results are computed from the existing shards, it is unknown "
    "whether the run is complete, and it cannot be continued; choose another folder to play it "
    "again"
)


def rebuild_manifest(folder: RunPlace) -> Manifest:
    """Return the description of a run that has undamaged shards and no manifest.

    Raises StoreError if there are none, or if agents.arrow, which contains the game, is missing or
    of a version that did not contain it.
    """
    folder = open_folder(folder)
    shards = find_shards(folder).shards
    if not shards:
        raise no_run(folder)
    agents, said = _read_agents(folder)
    decks, match_count = _count(shards)
    return Manifest(
        railbird_version=said["railbird_version"],
        generator=said["generator"],
        game_name=said["game_name"],
        game=said["game"],
        spec={
            "name": folder.resolved().name,
            **{key: said[key] for key in said.keys() & {MISBEHAVIOUR}},
        },
        agents=agents,
        deck_seeds=decks,
        seating_count=int(said["seating_count"]),
        stages=tuple(_stages(said, shards[-1].chunk_index + 1, match_count)),
    )


def _stages(said: dict[str, str], chunk_count: int, match_count: int) -> Iterator[StageRecord]:
    """Yield the stages up to the last existing chunk, with all matches in the first."""
    told = [StageRecord(chunk_count, 0)]
    if DEALS in said:
        told = msgspec.json.decode(said[DEALS], type=list[StageRecord])
    for number, stage in enumerate(told):
        is_last = number == len(told) - 1
        count = chunk_count if is_last else min(stage.chunk_count, chunk_count)
        matches = 0 if number else match_count
        yield msgspec.structs.replace(stage, chunk_count=count, match_count=matches)
        chunk_count -= count


def _read_agents(folder: RunFolder) -> tuple[tuple[AgentRecord, ...], dict[str, str]]:
    path = StoredFile(folder, AGENT_FILE)
    missing = f"{folder} has no {MANIFEST}, and {AGENT_FILE} does not contain the game"
    try:
        table = read_stored(path, AGENTS)
    except FileError as error:
        raise StoreError(f"{missing}: {error}; restore {MANIFEST}") from error
    said = {k.decode(): v.decode() for k, v in (table.schema.metadata or {}).items()}
    agents = tuple(AgentRecord(**row) for row in table.to_pylist())
    try:
        msgspec.json.decode(said.get(DEALS, "[]"), type=list[StageRecord])
    except (msgspec.DecodeError, RecursionError) as error:
        raise StoreError(f"{path} is damaged: {in_one_line(error)}; restore {MANIFEST}") from error
    if not {*KEPT_WITH_AGENTS} <= {*said} or not said["seating_count"].isdecimal():
        raise StoreError(
            f"{missing}, which older versions of railbird did not write; restore {MANIFEST}"
        )
    if not all(is_readable_label(agent.label) for agent in agents):
        raise StoreError(f"{path} is damaged: it has an agent without a label; restore {MANIFEST}")
    return agents, said


def _count(shards: tuple[ShardFile, ...]) -> tuple[tuple[int, ...], int]:
    """Return the deck seeds by deck index, and the number of matches."""
    seeds: dict[int, int] = {}
    match_count = 0
    for batch in read_matches(shards):
        match_count += batch.num_rows
        if not batch.column("deck_seed").null_count:
            decks = batch.column("deck_index").to_numpy().tolist()
            seeds.update(zip(decks, batch.column("deck_seed").to_pylist(), strict=True))
    highest = max(seeds, default=-1)
    if highest >= MOST_DECKS:
        raise StoreError(
            f"a shard has deck {highest}, which is not possible in a run; restore {MANIFEST}"
        )
    found = np.zeros(highest + 1, np.int64)
    found[[*seeds]] = [*seeds.values()]
    return tuple(found.tolist()), match_count
