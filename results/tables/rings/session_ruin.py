"""Who was ruined in ring games, when, and at which stakes."""

from typing import Any

import numpy as np
import pyarrow as pa

from railbird.native import NO_TABLE
from railbird.results.estimate.uncertainty.intervals import NORMAL_95
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, percent_of, text_of
from railbird.results.show.table_layout import Cell, Row, list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, table_of
from railbird.results.tables.rings.sessions import (
    AgentSession,
    sessions_by_agent,
    stakes_of_tables,
)
from railbird.results.tables.table_spec import InCommand, Intervals, TableSpec

COLUMNS = (
    AGENT_LABEL,
    Column("stakes", pa.string(), "stakes where the agent lost its bankroll; null for all"),
    Column("sessions", pa.uint64(), "sessions that the agent played"),
    Column("ruined", pa.uint64(), "those in which it was ruined, at these stakes"),
    Column("share", pa.float64(), "share of sessions in which it was ruined"),
    Column("share_low", pa.float64(), "lower end of its 95% interval (Wilson)"),
    Column("share_high", pa.float64(), "upper end of its 95% interval (Wilson)"),
    Column("median_hands", pa.float64(), "median of the hands until then; null if never"),
)
NOTE = (
    "ruined is who cannot pay the least buy-in of the lowest table; sessions are independent of "
    "each other, the agents of one are not"
)


def session_ruin(reading: RunReading) -> pa.Table:
    """Return how often agents were ruined, in all and by stakes; by share, the least first."""
    stakes = stakes_of_tables(reading.manifest.spec)
    by_label = sessions_by_agent(reading)
    rows = []
    for label, sessions in by_label.items():
        ruined = [one for one in sessions if one.is_ruined]
        rows.append(_row(label, None, len(sessions), ruined))
        places = [stakes[one.tables[-1]] for one in ruined if one.tables[-1] != NO_TABLE]
        for name in dict.fromkeys(stakes):
            if name in places:
                there = [one for one in ruined if stakes[one.tables[-1]] == name]
                rows.append(_row(label, name, len(sessions), there))
    share = {row[0]: row[4] for row in rows if row[1] is None}
    rows.sort(key=lambda row: (share[row[0]], row[0]))
    columns = list(zip(*rows, strict=True)) if rows else [() for _ in COLUMNS]
    return table_of([list(column) for column in columns], schema_of(COLUMNS))


def _row(
    label: str, stakes: str | None, sessions: int, ruined: list[AgentSession]
) -> tuple[Any, ...]:
    count = len(ruined)
    low, high = wilson(count, sessions)
    median = float(np.median([one.rounds[-1] for one in ruined])) if ruined else None
    return label, stakes, sessions, count, count / sessions, low, high, median


def wilson(count: int, total: int) -> tuple[float, float]:
    """Return the 95% interval of a share (Wilson, 1927), without correction for continuity."""
    share, square = count / total, NORMAL_95**2
    middle = (share + square / (2 * total)) / (1 + square / total)
    spread = share * (1 - share) / total + square / (4 * total**2)
    half = NORMAL_95 * spread**0.5 / (1 + square / total)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def _interval(row: Row, _: object) -> Cell:
    return f"{row['share_low']:.1%} to {row['share_high']:.1%}"


def _median(row: Row, _: object) -> Cell:
    return "" if row["median_hands"] is None else f"{row['median_hands']:,.0f}"


TABLE = TableSpec(
    name="session-ruin",
    about="who was ruined in ring games, when, and at which stakes",
    columns=COLUMNS,
    make=session_ruin,
    layout=list_layout(
        "ruin",
        ("agent", text_of("agent")),
        ("lost at", lambda row, _: row["stakes"] or ""),
        ("sessions", count_of("sessions")),
        ("ruined", count_of("ruined")),
        ("share", percent_of("share")),
        ("95% interval", _interval),
        ("median hands", _median),
    ),
    intervals=Intervals.NONE,
    further_notes=lambda _: (NOTE,),
    modes=("ring",),
    command=InCommand("bankrolls", is_headline=True),
    is_written=True,
)
