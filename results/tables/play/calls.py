"""Every call of the agents that ask services."""

import pyarrow as pa

from railbird.results.reading.run_reading import RunReading
from railbird.results.reading.service_calls import has_calls, list_records
from railbird.results.show.table_cells import count_of, number_of, text_of
from railbird.results.show.table_layout import list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL
from railbird.results.tables.table_spec import InCommand, Intervals, TableSpec

COLUMNS = (
    AGENT_LABEL,
    Column("model", pa.string(), "the model that was asked; empty for other services"),
    Column("match_key", pa.string(), "the match's key, 16 hexadecimal digits"),
    Column("seat", pa.uint8(), "the seat that asked"),
    Column("hand", pa.uint32(), "number of the hand in its match, from 0"),
    Column("decision", pa.uint32(), "number of actions taken in the hand before"),
    Column("vote", pa.uint8(), "number of the vote, from 0"),
    Column("attempt", pa.uint8(), "how often the vote was asked before"),
    Column("seconds", pa.float64(), "time to the answer, failed requests included"),
    Column("requests", pa.uint32(), "requests that it took"),
    Column("tokens_asked", pa.uint64(), "tokens of the prompt"),
    Column("tokens_answered", pa.uint64(), "tokens of the answer, reasoning included"),
    Column("tokens_reasoning", pa.uint64(), "tokens of reasoning, as far as the service says"),
    Column("dollars", pa.float64(), "what the answer cost"),
    Column("answer", pa.string(), "the answer as it is kept, JSON"),
    Column("reasoning", pa.string(), "the reasoning that the service returned; empty without"),
    Column("prompt", pa.string(), "the request, JSON; empty if the run keeps no text"),
)


def calls(reading: RunReading) -> pa.Table:
    """Return a row for each answer of a service, in the order in which they arrived."""
    rows = [
        {
            "agent": one.label,
            "model": one.model,
            "match_key": f"{one.match_key:016x}",
            "seat": one.seat,
            "hand": one.hand,
            "decision": one.decision,
            "vote": one.vote,
            "attempt": one.attempt,
            "seconds": one.seconds,
            "requests": one.tries,
            "tokens_asked": one.usage.asked,
            "tokens_answered": one.usage.answered,
            "tokens_reasoning": one.usage.reasoning,
            "dollars": one.usage.dollars,
            "answer": one.answer.decode("utf-8", "replace"),
            "reasoning": one.reasoning,
            "prompt": one.prompt,
        }
        for one in list_records(reading.folder)
        if one.kind == "call"
    ]
    return pa.Table.from_pylist(rows, schema=schema_of(COLUMNS))


TABLE = TableSpec(
    name="calls",
    about="every call of the agents that ask services, with its time, tokens and texts",
    columns=COLUMNS,
    make=calls,
    layout=list_layout(
        "calls",
        ("agent", text_of("agent")),
        ("match", text_of("match_key")),
        ("hand", count_of("hand")),
        ("decision", count_of("decision")),
        ("vote", count_of("vote")),
        ("attempt", count_of("attempt")),
        ("seconds", number_of("seconds", ",.2f")),
        ("tokens asked", count_of("tokens_asked")),
        ("answered", count_of("tokens_answered")),
        ("dollars", number_of("dollars", ",.5f")),
        ("answer", text_of("answer")),
    ),
    intervals=Intervals.NONE,
    is_there=lambda reading: has_calls(reading.folder),
    command=InCommand("calls"),
)
