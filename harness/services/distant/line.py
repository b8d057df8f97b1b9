"""What workers elsewhere ask the dispatching side, which keeps the journal and asks services."""

from dataclasses import dataclass
from typing import Any, Protocol

from railbird.harness.table.asynchronous.decision_log import DecisionPoint
from railbird.plugins.contract.services import ChatQuestion
from railbird.results.store.journal import JournalRecord


@dataclass(frozen=True, slots=True)
class Recall:
    """Asks for the answers of some matches of the chunk with a ``priority``, which begins."""

    match_keys: tuple[int, ...]
    priority: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Asks to keep answers; the reply, once they are kept, are those that count."""

    records: list[JournalRecord]


@dataclass(frozen=True, slots=True)
class Chat:
    """Asks a language model, at a moment of a match."""

    point: DecisionPoint
    priority: int
    question: ChatQuestion


@dataclass(frozen=True, slots=True)
class Post:
    """Asks a service of another kind, at a moment of a match."""

    point: DecisionPoint
    priority: int
    url: str
    body: bytes
    key_variable: str


class Line(Protocol):
    """The connection of a worker to the dispatching side."""

    async def ask(self, request: object) -> Any:
        """Send a request, and return the reply; raises what the other side raised.

        A request may arrive twice: it has the same effect as once.
        """
        ...
