"""Hold'em as agents see it: what it is, who is in the hand, and an answer in three kinds."""

import numpy as np
import numpy.typing as npt

from railbird.agents.baselines import raise_by_pot
from railbird.native import ActionKind
from railbird.plugins import DecisionBatch, Game

HOLE_CARDS = 2
RANKS = 13
SUITS = 4
BOARD_SIZES = {0, 3, 4, 5}
FULL_BOARD = 5
Answers = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]
Bools = npt.NDArray[np.bool_]


def is_holdem(game: Game) -> bool:
    """Tell whether a game is hold'em with the whole deck: a board of 5, seen from the flop on."""
    definition = game.definition
    sizes = np.cumsum(definition.board_card_counts)
    return (
        definition.hole_card_count == HOLE_CARDS
        and definition.rank_count == RANKS
        and definition.suit_count == SUITS
        and int(sizes[-1]) == FULL_BOARD
        and sizes[0] == 0
        and set(sizes.tolist()) <= BOARD_SIZES
    )


def count_opponents(decisions: DecisionBatch) -> npt.NDArray[np.int64]:
    """Others who have not folded, int64[n]."""
    return np.asarray((~decisions.has_folded).sum(axis=1) - 1)


def answer(decisions: DecisionBatch, *, raises: Bools, calls: Bools, pot_share: float) -> Answers:
    """Raise where wanted and legal, call where either is wanted or checking is free, else fold.

    In no-limit a raise is by ``pot_share`` of the pot, see ``raise_by_pot``.
    """
    kinds = np.full(len(decisions), ActionKind.FOLD.value, np.uint8)
    kinds[raises | calls | ~decisions.can_fold] = ActionKind.CALL.value
    kinds[raises & decisions.can_raise] = ActionKind.RAISE.value
    if decisions.game.definition.is_limit:
        return kinds, np.zeros(len(decisions), np.int64)
    return kinds, np.where(kinds == ActionKind.RAISE.value, raise_by_pot(decisions, pot_share), 0)
