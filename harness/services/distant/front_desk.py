"""The dispatching side: it keeps the journal, and asks services, for workers elsewhere."""

import asyncio
from contextvars import copy_context
from typing import Any

from railbird.harness.services.chat_protocol import chat_body
from railbird.harness.services.distant.line import Chat, Keep, Post, Recall
from railbird.harness.services.journal import Journal
from railbird.harness.services.journaled_decisions import (
    POINT,
    PRIORITY,
    hash_question,
    key_of,
)
from railbird.harness.services.service_desk import ServiceDesk
from railbird.results.store.journal import JournalRecord


class FrontDesk:
    """Answers the requests of workers.

    Services are asked from this process, with its keys, lanes and budget. A request that was sent
    is ended and kept even if its worker has died, for the worker that plays the match again.
    """

    def __init__(self, journal: Journal, desk: ServiceDesk) -> None:
        """Keep answers in ``journal``, and ask at ``desk``."""
        self._journal = journal
        self._desk = desk
        self._open: dict[tuple[object, ...], asyncio.Task[Any]] = {}

    async def answer(self, request: object) -> Any:
        """Return the reply to a request; raises StoppedError and StoreError."""
        match request:
            case Recall():
                return self._recall(request)
            case Keep():
                return await asyncio.gather(*map(self._keep, request.records))
            case Chat(question=question):
                asked = (question.vote, question.attempt), chat_body(question)
            case Post(body=body):
                asked = (0, 0), body
            case _:
                raise TypeError(f"nobody answers a {type(request).__name__}")
        call, body = asked
        return await self._share(request, (key_of(request.point, call), hash_question(body)))

    def _recall(self, request: Recall) -> list[JournalRecord]:
        found = self._journal.list_answers(request.match_keys)
        dollars = sum(record.usage.dollars for record in found)
        self._desk.budget.begin(request.priority, dollars)
        return found

    async def _keep(self, record: JournalRecord) -> JournalRecord:
        """Keep an answer, or the first one if a match was played twice at the same time."""
        first = self._journal.find(record.key, record.question, label=record.label)
        return await self._journal.keep(first or record)  # the first may not be on the disk yet

    async def _share(self, request: Chat | Post, key: tuple[object, ...]) -> Any:
        """Ask, or wait for the answer if the same is being asked."""
        task = self._open.get(key)
        if task is None:
            context = copy_context()
            context.run(POINT.set, request.point)
            context.run(PRIORITY.set, request.priority)
            task = asyncio.create_task(self._ask(request), context=context)
            self._open[key] = task
            task.add_done_callback(lambda ended: self._end(key, ended))
        return await asyncio.shield(task)

    def _end(self, key: tuple[object, ...], task: asyncio.Task[Any]) -> None:
        del self._open[key]
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    async def _ask(self, request: Chat | Post) -> Any:
        if isinstance(request, Chat):
            return await self._desk.chat(request.question)
        return await self._desk.post(request.url, request.body, request.key_variable)
