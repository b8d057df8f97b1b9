"""The cross-table: the mean of each agent in each line-up."""

import numpy as np
import pyarrow as pa

from railbird.results.estimate.means.line_up_means import LineUpMeans, as_floats
from railbird.results.estimate.uncertainty.intervals import as_nullable
from railbird.results.show.table_cells import count_of, joined, text_of
from railbird.results.show.table_layout import estimate, list_layout
from railbird.results.store.schema import LABELS, Column, schema_of
from railbird.results.tables.columns import (
    HALF_WIDTH,
    HAND_TOTAL,
    P_AGAINST_ZERO,
    SET_TOTAL,
    against_zero,
    mbb_per_hand,
    table_of,
)
from railbird.results.tables.table_spec import Flag, InCommand, TableSpec

COLUMNS = (
    Column("line_up", LABELS, "labels of the line-up, sorted"),
    Column("agent", pa.string(), "label of the agent the row is about"),
    mbb_per_hand("the agent's mean over duplicate sets of this line-up"),
    HALF_WIDTH,
    SET_TOTAL,
    HAND_TOTAL,
    P_AGAINST_ZERO,
)


def cross_table(means: LineUpMeans) -> pa.Table:
    """Return each agent's mean in each line-up, one row each, in label order."""
    entries = np.arange(len(means.entry_agents))
    groups = means.grouped(entries, entries, group_count=len(entries))
    labels = means.sets.agents
    line_ups = [[labels[number] for number in row] for row in means.sets.line_ups.tolist()]
    columns = [
        [line_up for line_up in line_ups for _ in line_up],
        [labels[number] for number in means.entry_agents.tolist()],
        as_floats(groups.mean),
        as_nullable(groups.half_width),
        groups.sets,
        groups.hands,
        against_zero(means, groups),
    ]
    return table_of(columns, schema_of(COLUMNS))


TABLE = TableSpec(
    name="cross-table",
    about="the mean of each agent in each line-up",
    columns=COLUMNS,
    make=lambda reading: cross_table(reading.means),
    layout=list_layout(
        "by line-up",
        ("line-up", joined("line_up")),
        ("agent", text_of("agent")),
        ("{unit}", estimate),
        ("duplicate sets", count_of("duplicate_sets")),
        ("hands", count_of("hands")),
        spare=("hands", "duplicate sets"),
    ),
    command=InCommand(
        "table", formats=("json",), flag=Flag("--line-ups", "Also print every line-up.")
    ),
    is_written=True,
)
