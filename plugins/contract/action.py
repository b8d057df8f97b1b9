"""Actions: what an agent answers."""

from typing import NamedTuple

from railbird.native import ActionKind


class Action(NamedTuple):
    """One action.

    ``amount`` counts for a raise in a no-limit game alone: the raise-to, total chips put in during
    the whole hand. ``cards`` stays empty in community-card games.
    """

    kind: ActionKind
    amount: int = 0
    cards: tuple[int, ...] = ()


FOLD = Action(ActionKind.FOLD)
CALL = Action(ActionKind.CALL)
"""Calls, or checks where there is nothing to call."""


def raise_to(amount: int = 0) -> Action:
    """Raise (or bet) to ``amount`` chips in the whole hand; a limit game ignores the amount."""
    return Action(ActionKind.RAISE, amount)
