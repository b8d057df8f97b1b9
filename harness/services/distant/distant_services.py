"""Services and journal of a worker elsewhere: all of it is at the dispatching side."""

from dataclasses import replace
from typing import Any

import msgspec

from railbird.harness.services.chat_protocol import chat_body
from railbird.harness.services.distant.line import Chat, Keep, Line, Post
from railbird.harness.services.hand_texts import HandTexts
from railbird.harness.services.journal import Journal
from railbird.harness.services.journaled_decisions import (
    POINT,
    PRIORITY,
    Call,
    hash_question,
    key_of,
)
from railbird.plugins import StoppedError
from railbird.plugins.contract.services import ChatAnswer, ChatQuestion
from railbird.results.store.journal import JournalRecord

_decode = msgspec.json.Decoder(ChatAnswer).decode


class DistantWriter:
    """Keeps answers at the dispatching side, which acknowledges them."""

    def __init__(self, line: Line) -> None:
        """Send nothing yet."""
        self._line = line

    async def write(self, records: list[JournalRecord]) -> list[JournalRecord]:
        """Send answers, and return those that count, itself the one that was sent."""
        counting: list[JournalRecord] = await self._line.ask(Keep(records))
        pairs = zip(records, counting, strict=True)
        return [ours if ours.answer == theirs.answer else theirs for ours, theirs in pairs]

    def close(self) -> None:
        """Do nothing."""


class DistantServices(HandTexts):
    """Asks services through the dispatching side; see Services.

    Answers that were there before a chunk began are in the ``journal`` of this process.
    """

    def __init__(self, journal: Journal, line: Line) -> None:
        """Ask nothing yet."""
        self._journal = journal
        self._line = line
        self.stopped: StoppedError | None = None

    async def chat(self, question: ChatQuestion, /) -> ChatAnswer:
        """Ask a language model, or return what it answered before."""
        kept = self._find((question.vote, question.attempt), chat_body(question))
        if kept is not None:
            return _decode(kept.answer)
        asked = replace(question, rehearsal="")
        answer: ChatAnswer = await self._ask(Chat(POINT.get(), PRIORITY.get(0), asked))
        return answer

    async def post(self, url: str, body: bytes, key_variable: str) -> bytes:
        """Send JSON to a service of another kind, or return what it answered before."""
        kept = self._find((0, 0), body)
        if kept is not None:
            return kept.answer
        request = Post(POINT.get(), PRIORITY.get(0), url, body, key_variable)
        answer: bytes = await self._ask(request)
        return answer

    async def close(self) -> None:
        """Do nothing: no connection is open."""

    def _find(self, call: Call, body: bytes) -> JournalRecord | None:
        point = POINT.get()
        try:
            return self._journal.find(key_of(point, call), hash_question(body), label=point.label)
        except StoppedError as error:
            self.stopped = self.stopped or error
            raise

    async def _ask(self, request: Chat | Post) -> Any:
        try:
            return await self._line.ask(request)
        except StoppedError as error:
            self.stopped = self.stopped or error
            raise
