"""Every round of the run-off."""

import pyarrow as pa

from railbird.results.show.table_cells import count_of, text_of
from railbird.results.show.table_layout import estimate, list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import HALF_WIDTH, LINE_UP_TOTAL, mbb_per_hand
from railbird.results.tables.rankings.run_off import decided
from railbird.results.tables.table_spec import FORMATS, InCommand, InReport, TableSpec

COLUMNS = (
    Column("round", pa.uint32(), "number of the round, from 1; the last is the final table"),
    Column("agent", pa.string(), "label of a remaining agent"),
    mbb_per_hand("bankroll over line-ups of remaining agents"),
    HALF_WIDTH,
    LINE_UP_TOTAL,
    Column("is_eliminated", pa.bool_(), "whether the agent was eliminated in this round"),
)

TABLE = TableSpec(
    name="run-off-rounds",
    about="the bankrolls of every round of the run-off",
    columns=COLUMNS,
    make=lambda reading: pa.Table.from_pylist(
        reading.once(decided).rounds, schema=schema_of(COLUMNS)
    ),
    layout=list_layout(
        "rounds of the run-off",
        ("round", text_of("round")),
        ("agent", text_of("agent")),
        ("{unit}", estimate),
        ("line-ups", count_of("line_ups")),
        ("eliminated", lambda row, _: "yes" if row["is_eliminated"] else ""),
    ),
    command=InCommand("rank", formats=[form for form in FORMATS if form != "text"]),
    report=InReport("run-off", fold="Every round"),
    is_written=True,
)
