"""Raises by the pot, and distributions in which a raise has one size."""

import numpy as np
import numpy.typing as npt

from railbird.plugins import ActionKind, DecisionBatch, Distribution

CALL_OR_RAISE = np.array([ActionKind.CALL, ActionKind.RAISE], np.uint8)


def raise_else_call(decisions: DecisionBatch, raise_to: npt.NDArray[np.int64]) -> Distribution:
    """Declare a raise to ``raise_to`` (int64[n]) wherever one is legal, and a call elsewhere."""
    can_raise = decisions.can_raise
    probability = np.column_stack([~can_raise, can_raise]).astype(float)
    if not decisions.game.definition.raises_are_sized:
        return Distribution(probability, CALL_OR_RAISE)
    amounts = np.column_stack([np.zeros_like(raise_to), raise_to])
    return Distribution(probability, CALL_OR_RAISE, amounts, amounts)


def raise_by_pot(decisions: DecisionBatch, share: float = 1.0) -> npt.NDArray[np.int64]:
    """Call, then raise by ``share`` of what the pot then holds: raise-to int64[n], made legal.

    0 where no raise is legal; rounded down to whole chips.
    """
    to_call = decisions.to_call
    after_call = decisions.spent[np.arange(len(decisions)), decisions.position] + to_call
    raise_to = after_call + (share * (decisions.pot + to_call)).astype(np.int64)
    return np.asarray(np.clip(raise_to, decisions.least_raise_to, decisions.most_raise_to))
