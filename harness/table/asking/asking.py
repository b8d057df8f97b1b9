"""Calls agents, and confines their exceptions to their own matches."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from railbird.harness.table.agent_environment import is_users
from railbird.harness.table.call_points import call_points_of_ends
from railbird.harness.table.judging.answers import Amounts, Kinds
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.judging.incident_text import describe_exception, normalise_text
from railbird.harness.table.play_rules import CallPoint
from railbird.plugins import DecisionBatch, HandBatch, MatchBatch


@dataclass(frozen=True, slots=True)
class Asking:
    """How one agent is called: see PlayRules.

    With ``starts_again`` matches begin anew where players come to a table.
    """

    label: str
    is_sized: bool
    takes_cards: bool
    raise_agent_errors: bool
    watch: Callable[[str, CallPoint], None] | None
    starts_again: bool = False

    def announce(self, moment: CallPoint) -> None:
        """Notify the watcher, if there is one, that the agent is being called."""
        if self.watch is not None:
            self.watch(self.label, moment)

    def violation(self, row: int, error: BaseException) -> Violation:
        """Turn an exception of an agent into a violation, or re-raise it if the rules say so.

        SystemExit counts as an exception of the agent; an interrupt that may be the user's is
        re-raised.
        """
        if is_users(error):
            raise error
        if self.raise_agent_errors:
            with suppress(TypeError):  # the exception's notes may not be a list
                error.add_note(f"raised by agent '{self.label}'")
            raise error
        return Violation(row, "exception", describe_exception(error))


def complaints(told: object, row_count: int) -> list[Violation]:
    """Invalid declarations of an agent at the start, for each row; it plays on."""
    if not isinstance(told, str) or not told:
        return []
    text = normalise_text(told)
    return [Violation(row, "complaint", text) for row in range(row_count)]


class Player(Protocol):
    """One agent in all its seats and matches; violations refer to rows of its input."""

    wants_hands: bool
    wants_starts: bool

    def start(self, matches: MatchBatch) -> list[Violation]:
        """Begin matches."""
        ...

    def decide(self, decisions: DecisionBatch) -> tuple[Kinds, Amounts, list[Violation]]:
        """Decide; rows with violations have calls."""
        ...

    def end(self, hands: HandBatch) -> list[Violation]:
        """Observe hands that ended."""
        ...


def tell_hands(
    asking: Asking, tell: Callable[[HandBatch], object], hands: HandBatch
) -> list[Violation]:
    """Report finished hands to an agent, and again row by row if that fails."""
    if asking.watch is None:
        try:
            tell(hands)
        except BaseException as error:
            failed = asking.violation(0, error)
            if len(hands) == 1:
                return [failed]
        else:
            return []
    violations = []
    for row, moment in enumerate(call_points_of_ends(hands)):
        asking.announce(moment)
        try:
            tell(hands.take(slice(row, row + 1)))
        except BaseException as error:
            violations.append(asking.violation(row, error))
    return violations
