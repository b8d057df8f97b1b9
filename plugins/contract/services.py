"""What asynchronous agents are handed from above: services to ask, and hands and rules as text."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

from railbird.plugins.contract.entries import Game
from railbird.plugins.contract.hand_record import HandRecord
from railbird.plugins.contract.observation import Observation

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
MOST_PORT = 65_535
CHAT_PATH = "/chat/completions"
"""What is added to the address of a service that speaks the protocol."""
HandNotation = Literal["room", "phh"]
"""The text of poker rooms' hand histories, and the poker hand history format."""


def find_address_fault(url: str) -> str:
    """Return what is wrong with the address of a service, a clause; empty if nothing is.

    An address holds no secret, since it is stored with the run: neither user nor query.
    """
    try:
        parts = urlsplit(url)
        port = 80 if parts.port is None else parts.port
    except ValueError:
        return "is not an address of HTTP"
    if parts.scheme not in ("http", "https") or not parts.hostname or not url.isprintable():
        return "is not an address of HTTP"
    if not 0 < port <= MOST_PORT or any(sign.isspace() for sign in url):
        return "is not an address of HTTP"
    if parts.username is not None or parts.query or parts.fragment:
        return "has a user, a query or a fragment, which would be stored with the run"
    return ""


def is_variable_name(text: str) -> bool:
    """Whether a text can be the name of an environment variable; empty stands for no key."""
    return not text or VARIABLE.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class ChatQuestion:
    """A request to a service that speaks the Chat Completions protocol.

    ``url`` is the address before ``/chat/completions``, ``key_variable`` the name of the
    environment variable with its key, empty if it needs none. ``messages`` and ``options`` are sent
    as they are. ``vote`` and ``attempt`` number the calls of one decision: two calls of a decision
    differ in one of them. ``rehearsal`` is what the service might answer: the answer in trial
    hands, where nothing is asked.
    """

    url: str
    key_variable: str
    model: str
    messages: Sequence[Mapping[str, Any]]
    options: Mapping[str, Any] = field(default_factory=dict)
    vote: int = 0
    attempt: int = 0
    rehearsal: str = ""


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What a service answered: its text, and the arguments of the tool that it called, as JSON.

    ``finish`` is the service's reason for the end, in its own words.
    """

    text: str
    tool_arguments: str = ""
    finish: str = ""


class Services(Protocol):
    """Services and texts for agents whose entry says ``takes_services``.

    Calls are made inside ``act`` and ``end_hand``. Answers are kept in the run's journal before
    they are returned, and when a run continues the same calls return the same answers.
    """

    async def chat(self, question: ChatQuestion, /) -> ChatAnswer:
        """Ask; waits for its turn. Failures of a service stop the run (PausedError)."""
        ...

    def describe_rules(
        self, game: Game, /, observation: Observation | None = None
    ) -> list[tuple[str, str]]:
        """Return the rules of a game in words, as named lines.

        Where stacks are carried on from hand to hand, an ``observation`` says whose hand it is:
        the rules then have its players, stacks, blinds and ante.
        """
        ...

    def write_decision(
        self, observation: Observation, names: Sequence[str], /, *, notation: HandNotation
    ) -> str:
        """Write the hand so far with the names of the seats; hold'em only (AgentError)."""
        ...

    def write_hand(
        self, game: Game, record: HandRecord, names: Sequence[str], /, *, notation: HandNotation
    ) -> str:
        """Write a finished hand with the names of the seats; hold'em only (AgentError)."""
        ...
