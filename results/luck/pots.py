"""Pots of hands that are not over: how many chips which players contest."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from railbird.results.estimate.uncertainty.intervals import Floats, Integers

Bools = npt.NDArray[np.bool_]


def contested_pots(spent: Integers, live: Bools) -> Iterator[tuple[Floats, Bools]]:
    """Yield the pots of n hands: chips float64[n], and who contests them, bool[n, N].

    `spent` int64[n, N] are the chips put in so far, `live` bool[n, N] says who has not folded.
    Side pots are apart; what only one player can win is in none, and a hand that lacks a pot has
    0 chips in it.
    """
    levels, paid = np.sort(spent, axis=1), np.zeros(len(spent), np.int64)
    players = spent.shape[1]
    chips, before = np.zeros(len(spent)), np.zeros(spent.shape, np.bool_)
    for place in range(players):
        layer = (levels[:, place] - paid) * (players - place)
        paid = levels[:, place]
        is_in = live & (spent >= paid[:, None])
        is_in &= (is_in.sum(axis=1) > 1)[:, None]
        is_other = (is_in != before).any(axis=1) & (layer > 0)
        if (chips[is_other] > 0).any():
            yield np.where(is_other, chips, 0.0), before & is_other[:, None]
            chips = np.where(is_other, 0.0, chips)
        before = np.where(is_other[:, None], is_in, before)
        chips = chips + np.where(before.any(axis=1) & (is_in == before).all(axis=1), layer, 0)
    if (chips > 0).any():
        yield chips, before
