"""Row against column: what each agent won in its line-ups with each other agent."""

import numpy as np
import pyarrow as pa

from railbird.results.estimate.means.line_up_means import LineUpMeans, as_floats
from railbird.results.estimate.uncertainty.intervals import as_nullable
from railbird.results.show.summing_up import best_and_worst, has_many_agents
from railbird.results.show.table_layout import matrix_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import (
    HALF_WIDTH,
    HAND_TOTAL,
    LINE_UP_TOTAL,
    P_AGAINST_ZERO,
    SET_TOTAL,
    against_zero,
    mbb_per_hand,
    table_of,
)
from railbird.results.tables.table_spec import InCommand, TableSpec

COLUMNS = (
    Column("agent", pa.string(), "label of the row's agent"),
    Column("opponent", pa.string(), "label of the column's agent"),
    mbb_per_hand("mean of the agent's line-up means with the opponent"),
    HALF_WIDTH,
    LINE_UP_TOTAL,
    SET_TOTAL,
    HAND_TOTAL,
    P_AGAINST_ZERO,
)


def agent_matrix(means: LineUpMeans) -> pa.Table:
    """Return each agent's mean over its line-ups with each other agent, a row per pair.

    For two players that is row against column. Pairs that never met have no row, since missing data
    is not zero.
    """
    labels, seat_count = means.sets.agents, means.seat_count
    entries = np.arange(len(means.entry_agents))
    # Each entry once for each other member of its line-up.
    entries = np.repeat(entries, seat_count - 1)
    turn = np.tile(np.arange(1, seat_count), len(means.entry_agents))
    line_up, member = np.divmod(entries, seat_count)
    opponents = means.sets.line_ups[line_up, (member + turn) % seat_count]
    pairs = means.entry_agents[entries] * len(labels) + opponents
    met, groups = np.unique(pairs, return_inverse=True)
    result = means.grouped(entries, groups, group_count=len(met))
    columns = [
        [labels[number] for number in (met // len(labels)).tolist()],
        [labels[number] for number in (met % len(labels)).tolist()],
        as_floats(result.mean),
        as_nullable(result.half_width),
        result.line_ups,
        result.sets,
        result.hands,
        against_zero(means, result),
    ]
    return table_of(columns, schema_of(COLUMNS))


TABLE = TableSpec(
    name="agent-matrix",
    about="the mean of each agent over its line-ups with each other agent",
    columns=COLUMNS,
    make=lambda reading: agent_matrix(reading.means),
    layout=matrix_layout("row against column"),
    sum_up=best_and_worst(
        "agent against agent", lambda row: str(row["opponent"]), is_long=has_many_agents
    ),
    command=InCommand("table", is_headline=True),
    is_written=True,
)
