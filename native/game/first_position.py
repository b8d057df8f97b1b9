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
