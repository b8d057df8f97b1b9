"""The ranking by run-off over series, for two players."""

import pyarrow as pa

from railbird.results.estimate.means.pair_means import TWO, pair_means
from railbird.results.estimate.ranking.series import DecidedSeries, series_run_off
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, number_of, percent_of, text_of
from railbird.results.show.table_layout import list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL
from railbird.results.tables.table_spec import Flag, InCommand, InReport, TableSpec

COLUMNS = (
    Column("rank", pa.uint32(), "place, from 1; agents eliminated together share it"),
    AGENT_LABEL,
    Column("last_round", pa.uint32(), "round in which it was eliminated, from 1"),
    Column("points", pa.int32(), "series won minus series lost among the agents of that round"),
    Column("won", pa.uint32(), "series won in that round"),
    Column("lost", pa.uint32(), "series lost in that round"),
    Column("place_probability", pa.float64(), "share of resamples that give the agent this rank"),
)
SERIES = InCommand(
    "rank",
    formats=(),
    flag=Flag("--series", "Also print the run-off by series; two players."),
)


def decided_series(reading: RunReading) -> DecidedSeries:
    """Return the run-off by series of a run; raises TwoPlayersError for more players."""
    return series_run_off(pair_means(reading.means))


def is_for_two(reading: RunReading) -> bool:
    """Return whether a run's game has two players."""
    return reading.game.player_count == TWO


TABLE = TableSpec(
    name="series-run-off",
    about="the ranking by run-off over series, for two players",
    columns=COLUMNS,
    make=lambda reading: pa.Table.from_pylist(
        reading.once(decided_series).ranking, schema=schema_of(COLUMNS)
    ),
    layout=list_layout(
        "run-off by series",
        ("", text_of("rank")),
        ("agent", text_of("agent")),
        ("eliminated in round", text_of("last_round")),
        ("points then", number_of("points", "+d")),
        ("won", count_of("won")),
        ("lost", count_of("lost")),
        ("P(this place)", percent_of("place_probability")),
    ),
    suits=is_for_two,
    command=SERIES,
    report=InReport("run-off"),
)
