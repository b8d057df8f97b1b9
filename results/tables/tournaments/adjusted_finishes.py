"""Prizes of freeze-outs without the luck of the boards that were dealt after all-ins."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.results.estimate.means.standings import (
    HUNDREDTHS,
    in_ones,
    means_of_agents,
    measured_sets,
    prizes_of,
    tournament_means,
)
from railbird.results.estimate.uncertainty.intervals import Floats, as_nullable
from railbird.results.hands.all_in import has_expectation
from railbird.results.hands.match_ups import MatchUps
from railbird.results.hands.played_hands import played_hands
from railbird.results.luck.prize_luck import prizes_without_luck
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, estimate_of, number_of, text_of
from railbird.results.show.table_layout import list_layout
from railbird.results.store.reading import read_matches
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, table_of
from railbird.results.tables.table_spec import (
    TOURNAMENTS,
    Flag,
    InCommand,
    Intervals,
    TableSpec,
)

COLUMNS = (
    AGENT_LABEL,
    Column("tournaments", pa.uint64(), "tournaments played, all seatings counted"),
    Column("prize", pa.float64(), "mean prize without the luck, percent of the entries"),
    Column("prize_half_width", pa.float64(), "half-width of its 95% interval; null if none"),
    Column("paid", pa.float64(), "mean prize that was paid, percent of the entries"),
    Column("paid_half_width", pa.float64(), "half-width of its 95% interval; null if none"),
    Column(
        "times_fewer",
        pa.float64(),
        "how many times as many tournaments prizes as paid take for the same half-width; null "
        "without intervals",
    ),
)
METHOD = (
    "prizes without luck: of every pot that nobody could act on any more, the winners' luck in the "
    "boards to come is taken out, at what the pot was worth by the independent chip model; the "
    "mean stays the same. Choose before play which of the two decides"
)


def adjusted_finishes(reading: RunReading) -> pa.Table:
    """Return the mean prize of each agent without the luck of all-ins, and as paid.

    By mean prize without luck.
    """
    without, paid = (
        means_of_agents(tournament_means(sets))
        for batches in (_without_luck(reading), reading.matches())
        for sets in measured_sets(
            batches, [prizes_of], seating_count=reading.manifest.seating_count
        )
    )
    (prize, width), (raw, raw_width) = (
        (value / HUNDREDTHS, half / HUNDREDTHS) for value, half in map(in_ones, (without, paid))
    )
    played = np.flatnonzero(without.line_ups)
    order = played[np.lexsort((played, -prize[played]))]
    with np.errstate(divide="ignore", invalid="ignore"):
        fewer: Floats = np.where(width > 0, (raw_width / width) ** 2, np.nan)
    labels = reading.sets.agents
    columns: list[Any] = [
        [labels[agent] for agent in order.tolist()],
        without.hands[order],
        prize[order],
        as_nullable(width[order]),
        raw[order],
        as_nullable(raw_width[order]),
        as_nullable(fewer[order]),
    ]
    return table_of(columns, schema_of(COLUMNS))


def _without_luck(reading: RunReading) -> Iterator[pa.RecordBatch]:
    match_ups, prizes = MatchUps(reading.game), np.array(reading.listed_prizes, np.float64)
    for shard in reading.holdings.shards:
        (matches,) = map(reading.part.choose, read_matches([shard]))
        if matches.num_rows:
            parts = played_hands([shard], reading.labels, where=reading.part)
            yield prizes_without_luck(matches, parts, prizes, match_ups=match_ups)


def _has_luck(reading: RunReading) -> bool:
    return reading.mode == "freeze-out" and has_expectation(reading.game)


TABLE = TableSpec(
    name="adjusted-finishes",
    about="prizes of freeze-outs without the luck of boards after all-ins",
    columns=COLUMNS,
    make=adjusted_finishes,
    layout=list_layout(
        "prizes without the luck of all-ins",
        ("agent", text_of("agent")),
        ("tournaments", count_of("tournaments")),
        ("prize, %", estimate_of("prize", ".2f")),
        ("as paid, %", estimate_of("paid", ".2f")),
        ("times fewer", number_of("times_fewer", ".2f")),
    ),
    intervals=Intervals.NONE,
    further_notes=lambda _: (METHOD,),
    is_there=_has_luck,
    modes=TOURNAMENTS,
    command=InCommand(
        "finishes",
        formats=(),
        flag=Flag("--luck-adjusted", "Also print prizes without the luck of boards after all-ins."),
    ),
)
