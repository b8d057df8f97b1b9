"""From what a model answered to what is played: checks against the rules, and votes."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from statistics import median_low

from railbird.agents.language_model.amounts import Stakes, shown
from railbird.agents.language_model.answers import Move
from railbird.plugins import CALL, FOLD, Action, ActionKind, Observation, raise_to


class IllegalError(Exception):
    """A move that the rules do not allow; the text says why."""


def to_action(move: Move, observation: Observation, stakes: Stakes, *, unit: str) -> Action:
    """Return the action of a move; raises IllegalError."""
    if move.name == "fold":
        if not observation.can_fold:
            raise IllegalError("folding is not allowed, since checking is free")
        return FOLD
    if move.name == "check" and observation.to_call:
        raise IllegalError(f"checking is not allowed; it costs {observation.to_call} to call")
    if move.name in ("check", "call"):
        return CALL
    if not observation.can_raise:
        if move.name == "all-in" and observation.to_call:
            return CALL  # it takes all his chips, or nobody else can put in more
        raise IllegalError("raising is not allowed")
    if not observation.game.definition.raises_are_sized:
        return raise_to()
    least, most = observation.min_raise_to, observation.max_raise_to
    if move.name == "all-in":
        return raise_to(most)
    if move.amount is None:
        raise IllegalError(f"a {move.name} needs an amount")
    wanted = stakes.from_unit(move.amount, unit)
    if not least <= wanted <= most:
        bounds = " to ".join(shown(stakes.to_unit(bound, unit)) for bound in (least, most))
        wrong = "below the smallest" if wanted < least else "above the largest"
        nearest = _as_shown(move.amount, stakes, unit, bound=least if wanted < least else most)
        if nearest is None:
            raise IllegalError(f"{shown(move.amount)} is {wrong}; legal amounts are {bounds}")
        wanted = nearest
    return raise_to(wanted)


def _as_shown(amount: Decimal, stakes: Stakes, unit: str, *, bound: int) -> int | None:
    """The bound, if the amount is that bound as the prompt shows it, with two decimals."""
    return bound if shown(stakes.to_unit(bound, unit)) == shown(amount) else None


def elect(votes: Sequence[Action]) -> Action:
    """Return the kind with most votes (of the first among equals), with its median amount."""
    counts = Counter(vote.kind for vote in votes)
    most = max(counts.values())
    kind = next(vote.kind for vote in votes if counts[vote.kind] == most)
    amounts = [vote.amount for vote in votes if vote.kind == kind]
    return Action(kind, median_low(amounts)) if kind == ActionKind.RAISE else Action(kind)
