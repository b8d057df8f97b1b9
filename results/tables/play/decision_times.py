"""Decision times of agents, from the timings of a run."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from railbird.native import FileError
from railbird.results.errors import StoreError
from railbird.results.folders.run_folder import RunFolder, StoredFile
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, number_of, text_of
from railbird.results.show.table_layout import list_layout
from railbird.results.store.files import read_stored
from railbird.results.store.labels import is_readable_label
from railbird.results.store.schema import TIMING_COLUMNS, TIMINGS, Column, schema_of
from railbird.results.store.store import TIMING_FOLDER
from railbird.results.store.where import WhereError
from railbird.results.tables.columns import AGENT_LABEL
from railbird.results.tables.table_spec import EVERY_MODE, InCommand, Intervals, TableSpec

COLUMNS = (
    AGENT_LABEL,
    Column("decisions", pa.uint64(), "number of its timed decisions"),
    Column("deciding_seconds", pa.float64(), "time it took to decide, wall clock, all workers"),
    Column("listening_seconds", pa.float64(), "time it took to observe hands and choose tables"),
    Column("microseconds", pa.float64(), "both, per decision; null without decisions"),
)
MICROSECONDS = 1e6
MOST_COUNTED = 2**40
"""Decisions, or seconds, of an agent in one chunk; sums over chunks stay within 64 bits."""


def decision_times(folder: RunFolder) -> pa.Table:
    """Return the time of each agent, the slowest first.

    A chunk that was played twice counts twice; runs stored before times were recorded have none.
    """
    sums: dict[str, dict[str, Any]] = {}
    for times in _call_times(folder):
        total = sums.setdefault(times["label"], dict.fromkeys(times, 0) | {"label": times["label"]})
        for name in ("decisions", "deciding_seconds", "listening_seconds"):
            total[name] += times[name]
    rows = [_row(total) for total in sums.values()]
    rows.sort(key=lambda row: (-(row["microseconds"] or 0.0), row["agent"]))
    return pa.Table.from_pylist(rows, schema=schema_of(COLUMNS))


def _row(total: dict[str, Any]) -> dict[str, Any]:
    seconds = total["deciding_seconds"] + total["listening_seconds"]
    per_decision = seconds / total["decisions"] * MICROSECONDS if total["decisions"] else None
    return {"agent": total.pop("label"), **total, "microseconds": per_decision}


def _call_times(folder: RunFolder) -> Iterator[dict[str, Any]]:
    for name in sorted(folder.names(TIMING_FOLDER)):
        if not name.endswith(".arrow"):
            continue
        path = StoredFile(folder, f"{TIMING_FOLDER}/{name}")
        table = _read_timings(path)
        if "agents" in table.column_names:
            for agents in table.column("agents").to_pylist():
                yield from (_checked(times, path) for times in agents or ())


def _read_timings(path: StoredFile) -> pa.Table:
    def require_timings(schema: pa.Schema) -> None:
        old = schema_of(TIMING_COLUMNS[:-1])  # in runs stored before agents were timed
        if not schema.equals(TIMINGS) and not schema.equals(old):
            raise FileError("its columns are not those of timings")

    try:
        return read_stored(path, require_timings, nullable=("agents",))
    except FileError as error:
        raise StoreError(f"{error}; remove the file, which nothing else needs") from error


def _checked(times: dict[str, Any] | None, path: StoredFile) -> dict[str, Any]:
    """The times of an agent in a chunk, validated."""
    values = tuple(times.values()) if times else ()
    numbers = values[1:]
    if None in values or not numbers or not is_readable_label(values[0]):
        raise StoreError(f"{path} has no agent names; remove the file, which nothing else needs")
    if not all(0 <= number <= MOST_COUNTED for number in numbers):
        raise StoreError(
            f"{path} has times out of range; remove the file, which nothing else needs"
        )
    return times or {}


def _of_run(reading: RunReading) -> pa.Table:
    if not reading.part.is_everything:
        raise WhereError(
            "decision times are recorded only for the whole run; leave out the conditions"
        )
    return decision_times(reading.folder)


TABLE = TableSpec(
    name="decision-times",
    about=(
        "the time each agent took per decision; only for a whole run, since times are "
        "recorded by chunks"
    ),
    columns=COLUMNS,
    make=_of_run,
    layout=list_layout(
        "time per decision",
        ("agent", text_of("agent")),
        ("decisions", count_of("decisions")),
        ("deciding, s", number_of("deciding_seconds", ",.2f")),
        ("listening, s", number_of("listening_seconds", ",.2f")),
        ("microseconds per decision", number_of("microseconds", ",.2f")),
    ),
    intervals=Intervals.NONE,
    suits=lambda reading: reading.part.is_everything,
    command=InCommand("indicators"),
    modes=EVERY_MODE,
)
