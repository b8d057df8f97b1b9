"""The eliminations of the run-off, and how certain each is."""

import pyarrow as pa

from railbird.results.show.table_cells import joined, percent_of, text_of
from railbird.results.show.table_layout import estimate, list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import (
    ELIMINATED,
    HALF_WIDTH,
    ROUND,
    SAME_ELIMINATION,
    SAME_PATH,
    mbb_per_hand,
)
from railbird.results.tables.rankings.run_off import decided
from railbird.results.tables.table_spec import InCommand, InReport, TableSpec

COLUMNS = (
    ROUND,
    ELIMINATED,
    Column("next", pa.string(), "label of the lowest remaining agent"),
    mbb_per_hand("margin: bankroll of the next in this round minus that of the eliminated"),
    HALF_WIDTH,
    SAME_ELIMINATION,
    SAME_PATH,
)

TABLE = TableSpec(
    name="run-off-eliminations",
    about="the eliminations of each round of the run-off, with margins and probabilities",
    columns=COLUMNS,
    make=lambda reading: pa.Table.from_pylist(
        reading.once(decided).eliminations, schema=schema_of(COLUMNS)
    ),
    layout=list_layout(
        "eliminations",
        ("round", text_of("round")),
        ("eliminated", joined("agents")),
        ("next", text_of("next")),
        ("margin, {unit}", estimate),
        ("P(this elimination)", percent_of("probability")),
        ("P(same order so far)", percent_of("path_probability")),
    ),
    command=InCommand("rank"),
    report=InReport("run-off"),
    is_written=True,
)
