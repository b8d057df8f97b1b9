"""Declared probabilities of one decision, in one form for both forms of agent, and checks."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from railbird.plugins import ActionKind, ActionRange, Alternatives, Distribution

SUM_TOLERANCE = 1e-6


class Alternative(NamedTuple):
    """A kind with its probability; for a raise, the whole chips from ``least`` to ``most``."""

    probability: float
    kind: int
    least: int
    most: int


class Decision(NamedTuple):
    """One decision as everybody at the table could see it, and where it occurred.

    ``up_cards`` are those that lie face up, by position. ``seen_cards``, which the player threw
    away or passed on, are its own, but belong to no hole cards that it is asked about.
    """

    match: int
    hand: int
    position: int
    betting: str
    board: tuple[int, ...]
    legal: int
    min_raise_to: int
    max_raise_to: int
    is_sized: bool
    up_cards: tuple[tuple[int, ...], ...] = ()
    seen_cards: tuple[int, ...] = ()

    @property
    def public(self) -> tuple[object, ...]:
        """What declared probabilities may depend on besides hole cards."""
        return self.position, self.betting, self.board, self.up_cards, self.seen_cards

    @property
    def place(self) -> str:
        """Where it occurred, for messages."""
        return f"match {self.match}, hand {self.hand}, after '{self.betting}'"


def read_alternatives(alternatives: Alternatives) -> tuple[Alternative, ...]:
    """Read what ``probabilities`` of the simple form gave a chance; raises TypeError."""
    return tuple(
        Alternative(float(probability), int(kind), int(bounds[0]), int(bounds[-1]))
        for probability, (kind, *bounds) in (
            (probability, _strip_cards(action)) for probability, action in alternatives
        )
        if probability
    )


def read_distribution(distribution: Distribution, count: int) -> list[tuple[Alternative, ...]]:
    """Read what ``probabilities_batch`` gave a chance in ``count`` rows; raises TypeError."""
    probability = np.asarray(distribution.probability)
    shape = (count, len(distribution.kinds))
    if probability.shape != shape or probability.dtype != np.float64:
        raise TypeError(
            f"probability is {probability.dtype}{list(probability.shape)}, not float64{list(shape)}"
        )
    for bound in (distribution.least, distribution.most):
        _check_bound(bound, shape)
    row, column = np.nonzero(probability)
    kinds = np.asarray(distribution.kinds)[column].tolist()
    bounds = (
        np.broadcast_to(bound, shape)[row, column].tolist() for bound in distribution.bounds()
    )
    columns = zip(probability[row, column].tolist(), kinds, *bounds, strict=True)
    found = list(map(Alternative._make, columns))
    ends = np.cumsum(np.bincount(row, minlength=count)).tolist()
    return [tuple(found[start:end]) for start, end in pairwise([0, *ends])]


def find_unsound(decision: Decision, alternatives: Sequence[Alternative]) -> str | None:
    """Return the faults of probabilities: not a distribution, or not over legal actions."""
    for alternative in alternatives:
        if not 0.0 <= alternative.probability <= 1.0 + SUM_TOLERANCE:
            return f"a probability is {alternative.probability}"
        fault = _find_illegal(decision, alternative)
        if fault is not None:
            return fault
    total = sum(alternative.probability for alternative in alternatives)
    if abs(total - 1.0) > SUM_TOLERANCE:
        return f"the probabilities sum to {total}"
    return None


def _find_illegal(decision: Decision, alternative: Alternative) -> str | None:
    kind, least, most = alternative.kind, alternative.least, alternative.most
    if kind not in tuple(ActionKind) or not decision.legal >> kind & 1:
        name = ActionKind(kind).name.lower() if kind in tuple(ActionKind) else f"kind {kind}"
        return f"{name} has the probability {alternative.probability} and is not legal"
    if kind > ActionKind.RAISE and least != most:
        return f"a range of slots, {least} to {most}, has a probability; declare each set of cards"
    if kind != ActionKind.RAISE or not decision.is_sized:
        return None
    if not decision.min_raise_to <= least <= most <= decision.max_raise_to:
        bounds = f"{decision.min_raise_to} to {decision.max_raise_to}"
        return f"raises to {least} to {most} have a probability, but legal raises are to {bounds}"
    return None


def _strip_cards(action: Any) -> tuple[int, ...]:
    if isinstance(action, ActionRange):
        return tuple(action)
    kind, amount, *_ = action
    return kind, amount


def _check_bound(bound: Any, shape: tuple[int, int]) -> None:
    array = np.zeros(shape, np.int64) if bound is None else np.asarray(bound)
    if array.shape not in (shape, shape[:1]) or array.dtype.kind not in "iu":
        raise TypeError(
            f"least or most is {array.dtype}{list(array.shape)}, not int64{list(shape)} "
            f"nor int64[{shape[0]}]"
        )
