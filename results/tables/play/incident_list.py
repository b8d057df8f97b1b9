"""Single incidents in the order of play, up to a limit."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from railbird.plugins import incident_outcome
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, text_of
from railbird.results.show.table_layout import list_layout
from railbird.results.store.schema import FLAT_INCIDENT_COLUMNS, schema_of
from railbird.results.tables.columns import AGENT_LABEL, INCIDENT_OUTCOME
from railbird.results.tables.table_spec import EVERY_MODE, Flag, InCommand, Intervals, TableSpec

MOST_LISTED = 1000
COLUMNS = (AGENT_LABEL, *FLAT_INCIDENT_COLUMNS, INCIDENT_OUTCOME)


def incident_list(reading: RunReading, agent: str = "", most: int = MOST_LISTED) -> pa.Table:
    """Return the first `most` incidents of a run's part, of one agent if a label is given."""
    rows: list[dict[str, Any]] = []
    for row in _incidents(reading, agent):
        if len(rows) == most:
            break
        rows.append(row)
    return pa.Table.from_pylist(rows, schema=schema_of(COLUMNS))


def _incidents(reading: RunReading, agent: str) -> Iterator[dict[str, Any]]:
    rule = reading.manifest.misbehaviour
    for batch in reading.incidents():
        for start in range(0, batch.num_rows, MOST_LISTED):
            for row in batch.slice(start, MOST_LISTED).to_pylist():
                whose = row["agents"][row["seat"]]
                if agent in ("", whose):
                    yield {**row, "agent": whose, "outcome": incident_outcome(row["kind"], rule)}


TABLE = TableSpec(
    name="incident-list",
    about=f"single incidents in the order of play, at most {MOST_LISTED:,}",
    columns=COLUMNS,
    make=incident_list,
    layout=list_layout(
        "incidents",
        ("agent", text_of("agent")),
        ("kind", text_of("kind")),
        ("outcome", text_of("outcome")),
        ("deck", count_of("deck_index")),
        ("seating", count_of("seating_index")),
        ("hand", count_of("hand")),
        ("decision", count_of("decision")),
        ("message", text_of("text")),
    ),
    options=("agent", "most"),
    intervals=Intervals.NONE,
    command=InCommand(
        "incidents",
        formats=(),
        flag=Flag("--all", f"Also list the first {MOST_LISTED:,} single incidents."),
    ),
    modes=EVERY_MODE,
)
