"""Helpers for hold'em agents: checks of the game, remaining opponents, and answers."""

import numpy as np
import numpy.typing as npt

from railbird import native
from railbird.agents.baselines import raise_by_pot
from railbird.native import ActionKind
from railbird.plugins import DecisionBatch, Game

Answers = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]
Bools = npt.NDArray[np.bool_]


def is_holdem(game: Game) -> bool:
    """Return whether a game is hold'em with the whole deck and a board of 5."""
    return native.is_holdem(game.definition)


def count_opponents(decisions: DecisionBatch) -> npt.NDArray[np.int64]:
    """Return the number of opponents who have not folded, int64[n]."""
    return np.asarray((~decisions.has_folded).sum(axis=1) - 1)


def answer(decisions: DecisionBatch, *, raises: Bools, calls: Bools, pot_share: float) -> Answers:
    """Raise if wanted and legal, call if either is wanted or checking is free, else fold.

    In no-limit a raise is by ``pot_share`` of the pot, see ``raise_by_pot``.
    """
    kinds = np.full(len(decisions), ActionKind.FOLD.value, np.uint8)
    kinds[raises | calls | ~decisions.can_fold] = ActionKind.CALL.value
    kinds[raises & decisions.can_raise] = ActionKind.RAISE.value
    if not decisions.game.definition.raises_are_sized:
        return kinds, np.zeros(len(decisions), np.int64)
    return kinds, np.where(kinds == ActionKind.RAISE.value, raise_by_pot(decisions, pot_share), 0)
