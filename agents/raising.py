"""Distributions in which a raise has one size or a range of sizes."""

import numpy as np
import numpy.typing as npt

from railbird.plugins import ActionKind, DecisionBatch, Distribution

CALL_OR_RAISE = np.array([ActionKind.CALL, ActionKind.RAISE], np.uint8)


def raise_else_call(decisions: DecisionBatch, raise_to: npt.NDArray[np.int64]) -> Distribution:
    """Declare a raise to ``raise_to`` (int64[n]) wherever one is legal, and a call elsewhere."""
    can_raise = decisions.can_raise
    probability = np.column_stack([~can_raise, can_raise]).astype(float)
    if decisions.game.definition.is_limit:
        return Distribution(probability, CALL_OR_RAISE)
    amounts = np.column_stack([np.zeros_like(raise_to), raise_to])
    return Distribution(probability, CALL_OR_RAISE, amounts, amounts)
