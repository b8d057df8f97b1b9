"""The ranking by iterated run-off."""

import pyarrow as pa

from railbird.results.estimate.ranking.run_off import Decided, run_off
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import percent_of, text_of
from railbird.results.show.table_layout import Cell, Row, estimate, list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, HALF_WIDTH, mbb_per_hand
from railbird.results.tables.table_spec import InCommand, InReport, TableSpec

PLACE = (
    Column("rank", pa.uint32(), "place, from 1; agents eliminated together share it"),
    AGENT_LABEL,
    Column(
        "last_round", pa.uint32(), "round in which it was eliminated, or the final round; from 1"
    ),
    Column("is_eliminated", pa.bool_(), "false for those of the final table"),
)
PLACE_PROBABILITY = Column(
    "place_probability",
    pa.float64(),
    "share of resamples whose own run-off gives the agent this rank; null if unknown",
)
COLUMNS = (
    *PLACE,
    mbb_per_hand("bankroll among the agents of that round"),
    HALF_WIDTH,
    PLACE_PROBABILITY,
)


def decided(reading: RunReading) -> Decided:
    """Return the run-off of a run."""
    return run_off(reading.means)


def elimination(row: Row, _: object) -> Cell:
    """Format the round in which an agent left."""
    return str(row["last_round"]) if row["is_eliminated"] else "final table"


TABLE = TableSpec(
    name="run-off",
    about=(
        "the ranking by iterated run-off: the lowest bankroll is eliminated, and the rest "
        "are ranked again"
    ),
    columns=COLUMNS,
    make=lambda reading: pa.Table.from_pylist(
        reading.once(decided).ranking, schema=schema_of(COLUMNS)
    ),
    layout=list_layout(
        "run-off",
        ("", text_of("rank")),
        ("agent", text_of("agent")),
        ("eliminated in round", elimination),
        ("bankroll in last round, {unit}", estimate),
        ("P(this place)", percent_of("place_probability")),
        spare=("eliminated in round",),
    ),
    command=InCommand("rank", is_headline=True),
    report=InReport("run-off"),
    is_written=True,
)
