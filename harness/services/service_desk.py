"""Where agents ask services: in turn, within the budget, and never twice."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit

import msgspec

from railbird.harness.services.budget import Budget
from railbird.harness.services.chat_protocol import chat_body, read_chat, worst_dollars
from railbird.harness.services.hand_texts import HandTexts
from railbird.harness.services.journal import Journal
from railbird.harness.services.journaled_decisions import (
    POINT,
    PRIORITY,
    Call,
    hash_question,
    key_of,
    record_at,
)
from railbird.harness.services.lanes import Lanes, Pace
from railbird.harness.services.prices import Prices
from railbird.harness.services.service_fault import ServiceFault
from railbird.harness.services.service_settings import ServiceSettings
from railbird.harness.table.agent_environment import ASKED
from railbird.harness.table.asynchronous.decision_log import DecisionPoint
from railbird.plugins import PausedError, StoppedError
from railbird.plugins.contract.services import CHAT_PATH, ChatAnswer, ChatQuestion
from railbird.results.errors import StoreError
from railbird.results.store.journal import JournalRecord, Usage

if TYPE_CHECKING:
    from railbird.harness.services.http_client import HttpClient
    from railbird.harness.services.request_loop import Request, RequestLoop

_decode = msgspec.json.Decoder(ChatAnswer).decode


@dataclass(frozen=True, slots=True)
class _Asked:
    """When something is asked, which call of the decision it is, and the hash of the question."""

    point: DecisionPoint
    call: Call
    question: bytes


class ServiceDesk(HandTexts):
    """Asks services for all agents of a run in this process; see Services.

    `stopped` is why the run has to stop, once it has to: an agent that catches the exception
    cannot play on.
    """

    def __init__(self, journal: Journal, settings: ServiceSettings, prices: Prices) -> None:
        """Open nothing yet."""
        self._journal = journal
        self._settings = settings
        self._prices = prices
        self._lanes: dict[str, Lanes] = {}
        self._paces: dict[str, Pace] = {}
        self._loop: RequestLoop | None = None
        self._client: HttpClient | None = None
        self.budget = Budget(settings.budget_usd, spent=journal.dollars)
        self.stopped: StoppedError | None = None

    async def chat(self, question: ChatQuestion, /) -> ChatAnswer:
        """Ask a language model, or return what it answered before."""
        from railbird.harness.services.request_loop import Request  # noqa: PLC0415

        body = chat_body(question)
        asked = _Asked(POINT.get(), (question.vote, question.attempt), hash_question(body))
        kept = self._find(asked)
        if kept is not None:
            return _decode(kept.answer)
        price = self._prices.find(question.model)
        url = question.url.rstrip("/") + CHAT_PATH
        request = Request(asked.point.label, url, body, question.key_variable)

        def read(data: bytes) -> tuple[bytes, Usage, str]:
            found = read_chat(data, body, question, price=price)
            return msgspec.json.encode(found.answer), found.usage, found.reasoning

        if price is None and self.budget.limit is not None:
            self._stop(
                f"the run pauses: {question.model} has no price, so that budget_usd cannot be "
                f'kept; add the line "{question.model}" = {{ asked = 1.0, answered = 4.0 }} '
                "(dollars per million tokens) to the file that `prices` under [services] names, "
                "and run the same command again"
            )
        answer = await self._ask(
            request, asked, read, model=question.model, worst=worst_dollars(body, question, price)
        )
        return _decode(answer)

    async def post(self, url: str, body: bytes, key_variable: str) -> bytes:
        """Send JSON to a service of another kind, or return what it answered before."""
        from railbird.harness.services.request_loop import Request  # noqa: PLC0415

        asked = _Asked(POINT.get(), (0, 0), hash_question(body))
        kept = self._find(asked)
        if kept is not None:
            return kept.answer
        request = Request(asked.point.label, url, body, key_variable)
        return await self._ask(request, asked, _read_any, model="", worst=0.0)

    async def close(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.close()

    def _find(self, asked: _Asked) -> JournalRecord | None:
        try:
            key = key_of(asked.point, asked.call)
            kept = self._journal.find(key, asked.question, label=asked.point.label)
            if kept is not None:
                self.budget.note(kept.usage.dollars, chunk=PRIORITY.get(0), is_new=False)
            return kept
        except StoppedError as error:
            self.stopped = self.stopped or error
            raise

    async def _ask(
        self,
        request: "Request",
        asked: _Asked,
        read: Callable[[bytes], tuple[bytes, Usage, str]],
        *,
        model: str,
        worst: float,
    ) -> bytes:
        """Ask, and keep the answer; raises StoppedError if that fails."""
        priority, service = PRIORITY.get(0), urlsplit(request.url).netloc

        async def send() -> tuple[bytes, "asyncio.Future[JournalRecord]"]:
            self._raise_stop()
            async with self.budget.reserve(worst):
                started, clock = time.time(), time.perf_counter()
                found, tries = await self._requests().send(request, self._pace(service), read)
                seconds = time.perf_counter() - clock
                answer, usage, reasoning = found
                self.budget.note(usage.dollars, chunk=priority, is_new=True)
            keeps_text = self._settings.text == "all"
            record = record_at(
                asked.point,
                asked.question,
                answer,
                started=started,
                seconds=seconds,
                call=asked.call,
                tries=tries,
                model=model,
                usage=usage,
                prompt=request.body.decode() if keeps_text else "",
                reasoning=reasoning if keeps_text else "",
            )
            return answer, self._journal.keep(record)

        try:
            answer, kept = await self._lanes_of(service).send(send, model=model, priority=priority)
            await kept
        except (StoppedError, StoreError) as error:
            fault = error if isinstance(error, StoppedError) else StoppedError(str(error))
            self.stopped = self.stopped or fault
            raise again(self.stopped) from None
        return answer

    def _requests(self) -> "RequestLoop":
        from railbird.harness.services.http_client import HttpClient  # noqa: PLC0415
        from railbird.harness.services.request_loop import RequestLoop  # noqa: PLC0415

        if self._loop is None:
            self._client = HttpClient(timeout_seconds=self._settings.timeout_seconds)
            self._loop = RequestLoop(self._client, self._settings, self._raise_stop)
        return self._loop

    def _lanes_of(self, service: str) -> Lanes:
        if service not in self._lanes:
            places = self._settings.concurrency
            self._lanes[service] = Lanes(places, self._settings.model_concurrency or places)
        return self._lanes[service]

    def _pace(self, service: str) -> Pace:
        return self._paces.setdefault(service, Pace(self._settings.requests_per_minute))

    def _stop(self, why: str) -> NoReturn:
        self.stopped = self.stopped or PausedError(why)
        raise again(self.stopped)

    def _raise_stop(self) -> None:
        if self.stopped is not None:
            raise again(self.stopped)


def again(stop: StoppedError) -> StoppedError:
    """Return a copy, since each time that an exception is raised its traceback grows."""
    return type(stop)(str(stop))


class Rehearsal(HandTexts):
    """Services for trial hands: each question is answered as its agent expects.

    With ``needs_keys`` the keys must be there.
    """

    def __init__(self, *, needs_keys: bool) -> None:
        """Ask nobody."""
        self._needs_keys = needs_keys

    async def chat(self, question: ChatQuestion, /) -> ChatAnswer:
        """Return the answer of the question itself."""
        self._require_key(question.url, question.key_variable)
        return ChatAnswer(question.rehearsal, question.rehearsal, "rehearsal")

    async def post(self, url: str, body: bytes, key_variable: str) -> bytes:
        """Return a call."""
        self._require_key(url, key_variable)
        return b'{"kind": "call"}'

    def _require_key(self, url: str, key_variable: str) -> None:
        from railbird.harness.services.request_loop import Request, find_key  # noqa: PLC0415

        if self._needs_keys:
            find_key(Request(ASKED.get(), url, b"", key_variable))


def _read_any(data: bytes) -> tuple[bytes, Usage, str]:
    """Read the body of an answer of a service of any kind; raises ServiceFault for an empty one."""
    if not data:
        raise ServiceFault("an empty body")
    return data, Usage(), ""
