"""How the bankrolls of ring games develop: quantiles over sessions, hand by hand."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, number_of, percent_of, text_of
from railbird.results.show.table_layout import Grid, list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, table_of
from railbird.results.tables.rings.sessions import AgentSession, sessions_by_agent
from railbird.results.tables.table_spec import InCommand, Intervals, TableSpec

POINTS = 100
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)

COLUMNS = (
    AGENT_LABEL,
    Column("hands", pa.uint32(), "hands of a table that never rests by then"),
    Column("sessions", pa.uint64(), "sessions that the agent played"),
    Column("ruined", pa.float64(), "share of sessions in which it was ruined by then"),
    Column("mean", pa.float64(), "mean bankroll, chips; of the ruined what they had left"),
    *(
        Column(f"quantile_{round(100 * share)}", pa.float64(), f"{share:.0%} have at most so much")
        for share in QUANTILES
    ),
)


def session_bankrolls(reading: RunReading, *, points: int = POINTS) -> pa.Table:
    """Return each agent's bankrolls at up to `points` moments, the last always among them."""
    by_label = sessions_by_agent(reading)
    last = max((int(one.rounds[-1]) for rows in by_label.values() for one in rows), default=0)
    first = 0 if points > 1 else last
    moments = np.unique(np.linspace(first, last, min(points, last + 1)).round().astype(np.int64))
    rows: list[tuple[Any, ...]] = []
    for label in sorted(by_label):
        for moment in moments.tolist():
            chips, ruined = zip(*(_at(one, moment) for one in by_label[label]), strict=True)
            quantiles = np.quantile(chips, QUANTILES).tolist()
            sessions = len(chips)
            rows.append((label, moment, sessions, np.mean(ruined), np.mean(chips), *quantiles))
    columns = list(zip(*rows, strict=True)) if rows else [() for _ in COLUMNS]
    return table_of([list(column) for column in columns], schema_of(COLUMNS))


def _at(one: AgentSession, moment: int) -> tuple[int, bool]:
    """The bankroll after so many hands, and whether the agent was ruined by then."""
    row = int(np.searchsorted(one.rounds, moment, side="right")) - 1
    return int(one.chips[row]), one.is_ruined and row == len(one.chips) - 1


_ROWS = list_layout(
    "bankrolls of ring games, chips",
    ("agent", text_of("agent")),
    ("hands", count_of("hands")),
    ("sessions", count_of("sessions")),
    ("mean", number_of("mean", ",.0f")),
    *((f"{share:.0%}", number_of(f"quantile_{round(100 * share)}", ",.0f")) for share in QUANTILES),
    ("ruined", percent_of("ruined")),
)


def last_moments(table: pa.Table, columns: int | None = None) -> Sequence[Grid]:
    """Lay out the ends of the sessions; other formats have all moments."""
    hands = table["hands"].to_numpy()
    return _ROWS(table.filter(pa.array(hands == hands.max(initial=0))), columns)


TABLE = TableSpec(
    name="session-bankrolls",
    about="how bankrolls of ring games develop: quantiles over sessions",
    columns=COLUMNS,
    make=session_bankrolls,
    layout=last_moments,
    options=("points",),
    intervals=Intervals.NONE,
    modes=("ring",),
    command=InCommand("bankrolls", is_headline=True),
    is_written=True,
)
