"""Who won how much from whom: by line-up, and agent by agent."""

from collections.abc import Sequence
from fractions import Fraction
from math import isnan
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.results.estimate.intervals import Floats
from railbird.results.estimate.line_up_means import Groups, LineUpMeans
from railbird.results.estimate.significance import ZERO, Contrasts, judge
from railbird.results.tables.table_schemas import AGENT_MATRIX, CROSS_TABLE


def cross_table(means: LineUpMeans) -> pa.Table:
    """Return each agent's mean in each line-up in schema CROSS_TABLE, in label order."""
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
    return table_of(columns, CROSS_TABLE)


def agent_matrix(means: LineUpMeans) -> pa.Table:
    """Return each agent's mean over its line-ups with each other agent, in schema AGENT_MATRIX.

    For two players that is row against column. Pairs that never met have no row: no data is no
    zero.
    """
    labels, seat_count = means.sets.agents, means.seat_count
    entries = np.arange(len(means.entry_agents))
    # Every entry once for each other member of its line-up.
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
    return table_of(columns, AGENT_MATRIX)


def against_zero(means: LineUpMeans, groups: Groups) -> list[float | None]:
    """Return the p-value of each group's mean against zero, adjusted for all of them."""
    errors = means.errors.dense(groups.cells)
    everything = np.arange(len(groups.mean))
    nothing = np.full(len(everything), ZERO)
    contrasts = Contrasts(groups.estimates, errors, groups.freedom, everything, nothing)
    return as_nullable(judge(contrasts).p_adjusted)


def table_of(columns: Sequence[Any], schema: pa.Schema) -> pa.Table:
    """Return columns as a table of this schema."""
    arrays = [pa.array(c, field.type) for c, field in zip(columns, schema, strict=True)]
    return pa.table(arrays, schema=schema)


def as_floats(means: Sequence[Fraction | None]) -> list[float | None]:
    """Round exact means to the nearest float."""
    return [None if mean is None else float(mean) for mean in means]


def as_nullable(values: Floats) -> list[float | None]:
    """Turn nan, which stands for what is not known, into null."""
    return [None if isnan(value) else value for value in values.tolist()]
