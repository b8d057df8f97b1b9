"""What each agent that asks services has cost, and how it answered."""

import pyarrow as pa

from railbird.results.reading.run_reading import RunReading
from railbird.results.reading.service_calls import AgentCosts, has_calls, sum_costs
from railbird.results.show.table_cells import count_of, number_of, text_of
from railbird.results.show.table_layout import list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL
from railbird.results.tables.table_spec import InCommand, InReport, Intervals, TableSpec

COLUMNS = (
    AGENT_LABEL,
    Column("model", pa.string(), "the model that it asks, joined by + if there are several"),
    Column("decisions", pa.uint64(), "number of its decisions"),
    Column("calls", pa.uint64(), "answers that it got: votes and rethinks count"),
    Column("requests", pa.uint64(), "requests that were sent: failed ones count"),
    Column("dollars", pa.float64(), "what the answers cost"),
    Column("dollars_per_decision", pa.float64(), "the same per decision; null without any"),
    Column("tokens_asked", pa.uint64(), "tokens of the prompts"),
    Column("tokens_answered", pa.uint64(), "tokens of the answers, reasoning included"),
    Column("tokens_reasoning", pa.uint64(), "tokens of reasoning, as far as services say"),
    Column("estimated", pa.uint64(), "answers whose tokens are estimated from their length"),
    Column("seconds_per_decision", pa.float64(), "mean time of a decision; null without any"),
    Column("unreadable", pa.uint64(), "decisions for which no answer could be read"),
    Column("illegal", pa.uint64(), "decisions for which no answer was legal"),
)


def _row(costs: AgentCosts) -> dict[str, object]:
    count = costs.decisions
    return {
        "agent": costs.agent,
        "model": "+".join(costs.models),
        "decisions": count,
        "calls": costs.calls,
        "requests": costs.requests,
        "dollars": costs.dollars,
        "dollars_per_decision": costs.dollars / count if count else None,
        "tokens_asked": costs.asked,
        "tokens_answered": costs.answered,
        "tokens_reasoning": costs.reasoning,
        "estimated": costs.estimated,
        "seconds_per_decision": costs.seconds / count if count else None,
        "unreadable": costs.unreadable,
        "illegal": costs.illegal,
    }


def costs(reading: RunReading) -> pa.Table:
    """Return a row for each agent in the journal, the most expensive first.

    The journal is that of the whole run, whatever part of it is read.
    """
    rows = [_row(one) for one in sum_costs(reading.folder)]
    return pa.Table.from_pylist(rows, schema=schema_of(COLUMNS))


TABLE = TableSpec(
    name="costs",
    about="what each agent that asks services has cost, with its tokens, times and bad answers",
    columns=COLUMNS,
    make=costs,
    layout=list_layout(
        "costs",
        ("agent", text_of("agent")),
        ("model", text_of("model")),
        ("decisions", count_of("decisions")),
        ("calls", count_of("calls")),
        ("requests", count_of("requests")),
        ("dollars", number_of("dollars", ",.4f")),
        ("per decision", number_of("dollars_per_decision", ",.5f")),
        ("tokens asked", count_of("tokens_asked")),
        ("answered", count_of("tokens_answered")),
        ("reasoning", count_of("tokens_reasoning")),
        ("seconds per decision", number_of("seconds_per_decision", ",.2f")),
        ("unreadable", count_of("unreadable")),
        ("illegal", count_of("illegal")),
        spare=("reasoning", "requests", "model"),
    ),
    intervals=Intervals.NONE,
    is_there=lambda reading: has_calls(reading.folder),
    command=InCommand("costs"),
    report=InReport("costs"),
)
