"""Turns at a service: so many requests at once, so many a minute."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

SECONDS_PER_MINUTE = 60.0


class Lane:
    """Places for requests in flight; who waits gets one in the order of priorities, low first."""

    def __init__(self, places: int) -> None:
        """Start with all places free."""
        self._free = places
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def place(self, priority: int) -> AsyncIterator[None]:
        """Wait for a place, and hold it."""
        await self._take(priority)
        try:
            yield
        finally:
            self._give_back()

    async def _take(self, priority: int) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (priority, next(self._numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had just got the place
                self._give_back()
            raise

    def _give_back(self) -> None:
        while self._waiting:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Pace:
    """At most so many requests a minute, evenly."""

    def __init__(self, per_minute: float | None) -> None:
        """Start now."""
        self._seconds = 0.0 if per_minute is None else SECONDS_PER_MINUTE / per_minute
        self._next = 0.0

    async def wait(self) -> None:
        """Wait for the next moment at which a request may be sent."""
        if not self._seconds:
            return
        now = asyncio.get_running_loop().time()
        moment = max(now, self._next)
        self._next = moment + self._seconds
        if moment > now:
            await asyncio.sleep(moment - now)
