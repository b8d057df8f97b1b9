"""How long the decisions of agents that wait for answers took."""

import numpy as np
import pyarrow as pa

from railbird.results.reading.run_reading import RunReading
from railbird.results.reading.service_calls import has_calls
from railbird.results.reading.service_costs import seconds_of_decisions
from railbird.results.show.table_cells import count_of, number_of, text_of
from railbird.results.show.table_layout import list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL
from railbird.results.tables.table_spec import InCommand, InReport, Intervals, TableSpec

QUANTILES = {"median": 0.5, "nine_of_ten": 0.9, "ninety_nine_of_100": 0.99, "longest": 1.0}
MEANINGS = {
    "median": "half of the decisions took at most so many seconds",
    "nine_of_ten": "90% of them took at most so many seconds",
    "ninety_nine_of_100": "99% of them took at most so many seconds",
    "longest": "seconds of the longest",
}
COLUMNS = (
    AGENT_LABEL,
    Column("decisions", pa.uint64(), "number of its decisions"),
    *(Column(name, pa.float64(), meaning) for name, meaning in MEANINGS.items()),
)


def answer_times(reading: RunReading) -> pa.Table:
    """Return a row for each agent in the journal; the whole run's, waits and rethinks included."""
    rows = [
        {
            "agent": agent,
            "decisions": len(seconds),
            **{
                name: float(np.quantile(seconds, share, method="inverted_cdf"))
                for name, share in QUANTILES.items()
            },
        }
        for agent, seconds in sorted(seconds_of_decisions(reading).items())
    ]
    return pa.Table.from_pylist(rows, schema=schema_of(COLUMNS))


TABLE = TableSpec(
    name="answer-times",
    about="how long the decisions of agents that wait for answers took",
    columns=COLUMNS,
    make=answer_times,
    layout=list_layout(
        "seconds of decisions",
        ("agent", text_of("agent")),
        ("decisions", count_of("decisions")),
        ("median", number_of("median", ",.2f")),
        ("90%", number_of("nine_of_ten", ",.2f")),
        ("99%", number_of("ninety_nine_of_100", ",.2f")),
        ("longest", number_of("longest", ",.2f")),
    ),
    intervals=Intervals.NONE,
    is_there=lambda reading: has_calls(reading.folder),
    command=InCommand("costs"),
    report=InReport("costs"),
)
