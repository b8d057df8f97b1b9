"""What it will cost to decide each pair of agents that is not decided yet."""

import pyarrow as pa

from railbird.results.reading.run_reading import RunReading
from railbird.results.reading.service_calls import has_calls, sum_costs
from railbird.results.reading.service_costs import dollars_by_line_up
from railbird.results.show.table_cells import count_of, number_of, text_of
from railbird.results.show.table_layout import Cell, Row, estimate, list_layout
from railbird.results.show.units import Unit
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import HALF_WIDTH, mbb_per_hand
from railbird.results.tables.rankings import comparisons
from railbird.results.tables.table_spec import InCommand, InReport, TableSpec

COLUMNS = (
    Column("agent", pa.string(), "label of the agent with the higher or equal bankroll"),
    Column("other", pa.string(), "label of the other"),
    mbb_per_hand("bankroll of the agent minus that of the other, deck by deck"),
    HALF_WIDTH,
    Column("is_decided", pa.bool_(), "whether the order of the two is decided"),
    Column(
        "more_deck_seeds",
        pa.uint64(),
        "more deck seeds needed at the same difference and spread; null if unknown or decided",
    ),
    Column(
        "dollars",
        pa.float64(),
        "what answers cost in all line-ups with either of the two on as many deck seeds, at the "
        "mean of those played; null likewise",
    ),
)


def costs_to_decide(reading: RunReading) -> pa.Table:
    """Return every pair that asks services, or meets agents that do."""
    asking = {one.agent for one in sum_costs(reading.folder)}
    dollars = dollars_by_line_up(reading)
    rows = []
    for row in comparisons.TABLE.make(reading).to_pylist():
        pair = {row["agent"], row["other"]}
        each = sum(cost for line_up, cost in dollars.items() if pair & {*line_up})
        if not each and not pair & asking:
            continue
        more = None if row["is_decided"] else row["more_deck_seeds"]
        row["more_deck_seeds"] = more
        row["dollars"] = None if more is None else more * each
        rows.append({column.name: row[column.name] for column in COLUMNS})
    return pa.Table.from_pylist(rows, schema=schema_of(COLUMNS))


def _difference(row: Row, unit: Unit) -> Cell:
    return estimate({**row, "p_adjusted": None}, unit)


TABLE = TableSpec(
    name="costs-to-decide",
    about="what it will cost to decide each pair of agents: more deck seeds, and dollars",
    columns=COLUMNS,
    make=costs_to_decide,
    layout=list_layout(
        "costs to decide",
        ("agent", text_of("agent")),
        ("other", text_of("other")),
        ("difference, {unit}", _difference),
        ("more deck seeds needed", count_of("more_deck_seeds")),
        ("about, dollars", number_of("dollars", ",.2f")),
    ),
    is_there=lambda reading: has_calls(reading.folder),
    command=InCommand("costs"),
    report=InReport("costs"),
)
