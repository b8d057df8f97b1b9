"""Declared alternatives as the table plays them: illegal kinds and sizes out of range corrected."""

from dataclasses import dataclass

import numpy as np

from railbird.native import ActionKind
from railbird.results.luck.betting_steps import KINDS, DecisionStep
from railbird.results.luck.declared_holdem import DeclaredStep
from railbird.results.luck.estimator import Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class AskedChoices:
    """k alternatives for each of m holdings, all [m, k].

    `probability` float64; `kinds` int64; sizes of raises are uniform over the integers `least` to
    `most` int64, and without a meaning in a limit game.
    """

    probability: Floats
    kinds: Integers
    least: Integers
    most: Integers


def played_step(step: DecisionStep, asked: AskedChoices) -> DeclaredStep:
    """Return what the alternatives come to at a step: probabilities [m, 3], [m] and sizes [m]."""
    kinds = np.where(step.is_legal[asked.kinds], asked.kinds, int(ActionKind.CALL))
    chance = asked.probability / asked.probability.sum(axis=1, keepdims=True)
    by_kind = np.stack([(chance * (kinds == kind)).sum(axis=1) for kind in range(KINDS)], axis=1)
    raised = chance * (kinds == ActionKind.RAISE)
    if step.taken != ActionKind.RAISE:
        taken = by_kind[:, step.taken]
    else:
        taken = (raised * _chance_of(step, asked)).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = (raised * _mean_size(step, asked)).sum(axis=1) / by_kind[:, ActionKind.RAISE]
    return DeclaredStep(by_kind, taken, np.nan_to_num(mean))


def _chance_of(step: DecisionStep, asked: AskedChoices) -> Floats:
    """The probability that a raise of each alternative is of the size that was played."""
    if step.least == step.most:
        return np.ones(asked.least.shape)
    low = np.where(step.amount == step.least, asked.least, step.amount)
    high = np.where(step.amount == step.most, asked.most, step.amount)
    count = np.minimum(high, asked.most) - np.maximum(low, asked.least) + 1
    chance: Floats = np.maximum(count, 0) / (asked.most - asked.least + 1)
    return chance


def _mean_size(step: DecisionStep, asked: AskedChoices) -> Floats:
    """The mean size of a raise of each alternative, sizes out of range being the nearest in it."""
    if step.least == step.most:
        return np.full(asked.least.shape, float(step.least))
    count = asked.most - asked.least + 1
    below = np.clip(step.least - asked.least, 0, count)
    above = np.clip(asked.most - step.most, 0, count)
    inside = count - below - above
    first, last = np.maximum(asked.least, step.least), np.minimum(asked.most, step.most)
    total = below * step.least + above * step.most + inside * (first + last) / 2
    mean: Floats = total / count
    return mean
