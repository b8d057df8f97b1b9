"""The cross-table of a game for three: each agent against each pair of others."""

from collections.abc import Sequence

import pyarrow as pa

from railbird.results.show.table_layout import Cell, Grid, estimate, label_matrix, shown_unit
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
        pair = tuple(label for label in row["line_up"] if label != row["agent"])
        cells.setdefault(pair, {})[row["agent"]] = estimate(row, unit)
    lines: list[list[Cell]] = [
        [", ".join(pair), *(cells[pair].get(label, "") for label in labels)]
        for pair in sorted(cells)
    ]
    return [
        label_matrix(f"column against each pair, {unit.words}", labels, lines, corner="against")
    ]


TABLE = TableSpec(
    name="pair-table",
    about="the cross-table laid out for three players: each agent against each pair",
    columns=cross_table.COLUMNS,
    make=cross_table.TABLE.make,
    layout=pair_grids,
    is_there=lambda reading: reading.game.player_count == THREE,
    command=InCommand("table", formats=("text",)),
)
