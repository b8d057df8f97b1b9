"""Ratings for two players: Bradley-Terry as Elo, alpha-rank, Nash averages."""

import numpy as np
import pyarrow as pa

from railbird.results.estimate.means.pair_means import PairMeans, pair_means
from railbird.results.estimate.ranking.alpha_rank import alpha_rank
from railbird.results.estimate.ranking.bradley_terry import bradley_terry
from railbird.results.estimate.ranking.nash_averaging import nash_average
from railbird.results.estimate.uncertainty.intervals import Floats, Integers, as_nullable
from railbird.results.show.table_cells import (
    count_of,
    money_of,
    number_of,
    share_between,
    text_of,
    whole_between,
)
from railbird.results.show.table_layout import Cell, Row, list_layout
from railbird.results.show.units import Unit
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import AGENT_LABEL, mbb_per_hand, table_of
from railbird.results.tables.rankings.elo_notes import elo_notes
from railbird.results.tables.rankings.series_run_off import is_for_two
from railbird.results.tables.table_spec import Flag, InCommand, InReport, TableSpec

NASH_RESAMPLES = 200
_TAILS = (0.025, 0.975)

COLUMNS = (
    Column("rank", pa.uint32(), "place by Elo, from 1"),
    AGENT_LABEL,
    Column(
        "elo",
        pa.float64(),
        "Bradley-Terry strength in Elo points; agents linked by matches have the mean 1500",
    ),
    Column(
        "elo_low",
        pa.float64(),
        "low end of its 95% interval over deck seeds; null if all sets were lost, and with only "
        "one deck seed",
    ),
    Column(
        "elo_high",
        pa.float64(),
        "high end of it; null if all sets were won, and with only one deck seed",
    ),
    Column("sets_won", pa.float64(), "duplicate sets won; a tie counts as half"),
    Column("duplicate_sets", pa.uint32(), "duplicate sets played"),
    Column("alpha_rank", pa.float64(), "alpha-rank's stationary mass"),
    Column("alpha_rank_low", pa.float64(), "2.5% quantile of it over resamples of the means"),
    Column("alpha_rank_high", pa.float64(), "97.5% quantile of it over resamples of the means"),
    Column("nash_mass", pa.float64(), "mass in the maximum-entropy equilibrium"),
    mbb_per_hand("Nash average: payoff against that equilibrium"),
    Column("nash_low", pa.float64(), "2.5% quantile of the average over resamples", is_money=True),
    Column(
        "nash_high", pa.float64(), "97.5% quantile of the average over resamples", is_money=True
    ),
)


def rating_table(pairs: PairMeans, *, alpha: float = np.inf) -> pa.Table:
    """Return all ratings, the highest Elo first; `alpha` is alpha-rank's, per mbb per hand.

    Ends of Elo's intervals are null if they are unbounded, or if there is no interval. Alpha-rank
    and Nash averages are null if some agents that played have not met, and their quantiles if a
    pair has only one deck seed.
    """
    fitted = bradley_terry(pairs.means.sets)
    who = np.flatnonzero(pairs.has_played)
    order = who[np.lexsort((who, -fitted.elo[who]))]
    ranks = [1 + int((fitted.elo[who] > fitted.elo[agent]).sum()) for agent in order]
    columns = [
        ranks,
        [pairs.labels[agent] for agent in order.tolist()],
        fitted.elo[order],
        *(_finite(ends[order]) for ends in (fitted.low, fitted.high)),
        fitted.won[order],
        fitted.played[order],
        *_population_columns(pairs, order, alpha),
    ]
    return table_of(columns, schema_of(COLUMNS))


def _finite(ends: Floats) -> list[float | None]:
    return as_nullable(np.where(np.isinf(ends), np.nan, ends))


def _population_columns(
    pairs: PairMeans, order: Integers, alpha: float
) -> list[list[float | None]]:
    nothing: list[float | None] = [None] * len(order)
    if not pairs.is_complete or not len(order):
        return [nothing] * 7
    chosen = np.ix_(order, order)
    matrix = np.nan_to_num(pairs.matrix[chosen])
    average = nash_average(matrix)
    share = alpha_rank(matrix, alpha=alpha)
    if not pairs.is_known:
        skill = average.skill.tolist()
        return [share.tolist(), nothing, nothing, average.mass.tolist(), skill, nothing, nothing]
    drawn = np.moveaxis(pairs.drawn()[chosen], 2, 0)
    shares = np.quantile(alpha_rank(drawn, alpha=alpha), _TAILS, axis=0)
    skills = [nash_average(game).skill for game in drawn[:NASH_RESAMPLES]]
    spread = np.quantile(skills, _TAILS, axis=0)
    parts = [share, *shares, average.mass, average.skill, *spread]
    return [part.tolist() for part in parts]


def _nash_average(row: Row, unit: Unit) -> Cell:
    return money_of(unit.column)(row, unit)


TABLE = TableSpec(
    name="ratings",
    about="Elo, alpha-rank and Nash averages, for two players",
    columns=COLUMNS,
    make=lambda reading, alpha=np.inf: rating_table(pair_means(reading.means), alpha=alpha),
    layout=list_layout(
        "ratings",
        ("", text_of("rank")),
        ("agent", text_of("agent")),
        ("Elo", whole_between("elo")),
        ("sets won", number_of("sets_won", ",.1f")),
        ("of", count_of("duplicate_sets")),
        ("alpha-rank", share_between("alpha_rank")),
        ("Nash mass", number_of("nash_mass", ".3f")),
        ("Nash average, {unit}", _nash_average),
    ),
    further_notes=lambda reading: elo_notes(reading.sets),
    options=("alpha",),
    suits=is_for_two,
    command=InCommand(
        "rank",
        formats=(),
        flag=Flag("--ratings", "Print Elo, alpha-rank, Nash averages; two players."),
    ),
    report=InReport("rankings"),
)
