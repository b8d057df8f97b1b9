"""The places of a tournament, and what they are paid."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

from railbird.native.game.actions import PAYOFF_UNIT
from railbird.native.matches.match_steps import SessionColumns

Integers = npt.NDArray[np.int64]

PERCENT_UNITS = 100 * PAYOFF_UNIT
"""The units in one percent of the sum of the entries: places shared by up to ten players divide any
prize of two decimals."""
ALL_PRIZES = 100 * PERCENT_UNITS
"""The sum of the entries in these units."""
PERCENT = 100
PRIZE_DECIMALS = 2
"""Decimals of a prize in percent."""


def prize_percents(prizes: Sequence[float] | Literal["winner"]) -> tuple[float, ...]:
    """The prizes of a spec in percent of the entries: as they are, or given as parts of 1."""
    listed = (1.0,) if isinstance(prizes, str) else tuple(prizes)
    are_parts = sum(listed) <= 1 + 10**-PRIZE_DECIMALS
    return tuple(prize * (PERCENT if are_parts else 1) for prize in listed)


def prize_units(prizes: Sequence[float] | Literal["winner"]) -> tuple[int, ...]:
    """The prizes of a spec in the units in which they are stored."""
    hundredths = [round(percent * 10**PRIZE_DECIMALS) for percent in prize_percents(prizes)]
    return tuple(PERCENT_UNITS // 10**PRIZE_DECIMALS * prize for prize in hundredths)


def finishing_places(session: SessionColumns, payoffs: Integers) -> Integers:
    """The place of every seat in every match of a session, int64[M, N], the first place 1.

    ``payoffs`` int64[K, N] are those of its hands. Who lost his last chips in a later hand finished
    before; of one hand, who had more chips at its start. Who has chips at the end finished before
    all others, by the chips. Equal players share a place: all have the first of those that they
    take.
    """
    counts = session.hand_counts.astype(np.int64)
    ends = np.cumsum(counts)
    hands = np.arange(len(payoffs)) - np.repeat(ends - counts, counts)
    last = np.maximum.reduceat(
        np.where(session.stacks > 0, hands[:, None], -1), ends - counts, axis=0
    )
    rows = (ends - counts)[:, None] + last
    stacks = np.take_along_axis(session.stacks, rows, axis=0)
    final = session.stacks[ends - 1] + payoffs[ends - 1] // PAYOFF_UNIT
    same = np.ones((*final.shape, final.shape[1]), np.bool_)
    is_before = np.zeros_like(same)
    is_out = final == 0
    for key in (final, last * is_out, stacks * is_out):
        is_before |= same & _compared(key)
        same &= key[:, :, None] == key[:, None, :]
    places: Integers = 1 + is_before.sum(axis=1)
    return places


def count_sharing(places: Integers) -> Integers:
    """How many share the place of each player of a match, himself among them, int64[M, E]."""
    rows = np.arange(len(places))[:, None]
    counts = np.zeros((len(places), places.shape[1] + 1), np.int64)
    np.add.at(counts, (rows, places), 1)
    sharing: Integers = counts[rows, places]
    return sharing


def paid_prizes(places: Integers, prizes: npt.ArrayLike) -> Integers:
    """What places are paid, int64[M, E]: who share one share the prizes of those that they take.

    ``prizes`` int64[P] are those of first place, second and so on, multiples of PAYOFF_UNIT, so
    that up to ten players share them exactly; of more some get one unit more, the first ones.
    """
    listed = np.zeros(places.shape[1] + 1, np.int64)
    listed[1 : 1 + np.size(prizes)] = prizes
    until, sharing = np.cumsum(listed), count_sharing(places)
    each, left = np.divmod(until[places + sharing - 1] - until[places - 1], sharing)
    order = np.argsort(places, axis=1, kind="stable")
    among_equals = np.argsort(order, axis=1) - (places - 1)
    paid: Integers = each + (among_equals < left)
    return paid


def _compared(values: Integers) -> npt.NDArray[np.bool_]:
    """Whether the value of one seat is above that of another, bool[M, N, N]."""
    return values[:, :, None] > values[:, None, :]
