"""Table 19 of document 000: how often each action is taken, by expected strength."""

import numpy as np
import numpy.typing as npt

from railbird.plugins import ActionKind, DecisionBatch, Distribution

STRENGTH_BOUNDS = (0.3, 0.5, 0.8)
"""From each of these on the next row holds."""
LIMIT_PERCENTS = (
    (100, 0, 0),
    (50, 30, 20),
    (5, 50, 45),
    (1, 19, 80),
)
"""Fold, call, raise."""
NO_LIMIT_PERCENTS = (
    (100, 0, 0, 0, 0, 0),
    (50, 30, 10, 3, 2, 0),
    (5, 50, 25, 10, 5, 5),
    (1, 19, 20, 15, 15, 30),
)
"""Fold, call, and raises by ``RAISE_PERCENTS``; the second row sums to 95, as printed."""
RAISE_PERCENTS = (10, 20, 50, 100)
"""Per cent of the stack left."""

FOLD, CALL, RAISE = range(3)
LIMIT_KINDS = np.array([ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE], np.uint8)
NO_LIMIT_KINDS = np.repeat(LIMIT_KINDS, (1, 1, len(RAISE_PERCENTS)))
Floats = npt.NDArray[np.float64]


def _probabilities(percents: tuple[tuple[int, ...], ...]) -> Floats:
    """The rows of the table, each divided by its sum."""
    rows = np.array(percents, np.float64)
    return np.asarray(rows / rows.sum(axis=1, keepdims=True))


LIMIT = _probabilities(LIMIT_PERCENTS)
NO_LIMIT = _probabilities(NO_LIMIT_PERCENTS)
LIMIT_OF_SIZED = np.pad(LIMIT, ((0, 0), (0, len(RAISE_PERCENTS) - 1)))


def declare_by_strength(decisions: DecisionBatch, strength: Floats) -> Distribution:
    """Declare the table's row for each strength, float64[n], in the form of the round's betting.

    A fold that is free becomes a check, and a raise that is not legal a call.
    """
    rows = np.searchsorted(STRENGTH_BOUNDS, strength, side="right")
    definition = decisions.game.definition
    if not definition.raises_are_sized:
        return Distribution(_made_legal(decisions, LIMIT[rows]), LIMIT_KINDS)
    is_limit = _are_limit_rounds(decisions)[:, None]
    probability = np.where(is_limit, LIMIT_OF_SIZED[rows], NO_LIMIT[rows])
    amounts = np.zeros((len(decisions), len(NO_LIMIT_KINDS)), np.int64)
    amounts[:, RAISE:] = _raises(decisions)
    return Distribution(_made_legal(decisions, probability), NO_LIMIT_KINDS, amounts, amounts)


def _made_legal(decisions: DecisionBatch, probability: Floats) -> Floats:
    cannot_fold, cannot_raise = ~decisions.can_fold, ~decisions.can_raise
    probability[cannot_fold, CALL] += probability[cannot_fold, FOLD]
    probability[cannot_fold, FOLD] = 0.0
    probability[cannot_raise, CALL] += probability[cannot_raise, RAISE:].sum(axis=1)
    probability[cannot_raise, RAISE:] = 0.0
    return probability


def _are_limit_rounds(decisions: DecisionBatch) -> npt.NDArray[np.bool_]:
    """Whether raises of the round have a fixed size, bool[n]: one game may have both kinds."""
    variant = decisions.game.definition.variant
    if variant is None:
        return np.zeros(len(decisions), np.bool_)
    by_round = np.array([rule.structure == "limit" for rule in variant.rounds])
    return np.asarray(by_round[decisions.round_index])


def _raises(decisions: DecisionBatch) -> npt.NDArray[np.int64]:
    """Raise-to, int64[n, 4], by which ``RAISE_PERCENTS`` of the stack left go in, made legal."""
    rows = np.arange(len(decisions))
    spent = decisions.contributions[rows, decisions.position]
    left = decisions.starting_stacks[rows, decisions.position] - spent
    raise_to = spent[:, None] + left[:, None] * np.array(RAISE_PERCENTS) // 100
    bounds = decisions.min_raise_to[:, None], decisions.max_raise_to[:, None]
    return np.asarray(np.clip(raise_to, *bounds))
