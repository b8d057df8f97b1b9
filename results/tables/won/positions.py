"""The winnings of agents by position."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.native import GameDefinition
from railbird.results.errors import StoreError
from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.means.line_up_means import (
    GroupMeans,
    LineUpMeans,
    as_floats,
    line_up_means,
)
from railbird.results.estimate.ranking.bankrolls import bankrolls_among, present_agents
from railbird.results.estimate.uncertainty.intervals import as_nullable
from railbird.results.estimate.uncertainty.sampled_means import SampledMeans
from railbird.results.hands.hand_sums import sums_by_position
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_layout import Cell, Grid, estimate, make_grid, shown_unit
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import (
    AGENT_LABEL,
    HALF_WIDTH,
    LINE_UP_TOTAL,
    P_AGAINST_ZERO,
    adjusted_against_zero,
    mbb_per_hand,
    table_of,
)
from railbird.results.tables.table_spec import Flag, InCommand, Intervals, TableSpec

COLUMNS = (
    AGENT_LABEL,
    Column("position", pa.uint8(), "position, from 0: the first of the definition's blinds"),
    mbb_per_hand("mean of the agent's line-up means in this position, per hand played in it"),
    HALF_WIDTH,
    LINE_UP_TOTAL,
    Column("hands", pa.uint64(), "number of hands in this position, counted in every seating"),
    P_AGAINST_ZERO,
)


def positions(reading: RunReading) -> pa.Table:
    """Return each agent's mean by position; reads every hand."""
    refuse_uneven(reading.manifest.seating_count)
    numbers = range(reading.game.player_count)
    sets = reading.sum_hands([partial(sums_by_position, position=n) for n in numbers])
    return position_table(sets, reading.game)


def position_grids(table: pa.Table, _: int | None = None) -> Sequence[Grid]:
    """Lay out a row per agent and a column per position."""
    unit = shown_unit(table)
    cells: dict[str, dict[int, Cell]] = {}
    for row in table.to_pylist():
        cells.setdefault(row["agent"], {})[row["position"]] = estimate(row, unit)
    columns = sorted({position for row in cells.values() for position in row})
    lines = [[label, *(row.get(p, "") for p in columns)] for label, row in cells.items()]
    names = ["agent", *(f"position {position}" for position in columns)]
    return [make_grid(f"by position, {unit.words}", names, lines)]


def refuse_uneven(seating_count: int) -> None:
    """Raise StoreError for hands played elsewhere, whose positions are not balanced."""
    if not seating_count:
        raise StoreError(
            "these hands were played elsewhere, so positions are not balanced; use the "
            "cross-table instead"
        )


def position_table(by_position: Sequence[DuplicateSets], game: GameDefinition) -> pa.Table:
    """Return each agent's mean by position, a row per agent and position.

    `by_position` are the duplicate sets with the winnings in position 0, 1, ... In all seatings of
    a duplicate set every member plays every position equally often, a share of 1/N of the hands.
    """
    rows: list[dict[str, Any]] = []
    found: list[tuple[LineUpMeans, GroupMeans]] = []
    for position, sets in enumerate(by_position):
        means = line_up_means(
            _per_position(sets, len(by_position)), game.big_blind, stake=game.stake
        )
        groups = bankrolls_among(means, np.arange(len(sets.agents)))
        found.append((means, groups))
        means_of, widths = as_floats(groups.mean), as_nullable(groups.half_width)
        rows += [
            {
                "agent": sets.agents[agent],
                "position": position,
                "mbb_per_hand": means_of[agent],
                "half_width": widths[agent],
                "line_ups": int(groups.line_ups[agent]),
                "hands": int(groups.hands[agent]),
            }
            for agent in present_agents(groups)
        ]
    for row, p in zip(rows, _against_zero(found), strict=True):
        row["p_adjusted"] = p
    rows.sort(key=lambda row: (row["agent"], row["position"]))
    columns = [[row[column.name] for row in rows] for column in COLUMNS]
    return table_of(columns, schema_of(COLUMNS))


def _per_position(sets: DuplicateSets, position_count: int) -> DuplicateSets:
    return replace(sets, hands=sets.hands // position_count)


def _against_zero(found: Sequence[tuple[LineUpMeans, GroupMeans]]) -> list[float | None]:
    """Test the means of all positions as one family."""
    present = [np.array(present_agents(groups), np.int64) for _, groups in found]
    parts = list(zip(found, present, strict=True))
    samples = [means.sampled(groups).take(agents) for (means, groups), agents in parts]
    return adjusted_against_zero(SampledMeans.join(samples))


TABLE = TableSpec(
    name="positions",
    about="the mean of each agent by position; reads every hand",
    columns=COLUMNS,
    make=positions,
    layout=position_grids,
    intervals=Intervals.DECKS,
    command=InCommand(
        "table",
        formats=(),
        flag=Flag("--positions", "Also print winnings by position."),
    ),
)
