"""The ranking by iterated run-off."""

import pyarrow as pa

from railbird.results.estimate.ranking.run_off import Decided, run_off
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import elimination_of, percent_of, text_of
from railbird.results.show.table_layout import estimate, list_layout
from railbird.results.store.schema import schema_of
from railbird.results.tables.columns import (
    HALF_WIDTH,
    RUN_OFF_PLACE,
    RUN_OFF_PROBABILITY,
    mbb_per_hand,
)
from railbird.results.tables.table_spec import InCommand, InReport, TableSpec

COLUMNS = (
    *RUN_OFF_PLACE,
    mbb_per_hand("bankroll among the agents of that round"),
    HALF_WIDTH,
    RUN_OFF_PROBABILITY,
)


def decided(reading: RunReading) -> Decided:
    """Return the run-off of a run."""
    return run_off(reading.means)


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
        ("eliminated in round", elimination_of),
        ("bankroll in last round, {unit}", estimate),
        ("P(this place)", percent_of("place_probability")),
        spare=("eliminated in round",),
    ),
    command=InCommand("rank", is_headline=True),
    report=InReport("run-off"),
    is_written=True,
)
