"""Play made up for the tests, put through the same doors as real play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from railbird.results import (
    AgentRecord,
    ChunkHands,
    ChunkIncidents,
    ChunkMatches,
    Manifest,
    Stage,
    Store,
    build_shard,
)
from railbird.results.estimate.means.line_up_means import LineUpMeans
from railbird.results.estimate.means.pair_means import PairMeans
from railbird.results.estimate.ranking.run_off import run_off
from railbird.results.estimate.ranking.series import series_run_off
from railbird.results.store.schema import match_columns, schema_of
from railbird.results.tables.table_list import TABLES

KUHN_2P = """GAMEDEF
limit
numPlayers = 2
numRounds = 1
blind = 1 1
raiseSize = 1
firstPlayer = 1
maxRaises = 1
numSuits = 1
numRanks = 3
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
"""
KUHN_3P = KUHN_2P.replace("= 2", "= 3").replace("1 1", "1 1 1").replace("Ranks = 3", "Ranks = 4")
GAMES = {2: KUHN_2P, 3: KUHN_3P}
UNIT = 2520


@dataclass(frozen=True)
class Match:
    """One match of `hand_count` hands; `payoffs` in 1/2520 chip by seat, its total."""

    agents: tuple[str, ...]
    payoffs: tuple[int, ...]
    deck: int = 0
    seating: int = 0
    hand_count: int = 10


def match_batch(matches: Sequence[Match]) -> pa.RecordBatch:
    """Return matches in schema MATCHES."""
    rows = [
        {
            "deck_index": match.deck,
            "deck_seed": 1000 + match.deck,
            "seating_index": match.seating,
            "agents": list(match.agents),
            "hand_count": match.hand_count,
            "payoffs": list(match.payoffs),
        }
        for match in matches
    ]
    schema = schema_of(match_columns(len(matches[0].agents)))
    return pa.RecordBatch.from_pylist(rows, schema=schema)


def duplicate_set(totals: dict[str, int], *, deck: int, hand_count: int = 10) -> list[Match]:
    """Return all seatings of a line-up on one deck; `totals` are over all of them.

    The total is spread unevenly over the seatings, as real luck is.
    """
    seatings = list(permutations(sorted(totals)))
    parts = {label: _parts(total, len(seatings)) for label, total in totals.items()}
    return [
        Match(agents, tuple(parts[label][number] for label in agents), deck, number, hand_count)
        for number, agents in enumerate(seatings)
    ]


def _parts(total: int, count: int) -> list[int]:
    parts = [7 * (number - 1) for number in range(count)]
    parts[0] += total - sum(parts)
    return parts


@dataclass(frozen=True)
class Chunk:
    """A chunk of random hands, and what they were."""

    table: pa.Table
    matches: ChunkMatches
    hands: ChunkHands
    words: list[str]
    incidents: ChunkIncidents = field(default_factory=ChunkIncidents)


def make_chunk(seed: int = 0, *, matches: int = 6, hands: int = 5, seats: int = 3) -> Chunk:
    """Return random play: all seatings of one line-up, deck after deck, with a few incidents."""
    random = np.random.default_rng(seed)
    seatings = list(permutations("abcdef"[:seats]))
    words = [
        "".join(random.choice(list("cfr/"), random.integers(0, 9))) for _ in range(matches * hands)
    ]
    offsets = np.concatenate([[0], np.cumsum([len(word) for word in words])])
    decks = (np.arange(matches) // len(seatings) + 100 * seed).astype(np.uint32)
    keys = ChunkMatches(
        deck_index=decks,
        deck_seed=decks + np.uint32(1000),
        seating_index=(np.arange(matches) % len(seatings)).astype(np.uint32),
        agents=[seatings[index % len(seatings)] for index in range(matches)],
    )
    payoffs = random.integers(-9 * UNIT, 9 * UNIT, (matches, hands, seats))
    payoffs[:, :, -1] -= payoffs.sum(axis=2)
    arena = np.frombuffer("".join(words).encode(), np.uint8)
    columns = ChunkHands(payoffs, arena, offsets, random.random((matches, hands)) < 0.5)
    count = int(random.integers(0, 4))
    incidents = ChunkIncidents(
        match=random.integers(0, matches, count).tolist(),
        hand=random.integers(0, hands, count).tolist(),
        decision=random.integers(0, 9, count).tolist(),
        seat=random.integers(0, seats, count).tolist(),
        kind=["exception"] * count,
        text=[f"ValueError {number}" for number in range(count)],
    )
    return Chunk(build_shard(keys, columns, incidents), keys, columns, words, incidents)


def make_manifest(
    labels: Sequence[str] = "abc", *, chunks: int = 1, seats: int = 3, **changes: Any
) -> Manifest:
    """Return the manifest of a Kuhn tournament."""
    seatings = len(list(permutations(range(seats))))
    fields: dict[str, Any] = {
        "railbird_version": "0.1.0",
        "generator": "philox4x32-10/1",
        "game_name": f"kuhn-{seats}p",
        "game": GAMES[seats],
        "spec": {"hands_per_match": 5, "decks": chunks},
        "agents": tuple(AgentRecord(label, "uniform", version="1") for label in labels),
        "deck_seeds": tuple(range(1000, 1000 + chunks)),
        "seating_count": seatings,
        "stages": (Stage(chunks, chunks * seatings),),
    }
    return Manifest(**fields | changes)


def write_run(folder: Path, matches: Sequence[Match], *, chunk_count: int | None = None) -> Path:
    """Write matches into a run's folder, a shard per match, and finish it if all are there.

    `chunk_count` of more than there are matches leaves the run unfinished.
    """
    labels = sorted({label for match in matches for label in match.agents})
    seats = len(matches[0].agents)
    chunks = len(matches) if chunk_count is None else chunk_count
    with Store.create(folder, make_manifest(labels, chunks=chunks, seats=seats)) as store:
        for index, match in enumerate(matches):
            store.write_shard(index, _one_match(match))
        if not store.missing():
            store.finish()
    return folder


def _one_match(match: Match) -> pa.Table:
    payoffs = np.zeros((1, match.hand_count, len(match.agents)), np.int64)
    payoffs[0, 0] = match.payoffs
    keys = [np.array([key], np.uint32) for key in (match.deck, 1000 + match.deck, match.seating)]
    letters = np.frombuffer(b"c" * match.hand_count, np.uint8)
    offsets = np.arange(match.hand_count + 1)
    showdown = np.ones((1, match.hand_count), bool)
    return build_shard(
        ChunkMatches(*keys, [match.agents]), ChunkHands(payoffs, letters, offsets, showdown)
    )


@pytest.fixture
def chunk() -> Chunk:
    """Six matches of three agents, five hands each."""
    return make_chunk()


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., Store]:
    """Open the store of a run in a fresh folder; changes go into its manifest."""
    return lambda **changes: Store.create(tmp_path / "run", make_manifest(**changes))


@dataclass(frozen=True)
class RunOffTables:
    """A run-off as the tables of a run have it."""

    ranking: pa.Table
    eliminations: pa.Table
    rounds: pa.Table | None = None
    stop: str = ""


def run_off_tables(means: LineUpMeans) -> RunOffTables:
    decided = run_off(means)
    return RunOffTables(
        _table("run-off", decided.ranking),
        _table("run-off-eliminations", decided.eliminations),
        _table("run-off-rounds", decided.rounds),
        decided.stop,
    )


def series_tables(pairs: PairMeans) -> RunOffTables:
    decided = series_run_off(pairs)
    return RunOffTables(
        _table("series-run-off", decided.ranking),
        _table("series-eliminations", decided.eliminations),
    )


def _table(name: str, rows: list[dict[str, Any]]) -> pa.Table:
    return pa.Table.from_pylist(rows, schema=TABLES[name].schema)
