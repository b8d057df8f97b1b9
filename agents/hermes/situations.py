"""Hermes' view before the flop: the state of the hand, positions, and the relevant opponent.

Document 000, section 6.4.2, table 32 and the top of figure 70.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.agents.holdem.answers import is_holdem
from railbird.agents.holdem.first_round import CALLED, RAISED, FirstRound, read_first_rounds
from railbird.native import (
    GameDefinition,
    blind_positions,
    game_dealt_in,
    late_positions,
    order_dealt_in,
    positions_dealt_in,
)
from railbird.plugins import DecisionBatch, Game

BIG_BLIND, SMALL_BLIND, BUTTON, CUT_OFF, EARLY = range(5)
UNOPENED, LIMPED, RAISED_ONCE, ALL_IN, LIMPS, OTHER = range(6)
_STATES = {(0, 0, 0): UNOPENED, (1, 0, 0): LIMPED, (0, 1, 0): RAISED_ONCE, (0, 0, 1): ALL_IN}
MOST_KEPT = 1 << 16


@dataclass(frozen=True, slots=True)
class Situations:
    """Hermes' view of decisions, one per row.

    ``state`` and ``place`` (uint8[n], of the constants above); the relevant opponent, by
    ``opponent`` position (intp[n]) and ``opponent_place``, and whether he ``is_all_in``.
    """

    state: npt.NDArray[np.uint8]
    place: npt.NDArray[np.uint8]
    opponent: npt.NDArray[np.intp]
    opponent_place: npt.NDArray[np.uint8]
    is_all_in: npt.NDArray[np.bool_]


def is_no_limit_holdem(game: Game) -> bool:
    """Return whether a game is no-limit hold'em with blinds."""
    return (
        game.definition.betting == "nolimit"
        and is_holdem(game)
        and bool(blind_positions(game.definition))
    )


@lru_cache
def name_places(
    definition: GameDefinition, dealt_in: tuple[int, ...] | None = None
) -> tuple[int, ...]:
    """Return the place of each position of the table; all others, and who is out, are early.

    The player who posts the largest blind is the big blind, one who posts another a small blind;
    heads-up the button posts it, and is the small blind. Of the positions that are dealt in, by
    default all, button and cut-off are the last.
    """
    positions = dealt_in or tuple(range(definition.player_count))
    game = game_dealt_in(definition, positions, definition.blinds)
    places = [EARLY] * len(positions)
    for position, place in zip(late_positions(game), (BUTTON, CUT_OFF), strict=False):
        places[position] = place
    for position in blind_positions(game):
        is_big = game.blinds[position] == game.big_blind
        places[position] = BIG_BLIND if is_big else SMALL_BLIND
    named = dict(zip(order_dealt_in(definition, positions), places, strict=True))
    return tuple([named.get(at, EARLY) for at in range(definition.player_count)])


def places_of(decisions: DecisionBatch) -> npt.NDArray[np.uint8]:
    """Return the places of all positions in each hand, uint8[n, N], by who is dealt in."""
    definition = decisions.game.definition
    rows = decisions.starting_stacks.tolist()
    places = [name_places(definition, positions_dealt_in(stacks)) for stacks in rows]
    return np.array(places, np.uint8).reshape(len(rows), definition.player_count)


@lru_cache(maxsize=MOST_KEPT)
def read_situation(told: FirstRound, own: int, places: tuple[int, ...]) -> tuple[int, int]:
    """Return the state, and the opponent's position, for the player in position ``own``.

    Players who have folded are ignored. The opponent is the last to go all-in, else the last to
    raise, else the last to call, else the button; if that one has folded or is ``own``, the big
    blind, and else the last remaining position.
    """
    others = [p for p in told.order if p != own]
    all_ins = [p for p in others if told.is_all_in[p]]
    raisers = [p for p in others if told.moves[p] == RAISED and p not in all_ins]
    callers = [p for p in others if told.moves[p] == CALLED and p not in all_ins]
    counts = len(callers), len(raisers), len(all_ins)
    state = _STATES.get(counts, LIMPS if counts[0] > 1 and counts[1:] == (0, 0) else OTHER)
    for named in (all_ins, raisers, callers):
        if named:
            return state, named[-1]
    left = [p for p in range(len(places)) if p != own and not told.has_folded[p]]
    for place in (BUTTON, BIG_BLIND):
        if place in (places[p] for p in left):
            return state, next(p for p in left if places[p] == place)
    return state, left[-1]


def read_situations(decisions: DecisionBatch) -> Situations:
    """Return the view of decisions, all before the flop."""
    by_position, rows = places_of(decisions), np.arange(len(decisions))
    own = decisions.position.tolist()
    told = read_first_rounds(decisions, decisions.betting)
    each = zip(told, own, map(tuple, by_position.tolist()), strict=True)
    found = [read_situation(one, seat, places) for one, seat, places in each]
    state, opponent = np.array(found, np.intp).reshape(len(own), 2).T
    is_all_in = [one.is_all_in[p] for one, p in zip(told, opponent.tolist(), strict=True)]
    return Situations(
        state=state.astype(np.uint8),
        place=by_position[rows, own],
        opponent=opponent,
        opponent_place=by_position[rows, opponent],
        is_all_in=np.array(is_all_in, np.bool_),
    )
