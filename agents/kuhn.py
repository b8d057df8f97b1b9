"""Kuhn poker as agents see it: two probabilities, to bet first and to call a bet."""

import numpy as np
import numpy.typing as npt

from railbird.plugins import ActionKind, AgentError, DecisionBatch, Distribution, Game

KINDS = np.array(list(ActionKind), np.uint8)


def is_kuhn(game: Game) -> bool:
    """Tell whether a game is Kuhn poker: one card each, equal antes, one bet, one round."""
    definition = game.definition
    return (
        definition.is_limit
        and definition.max_raises == (1,)
        and definition.hole_card_count == 1
        and definition.suit_count == 1
        and len(set(definition.blinds)) == 1
    )


def bet_or_call(
    decisions: DecisionBatch, *, bet: npt.ArrayLike, call: npt.ArrayLike
) -> Distribution:
    """Declare a first bet with probability ``bet`` and a call of one with ``call``.

    Both are float64[n] or one number for all. Who does not bet checks, who does not call folds.
    """
    can_bet = decisions.can_raise
    raises = np.where(can_bet, bet, 0.0)
    folds = np.where(can_bet, 0.0, 1.0 - np.asarray(call))
    return Distribution(np.column_stack([folds, 1.0 - raises - folds, raises]), KINDS)


def require_probability(name: str, value: float) -> float:
    """Return a parameter that must be a probability; raise AgentError where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
        raise AgentError(f"{name} is {value!r}; give a probability from 0 to 1")
    return float(value)
