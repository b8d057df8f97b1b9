"""The cross-table of a three-player game: each agent against each pair of others."""

from collections.abc import Sequence
from math import comb

import pyarrow as pa

from railbird.results.show.summing_up import MOST_ROWS, best_and_worst
from railbird.results.show.table_layout import (
    Cell,
    Grid,
    Row,
    estimate,
    label_matrix,
    shown_unit,
)
from railbird.results.tables.table_spec import InCommand, TableSpec
from railbird.results.tables.won import cross_table

THREE = 3


def pair_grids(table: pa.Table, _: int | None = None) -> Sequence[Grid]:
    """Lay out a row for each pair and a column per agent."""
    unit = shown_unit(table)
    rows = table.to_pylist()
    labels = sorted({row["agent"] for row in rows})
    cells: dict[tuple[str, ...], dict[str, Cell]] = {}
    for row in rows:
        cells.setdefault(_pair(row), {})[row["agent"]] = estimate(row, unit)
    lines: list[list[Cell]] = [
        [", ".join(pair), *(cells[pair].get(label, "") for label in labels)]
        for pair in sorted(cells)
    ]
    return [
        label_matrix(f"column against each pair, {unit.words}", labels, lines, corner="against")
    ]


def _pair(row: Row) -> tuple[str, ...]:
    """Return the two opponents of a row's agent."""
    return tuple(label for label in row["line_up"] if label != row["agent"])


def _has_many_pairs(table: pa.Table) -> bool:
    """Return whether there are more pairs, one per row, than are printed."""
    agents = len(table["agent"].unique())
    return min(comb(agents, 2), int(table.num_rows)) > MOST_ROWS


TABLE = TableSpec(
    name="pair-table",
    about="the cross-table laid out for three players: each agent against each pair",
    columns=cross_table.COLUMNS,
    make=cross_table.TABLE.make,
    layout=pair_grids,
    sum_up=best_and_worst(
        "agent against each pair", lambda row: ", ".join(_pair(row)), is_long=_has_many_pairs
    ),
    is_there=lambda reading: reading.game.player_count == THREE,
    command=InCommand("table", formats=("text",)),
)
