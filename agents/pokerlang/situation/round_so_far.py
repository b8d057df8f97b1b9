"""What was done in a betting round before a decision: by oneself, by the others, and from where."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from railbird.agents.pokerlang.situation.view import (
    MOST_KEPT,
    Floats,
    Integers,
    Rows,
    View,
    hand_of,
    positions_in_play,
)
from railbird.native import ActionKind, GameDefinition, position_names
from railbird.native.game.first_position import heads_up_firsts
from railbird.plugins.contract.readable import past_actions

NOBODY = -1
HEADS_UP = 2


class RoundSoFar(NamedTuple):
    """The round before a decision. A blind is no bet; a check is no call."""

    my_raises: int
    my_calls: int
    my_checks: int
    their_raises: int
    their_calls: int
    first_raiser: int
    """The position that raised first, or NOBODY."""
    players: int
    """Players who were in the hand at the beginning of the round."""
    order: int
    """One's place among those who play on, in the order of the last betting round, from 1."""


def read_round(view: View, rows: Rows) -> Integers:
    """The round so far of rows, int64[rows, fields of RoundSoFar]."""
    decisions = view.decisions
    position, number = decisions.position, decisions.round_index
    found = [
        _read(*hand_of(view, row), now=(int(position[row]), int(number[row])))
        for row in rows.tolist()
    ]
    return np.array(found, np.int64).reshape(len(rows), -1)


def read_field(view: View, rows: Rows, name: str) -> Floats:
    """One field of the round so far, float64[rows]."""
    read = view.keep_rows("round so far", rows, read_round)
    return read[:, RoundSoFar._fields.index(name)].astype(np.float64)


def first_raiser_place(view: View, rows: Rows) -> Floats:
    """The place of the first to raise in the round, float64[rows]; NaN if nobody has."""
    positions = read_field(view, rows, "first_raiser").astype(np.int64)
    return np.where(positions == NOBODY, np.nan, places_of(view)[rows, positions])


def order_of_play(view: View) -> Integers:
    """How many act before each position in the last betting round if all do, int64[n, N]."""
    orders = _orders(view.definition)[positions_in_play(view)]
    is_empty = view.decisions.starting_stacks == 0
    if is_empty.any():
        is_before = orders[:, None, :] < orders[:, :, None]
        orders = orders - (is_before & is_empty[:, None, :]).sum(axis=2)
    return np.asarray(orders)


def places_of(view: View) -> Integers:
    """How far before the big blind each position sits, int64[n, N]: it is 0, the small blind 1.

    The button is 2, the cut-off 3 and so on; heads-up the button is the small blind. A small blind
    that falls on nobody counts.
    """
    return np.asarray(_places(view.definition)[positions_in_play(view)])


@lru_cache
def _orders(definition: GameDefinition) -> Integers:
    """The order of play by the number of positions in play, which are the first."""
    players = definition.player_count
    orders = np.tile(np.roll(np.arange(players), definition.first_positions[-1]), (players + 1, 1))
    heads_up = np.roll(np.arange(HEADS_UP), heads_up_firsts(definition)[-1])
    orders[HEADS_UP, :HEADS_UP] = heads_up
    return orders


@lru_cache
def _places(definition: GameDefinition) -> Integers:
    """The places by the number of positions in play; 0 for positions behind them."""
    players = definition.player_count
    names = position_names(definition)
    big_blind = names.index("big blind") if "big blind" in names else 0
    places = np.zeros((players + 1, players), np.int64)
    for count in range(1, players + 1):
        places[count, :count] = np.roll(np.arange(count)[::-1], big_blind + 1)
    return places


@lru_cache(MOST_KEPT)
def _read(  # noqa: PLR0913  (all that a hand starts from)
    definition: GameDefinition,
    stacks: tuple[int, ...],
    betting: str,
    blinds: tuple[int, ...],
    ante: int,
    *,
    now: tuple[int, int],
) -> RoundSoFar:
    own, number = now
    made = past_actions(definition, stacks, betting, blinds=blinds, ante=ante)
    out = {one.position for one in made if one.kind == ActionKind.FOLD}
    early = {
        one.position for one in made if one.kind == ActionKind.FOLD and one.round_index < number
    }
    counts = {"raises": [0, 0], "calls": [0, 0], "checks": [0, 0]}
    first = NOBODY
    for one in made:
        if one.round_index < number or one.kind == ActionKind.FOLD:
            continue
        is_own = one.position == own
        if one.kind == ActionKind.RAISE:
            counts["raises"][is_own] += 1
            first = one.position if first == NOBODY else first
            continue
        has_called = first != NOBODY or (number == 0 and _owes(blinds, one.position))
        counts["calls" if has_called else "checks"][is_own] += 1
    there = [one for one, chips in enumerate(stacks) if chips]
    order = _orders(definition)[len(there)].tolist()
    before = [one for one in there if one not in out and order[one] < order[own]]
    return RoundSoFar(
        counts["raises"][True],
        counts["calls"][True],
        counts["checks"][True],
        counts["raises"][False],
        counts["calls"][False],
        first,
        len(there) - len(early),
        len(before) + 1,
    )


def _owes(blinds: tuple[int, ...], position: int) -> bool:
    """Whether a position has something to call before anybody has raised."""
    return blinds[position] < max(blinds)
