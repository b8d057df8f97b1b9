"""The winnings of members of populations, in all places drawn for them."""

from collections.abc import Iterable, Iterator
from math import isnan

import numpy as np
import pyarrow as pa

from railbird.native import PAYOFF_UNIT
from railbird.results.estimate.uncertainty.intervals import Floats, deck_influence, half_widths
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, text_of
from railbird.results.show.table_layout import estimate, list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import HALF_WIDTH, HAND_TOTAL, mbb_per_hand, table_of
from railbird.results.tables.table_spec import InCommand, TableSpec

COLUMNS = (
    Column("member", pa.string(), "label of the member in its population"),
    mbb_per_hand(
        "mean over deck seeds of the member's winnings per hand, in all places drawn for it"
    ),
    HALF_WIDTH,
    Column("deck_seeds", pa.uint32(), "number of deck seeds it was drawn on"),
    HAND_TOTAL,
)
MBB = 1000


def members(reading: RunReading) -> pa.Table | None:
    """Return the winnings of members of populations in a run, or None if none was drawn."""
    return member_table(reading.matches(), reading.game.big_blind)


def member_table(matches: Iterable[pa.RecordBatch], big_blind: int) -> pa.Table | None:
    """Return the winnings of members, or None if no member of a population was drawn.

    `matches` are in schema MATCHES. A deck is one observation: the mean of a member on it, in all
    seatings and places.
    """
    sums: dict[str, dict[int, list[int]]] = {}
    for batch in matches:
        for member, deck, payoff, hands in _drawn(batch):
            total = sums.setdefault(member, {}).setdefault(deck, [0, 0])
            total[0] += payoff
            total[1] += hands
    if not sums:
        return None
    rows = [_row(member, decks, big_blind) for member, decks in sorted(sums.items())]
    columns = [[row[column.name] for row in rows] for column in COLUMNS]
    return table_of(columns, schema_of(COLUMNS))


def _drawn(batch: pa.RecordBatch) -> Iterator[tuple[str, int, int, int]]:
    """Yield member, deck index, payoff and hands of every seat that was drawn."""
    if "members" not in batch.schema.names:
        return
    seats = batch.schema.field("payoffs").type.list_size
    members = batch.column("members").flatten().to_pylist()
    agents = batch.column("agents").flatten().to_pylist()
    payoffs = batch.column("payoffs").flatten().to_pylist()
    decks = batch.column("deck_index").to_pylist()
    hands = batch.column("hand_count").to_pylist()
    for place, (member, agent) in enumerate(zip(members, agents, strict=True)):
        if member != agent:
            match = place // seats
            yield member, decks[match], payoffs[place], hands[match]


def _row(member: str, decks: dict[int, list[int]], big_blind: int) -> dict[str, object]:
    totals = np.array(list(decks.values()), np.float64)
    values: Floats = totals[:, 0] / totals[:, 1] * (MBB / (PAYOFF_UNIT * big_blind))
    count = len(values)
    width = np.nan
    if count > 1:
        errors = deck_influence(values[:, None], np.array([0]))
        variance = (errors**2).sum(axis=0)
        width = float(half_widths(variance, np.array([count]))[0])
    return {
        "member": member,
        "mbb_per_hand": float(values.mean()),
        "half_width": None if isnan(width) else width,
        "deck_seeds": count,
        "hands": int(totals[:, 1].sum()),
    }


TABLE = TableSpec(
    name="members",
    about="the winnings of members of populations, in all places drawn for them",
    columns=COLUMNS,
    make=lambda reading: reading.once(members),
    layout=list_layout(
        "members of populations",
        ("member", text_of("member")),
        ("{unit}", estimate),
        ("deck seeds", count_of("deck_seeds")),
        ("hands", count_of("hands")),
    ),
    is_there=lambda reading: reading.once(members) is not None,
    command=InCommand("table"),
)
