"""Means over tournaments, by duplicate sets: places, prizes, and shares of tournaments.

A tournament is one observation, however many hands it has; the seatings of one deck are a set, as
everywhere.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pyarrow as pa

from railbird.native import PAYOFF_UNIT, PERCENT_UNITS
from railbird.results.estimate.means.duplicate_sets import DuplicateSets, collect_sets
from railbird.results.estimate.means.line_up_means import GroupMeans, LineUpMeans, line_up_means
from railbird.results.estimate.uncertainty.intervals import Floats, Integers

MILLI = 1000
HUNDREDTHS = PERCENT_UNITS // PAYOFF_UNIT
"""Stored prizes are in 1/2520 of so small a part of a percent."""
Measure = Callable[[pa.RecordBatch], Integers]
"""What is measured of tournaments in schema MATCHES, int64[M, N] by agent, in 1/2520."""


def places_of(matches: pa.RecordBatch) -> Integers:
    """The places of tournaments, int64[M, N] by seat, with several tables by entry."""
    return _by_seat(matches, "places")


def prizes_of(matches: pa.RecordBatch) -> Integers:
    """The prizes of tournaments like `places_of`, in 1/2520 of a hundredth of a percent."""
    return _by_seat(matches, "prizes")


def measured_sets(
    matches: Iterable[pa.RecordBatch], measures: Sequence[Measure], *, seating_count: int
) -> list[DuplicateSets]:
    """Return the complete duplicate sets of each measure; `hands` are numbers of tournaments."""
    made = [[_measured(batch, measure) for measure in measures] for batch in matches]
    return [collect_sets(batches, seating_count) for batches in zip(*made, strict=True)]


def tournament_means(sets: DuplicateSets) -> LineUpMeans:
    """Return the means of a measure in 1/1000: by line-up, and with their errors."""
    return line_up_means(sets, 1, stake=0)


def means_of_agents(means: LineUpMeans) -> GroupMeans:
    """Return the mean of each agent over its line-ups, which have equal weight."""
    entries = np.arange(len(means.entry_agents))
    return means.grouped(entries, means.entry_agents, group_count=len(means.sets.agents))


def in_ones(groups: GroupMeans) -> tuple[Floats, Floats]:
    """Return means and half-widths in the unit of the measure; nan without data or interval."""
    return groups.estimates / MILLI, groups.half_width / MILLI


def by_agent(matches: pa.RecordBatch, values: Integers) -> Integers:
    """Return values by entry, [M, E], by agent and the number of its entry, int64[M, A, E / A].

    At one table every agent has one entry, his seat.
    """
    agents = matches.column("payoffs").type.list_size
    grouped: Integers = values.reshape(len(values), -1, agents).swapaxes(1, 2)
    return grouped


def total_by_agent(matches: pa.RecordBatch, values: Integers) -> Integers:
    """Add values by entry, [M, E], over all entries of an agent, int64[M, A]."""
    totals: Integers = by_agent(matches, values).sum(axis=2)
    return totals


def prize_totals(matches: pa.RecordBatch) -> Integers:
    """The measure of prizes: those of all entries of an agent."""
    return total_by_agent(matches, prizes_of(matches))


def _measured(matches: pa.RecordBatch, measure: Measure) -> pa.RecordBatch:
    """Return tournaments of one hand each, whose payoffs are what is measured."""
    values = np.ascontiguousarray(measure(matches)).reshape(-1)
    payoffs = pa.FixedSizeListArray.from_arrays(pa.array(values), len(values) // len(matches))
    ones = pa.array(np.ones(len(matches), np.uint32))
    for name, column in (("payoffs", payoffs), ("hand_count", ones)):
        matches = matches.set_column(matches.schema.get_field_index(name), name, column)
    return matches


def _by_seat(matches: pa.RecordBatch, name: str) -> Integers:
    values = matches.column(name).flatten().to_numpy().astype(np.int64)
    by_seat: Integers = values.reshape(len(matches), -1)
    return by_seat


def whole(values: Integers) -> Integers:
    """Return numbers as a measure."""
    scaled: Integers = values * PAYOFF_UNIT
    return scaled
