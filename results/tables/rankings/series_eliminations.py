"""The eliminations of the run-off over series, and how certain each is."""

import pyarrow as pa

from railbird.results.show.table_cells import joined, number_of, percent_of, text_of
from railbird.results.show.table_layout import list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import ELIMINATED, ROUND, SAME_ELIMINATION, SAME_PATH
from railbird.results.tables.rankings.series_run_off import SERIES, decided_series, is_for_two
from railbird.results.tables.table_spec import InReport, TableSpec

COLUMNS = (
    ROUND,
    ELIMINATED,
    Column("points", pa.int32(), "their points"),
    Column(
        "margin",
        pa.int32(),
        "points of the lowest remaining agents minus theirs; null in the last round",
    ),
    SAME_ELIMINATION,
    SAME_PATH,
)

TABLE = TableSpec(
    name="series-eliminations",
    about="the eliminations of each round of the run-off over series, with probabilities",
    columns=COLUMNS,
    make=lambda reading: pa.Table.from_pylist(
        reading.once(decided_series).eliminations, schema=schema_of(COLUMNS)
    ),
    layout=list_layout(
        "eliminations by series",
        ("round", text_of("round")),
        ("eliminated", joined("agents")),
        ("points", number_of("points", "+d")),
        ("margin", text_of("margin")),
        ("P(this elimination)", percent_of("probability")),
        ("P(same order so far)", percent_of("path_probability")),
    ),
    suits=is_for_two,
    command=SERIES,
    report=InReport("run-off"),
)
