"""Ratings over line-ups, for any number of players: alpha-rank and Nash averages."""

from dataclasses import dataclass
from math import inf

import numpy as np
import pyarrow as pa

from railbird.results.estimate.means.line_up_means import LineUpMeans
from railbird.results.estimate.ranking.alpha_rank_populations import (
    alpha_rank_line_ups,
    share_of_agents,
)
from railbird.results.estimate.ranking.nash_of_tasks import (
    Opponents,
    nash_average_of_tasks,
    opponents_of_line_ups,
)
from railbird.results.estimate.uncertainty.deck_influence import Cells
from railbird.results.estimate.uncertainty.intervals import (
    Floats,
    Integers,
    as_nullable,
    half_widths,
)
from railbird.results.estimate.uncertainty.resampling import draw_means
from railbird.results.show.table_cells import share_between, text_of
from railbird.results.show.table_layout import estimate, list_layout
from railbird.results.store.schema import Column, schema_of
from railbird.results.tables.columns import (
    AGENT_LABEL,
    HALF_WIDTH,
    mbb_per_hand,
    quantiles_of,
    table_of,
)
from railbird.results.tables.rankings.order_ratings import RESAMPLES, is_for_more_than_two
from railbird.results.tables.table_spec import Flag, InCommand, InReport, TableSpec

MOST_RATED = 1000
"""Maximum number of line-ups: the time of alpha-rank grows with their third power."""
MOST_RESAMPLED = 300
_AT_ONCE = 50
_DIGITS = 9
"""Agents in the support of an equilibrium have the same average up to rounding."""

COLUMNS = (
    Column(
        "rank",
        pa.uint32(),
        "place by Nash average, otherwise by alpha-rank, from 1; null without either",
    ),
    AGENT_LABEL,
    Column(
        "alpha_rank",
        pa.float64(),
        "share of the seats that it holds if line-ups change by one member at a time",
    ),
    Column("alpha_rank_low", pa.float64(), "2.5% quantile of it over resamples"),
    Column("alpha_rank_high", pa.float64(), "97.5% quantile of it over resamples"),
    Column("nash_mass", pa.float64(), "mass in the equilibrium of agents against line-ups"),
    Column("nash_mass_low", pa.float64(), "2.5% quantile of it over resamples"),
    Column("nash_mass_high", pa.float64(), "97.5% quantile of it over resamples"),
    mbb_per_hand(
        "Nash average: payoff against the line-ups of that equilibrium, which are not resampled "
        "for its interval"
    ),
    HALF_WIDTH,
)


@dataclass(frozen=True, slots=True)
class _Field:
    """The line-ups int64[L, N] of the agents that played, numbered from 0, and the meetings."""

    line_ups: Integers
    agent_count: int
    opponents: Opponents | None


@dataclass(frozen=True, slots=True)
class _Rated:
    """Alpha-rank's shares and Nash masses of B resamples, float64[B, A]; nan if undefined.

    `task_mass` float64[B, L] are those of line-ups.
    """

    shares: Floats
    mass: Floats
    task_mass: Floats


def line_up_ratings(means: LineUpMeans, *, alpha: float = inf) -> pa.Table:
    """Return ratings over line-ups, the highest Nash average first.

    `alpha` is alpha-rank's intensity, per mbb per hand. Alpha-rank is null if line-ups are not
    connected by changes of one member, Nash averages if some line-ups were not played, both with
    over 1,000 line-ups; quantiles if a line-up has only one deck seed, and with over 300.
    """
    if not len(means.sets.line_ups):
        return schema_of(COLUMNS).empty_table()
    who, numbers = np.unique(means.sets.line_ups, return_inverse=True)
    line_ups = numbers.reshape(means.sets.line_ups.shape)
    is_rated = len(line_ups) <= MOST_RATED
    opponents = opponents_of_line_ups(line_ups, len(who)) if is_rated else None
    field = _Field(line_ups, len(who), opponents)
    payoffs = np.array([numerator / means.denominator for numerator in means.numerators])
    rated = _rate(field, payoffs.reshape(1, *line_ups.shape), alpha)
    drawn = _resampled(means, field, payoffs, alpha=alpha)
    average, width = _averages(means, field, payoffs, task_mass=rated.task_mass[0])
    best = np.round(rated.shares[0] if np.isnan(average).any() else average, _DIGITS)
    order = np.lexsort((who, -np.nan_to_num(rated.shares[0]), -np.nan_to_num(best)))
    columns = [
        [None if np.isnan(best[agent]) else 1 + int((best > best[agent]).sum()) for agent in order],
        [means.sets.agents[agent] for agent in who[order].tolist()],
        as_nullable(rated.shares[0][order]),
        *quantiles_of(drawn.shares if drawn else None, order),
        as_nullable(rated.mass[0][order]),
        *quantiles_of(drawn.mass if drawn else None, order),
        as_nullable(average[order]),
        as_nullable(width[order]),
    ]
    return table_of(columns, schema_of(COLUMNS))


def _resampled(
    means: LineUpMeans, field: _Field, payoffs: Floats, *, alpha: float
) -> _Rated | None:
    if len(field.line_ups) > MOST_RESAMPLED:
        return None
    errors = means.influence.dense(means.cells_of_entries())
    if np.isnan(errors).any():
        return None
    freedom = np.repeat(means.influence.counts - 1, means.seat_count)
    drawn = draw_means(payoffs, errors, freedom)[:, :RESAMPLES].T
    return _rate(field, drawn.reshape(-1, *field.line_ups.shape), alpha)


def _rate(field: _Field, payoffs: Floats, alpha: float) -> _Rated:
    """Rate resamples of the members' payoffs, float64[B, L, N]."""
    unknown = np.full((len(payoffs), field.agent_count), np.nan)
    shares, nothing = unknown, np.full(payoffs.shape[:2], np.nan)
    if len(field.line_ups) <= MOST_RATED:
        parts = [
            alpha_rank_line_ups(field.line_ups, payoffs[start : start + _AT_ONCE], alpha=alpha)
            for start in range(0, len(payoffs), _AT_ONCE)
        ]
        shares = share_of_agents(field.line_ups, np.concatenate(parts), field.agent_count)
    if field.opponents is None:
        return _Rated(shares, unknown, nothing)
    found = [nash_average_of_tasks(scores) for scores in field.opponents.scores(payoffs)]
    mass = np.array([average.mass for average in found])
    return _Rated(shares, mass, np.array([average.task_mass for average in found]))


def _averages(
    means: LineUpMeans, field: _Field, payoffs: Floats, *, task_mass: Floats
) -> tuple[Floats, Floats]:
    """Return winnings against line-ups of this mass, with half-widths of 95% intervals."""
    unknown = np.full(field.agent_count, np.nan)
    found = field.opponents
    if found is None:
        return unknown, unknown
    counts = task_mass[found.task] > 0
    agent, entry = found.agent[counts], found.entry[counts]
    shares = found.share[counts] * task_mass[found.task[counts]]
    line_up, member = np.divmod(entry, means.seat_count)
    spread = means.influence.spread(Cells(line_up, member, agent, shares, field.agent_count))
    averages = np.bincount(agent, shares * payoffs[entry], field.agent_count)
    return averages.astype(np.float64), half_widths(spread.variance, spread.fewest)


TABLE = TableSpec(
    name="line-up-ratings",
    about="alpha-rank and Nash averages over line-ups, for any number of players",
    columns=COLUMNS,
    make=lambda reading, alpha=inf: line_up_ratings(reading.means, alpha=alpha),
    layout=list_layout(
        "ratings over line-ups",
        ("", text_of("rank")),
        ("agent", text_of("agent")),
        ("alpha-rank", share_between("alpha_rank")),
        ("Nash mass", share_between("nash_mass")),
        ("Nash average, {unit}", estimate),
    ),
    options=("alpha",),
    suits=is_for_more_than_two,
    command=InCommand(
        "rank",
        formats=(),
        flag=Flag(
            "--line-up-ratings",
            "Print alpha-rank and Nash averages over line-ups; any number of players.",
        ),
    ),
    report=InReport("rankings", fold="Ratings over line-ups"),
)
