"""The eliminations of the run-off over series, and how surely each agent left."""

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
    Column("margin", pa.int32(), "points of the lowest who stayed less theirs; null in the last"),
    SAME_ELIMINATION,
    SAME_PATH,
)

TABLE = TableSpec(
    name="series-eliminations",
    about="who left in each round of the run-off over series, and how surely",
    columns=COLUMNS,
    make=lambda reading: pa.Table.from_pylist(
        reading.once(decided_series).eliminations, schema=schema_of(COLUMNS)
    ),
    layout=list_layout(
        "eliminations by series",
        ("round", text_of("round")),
        ("left", joined("agents")),
        ("points", number_of("points", "+d")),
        ("margin", text_of("margin")),
        ("same leave", percent_of("probability")),
        ("same so far", percent_of("path_probability")),
    ),
    suits=is_for_two,
    command=SERIES,
    report=InReport("run-off"),
)
