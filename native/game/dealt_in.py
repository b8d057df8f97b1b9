"""The game of those who are dealt in, where some players of a table are out."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.definition import GameDefinition
from railbird.native.game.first_position import heads_up_firsts

HEADS_UP = 2
GAMES_IN_MEMORY = 4096
Positions = tuple[int, ...]


def positions_dealt_in(stacks: Sequence[int]) -> Positions:
    """The positions of a table that are dealt in: those with chips."""
    return tuple([position for position, stack in enumerate(stacks) if stack > 0])


@lru_cache(GAMES_IN_MEMORY)
def order_dealt_in(definition: GameDefinition, dealt_in: Positions) -> Positions:
    """The positions dealt in, in order from the left of the button, which the last has.

    Two of more players play heads-up: the button, who posts the small blind in position 0, is the
    last.
    """
    if len(dealt_in) == HEADS_UP < definition.player_count:
        small, big = (definition.blinds[position] for position in dealt_in)
        return dealt_in[::-1] if small < big else dealt_in
    return dealt_in


@lru_cache(GAMES_IN_MEMORY)
def game_dealt_in(
    definition: GameDefinition, dealt_in: Positions, blinds: tuple[int, ...]
) -> GameDefinition:
    """The game of those dealt in, whose positions are those of ``order_dealt_in``.

    ``blinds`` are due in the hand, by position of the table; that of position 0 may fall on nobody.
    Stacks, which a hand has of its own, are unlimited, unless it is the game itself. Where some are
    out there are no dead chips.
    """
    count = len(dealt_in)
    if count == definition.player_count and blinds == definition.blinds:
        return definition
    order, variant = order_dealt_in(definition, dealt_in), definition.variant
    if count == HEADS_UP < definition.player_count:
        firsts = [order.index(dealt_in[first % HEADS_UP]) for first in heads_up_firsts(definition)]
    else:
        firsts = [_first_from(order, first) for first in definition.first_positions]
    if variant is not None and count < definition.player_count:
        variant = replace(variant, dead=())
    return replace(
        definition,
        player_count=count,
        stacks=(UNLIMITED_STACK,) * count,
        blinds=tuple([blinds[position] for position in order]),
        first_positions=tuple(firsts),
        variant=variant,
    )


def _first_from(order: Positions, first: int) -> int:
    """The place of the first position from one on, else of the first of all."""
    later = [place for place, position in enumerate(order) if position >= first]
    return later[0] if later else 0
