"""The answers of agents: actions, or probabilities of actions, and sampling from these."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.native import ActionKind, sample_actions

SUM_TOLERANCE = 1e-6


class Action(NamedTuple):
    """One action.

    ``amount`` is used only for a raise in a no-limit game: the raise-to, total chips put in during
    the whole hand. ``cards`` is empty in community-card games.
    """

    kind: ActionKind
    amount: int = 0
    cards: tuple[int, ...] = ()


FOLD = Action(ActionKind.FOLD)
"""Folds; if there is nothing to call it is not legal, and is played as a check."""
CALL = Action(ActionKind.CALL)
"""Calls, or checks if there is nothing to call."""


def raise_to(amount: int = 0) -> Action:
    """Raise (or bet) to ``amount`` chips in the whole hand; a limit game ignores the amount."""
    return Action(ActionKind.RAISE, amount)


class ActionRange(NamedTuple):
    """A kind with an amount uniform over the integers ``least`` to ``most``, both included."""

    kind: ActionKind
    least: int
    most: int


Alternatives = Sequence[tuple[float, Action | ActionRange]]
"""What ``probabilities`` of the simple form returns; the probabilities sum to one."""


class Distribution(NamedTuple):
    """What ``probabilities_batch`` returns: m alternatives for each of n decisions.

    ``probability`` is float64[n, m], rows summing to one; alternative ``j`` is ``kinds[j]``
    (uint8[m]) to an amount uniform over the integers ``least[i, j]..most[i, j]`` (int64[n, m], both
    None in a limit game; used only for raises, 0 elsewhere). If all raises of a decision have the
    same bounds, ``least`` and ``most`` may be int64[n].
    """

    probability: npt.NDArray[np.float64]
    kinds: npt.NDArray[np.uint8]
    least: npt.NDArray[np.int64] | None = None
    most: npt.NDArray[np.int64] | None = None

    def bounds(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Bounds by decision and alternative, int64[n, m], in either form of input."""
        is_raise = self.kinds == ActionKind.RAISE.value
        shape = (len(self.probability), len(self.kinds))
        least, most = (_bound(bound, is_raise, shape) for bound in (self.least, self.most))
        return least, most

    def sample(
        self, draws: npt.NDArray[np.float64]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Pick kinds uint8[n] and amounts int64[n] by a draw in [0, 1) for each decision.

        Raises TypeError or ValueError if it is not a valid distribution.
        """
        return sample_actions(
            self.probability, self.kinds, draws=draws, least=self.least, most=self.most
        )


def _bound(
    bound: npt.NDArray[np.int64] | None, is_raise: npt.NDArray[np.bool_], shape: tuple[int, int]
) -> npt.NDArray[np.int64]:
    if bound is None:
        return np.zeros(shape, np.int64)
    return bound[:, None] * is_raise if bound.ndim == 1 else bound


def sample_alternatives(alternatives: Alternatives, draw: float) -> Action:
    """Pick an action by a draw in [0, 1), exactly as ``native.sample_actions`` does for a row.

    The draw picks the alternative, and its remainder the amount. Raises ValueError for invalid
    probabilities and crossed bounds.
    """
    total = 0.0
    for probability, _ in alternatives:
        if not probability >= 0.0:
            raise ValueError(f"a probability is {probability}")
        total += probability
    if not 1.0 - SUM_TOLERANCE < total < 1.0 + SUM_TOLERANCE:
        raise ValueError(f"the probabilities sum to {total}")
    left, last, chosen = draw * total, 0.0, None
    for probability, alternative in alternatives:
        if probability == 0.0:
            continue
        left -= last
        last, chosen = probability, alternative
        if left < probability:
            break
    assert chosen is not None, "probabilities that sum to one are not all zero"
    if isinstance(chosen, Action):
        return chosen
    return Action(chosen.kind, _amount_at(chosen, left / last))


def _amount_at(chosen: ActionRange, fraction: float) -> int:
    span = chosen.most - chosen.least
    if chosen.least < 0 or span < 0:
        raise ValueError(f"the amounts of a raise run from {chosen.least} to {chosen.most}")
    step = fraction * (float(span) + 1.0)
    return chosen.most if step >= float(span) else chosen.least + int(step)
