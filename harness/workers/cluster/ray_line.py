"""The line of workers to the dispatching process, through an actor on its machine.

The actor only passes on: it is a mailbox that both sides can reach, also where the dispatching
process is no part of the cluster. If it dies Ray starts another one, and calls it again.
"""

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

import ray
from ray.exceptions import RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from railbird.harness.workers.failures import reply_to, unpack_reply

SECONDS_TO_END = 5.0
MOST_WAITING = 100_000
"""Requests that wait for a reply; one more would also keep the dispatching side out."""
Letter = tuple[str, bytes]
"""A request or its reply, in pickled form, after the name of the request."""


class Mailbox:
    """Keeps requests until the dispatching side takes them, and waits for its replies."""

    def __init__(self) -> None:
        """Start empty."""
        self._replies: dict[str, asyncio.Future[bytes]] = {}
        self._new: list[Letter] = []
        self._arrival = asyncio.Event()

    async def ask(self, name: str, request: bytes) -> bytes:
        """Called by workers: return the reply."""
        reply: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._replies[name] = reply
        self._new.append((name, request))
        self._arrival.set()
        try:
            return await reply
        finally:
            del self._replies[name]

    async def take(self) -> list[Letter]:
        """Wait for requests, and return them."""
        await self._arrival.wait()
        self._arrival.clear()
        new, self._new = self._new, []
        return new

    async def give(self, replies: list[Letter]) -> None:
        """Pass replies on."""
        for name, reply in replies:
            waiting = self._replies.get(name)
            if waiting is not None and not waiting.done():
                waiting.set_result(reply)

    async def end(self) -> None:
        """Let `take` return, so that nothing is called any more when this actor is ended."""
        self._arrival.set()


class RayLine:
    """The worker's end."""

    def __init__(self, mailbox: Any) -> None:
        """Ask through the handle of a mailbox."""
        self._mailbox = mailbox

    async def ask(self, request: object) -> Any:
        """Send a request, and return the reply."""
        reply = await self._mailbox.ask.remote(uuid4().hex, pickle.dumps(request))
        return unpack_reply(pickle.loads(reply))


class Correspondent:
    """The dispatching side's end; for one event loop."""

    def __init__(self) -> None:
        """Start the mailbox, if possible on this machine."""
        here = ray.get_runtime_context().get_node_id()
        self.mailbox: Any = (
            ray.remote(Mailbox)
            .options(
                num_cpus=0,
                max_restarts=-1,
                max_task_retries=-1,
                max_concurrency=MOST_WAITING,
                scheduling_strategy=NodeAffinitySchedulingStrategy(here, soft=True),
            )
            .remote()
        )
        self._open: dict[str, asyncio.Task[None]] = {}
        self._replies: list[Letter] = []
        self._giving: asyncio.Task[None] | None = None
        self._taking: Any = None

    async def serve(self, answer: Callable[[object], Awaitable[Any]]) -> None:
        """Reply to all requests by ``answer``, until this is cancelled."""
        while True:
            self._taking = self.mailbox.take.remote()
            for name, request in await self._taking:
                if name not in self._open:  # else the mailbox has died, and it is asked again
                    task = asyncio.create_task(self._reply(name, request, answer))
                    self._open[name] = task

    async def close(self) -> None:
        """Cancel what is open, and end the mailbox."""
        tasks = [*self._open.values(), *([] if self._giving is None else [self._giving])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(RayError, TimeoutError):  # the cluster may have ended
            await asyncio.wait_for(self._end(), SECONDS_TO_END)
        ray.kill(self.mailbox)

    async def _reply(
        self, name: str, request: bytes, answer: Callable[[object], Awaitable[Any]]
    ) -> None:
        try:
            reply = await reply_to(answer, pickle.loads(request))
            self._replies.append((name, pickle.dumps(reply)))
        finally:
            del self._open[name]
        if self._giving is None or self._giving.done():
            self._giving = asyncio.create_task(self._give())

    async def _end(self) -> None:
        await self.mailbox.end.remote()
        if self._taking is not None:
            await self._taking

    async def _give(self) -> None:
        """Send replies, together with those that come in the meantime."""
        while self._replies:
            replies, self._replies = self._replies, []
            await self.mailbox.give.remote(replies)
