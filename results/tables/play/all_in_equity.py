"""Average all-in equity: the expected share of the pot when agents were all-in.

An all-in is a hand that a player showed and in which nobody could act any more before the last
card; its equity is the expected share of the pots that he contested, given all hole cards dealt.
Document 000 (table 34) gives the "expected value relative to the investment", by its figures a
percentage of the pot, only for an agent's own all-ins; here callers of an all-in are counted too.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa

from railbird.native import GameDefinition, position_names
from railbird.results.hands.all_in import find_all_ins
from railbird.results.hands.counted_hands import count_styles
from railbird.results.hands.match_ups import MatchUps
from railbird.results.hands.played_hands import PlayedHands
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import count_of, percent_of, text_of
from railbird.results.show.table_layout import Grid, list_grid
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, table_of
from railbird.results.tables.table_spec import Flag, InCommand, Intervals, TableSpec

COLUMNS = (
    AGENT_LABEL,
    Column("position", pa.uint8(), "position in the hand, from 0; null for all"),
    Column("position_name", pa.string(), "what players call it; null for all"),
    Column("all_ins", pa.uint64(), "hands shown down with cards to come and no more actions"),
    Column("equity", pa.float64(), "mean expected share of the pots contested in them"),
)


def all_in_equity(
    definition: GameDefinition,
    hands: Iterable[PlayedHands],
    agents: Sequence[str],
    *,
    by_position: bool = False,
) -> pa.Table:
    """Return each agent's average equity; agents without all-ins have no row.

    Every match-up is computed exactly: about half a millisecond for one before the flop.
    """
    players = definition.player_count
    width = players if by_position else 1
    positions = np.arange(players) if by_position else np.zeros(players, np.int64)
    counts, sums = np.zeros(len(agents) * width, np.int64), np.zeros(len(agents) * width)
    match_ups = MatchUps(definition)
    for part in hands:
        counted = count_styles(definition, part)
        found = find_all_ins(definition, part, counted, match_ups=match_ups)
        groups = part.members[found.rows] * width + positions
        contests = ~np.isnan(found.equity)
        counts += np.bincount(groups[contests], minlength=len(counts))
        sums += np.bincount(groups[contests], found.equity[contests], len(counts))
    played = np.flatnonzero(counts)
    places, names = (played % width).tolist(), position_names(definition)
    columns = [
        [agents[number] for number in (played // width).tolist()],
        places if by_position else [None] * len(played),
        [names[place] if by_position else None for place in places],
        counts[played],
        sums[played] / counts[played],
    ]
    return table_of(columns, schema_of(COLUMNS))


def _of_run(reading: RunReading, *, by_position: bool = False) -> pa.Table:
    hands = reading.hands_as_played()
    return all_in_equity(reading.game, hands, reading.labels, by_position=by_position)


def equity_grids(table: pa.Table, _: int | None = None) -> Sequence[Grid]:
    """Lay out a row per agent, and per position if given."""
    has_positions = any(name is not None for name in table["position_name"].to_pylist())
    columns = [
        ("agent", text_of("agent")),
        *([("position", text_of("position_name"))] if has_positions else []),
        ("all-ins", count_of("all_ins")),
        ("equity", percent_of("equity")),
    ]
    return [list_grid(table, "average all-in equity", columns)]


TABLE = TableSpec(
    name="all-in-equity",
    about="the expected share of the pot when agents were all-in",
    columns=COLUMNS,
    make=_of_run,
    layout=equity_grids,
    options=("by_position",),
    intervals=Intervals.NONE,
    command=InCommand(
        "indicators",
        formats=(),
        flag=Flag("--all-in-equity", "Also print the average equity of all-ins."),
    ),
)
