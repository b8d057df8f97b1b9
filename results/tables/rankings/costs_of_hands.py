"""What a hand of each agent that asks services costs, beside what it wins."""

import pyarrow as pa

from railbird.results.reading.run_reading import RunReading
from railbird.results.reading.service_calls import has_calls
from railbird.results.reading.service_costs import hand_costs
from railbird.results.show.table_cells import text_of
from railbird.results.show.table_layout import Cell, Estimate, Row, estimate, list_layout
from railbird.results.show.units import Unit
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, HALF_WIDTH, mbb_per_hand
from railbird.results.tables.rankings import total_bankroll
from railbird.results.tables.table_spec import InCommand, InReport, TableSpec

COLUMNS = (
    AGENT_LABEL,
    mbb_per_hand("total bankroll: mean of the agent's line-up means"),
    HALF_WIDTH,
    Column("dollars_per_hand", pa.float64(), "cost of a hand: mean of the same line-up means"),
    Column(
        "dollars_half_width",
        pa.float64(),
        "half-width of its 95% interval; null with one deck seed or without variation",
    ),
)


def costs_of_hands(reading: RunReading) -> pa.Table:
    """Return a row for each agent in the journal, the most expensive first."""
    won = {row["agent"]: row for row in total_bankroll.TABLE.make(reading).to_pylist()}
    rows = []
    for cost in sorted(hand_costs(reading), key=lambda cost: -cost.dollars):
        row = {**won[cost.agent], "dollars_per_hand": cost.dollars}
        row["dollars_half_width"] = cost.half_width
        rows.append({column.name: row[column.name] for column in COLUMNS})
    return pa.Table.from_pylist(rows, schema=schema_of(COLUMNS))


def _dollars(row: Row, _: Unit) -> Cell:
    width = row["dollars_half_width"]
    return Estimate(f"{row['dollars_per_hand']:,.5f}", "" if width is None else f"{width:,.5f}", "")


TABLE = TableSpec(
    name="costs-of-hands",
    about="what a hand of each agent that asks services costs, beside what it wins",
    columns=COLUMNS,
    make=costs_of_hands,
    layout=list_layout(
        "costs of hands",
        ("agent", text_of("agent")),
        ("{unit}", estimate),
        ("dollars per hand", _dollars),
    ),
    is_there=lambda reading: has_calls(reading.folder),
    command=InCommand("costs"),
    report=InReport("costs"),
)
