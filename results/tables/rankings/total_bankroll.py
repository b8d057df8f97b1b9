"""The ranking by total bankroll.

Line-ups have equal weight in rankings, and hands are never pooled: a bankroll is the mean of an
agent's line-up means.
"""

import numpy as np
import pyarrow as pa

from railbird.results.estimate.means.line_up_means import LineUpMeans
from railbird.results.estimate.ranking.bankrolls import (
    bankroll_row,
    bankrolls_among,
    present_agents,
    rank,
)
from railbird.results.estimate.ranking.comparisons import compare_bankrolls
from railbird.results.show.table_cells import count_of, text_of
from railbird.results.show.table_layout import Cell, Row, estimate, list_layout
from railbird.results.store.schema import LABELS, Column, schema_of
from railbird.results.tables.columns import (
    AGENT_LABEL,
    HALF_WIDTH,
    HAND_TOTAL,
    LINE_UP_TOTAL,
    mbb_per_hand,
)
from railbird.results.tables.table_spec import InCommand, InReport, TableSpec

COLUMNS = (
    Column("rank", pa.uint32(), "place, from 1; agents with equal bankrolls share it"),
    AGENT_LABEL,
    mbb_per_hand("total bankroll: mean of the agent's line-up means"),
    HALF_WIDTH,
    LINE_UP_TOTAL,
    Column("deck_seeds", pa.uint32(), "number of deck seeds the agent played"),
    HAND_TOTAL,
    Column(
        "first_place",
        pa.uint32(),
        "best place compatible with the data at 95%, for all agents at once; null without an "
        "interval",
    ),
    Column(
        "last_place", pa.uint32(), "worst place compatible with the data; null without an interval"
    ),
    Column(
        "groups",
        LABELS,
        "letters; agents that share one do not differ significantly; empty without an interval",
    ),
)


def total_bankroll(means: LineUpMeans) -> pa.Table:
    """Rank by mean over all line-ups an agent played; equals share a place."""
    groups = bankrolls_among(means, np.arange(len(means.sets.agents)))
    ranked = list(rank(present_agents(groups), groups))
    compared = compare_bankrolls(means, groups, [agent for agent, _ in ranked])
    first, last = compared.places()
    rows = [
        {
            "rank": place,
            **bankroll_row(means, groups, agent),
            "deck_seeds": int(groups.decks[agent]),
            "hands": int(groups.hands[agent]),
            "first_place": first[number],
            "last_place": last[number],
            "groups": letters,
        }
        for number, ((agent, place), letters) in enumerate(
            zip(ranked, compared.letters(), strict=True)
        )
    ]
    return pa.Table.from_pylist(rows, schema=schema_of(COLUMNS))


def _places(row: Row, _: object) -> Cell:
    first, last = row["first_place"], row["last_place"]
    if first is None:
        return ""
    return f"{first}" if first == last else f"{first}-{last}"


TABLE = TableSpec(
    name="total-bankroll",
    about="the ranking by total bankroll",
    columns=COLUMNS,
    make=lambda reading: total_bankroll(reading.means),
    layout=list_layout(
        "total bankroll",
        ("", text_of("rank")),
        ("agent", text_of("agent")),
        ("{unit}", estimate),
        ("line-ups", count_of("line_ups")),
        ("deck seeds", count_of("deck_seeds")),
        ("hands", count_of("hands")),
        ("places", _places),
        ("groups", lambda row, _: "".join(row["groups"])),
        spare=("hands", "deck seeds", "line-ups", "groups"),
    ),
    command=InCommand("rank", is_headline=True),
    report=InReport("rankings"),
    is_written=True,
)
