"""Agents behind an address: each decision is a request with the observation as JSON."""

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from railbird.harness.errors import SpecError
from railbird.harness.players.kind import Entrant, Lookup, PlayerKind
from railbird.harness.table.play_rules import AgentFactory
from railbird.native import CARD_TEXTS, ActionKind
from railbird.native.errors import in_one_line
from railbird.plugins import Action, AgentOrigin, Match, Observation, Registry, UnplayableError
from railbird.plugins.contract.observation_json import (
    KIND_NAMES,
    KindName,
    ObservationJson,
    describe_observation,
)
from railbird.plugins.contract.services import Services, find_address_fault, is_variable_name

if TYPE_CHECKING:
    from railbird.harness.players.kinds import AgentSpec

KINDS = {KIND_NAMES[kind]: kind for kind in ActionKind}
CARDS = {text: card for card, text in enumerate(CARD_TEXTS)}


class ServiceQuestion(msgspec.Struct, frozen=True):
    """What a service is sent for a decision.

    `match` is the same for all decisions of a seat in a match, and different in others; it says
    nothing about cards. `hand_count` is the number of hands in the match.
    """

    match: str
    hand_count: int
    observation: ObservationJson


class ServiceAnswer(msgspec.Struct, frozen=True):
    """What a service answers: the kind of action, the raise-to, and the cards that go, as text."""

    kind: KindName
    amount: int = 0
    cards: tuple[str, ...] = ()


class Poster(Services, Protocol):
    """Services that send JSON to any address."""

    async def post(self, url: str, body: bytes, key_variable: str) -> bytes:
        """Send JSON and return the answer; failures stop the run."""
        ...


class ServicePlayer(PlayerKind):
    """``service = "http://HOST:PORT/PATH"``; parameters: ``key``, the name of a variable."""

    name = "service"
    key = "service"
    keys = frozenset({"parameters"})

    def check(self, spec: "AgentSpec") -> None:
        """Check the address and the parameters."""
        what = f"agent {spec.label!r}:"
        fault = find_address_fault(spec.service)
        if fault:
            raise SpecError(
                f"{what} service: the address {fault}; write "
                'service = "http://127.0.0.1:8000/act", and name the environment variable with a '
                "key in parameters = { key = ... }"
            )
        if not spec.label:
            raise SpecError('a service needs a label; write label = "my-service"')
        unknown = [name for name in spec.parameters if name != "key"]
        key = spec.parameters.get("key", "")
        if unknown or not isinstance(key, str) or not is_variable_name(key):
            raise SpecError(
                f"{what} a service has one parameter, key, the name of the environment variable "
                "with its key, such as MY_KEY; the key itself is never part of a spec"
            )

    def enter(self, spec: "AgentSpec", lookup: Lookup) -> Entrant:
        """Describe it: nothing is known of its code."""
        origin = AgentOrigin("service", "", "")
        return Entrant(spec, origin, is_asynchronous=True, takes_services=True)

    def is_asynchronous(self, spec: "AgentSpec", registry: Registry) -> bool:
        """Every service is."""
        return True

    def record(self, spec: "AgentSpec") -> dict[str, Any]:
        """Record the address."""
        return {"service": spec.service}

    def load(self, entrant: Entrant, registry: Registry, services: Services | None) -> AgentFactory:
        """Return a factory of agents that ask the service."""
        spec = entrant.spec
        poster: Any = services
        return lambda: ServiceAgent(poster, spec.service, spec.parameters.get("key", ""))


class ServiceAgent:
    """One seat of one match of an agent behind an address."""

    def __init__(self, services: Poster, url: str, key_variable: str) -> None:
        """Ask ``url``."""
        self._services = services
        self._url = url
        self._key_variable = key_variable
        self._match = ""
        self._hand_count = 0

    def start_match(self, match: Match) -> None:
        """Give the match a name that says nothing: its first random draw."""
        self._match = match.random().hex()
        self._hand_count = match.hand_count

    async def act(self, observation: Observation) -> Action:
        """Send the observation, and read the action; raises UnplayableError."""
        question = ServiceQuestion(self._match, self._hand_count, describe_observation(observation))
        body = msgspec.json.encode(question)
        data = await self._services.post(self._url, body, self._key_variable)
        try:
            answer = msgspec.json.decode(data, type=ServiceAnswer)
            cards = tuple(CARDS[text] for text in answer.cards)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UnplayableError(f"answered {in_one_line(error)}", kind="unreadable") from None
        except KeyError as error:
            raise UnplayableError(f"answered the card {error}", kind="unreadable") from None
        return Action(KINDS[answer.kind], answer.amount, cards)
