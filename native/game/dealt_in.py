"""The game of those who are dealt in, where some players of a table are out."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from railbird.native.game.actions import UNLIMITED_STACK
from railbird.native.game.definition import GameDefinition
from railbird.native.game.first_position import heads_up_firsts

HEADS_UP = 2
GAMES_IN_MEMORY = 4096


def positions_dealt_in(stacks: Iterable[int]) -> tuple[int, ...]:
    """The positions of the table that have chips; ``stacks`` are by position."""
    return tuple([position for position, stack in enumerate(stacks) if stack > 0])


@lru_cache(GAMES_IN_MEMORY)
def order_dealt_in(definition: GameDefinition, positions: tuple[int, ...]) -> tuple[int, ...]:
    """The positions of those dealt in, in order from the left of the button, which the last has.

    They are the first positions of the table, less those of blinds that fall on nobody. Two of more
    play heads-up: the button, who posts the small blind in position 0, is the last.
    """
    if len(positions) == HEADS_UP < definition.player_count:
        small_and_big = definition.blinds[:HEADS_UP]
        return positions[::-1] if small_and_big[0] < small_and_big[1] else positions
    return positions


@lru_cache(GAMES_IN_MEMORY)
def game_dealt_in(
    definition: GameDefinition, positions: tuple[int, ...], blinds: tuple[int, ...]
) -> GameDefinition:
    """The game of those dealt in, whose positions are those of ``order_dealt_in``.

    ``blinds`` are due in the hand, by position of the table. Stacks, which a hand has of its own,
    are unlimited, unless it is the game itself. Where some are out there are no dead chips.
    """
    player_count = len(positions)
    if player_count == definition.player_count and blinds == definition.blinds:
        return definition
    order, firsts = order_dealt_in(definition, positions), definition.first_positions
    variant = definition.variant
    if player_count == HEADS_UP < definition.player_count:
        firsts = tuple([first % HEADS_UP for first in heads_up_firsts(definition)])
    if variant is not None and player_count < definition.player_count:
        variant = replace(variant, dead=())
    return replace(
        definition,
        player_count=player_count,
        stacks=(UNLIMITED_STACK,) * player_count,
        blinds=tuple([blinds[position] for position in order]),
        first_positions=tuple([_next_place(order, first) for first in firsts]),
        variant=variant,
    )


def _next_place(order: tuple[int, ...], first: int) -> int:
    """The place in the order of the first position from one on."""
    return order.index(min(order, key=lambda position: (position < first, position)))
