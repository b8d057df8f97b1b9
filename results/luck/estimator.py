"""Payoffs without the luck of cards and of declared decisions: AIVAT for any number of players.

Source: Burch, Schmid, Moravcik and Bowling, "AIVAT: A New Variance Reduction Technique for Agent
Evaluation in Imperfect Information Games" (AAAI 2018), section "Estimator". Players whose cards are
averaged are *imagined*: instead of the hand that was played, all hands are taken that differ from
it only in cards which nobody else saw, weighted by the probability that chance and the declaring
players lead there. For a payoff u and a fixed value function V the estimate is

    mean of u after the last event
    + sum over events of (mean of E[V] before the event - mean of V after it),

where an event is a deal of cards or a decision of a declaring player. Every mean is over the
imagined hands that the others cannot tell apart at that moment, which are a *class*. It is unbiased
for every V: given the class before an event, the class after it comes with the probability that its
weight has.

We depart from the source in two points. Any number of players may take part, and a player may
declare decisions without being imagined: then its cards are those it held, so that its decisions
are events and its cards are not averaged. Both leave the argument above as it is.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Imagined:
    """n imagined hands at one moment: weights float64[n], and the class of each, int64[n]."""

    weights: Floats
    classes: Integers


@dataclass(frozen=True, slots=True, eq=False)
class LuckEvent:
    """One deal or declared decision for n imagined hands.

    `expected` float64[n, N] is the expectation of the value over all that could have come,
    `value` float64[n, N] that of what came, by position.
    """

    before: Imagined
    after: Imagined
    expected: Floats
    value: Floats

    def correction(self) -> Floats:
        """What the event takes out, float64[n, N]; nan for a class without weight."""
        before = class_means(self.expected, self.before)
        correction: Floats = before - class_means(self.value, self.after)
        return correction


def class_means(values: Floats, imagined: Imagined) -> Floats:
    """Return the weighted mean of float64[n, N] over the class of each hand, float64[n, N].

    It is nan for a class without weight.
    """
    count = int(imagined.classes.max(initial=-1)) + 1
    total = np.bincount(imagined.classes, imagined.weights, count)
    means = np.empty((count, values.shape[1]))
    with np.errstate(invalid="ignore", divide="ignore"):
        for position, column in enumerate(values.T):
            sums = np.bincount(imagined.classes, imagined.weights * column, count)
            means[:, position] = sums / total
    means[total == 0.0] = np.nan
    taken: Floats = means[imagined.classes]
    return taken
