"""How long agents took to decide, from the timings beside a run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

from railbird.results.errors import StoreError
from railbird.results.store.files import read_mapped
from railbird.results.store.schema import Column, schema_of
from railbird.results.store.store import TIMING_FOLDER

DECISION_TIME_COLUMNS = (
    Column("agent", pa.string(), "label of the agent"),
    Column("decisions", pa.uint64(), "how often it was asked to decide, where that was timed"),
    Column("deciding_seconds", pa.float64(), "how long it took to decide, wall clock, all workers"),
    Column("listening_seconds", pa.float64(), "how long it took to hear of hands that ended"),
    Column("microseconds", pa.float64(), "both, per decision; null where it never decided"),
)
DECISION_TIMES = schema_of(DECISION_TIME_COLUMNS)
MICROSECONDS = 1e6


def decision_times(folder: Path) -> pa.Table:
    """Return the time of each agent in schema DECISION_TIMES, the slowest first.

    A chunk that was played twice counts twice; runs stored before times were kept have none.
    """
    sums: dict[str, dict[str, Any]] = {}
    for times in _call_times(folder):
        total = sums.setdefault(times["label"], dict.fromkeys(times, 0) | {"label": times["label"]})
        for name in ("decisions", "deciding_seconds", "listening_seconds"):
            total[name] += times[name]
    rows = [_row(total) for total in sums.values()]
    rows.sort(key=lambda row: (-(row["microseconds"] or 0.0), row["agent"]))
    return pa.Table.from_pylist(rows, schema=DECISION_TIMES)


def _row(total: dict[str, Any]) -> dict[str, Any]:
    seconds = total["deciding_seconds"] + total["listening_seconds"]
    per_decision = seconds / total["decisions"] * MICROSECONDS if total["decisions"] else None
    return {"agent": total.pop("label"), **total, "microseconds": per_decision}


def _call_times(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted((folder / TIMING_FOLDER).glob("*.arrow")):
        try:
            table = pa.ipc.open_file(read_mapped(path)).read_all()
        except pa.ArrowInvalid as error:
            raise StoreError(f"{path} is damaged: {error}; take it away") from error
        if "agents" in table.column_names:
            for agents in table.column("agents").to_pylist():
                yield from agents or ()
