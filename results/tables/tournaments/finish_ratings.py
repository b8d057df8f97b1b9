"""Ratings by the order in which agents finish tournaments: Plackett-Luce in Elo points."""

from typing import Any

import numpy as np
import pyarrow as pa

from railbird.results.estimate.means.standings import places_of
from railbird.results.estimate.ranking.plackett_luce import RESAMPLES, plackett_luce
from railbird.results.estimate.uncertainty.intervals import as_nullable
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, text_of, whole_between
from railbird.results.show.table_layout import list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, table_of
from railbird.results.tables.table_spec import TOURNAMENTS, InCommand, Intervals, TableSpec

COLUMNS = (
    AGENT_LABEL,
    Column(
        "elo",
        pa.float64(),
        "Plackett-Luce strength in Elo points, mean 1500; null for an agent that finished before "
        "all others in every tournament, or behind them",
    ),
    Column(
        "elo_low",
        pa.float64(),
        "low end of its 95% interval over deck seeds; null if there is none",
    ),
    Column("elo_high", pa.float64(), "high end of it; null if there is none"),
    Column(
        "tournaments",
        pa.uint64(),
        "tournaments played, all seatings counted, once for each of its entries",
    ),
    Column("deck_seeds", pa.uint32(), "number of deck seeds the agent played"),
)
ABOUT = (
    "ratings by Plackett-Luce: of those left, an agent finishes next in proportion to its "
    "strength, and 400 points are odds of 10 to 1; shared places count as any order of those who "
    f"share them; intervals are from {RESAMPLES} bootstrap resamples of the deck seeds"
)


def finish_ratings(reading: RunReading) -> pa.Table:
    """Return the ratings of all agents that played, the highest first."""
    batches = list(reading.matches())
    numbers = {label: number for number, label in enumerate(reading.labels)}
    labels = [row for batch in batches for row in batch.column("agents").to_pylist()]
    each = reading.entry_counts.each
    agents = np.array([[numbers[label] for label in row] * each for row in labels], np.int64)
    places = np.concatenate([places_of(batch) for batch in batches])
    deck = np.concatenate([batch.column("deck_index").to_numpy() for batch in batches])
    fitted = plackett_luce(agents, places, deck.astype(np.int64), agent_count=len(numbers))
    played = np.bincount(agents.ravel(), minlength=len(numbers))
    pairs = np.unique(np.stack([agents.ravel(), np.repeat(deck, agents.shape[1])]), axis=1)
    decks = np.bincount(pairs[0].astype(np.int64), minlength=len(numbers))
    who = np.flatnonzero(played)
    order = who[np.lexsort((who, -np.nan_to_num(fitted.elo[who])))]
    columns: list[Any] = [
        [reading.labels[number] for number in order.tolist()],
        *(as_nullable(values[order]) for values in (fitted.elo, fitted.low, fitted.high)),
        played[order],
        decks[order],
    ]
    return table_of(columns, schema_of(COLUMNS))


TABLE = TableSpec(
    name="finish-ratings",
    about="ratings by the order in which agents finished tournaments",
    columns=COLUMNS,
    make=finish_ratings,
    layout=list_layout(
        "ratings by Plackett-Luce",
        ("agent", text_of("agent")),
        ("Elo", whole_between("elo")),
        ("tournaments", count_of("tournaments")),
        ("deck seeds", count_of("deck_seeds")),
    ),
    intervals=Intervals.NONE,
    further_notes=lambda _: (ABOUT,),
    modes=TOURNAMENTS,
    command=InCommand("finishes"),
    is_written=True,
)
