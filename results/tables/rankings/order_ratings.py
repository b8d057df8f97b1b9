"""Ratings for any number of players: soft Condorcet optimisation and maximal lotteries."""

import numpy as np
import pyarrow as pa

from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.estimate.uncertainty.intervals import Floats
from railbird.results.estimate.voting.maximal_lottery import maximal_lottery
from railbird.results.estimate.voting.order_margins import drawn_margins, order_margins
from railbird.results.estimate.voting.soft_condorcet import soft_condorcet
from railbird.results.reading.run_reading import RunReading
from railbird.results.show.table_cells import (
    count_of,
    number_between,
    percent_of,
    share_between,
    text_of,
)
from railbird.results.show.table_layout import list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, LINE_UP_TOTAL, quantiles_of, table_of
from railbird.results.tables.rankings.series_run_off import is_for_two
from railbird.results.tables.table_spec import Flag, InCommand, InReport, Intervals, TableSpec

RESAMPLES = 200

COLUMNS = (
    Column("rank", pa.uint32(), "place by rating, from 1; agents with equal ratings share it"),
    AGENT_LABEL,
    Column(
        "rating",
        pa.float64(),
        "rating from 0 to 100, in the order of agents with the fewest mistakes about who "
        "finished above whom in duplicate sets (soft Condorcet optimisation)",
    ),
    Column("rating_low", pa.float64(), "2.5% quantile of it over resamples"),
    Column("rating_high", pa.float64(), "97.5% quantile of it over resamples"),
    Column(
        "lottery",
        pa.float64(),
        "share in the maximal lottery: 1 for an agent that finishes above every other more often "
        "than below",
    ),
    Column("lottery_low", pa.float64(), "2.5% quantile of it over resamples"),
    Column("lottery_high", pa.float64(), "97.5% quantile of it over resamples"),
    Column(
        "share_above",
        pa.float64(),
        "how often it finished above another member of its line-up, ties as halves",
    ),
    Column("beaten", pa.uint32(), "number of agents that it finished above more often than below"),
    LINE_UP_TOTAL,
)


def order_ratings(sets: DuplicateSets) -> pa.Table:
    """Return ratings by the orders of duplicate sets, the highest first.

    Quantiles are null if a line-up has only one deck seed.
    """
    if not len(sets.line_ups):
        return schema_of(COLUMNS).empty_table()
    orders = order_margins(sets)
    who = np.unique(sets.line_ups)
    margins = orders.margins[np.ix_(who, who)]
    rating, lottery = soft_condorcet(margins), maximal_lottery(margins)
    ratings = lotteries = None
    if orders.is_known:
        drawn = drawn_margins(orders, RESAMPLES)[:, who[:, None], who]
        ratings, lotteries = soft_condorcet(drawn), _lotteries(drawn)
    order = np.lexsort((who, -lottery, -rating))
    columns = [
        [1 + int((rating > rating[agent]).sum()) for agent in order],
        [sets.agents[agent] for agent in who[order].tolist()],
        rating[order],
        *quantiles_of(ratings, order),
        lottery[order],
        *quantiles_of(lotteries, order),
        orders.shares[who][order],
        (margins > 0).sum(axis=1)[order],
        np.bincount(sets.line_ups.reshape(-1), minlength=len(sets.agents))[who][order],
    ]
    return table_of(columns, schema_of(COLUMNS))


def _lotteries(drawn: Floats) -> Floats:
    lotteries: Floats = np.array([maximal_lottery(margins) for margins in drawn])
    return lotteries


def is_for_more_than_two(reading: RunReading) -> bool:
    """Return whether a run's game has three or more players."""
    return not is_for_two(reading)


TABLE = TableSpec(
    name="order-ratings",
    about="ratings by the orders in which agents finish duplicate sets, for any number of players: "
    "soft Condorcet optimisation and maximal lotteries",
    columns=COLUMNS,
    make=lambda reading: order_ratings(reading.sets),
    layout=list_layout(
        "ratings by order",
        ("", text_of("rank")),
        ("agent", text_of("agent")),
        ("rating", number_between("rating", ".1f")),
        ("maximal lottery", share_between("lottery")),
        ("above others", percent_of("share_above")),
        ("beaten", count_of("beaten")),
        ("line-ups", count_of("line_ups")),
    ),
    intervals=Intervals.DECKS,
    suits=is_for_more_than_two,
    command=InCommand(
        "rank",
        flag=Flag(
            "--order-ratings",
            "Print ratings by order of finish (default for three or more players).",
        ),
    ),
    report=InReport("rankings"),
)
