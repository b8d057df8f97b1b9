"""What keeps the answers of asynchronous agents, as the table loop sees it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from railbird.plugins import IncidentKind, Observation


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """A moment at which an agent is asked, the same whenever and wherever the match is played.

    ``decision`` is the number of actions taken in the hand, as in CallPoint.
    """

    label: str
    match_key: int
    seat: int
    hand: int
    decision: int


@dataclass(frozen=True, slots=True)
class Decided:
    """An answer that was read: kind and amount (slots for cards), and what was wrong with it.

    ``is_given_up`` says that instead of kind and amount the seat checks, or else folds.
    """

    kind: int
    amount: int = 0
    incident: IncidentKind | None = None
    text: str = ""
    is_given_up: bool = False


Ask = Callable[[], Awaitable[Decided]]


class DecisionLog(Protocol):
    """Keeps answers: a decision that was answered before is not asked again."""

    async def decide(self, point: DecisionPoint, observation: Observation, ask: Ask) -> Decided:
        """Return the answer that was kept, or ask and keep it."""
        ...

    async def tell(self, point: DecisionPoint, tell: Ask) -> Decided:
        """Let an agent observe the end of a hand."""
        ...


class NoLog:
    """Keeps nothing."""

    async def decide(self, point: DecisionPoint, observation: Observation, ask: Ask) -> Decided:
        """Ask."""
        return await ask()

    async def tell(self, point: DecisionPoint, tell: Ask) -> Decided:
        """Tell."""
        return await tell()


@dataclass(frozen=True, slots=True)
class AsynchronousPlay:
    """The labels of asynchronous agents, and what keeps their answers."""

    labels: frozenset[str]
    log: DecisionLog
