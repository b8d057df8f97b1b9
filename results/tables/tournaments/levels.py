"""Tournaments level by level: how many hands there were, who was left, and what was won."""

import numpy as np
import pyarrow as pa

from railbird.results.hands.tournament_hands import tournament_hands
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, number_of
from railbird.results.show.table_layout import list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import table_of
from railbird.results.tables.table_spec import TOURNAMENTS, InCommand, Intervals, TableSpec

COLUMNS = (
    Column("level", pa.uint32(), "level of the blinds, from 1"),
    Column("big_blind", pa.int64(), "the largest blind, chips"),
    Column("ante", pa.int64(), "what everybody posts beside the blinds, chips"),
    Column("tournaments", pa.uint64(), "tournaments that came to it"),
    Column("hands", pa.uint64(), "hands played in it"),
    Column(
        "players_left", pa.float64(), "mean number of players at a table at the start of a hand"
    ),
    Column("eliminations", pa.uint64(), "players who lost their last chips in it"),
    Column("stack", pa.float64(), "mean stack of the players left, big blinds"),
    Column("won", pa.float64(), "mean chips that changed hands in a hand, big blinds"),
)


def levels(reading: RunReading) -> pa.Table:
    """Return what happened in each level; reads every hand."""
    sums, posts = np.zeros((6, 0)), np.zeros((2, 0), np.int64)
    for hands in tournament_hands(reading.holdings.shards, where=reading.part):
        left = (hands.before > 0).sum(axis=1)
        out = ((hands.before > 0) & (hands.after == 0)).sum(axis=1)
        stack = hands.before.sum(axis=1) / left / hands.big_blind
        first = np.ones(len(left), np.bool_)
        first[1:] = (hands.match[1:] != hands.match[:-1]) | (hands.level[1:] != hands.level[:-1])
        columns = (first, np.ones(len(left)), left, out, stack, hands.won / hands.big_blind)
        added = np.stack([np.bincount(hands.level, column) for column in columns])
        width = max(sums.shape[1], added.shape[1])
        sums, posts = _widened(sums, width) + _widened(added, width), _widened(posts, width)
        for row, chips in zip(posts, (hands.big_blind, hands.ante), strict=True):
            np.maximum.at(row, hands.level, chips)
    played = np.flatnonzero(sums[1])
    tournaments, hand_count, left, out, stack, won = sums[:, played]
    made = [
        played + 1,
        *posts[:, played],
        tournaments.astype(np.uint64),
        hand_count.astype(np.uint64),
        left / hand_count,
        out.astype(np.uint64),
        stack / hand_count,
        won / hand_count,
    ]
    return table_of(made, schema_of(COLUMNS))


def _widened(sums: np.ndarray, width: int) -> np.ndarray:
    return np.pad(sums, ((0, 0), (0, width - sums.shape[1])))


TABLE = TableSpec(
    name="levels",
    about="tournaments level by level; reads every hand",
    columns=COLUMNS,
    make=levels,
    layout=list_layout(
        "levels",
        ("level", count_of("level")),
        ("big blind", count_of("big_blind")),
        ("ante", count_of("ante")),
        ("tournaments", count_of("tournaments")),
        ("hands", count_of("hands")),
        ("players left", number_of("players_left", ".2f")),
        ("eliminations", count_of("eliminations")),
        ("stack, big blinds", number_of("stack", ".1f")),
        ("won in a hand, big blinds", number_of("won", ".2f")),
    ),
    intervals=Intervals.NONE,
    modes=TOURNAMENTS,
    command=InCommand("finishes"),
)
