"""The places of tournaments of several tables."""

import numpy as np
import numpy.typing as npt

from railbird.native.game.actions import PAYOFF_UNIT
from railbird.native.matches.match_steps import SessionColumns
from railbird.native.matches.rounds import NO_PLAYER

Integers = npt.NDArray[np.int64]


def tournament_places(
    session: SessionColumns, payoffs: Integers, player_count: int, *, stack: int
) -> Integers:
    """The place of every player in every group of a session in rounds, int64[M, E].

    As ``finishing_places``, with rounds of hands in place of hands: who lost his last chips in a
    later round finished before; of one round, who had more chips at its start. ``stack`` is what
    everybody started with, and has still who never played a hand.
    """
    where = session.rounds
    if where is None:
        raise ValueError("these hands were not played in rounds")
    ends = np.cumsum(session.hand_counts)
    places = np.empty((len(ends), player_count), np.int64)
    for group, (first, end) in enumerate(zip(ends - session.hand_counts, ends, strict=True)):
        rows = slice(first, end)
        players, stacks = where.players[rows], session.stacks[rows]
        hand, seat = np.nonzero((players != NO_PLAYER) & (stacks > 0))
        here, chips = players[hand, seat], stacks[hand, seat]
        # Hands are in order of rounds, and the last value given to a place stays.
        last, before = np.full(player_count, -1, np.int64), np.full(player_count, stack, np.int64)
        final = before.copy()
        last[here], before[here] = where.rounds[rows][hand], chips
        final[here] = chips + payoffs[rows][hand, seat] // PAYOFF_UNIT
        is_out = final == 0
        places[group] = _places(np.stack([final, last * is_out, before * is_out]))
    return places


def _places(keys: Integers) -> Integers:
    """Places by the first of some keys, int64[keys, E], then the next; equals share the first."""
    order = np.lexsort(-keys[::-1])
    ordered = keys[:, order]
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (ordered[:, 1:] != ordered[:, :-1]).any(axis=0)
    places = np.empty(len(order), np.int64)
    places[order] = np.maximum.accumulate(np.where(is_new, np.arange(len(order)), 0)) + 1
    return places
