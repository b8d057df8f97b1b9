"""Where agents ask services: in turn, within the budget, and never twice."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit

import msgspec

from railbird.harness.services.budget import Budget
from railbird.harness.services.hand_texts import HandTexts
from railbird.harness.services.journal import Journal, Key
from railbird.harness.services.journaled_decisions import POINT, PRIORITY, hash_question
from railbird.harness.services.lanes import Lane, Pace
from railbird.harness.services.prices import Prices
from railbird.harness.services.service_settings import ServiceSettings
from railbird.harness.table.agent_environment import ASKED
from railbird.plugins import PausedError, StoppedError
from railbird.plugins.contract.services import CHAT_PATH, ChatAnswer, ChatQuestion
from railbird.results.errors import StoreError
from railbird.results.store.journal import JournalRecord, Usage

if TYPE_CHECKING:
    from railbird.harness.services.http_client import HttpClient
    from railbird.harness.services.request_loop import Request, RequestLoop

_decode = msgspec.json.Decoder(ChatAnswer).decode


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
        self._lanes: dict[tuple[str, ...], Lane] = {}
        self._paces: dict[str, Pace] = {}
        self._loop: RequestLoop | None = None
        self._client: HttpClient | None = None
        self.budget = Budget(settings.budget_usd, spent=journal.dollars)
        self.stopped: StoppedError | None = None

    async def chat(self, question: ChatQuestion, /) -> ChatAnswer:
        """Ask a language model, or return what it answered before."""
        from railbird.harness.services.chat_protocol import (  # noqa: PLC0415  (the extra)
            chat_body,
            read_chat,
            worst_dollars,
        )
        from railbird.harness.services.request_loop import Request  # noqa: PLC0415

        body = chat_body(question)
        call = (question.vote, question.attempt)
        kept = self._find(body, call)
        if kept is not None:
            return _decode(kept.answer)
        price = self._prices.find(question.model)
        label = POINT.get().label
        request = Request(label, question.url.rstrip("/") + CHAT_PATH, body, question.key_variable)

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
            request, call, read, model=question.model, worst=worst_dollars(body, question, price)
        )
        return _decode(answer)

    async def post(self, url: str, body: bytes, key_variable: str) -> bytes:
        """Send JSON to a service of another kind, or return what it answered before."""
        from railbird.harness.services.request_loop import Request  # noqa: PLC0415

        kept = self._find(body, (0, 0))
        if kept is not None:
            return kept.answer
        request = Request(POINT.get().label, url, body, key_variable)
        return await self._ask(request, (0, 0), _read_any, model="", worst=0.0)

    async def close(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.close()

    def _find(self, body: bytes, call: tuple[int, int]) -> JournalRecord | None:
        try:
            label = POINT.get().label
            kept = self._journal.find(_key(call), hash_question(body), label=label)
            if kept is not None:
                self.budget.note(kept.usage.dollars, chunk=PRIORITY.get(0), is_new=False)
            return kept
        except StoppedError as error:
            self.stopped = self.stopped or error
            raise

    async def _ask(
        self,
        request: "Request",
        call: tuple[int, int],
        read: Callable[[bytes], tuple[bytes, Usage, str]],
        *,
        model: str,
        worst: float,
    ) -> bytes:
        """Ask, and keep the answer; raises StoppedError if that fails."""
        try:
            return await self._ask_in_turn(request, call, read, model=model, worst=worst)
        except (StoppedError, StoreError) as error:
            fault = error if isinstance(error, StoppedError) else StoppedError(str(error))
            self.stopped = self.stopped or fault
            raise again(self.stopped) from None

    async def _ask_in_turn(
        self,
        request: "Request",
        call: tuple[int, int],
        read: Callable[[bytes], tuple[bytes, Usage, str]],
        *,
        model: str,
        worst: float,
    ) -> bytes:
        service = urlsplit(request.url).netloc
        priority = PRIORITY.get(0)
        self._raise_stop()
        async with (
            self._lane((service, model), self._settings.model_concurrency).place(priority),
            self._lane((service,), self._settings.concurrency).place(priority),
            self.budget.reserve(worst),
        ):
            started, clock = time.time(), time.perf_counter()
            pace = self._paces.setdefault(service, Pace(self._settings.requests_per_minute))
            (answer, usage, reasoning), tries = await self._requests().send(request, pace, read)
            self.budget.note(usage.dollars, chunk=priority, is_new=True)
            point, keeps_text = POINT.get(), self._settings.text == "all"
            record = JournalRecord(
                kind="call",
                label=point.label,
                match_key=point.match_key,
                seat=point.seat,
                hand=point.hand,
                decision=point.decision,
                vote=call[0],
                attempt=call[1],
                question=hash_question(request.body),
                answer=answer,
                started=started,
                seconds=time.perf_counter() - clock,
                tries=tries,
                model=model,
                usage=usage,
                prompt=request.body.decode() if keeps_text else "",
                reasoning=reasoning if keeps_text else "",
            )
        await self._journal.keep(record)
        return answer

    def _requests(self) -> "RequestLoop":
        from railbird.harness.services.http_client import HttpClient  # noqa: PLC0415
        from railbird.harness.services.request_loop import RequestLoop  # noqa: PLC0415

        if self._loop is None:
            self._client = HttpClient(timeout_seconds=self._settings.timeout_seconds)
            self._loop = RequestLoop(self._client, self._settings, self._raise_stop)
        return self._loop

    def _lane(self, name: tuple[str, ...], places: int | None) -> Lane:
        if name not in self._lanes:
            self._lanes[name] = Lane(places or self._settings.concurrency)
        return self._lanes[name]

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
    from railbird.harness.services.http_client import ServiceFault  # noqa: PLC0415  (the extra)

    if not data:
        raise ServiceFault("an empty body")
    return data, Usage(), ""


def _key(call: tuple[int, int]) -> Key:
    point = POINT.get()
    return ("call", point.match_key, point.seat, point.hand, point.decision, *call)
