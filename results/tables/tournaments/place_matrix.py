"""Who finishes before whom: a matrix of shares of tournaments."""

from functools import partial
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from railbird.results.estimate.means.duplicate_sets import seats_of_members
from railbird.results.estimate.means.line_up_means import line_up_bounds
from railbird.results.estimate.means.standings import by_agent, measured_sets, places_of
from railbird.results.estimate.uncertainty.deck_influence import Cells, set_influence
from railbird.results.estimate.uncertainty.intervals import Integers, as_nullable, half_widths
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_layout import Cell, Estimate, Grid, Row, label_matrix
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, LINE_UP_TOTAL, table_of
from railbird.results.tables.table_spec import TOURNAMENTS, InCommand, Intervals, TableSpec

COLUMNS = (
    AGENT_LABEL,
    Column("opponent", pa.string(), "label of another agent of the same tournaments"),
    Column(
        "before",
        pa.float64(),
        "share of tournaments in which the agent finished before the opponent, over all pairs of "
        "their entries; a shared place counts half",
    ),
    Column("before_half_width", pa.float64(), "half-width of its 95% interval; null if none"),
    LINE_UP_TOTAL,
    Column("tournaments", pa.uint64(), "tournaments of both, all seatings counted"),
)
HALVES = 2
SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")


def place_matrix(reading: RunReading) -> pa.Table:
    """Return for every pair how often one finished before the other, a row per ordered pair."""
    players, each = reading.entry_counts
    measures = [partial(_before, member) for member in range(players)]
    before = measured_sets(
        reading.matches(), measures, seating_count=reading.manifest.seating_count
    )
    sets = before[0]
    labels, line_up_count = sets.agents, len(sets.line_ups)
    first, counts = line_up_bounds(sets)
    halves = np.stack([one.payoffs for one in before], axis=2) / sets.hands[:, None, None]
    line_up, row, column = (
        part.reshape(-1) for part in np.indices((line_up_count, players, players))
    )
    there = row != column
    line_up, row, column = line_up[there], row[there], column[there]
    agents, others = sets.line_ups[line_up, row], sets.line_ups[line_up, column]
    found, groups = np.unique(agents * len(labels) + others, return_inverse=True)
    sizes = np.bincount(groups, minlength=len(found))
    cells = Cells(line_up, row * players + column, groups, 1 / sizes[groups], len(found))
    errors = set_influence(
        halves.reshape(len(halves), -1) / (HALVES * each**2),
        deck=sets.deck,
        first=first,
        counts=counts,
    )
    spread = errors.spread(cells)
    played = np.add.reduceat(sets.hands, first)
    columns: list[Any] = [
        [labels[number] for number in (found // len(labels)).tolist()],
        [labels[number] for number in (found % len(labels)).tolist()],
        np.bincount(groups, cells.shares * errors.means[line_up, cells.columns], len(found)),
        as_nullable(half_widths(spread.variance, spread.fewest)),
        sizes,
        np.bincount(groups, played[line_up], len(found)).astype(np.int64),
    ]
    return table_of(columns, schema_of(COLUMNS))


def _before(member: int, matches: pa.RecordBatch) -> Integers:
    """Return how many pairs of entries finished before a member's, in halves."""
    places = by_agent(matches, places_of(matches))
    seats = seats_of_members(matches)[:, member, None, None]
    own = np.sort(np.take_along_axis(places, seats, axis=1)[:, 0], axis=1)
    halves = np.empty(places.shape[:2], np.int64)
    for row, (all_places, of_member) in enumerate(zip(places, own, strict=True)):
        not_before, ahead = (
            np.searchsorted(of_member, all_places, side=side).sum(axis=1) for side in SIDES
        )
        halves[row] = HALVES * of_member.size**2 - not_before - ahead
    return halves


def _layout(table: pa.Table, _: int | None) -> list[Grid]:
    rows = {(row["agent"], row["opponent"]): row for row in table.to_pylist()}
    labels = sorted({label for pair in rows for label in pair})
    lines = [[label, *(_share(rows.get((label, other))) for other in labels)] for label in labels]
    return [label_matrix("row finished before column, % of tournaments", labels, lines)]


def _share(row: Row | None) -> Cell:
    if row is None:
        return ""
    width = row["before_half_width"]
    half = "" if width is None else f"{100 * width:.1f}"
    return Estimate(f"{100 * row['before']:.1f}", half)


TABLE = TableSpec(
    name="place-matrix",
    about="how often agents finished tournaments before each other agent",
    columns=COLUMNS,
    make=place_matrix,
    layout=_layout,
    intervals=Intervals.NONE,
    modes=TOURNAMENTS,
    command=InCommand("finishes"),
    is_written=True,
)
