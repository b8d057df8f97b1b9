"""Exact values beside sampled ones, where the harness could work them out."""

from pathlib import Path

import pyarrow as pa

from railbird.results.files import read_table
from railbird.results.schema import LABELS, MONEY, Column, schema_of
from railbird.results.store import TABLES

EXACT_FILE = "exact-values"
ROUNDING = 1e-6
"""mbb per hand; exact values come out of floating point."""

EXACT_VALUE_COLUMNS = (
    Column("line_up", LABELS, "labels of the line-up, sorted"),
    Column("agent", pa.string(), "label of the agent the row is about"),
    Column(MONEY, pa.float64(), "the exact mean over all seatings and deals", is_money=True),
)
EXACT_COMPARISON_COLUMNS = (
    *EXACT_VALUE_COLUMNS,
    Column("sampled", pa.float64(), "the mean in CROSS_TABLE; null if not played", is_money=True),
    Column("half_width", pa.float64(), "half of its 95% interval; null without", is_money=True),
    Column("is_inside", pa.bool_(), "whether the interval holds the exact value; null without one"),
)
EXACT_VALUES = schema_of(EXACT_VALUE_COLUMNS)
EXACT_COMPARISON = schema_of(EXACT_COMPARISON_COLUMNS)


def read_exact_values(folder: Path) -> pa.Table | None:
    """Return the exact values that lie in a run's folder, schema EXACT_VALUES, or None."""
    path = folder / TABLES / f"{EXACT_FILE}.arrow"
    return read_table(path, EXACT_VALUES) if path.exists() else None


def compare_exact(exact: pa.Table, cross_table: pa.Table) -> pa.Table:
    """Put the sampled cross-table beside the exact one, in schema EXACT_COMPARISON."""
    sampled = {(tuple(row["line_up"]), row["agent"]): row for row in cross_table.to_pylist()}
    rows = []
    for row in exact.to_pylist():
        found = sampled.get((tuple(row["line_up"]), row["agent"]), {})
        mean, width = found.get(MONEY), found.get("half_width")
        is_inside = None if width is None else abs(mean - row[MONEY]) <= width + ROUNDING
        rows.append({**row, "sampled": mean, "half_width": width, "is_inside": is_inside})
    return pa.Table.from_pylist(rows, schema=EXACT_COMPARISON)
