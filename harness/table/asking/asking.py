"""Calls agents, and keeps what they raise from anybody else's match."""

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
    """How one agent is asked: see PlayRules."""

    label: str
    is_sized: bool
    takes_cards: bool
    raise_agent_errors: bool
    watch: Callable[[str, CallPoint], None] | None

    def announce(self, moment: CallPoint) -> None:
        """Tell the watcher, if there is one, that the agent is called now."""
        if self.watch is not None:
            self.watch(self.label, moment)

    def violation(self, row: int, error: BaseException) -> Violation:
        """Make a violation of what an agent raised, or let it pass where that is asked for.

        SystemExit is an exception of the agent's; an interrupt that may be the user's passes.
        """
        if is_users(error):
            raise error
        if self.raise_agent_errors:
            with suppress(TypeError):  # where the exception's notes are not a list
                error.add_note(f"raised by agent '{self.label}'")
            raise error
        return Violation(row, "exception", describe_exception(error))


def complaints(told: object, row_count: int) -> list[Violation]:
    """What an agent says at the start is not as it should be, for each row; it plays on."""
    if not isinstance(told, str) or not told:
        return []
    text = normalise_text(told)
    return [Violation(row, "complaint", text) for row in range(row_count)]


class Player(Protocol):
    """One agent at all its seats in all matches; violations name rows of what it was given."""

    wants_hands: bool

    def start(self, matches: MatchBatch) -> list[Violation]:
        """Begin matches."""
        ...

    def decide(self, decisions: DecisionBatch) -> tuple[Kinds, Amounts, list[Violation]]:
        """Decide; rows with violations have calls."""
        ...

    def end(self, hands: HandBatch) -> list[Violation]:
        """Hear of hands that ended."""
        ...


def tell_hands(
    asking: Asking, tell: Callable[[HandBatch], object], hands: HandBatch
) -> list[Violation]:
    """Tell an agent of hands that ended, and again row by row where that fails."""
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
