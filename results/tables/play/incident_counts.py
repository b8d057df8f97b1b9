"""Incidents by agent and kind: counts, matches, opponents, and the first one."""

import pyarrow as pa

from railbird.results.reading.incident_tally import IncidentTally
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, text_of
from railbird.results.show.table_layout import Cell, Row, list_layout
from railbird.results.show.wording import listed
from railbird.results.store.schema import INCIDENT_KIND, LABELS, Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, INCIDENT_OUTCOME, OUTCOME_WORDS
from railbird.results.tables.table_spec import EVERY_MODE, InCommand, InReport, Intervals, TableSpec

COLUMNS = (
    AGENT_LABEL,
    INCIDENT_KIND,
    INCIDENT_OUTCOME,
    Column("incidents", pa.uint64(), "number of incidents"),
    Column("matches", pa.uint64(), "number of the agent's matches that had such incidents"),
    Column("matches_played", pa.uint64(), "number of all matches of the agent"),
    Column("met_by", LABELS, "labels of the other agents in these matches, sorted"),
    Column("first_agents", LABELS, "first such incident: agents of its match by seat"),
    Column("first_deck_index", pa.uint32(), "deck index of that match"),
    Column("first_seating_index", pa.uint32(), "seating of that match"),
    Column("first_hand", pa.uint32(), "number of its hand in the match, from 0"),
    Column("first_decision", pa.uint16(), "number of earlier actions in the hand"),
    Column("first_text", pa.string(), "its details"),
)


def incident_counts(tally: IncidentTally) -> pa.Table:
    """Return a row per agent and kind, in the order of labels, then of first occurrence."""
    rows = [
        {
            "agent": count.agent,
            "kind": count.kinds[0],
            "outcome": count.outcome,
            "incidents": count.incidents,
            "matches": count.matches,
            "matches_played": count.matches_played,
            "met_by": sorted(count.met),
            "first_agents": count.first.agents,
            "first_deck_index": count.first.deck_index,
            "first_seating_index": count.first.seating_index,
            "first_hand": count.first.hand,
            "first_decision": count.first.decision,
            "first_text": count.first.text,
        }
        for count in tally.by_kind
    ]
    return pa.Table.from_pylist(rows, schema=schema_of(COLUMNS))


def _matches(row: Row, _: object) -> Cell:
    return f"{row['matches']:,} of {row['matches_played']:,}"


def _first(row: Row, _: object) -> Cell:
    text = f": {row['first_text']}" if row["first_text"] else ""
    return (
        f"deck {row['first_deck_index']}, seating {row['first_seating_index']}, "
        f"hand {row['first_hand']}{text}"
    )


def _outcomes(reading: RunReading) -> tuple[str, ...]:
    """Explain the outcomes in the table."""
    there = dict.fromkeys(count.outcome for count in reading.incident_tally.by_kind)
    return tuple(f"{outcome}: {OUTCOME_WORDS[outcome]}" for outcome in there)


TABLE = TableSpec(
    name="incident-counts",
    about="the violations of each agent, by kind, with counts",
    columns=COLUMNS,
    make=lambda reading: incident_counts(reading.incident_tally),
    layout=list_layout(
        "incidents by agent and kind",
        ("agent", text_of("agent")),
        ("kind", text_of("kind")),
        ("outcome", text_of("outcome")),
        ("incidents", count_of("incidents")),
        ("in matches", _matches),
        ("met by", lambda row, _: listed(row["met_by"])),
        ("first", _first),
    ),
    intervals=Intervals.NONE,
    further_notes=_outcomes,
    command=InCommand("incidents"),
    report=InReport("incidents"),
    modes=EVERY_MODE,
)
