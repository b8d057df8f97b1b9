"""Calls agents, and keeps what they raise from anybody else's match."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from railbird.harness.table.agent_environment import is_users
from railbird.harness.table.call_points import moments_of_ends
from railbird.harness.table.judging.answers import Amounts, Kinds
from railbird.harness.table.judging.incident_log import Misdeed
from railbird.harness.table.judging.incident_text import describe_exception, normalise_text
from railbird.harness.table.play_rules import Moment
from railbird.plugins import DecisionBatch, HandBatch, MatchBatch


@dataclass(frozen=True, slots=True)
class Asking:
    """How one agent is asked: see PlayRules."""

    label: str
    is_sized: bool
    raise_agent_errors: bool
    watch: Callable[[str, Moment], None] | None

    def announce(self, moment: Moment) -> None:
        """Tell the watcher, if there is one, that the agent is called now."""
        if self.watch is not None:
            self.watch(self.label, moment)

    def misdeed(self, row: int, error: BaseException) -> Misdeed:
        """Make a misdeed of what an agent raised, or let it pass where that is asked for.

        SystemExit is an exception of the agent's; an interrupt that may be the user's passes.
        """
        if self.raise_agent_errors or is_users(error):
            raise error
        return Misdeed(row, "exception", describe_exception(error))


def complaints(told: object, row_count: int) -> list[Misdeed]:
    """What an agent says at the start is not as it should be, for each row; it plays on."""
    if not isinstance(told, str) or not told:
        return []
    text = normalise_text(told)
    return [Misdeed(row, "complaint", text) for row in range(row_count)]


class Player(Protocol):
    """One agent at all its seats in all matches; misdeeds name rows of what it was given."""

    wants_hands: bool

    def start(self, matches: MatchBatch) -> list[Misdeed]:
        """Begin matches."""
        ...

    def decide(self, decisions: DecisionBatch) -> tuple[Kinds, Amounts, list[Misdeed]]:
        """Decide; rows with misdeeds have calls."""
        ...

    def end(self, hands: HandBatch) -> list[Misdeed]:
        """Hear of hands that ended."""
        ...


def tell_hands(
    asking: Asking, tell: Callable[[HandBatch], object], hands: HandBatch
) -> list[Misdeed]:
    """Tell an agent of hands that ended, and again row by row where that fails."""
    if asking.watch is None:
        try:
            tell(hands)
        except BaseException as error:
            failed = asking.misdeed(0, error)
            if len(hands) == 1:
                return [failed]
        else:
            return []
    misdeeds = []
    for row, moment in enumerate(moments_of_ends(hands)):
        asking.announce(moment)
        try:
            tell(hands.take(slice(row, row + 1)))
        except BaseException as error:
            misdeeds.append(asking.misdeed(row, error))
    return misdeeds
