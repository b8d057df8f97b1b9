"""How agents finished tournaments: places, prizes and returns, with 95% intervals."""

from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.native import count_sharing
from railbird.results.estimate.means.standings import (
    HUNDREDTHS,
    Measure,
    in_ones,
    means_of_agents,
    measured_sets,
    places_of,
    prize_totals,
    prizes_of,
    total_by_agent,
    tournament_means,
    whole,
)
from railbird.results.estimate.uncertainty.intervals import Floats, Integers, as_nullable
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, estimate_of, percent_of, text_of
from railbird.results.show.table_layout import Cell, Row, list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, LINE_UP_TOTAL, table_of
from railbird.results.tables.table_spec import TOURNAMENTS, InCommand, Intervals, TableSpec

PERCENT = 100
MOST_LISTED_PLACES = 10
COLUMNS = (
    AGENT_LABEL,
    Column(
        "tournaments",
        pa.uint64(),
        "tournaments played, all seatings counted, once for each of its entries",
    ),
    Column(
        "mean_place",
        pa.float64(),
        "mean place, 1 for the winner; those who share places have the mean of these",
    ),
    Column("mean_place_half_width", pa.float64(), "half-width of its 95% interval; null if none"),
    Column(
        "places",
        pa.list_(pa.float64()),
        "share of each place, from first place on, at most ten; those who share places have the "
        "first of them",
    ),
    Column("in_the_money", pa.float64(), "share of tournaments with a prize"),
    Column("prize", pa.float64(), "mean prize, percent of the sum of the entries"),
    Column("prize_half_width", pa.float64(), "half-width of its 95% interval; null if none"),
    Column("return", pa.float64(), "profit of an entry: mean prize over entry, minus 1"),
    Column("return_half_width", pa.float64(), "half-width of its 95% interval; null if none"),
    LINE_UP_TOTAL,
    Column("deck_seeds", pa.uint32(), "number of deck seeds the agent played"),
)
UNIT = "prizes are percent of the sum of all entries; at a return of 0 an entry pays for itself"


def finishes(reading: RunReading) -> pa.Table:
    """Return how each agent finished, by mean prize; line-ups have equal weight."""
    agents, each = reading.entry_counts
    players = agents * each
    of_places: list[Measure] = [
        partial(_is_place, place) for place in range(1, _listed_places(players) + 1)
    ]
    measures = (_doubled_place, prize_totals, _is_paid, *of_places)
    sets = measured_sets(reading.matches(), measures, seating_count=reading.manifest.seating_count)
    groups = [means_of_agents(tournament_means(one)) for one in sets]
    of_entries = [tuple(part / each for part in in_ones(group)) for group in groups]
    (place, place_width), (hundredths, width), (paid, _), *shares = of_entries
    place, place_width = place / 2, place_width / 2
    prize, prize_width = hundredths / HUNDREDTHS, width / HUNDREDTHS
    played = np.flatnonzero(groups[0].line_ups)
    order = played[np.lexsort((played, -prize[played]))]
    entry = PERCENT / players

    def nullable(values: Floats) -> list[float | None]:
        return as_nullable(values[order])

    columns: list[Any] = [
        [sets[0].agents[agent] for agent in order.tolist()],
        groups[0].hands[order] * each,
        place[order],
        nullable(place_width),
        [[float(share[agent]) for share, _ in shares] for agent in order.tolist()],
        paid[order],
        prize[order],
        nullable(prize_width),
        prize[order] / entry - 1,
        nullable(prize_width / entry),
        groups[0].line_ups[order],
        groups[0].decks[order],
    ]
    return table_of(columns, schema_of(COLUMNS))


def _listed_places(players: int) -> int:
    return min(players, MOST_LISTED_PLACES)


def _doubled_place(matches: pa.RecordBatch) -> Integers:
    """Twice the place: a shared one is the mean of those that are shared."""
    places = places_of(matches)
    return total_by_agent(matches, whole(2 * places + count_sharing(places) - 1))


def _is_place(place: int, matches: pa.RecordBatch) -> Integers:
    return total_by_agent(matches, whole((places_of(matches) == place).astype(np.int64)))


def _is_paid(matches: pa.RecordBatch) -> Integers:
    return total_by_agent(matches, whole((prizes_of(matches) > 0).astype(np.int64)))


def _places(row: Row, _: object) -> Cell:
    return " ".join(f"{PERCENT * share:.0f}" for share in row["places"])


TABLE = TableSpec(
    name="finishes",
    about="the places, prizes and returns of tournaments",
    columns=COLUMNS,
    make=finishes,
    layout=list_layout(
        "finishes",
        ("agent", text_of("agent")),
        ("tournaments", count_of("tournaments")),
        ("mean place", estimate_of("mean_place", ".2f")),
        ("places, %", _places),
        ("in the money", percent_of("in_the_money")),
        ("prize, %", estimate_of("prize", ".2f")),
        ("return, %", estimate_of("return", "+.1f", scale=PERCENT)),
        ("deck seeds", count_of("deck_seeds")),
        spare=("deck seeds", "places, %"),
    ),
    intervals=Intervals.NONE,
    further_notes=lambda _: (UNIT,),
    modes=TOURNAMENTS,
    command=InCommand("finishes", is_headline=True),
    is_written=True,
)
