"""Who acts first in a round of betting, where no card says it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.native.game.definition import GameDefinition


def after_blinds(blinds: Sequence[int]) -> int:
    """The position left of the largest blind, of equal ones the last."""
    largest = max(place for place, blind in enumerate(blinds) if blind == max(blinds))
    return (largest + 1) % len(blinds)


def usual_first(game: "GameDefinition", round_index: int) -> int:
    """The position that acts first in a round of a variant.

    In the first round of betting it is left of the largest blind, later left of the button.
    """
    variant = game.variant
    if variant is None or any(rule.is_bet for rule in variant.rounds[:round_index]):
        return 0
    return after_blinds(game.blinds)


def heads_up_firsts(game: "GameDefinition") -> tuple[int, ...]:
    """The position that acts first in each round where two of more players are dealt in.

    They have the positions 0 and 1. The button posts the small blind; it acts first in the first
    round of betting and last in the others. Without blinds that differ, the usual order stays.
    """
    small_and_big = game.blinds[:2]
    if game.player_count == len(small_and_big) or len(set(small_and_big)) == 1:
        return game.first_positions
    big = small_and_big.index(max(small_and_big))
    return tuple(
        1 - big if _is_first_betting(game, index) else big for index in range(game.round_count)
    )


def _is_first_betting(game: "GameDefinition", round_index: int) -> bool:
    variant = game.variant
    if variant is None:
        return round_index == 0
    return not any(rule.is_bet for rule in variant.rounds[:round_index])
