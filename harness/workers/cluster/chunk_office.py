"""The dispatching side of chunks with asynchronous agents: who plays which, and what they ask.

A worker is at a session: it asks for one chunk after the other, has many open at once, and returns
each as it ends. Its answers are kept, and its services asked, here.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from railbird.harness.plan.schedule import count_chunk_matches
from railbird.harness.workers.asynchronous_work import AsynchronousWork
from railbird.harness.workers.job import Job, LostChunk, PlayedChunk
from railbird.harness.workers.task_queue import TaskQueue
from railbird.plugins import StoppedError


@dataclass(frozen=True, slots=True)
class NextChunk:
    """Asks for the next chunk; ``number`` counts those of the session, ``node`` is where it is."""

    session: int
    number: int
    node: str


@dataclass(frozen=True, slots=True)
class GivenChunk:
    """A chunk to play; ``place`` is its place in the order of all. `alone` as in Task."""

    chunk: int
    place: int
    alone: bool


@dataclass(frozen=True, slots=True)
class EndedChunk:
    """Returns a chunk, or says why it could not be played to its end."""

    session: int
    chunk: int
    result: PlayedChunk | LostChunk | StoppedError


@dataclass(slots=True)
class _Session:
    """A worker; `open` are the chunks that it plays, `reply` what it waits for."""

    node: str = ""
    open: dict[int, GivenChunk] = field(default_factory=dict)
    number: int = -1
    reply: "asyncio.Future[GivenChunk | None] | None" = None


class ChunkOffice:
    """Hands out chunks, as many as matches may be open at once over all workers.

    ``report`` is called with each outcome. For one event loop, in which `answer` is awaited.
    """

    def __init__(
        self,
        job: Job,
        chunks: Sequence[int],
        *,
        work: AsynchronousWork,
        report: Callable[[PlayedChunk | LostChunk], None],
    ) -> None:
        """Start with all chunks waiting."""
        self._job = job
        self._work = work
        self._report = report
        self._queue = TaskQueue(chunks, worker_count=1)
        self._places = {chunk: place for place, chunk in enumerate(chunks)}
        self._sessions: dict[int, _Session] = defaultdict(_Session)
        self._gone: set[int] = set()
        self.is_over = asyncio.Event()
        """Set when nothing is played any more: all chunks have ended, or the run has stopped."""
        self._hand_out()

    async def answer(self, request: object) -> Any:
        """Return the reply to a request of a worker; raises StoppedError and StoreError."""
        match request:
            case NextChunk():
                return await self._next_chunk(request)
            case EndedChunk():
                return self._end_chunk(request)
            case _:
                return await self._work.front_desk.answer(request)

    def sessions_on(self, nodes: Collection[str]) -> list[int]:
        """Return the sessions on some nodes."""
        return [key for key, one in self._sessions.items() if one.node in nodes]

    def has_heard_of(self, session: int) -> bool:
        """Whether a session has asked for a chunk, and was not lost."""
        return session in self._sessions

    def lose(self, session: int, reason: str, *, is_innocent: bool) -> bool:
        """Requeue the chunks of a worker that died; ``is_innocent`` if its machine did.

        Returns whether it had any.
        """
        self._gone.add(session)  # what it has sent may still arrive
        lost = self._sessions.pop(session, _Session())
        together = [chunk for chunk, given in lost.open.items() if not given.alone]
        suspects = [chunk for chunk, given in lost.open.items() if given.alone]
        if is_innocent:
            given_up = [one for one in lost.open if not self._queue.lose_with_machine(one)]
        else:
            given_up = [chunk for chunk in suspects if not self._queue.lose(chunk)]
            if together:
                self._queue.lose_together(together)
        for chunk in given_up:
            self._report(LostChunk(chunk, reason))
        self._hand_out()
        return bool(lost.open)

    async def _next_chunk(self, request: NextChunk) -> GivenChunk | None:
        if request.session in self._gone:
            return None
        session = self._sessions[request.session]
        session.node = request.node
        if session.reply is None or session.number != request.number:  # else it is asked again
            session.number = request.number
            session.reply = asyncio.get_running_loop().create_future()
            self._hand_out()
        return await asyncio.shield(session.reply)

    def _end_chunk(self, ended: EndedChunk) -> None:
        session = self._sessions.get(ended.session)
        given = None if session is None else session.open.pop(ended.chunk, None)
        if given is None:  # it was lost, and is played again
            return
        if isinstance(ended.result, StoppedError):
            self._work.stop(ended.result)
        else:
            self._work.budget.end(given.place)
            self._report(ended.result)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give chunks to sessions that wait, first to those with the fewest."""
        while (waiting := self._waiting_sessions()) and (given := self._take()) is not None:
            session = min(waiting, key=lambda one: len(one.open))
            session.open[given.chunk] = given
            assert session.reply is not None
            session.reply.set_result(given)
        is_open = any(one.open for one in self._sessions.values())
        if not is_open and (self._work.stopped is not None or not len(self._queue)):
            self.is_over.set()
            for session in self._waiting_sessions():
                assert session.reply is not None
                session.reply.set_result(None)

    def _waiting_sessions(self) -> list[_Session]:
        return [
            one for one in self._sessions.values() if one.reply is not None and not one.reply.done()
        ]

    def _take(self) -> GivenChunk | None:
        """Take the next chunk, if another may be open; None if not."""
        open_chunks = [one for session in self._sessions.values() for one in session.open.values()]
        schedule = self._job.schedule
        matches = sum(count_chunk_matches(schedule, one.chunk) for one in open_chunks)
        if not len(self._queue) or matches >= self._job.services.most_open:
            return None
        if self._work.stopped is not None:
            return None
        try:
            self._work.budget.require_room([one.place for one in open_chunks])
        except StoppedError as error:
            self._work.stop(error)
            return None
        task = self._queue.next_task(most_chunks=1)
        assert task is not None
        (chunk,) = task.chunks
        return GivenChunk(chunk, self._places[chunk], task.alone)
