"""The run-offs of all resamples of the means, many at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from railbird.results.estimate.means.line_up_means import LineUpMeans
from railbird.results.estimate.uncertainty.intervals import Flags, Floats, Integers
from railbird.results.estimate.uncertainty.resampling import (
    DRAW_COUNT,
    gauss_weights,
    student_scale,
)

FINAL = np.iinfo(np.int64).max
"""The round number of the agents of the final table."""
_MOST_VALUES = 2**22
_NEAR = 1e-9
"""Relative difference below which bankrolls are equal, because of rounding."""


@dataclass(frozen=True, slots=True)
class Replay:
    """For each agent and resample, int64[A, B]: the place, and the round of elimination.

    The round of the final table is FINAL. Resamples are not available if a line-up has only one
    deck seed, or if nothing in the run varies.
    """

    places: Integers
    left: Integers
    is_known: bool


@dataclass(frozen=True, slots=True)
class _Field:
    """The line-ups of some resamples: `values` float64[b, L, N] are the members' means.

    `of_agent` lists each agent's line-ups, int64[k].
    """

    line_ups: Integers
    values: Floats
    of_agent: Sequence[Integers]


def replay_run_offs(means: LineUpMeans) -> Replay:
    """Compute the run-off of every resample, by the same rules as `run_off`."""
    agent_count = len(means.sets.agents)
    places = np.zeros((agent_count, DRAW_COUNT), np.int64)
    left = np.zeros_like(places)
    influence = means.influence.values
    if np.isnan(influence).any() or not len(influence):
        return Replay(places, left, False)
    line_ups = means.sets.line_ups
    of_agent = [np.flatnonzero((line_ups == agent).any(axis=1)) for agent in range(agent_count)]
    for part, values in _drawn_entries(means):
        field = _Field(line_ups, values, of_agent)
        places[:, part], left[:, part] = _play(field, agent_count)
    return Replay(places, left, bool(influence.any()))


def same_path(replay: Replay, left: Integers, number: int) -> float:
    """Return the share of resamples with the same eliminations in all rounds up to `number`.

    `left` int64[A] is the round in which each was eliminated, 0 for the remaining agents.
    """
    gone = left > 0
    same = (replay.left[gone] == left[gone, None]).all(axis=0)
    stay = (replay.left[~gone] > number).all(axis=0)
    return float((same & stay).mean())


def _drawn_entries(means: LineUpMeans) -> Iterator[tuple[slice, Floats]]:
    """Yield every entry's mean, float64[b, L, N], for the resamples in parts."""
    line_up_count, seat_count = means.sets.line_ups.shape
    errors = means.influence.dense(means.cells_of_entries())
    estimates = np.array([numerator / means.denominator for numerator in means.numerators])
    weights = gauss_weights(errors.shape[1])
    freedom = np.repeat(means.influence.counts - 1, seat_count)
    step = max(_MOST_VALUES // len(errors), 1)
    for start in range(0, DRAW_COUNT, step):
        part = slice(start, start + step)
        values = estimates + weights[:, part].T @ errors.T * student_scale(freedom, part).T
        yield part, values.reshape(-1, line_up_count, seat_count)


def _play(field: _Field, agent_count: int) -> tuple[Integers, Integers]:
    width = len(field.values)
    is_open = np.ones((width, len(field.line_ups)), bool)
    sums, counts = _totals(field, agent_count)
    inside = counts > 0
    near = _NEAR * np.abs(field.values).max(initial=1.0)
    places, left = (
        np.zeros((agent_count, width), np.int64),
        np.zeros((agent_count, width), np.int64),
    )
    playing = np.ones(width, bool)
    for number in range(1, agent_count + 1):
        bankrolls = np.where(inside, sums / np.maximum(counts, 1), np.inf)
        leaving = inside & (bankrolls <= bankrolls.min(axis=0) + near) & playing
        rest = inside & ~leaving
        _take_out(field, leaving, is_open, sums=sums, counts=counts)
        ends = (inside.sum(axis=0) <= field.line_ups.shape[1]) | ~rest.any(axis=0)
        ends = (ends | (rest & (counts == 0)).any(axis=0)) & playing
        goes_on = leaving & ~ends
        places = np.where(goes_on, rest.sum(axis=0) + 1, places)
        left = np.where(goes_on, number, left)
        final = inside & ends
        at_table = _places(bankrolls[:, ends], near)
        places[:, ends] = np.where(final[:, ends], at_table, places[:, ends])
        left[final] = FINAL
        playing &= ~ends
        inside = rest & playing
        if not playing.any():
            break
    return places, left


def _totals(field: _Field, agent_count: int) -> tuple[Floats, Integers]:
    members = field.line_ups.reshape(-1)
    entries = field.values.reshape(len(field.values), -1)
    sums = np.array([np.bincount(members, own, agent_count) for own in entries]).T
    counts = np.bincount(members, minlength=agent_count)
    return sums, np.repeat(counts[:, None], len(entries), axis=1)


def _take_out(
    field: _Field, leaving: Flags, is_open: Flags, *, sums: Floats, counts: Integers
) -> None:
    """Close the line-ups of eliminated agents, and subtract them from all sums."""
    for agent, resample in np.argwhere(leaving).tolist():
        own = field.of_agent[agent]
        closing = own[is_open[resample].take(own)]
        is_open[resample, closing] = False
        members = field.line_ups.take(closing, axis=0).reshape(-1)
        lost = field.values[resample].take(closing, axis=0).reshape(-1)
        sums[:, resample] -= np.bincount(members, lost, len(sums))
        counts[:, resample] -= np.bincount(members, minlength=len(sums))


def _places(bankrolls: Floats, near: float) -> Integers:
    """Return places from 1: one plus the number clearly above; float64[A, b] by column."""
    places: Integers = np.empty(bankrolls.shape, np.int64)
    for agent, own in enumerate(bankrolls):
        clear = np.isfinite(bankrolls) & (bankrolls > own + near)
        places[agent] = 1 + clear.sum(axis=0)
    return places
