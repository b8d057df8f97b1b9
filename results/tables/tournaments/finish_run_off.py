"""The ranking of tournaments by iterated run-off, by mean prizes."""

import pyarrow as pa

from railbird.results.estimate.means.standings import (
    HUNDREDTHS,
    MILLI,
    measured_sets,
    prize_totals,
    tournament_means,
)
from railbird.results.estimate.ranking.run_off import run_off
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import elimination_of, estimate_of, percent_of, text_of
from railbird.results.show.table_layout import Row, list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import (
    RUN_OFF_PLACE,
    RUN_OFF_PROBABILITY,
    table_of,
)
from railbird.results.tables.table_spec import TOURNAMENTS, InCommand, Intervals, TableSpec

COLUMNS = (
    *RUN_OFF_PLACE,
    Column(
        "prize",
        pa.float64(),
        "mean prize in tournaments among the agents of that round, percent of the entries",
    ),
    Column("prize_half_width", pa.float64(), "half-width of its 95% interval; null if none"),
    RUN_OFF_PROBABILITY,
)
UNIT = MILLI * HUNDREDTHS


def finish_run_off(reading: RunReading) -> pa.Table:
    """Return the run-off: the least mean prize leaves, and of the rest only meetings count."""
    (sets,) = measured_sets(
        reading.matches(), [prize_totals], seating_count=reading.manifest.seating_count
    )
    rows = [_row(row) for row in run_off(tournament_means(sets)).ranking]
    return table_of([[row[one.name] for row in rows] for one in COLUMNS], schema_of(COLUMNS))


def _row(row: Row) -> Row:
    width = row["half_width"]
    return {
        **row,
        "prize": row["mbb_per_hand"] / UNIT,
        "prize_half_width": None if width is None else width / UNIT,
    }


def _has_line_ups(reading: RunReading) -> bool:
    return len(reading.labels) > reading.entry_counts.agents


TABLE = TableSpec(
    name="finish-run-off",
    about="the ranking by iterated run-off: the least mean prize leaves, the rest is ranked again",
    columns=COLUMNS,
    make=finish_run_off,
    layout=list_layout(
        "run-off by mean prize",
        ("", text_of("rank")),
        ("agent", text_of("agent")),
        ("eliminated in round", elimination_of),
        ("prize in last round, %", estimate_of("prize", ".2f")),
        ("P(this place)", percent_of("place_probability")),
        spare=("eliminated in round",),
    ),
    intervals=Intervals.NONE,
    is_there=_has_line_ups,
    modes=TOURNAMENTS,
    command=InCommand("finishes"),
    is_written=True,
)
