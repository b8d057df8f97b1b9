"""Turns at a service: so many requests at once, so many a minute."""

import asyncio
import heapq
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any, NamedTuple, TypeVar

SECONDS_PER_MINUTE = 60.0
Result = TypeVar("Result")


class _Turn(NamedTuple):
    """A request that waits; turns are taken in the order of their first two fields."""

    priority: int
    number: int
    model: str
    send: Callable[[], Awaitable[Any]]
    result: "asyncio.Future[Any]"


class Lanes:
    """Places for requests in flight at one service, of which so many are for one model.

    Each place in use is a task, which goes on with the next request as soon as an answer is there:
    if the task that waits for the answer had to run first, the place would be empty for as long as
    everything that is ready takes. A request that was begun is ended even if nobody waits for it
    any more, since it has to be paid for.
    """

    def __init__(self, places: int, model_places: int) -> None:
        """Start with all places free."""
        self._free = places
        self._model_places = model_places
        self._in_flight: Counter[str] = Counter()
        self._waiting: list[_Turn] = []
        self._numbers = count()
        self._tasks: set[asyncio.Task[None]] = set()

    async def send(
        self, send: Callable[[], Awaitable[Result]], *, model: str, priority: int
    ) -> Result:
        """Wait for a place, low priorities first, and return what ``send`` does."""
        result = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, _Turn(priority, next(self._numbers), model, send, result))
        if self._free and (turn := self._take()) is not None:
            task = asyncio.create_task(self._send_on(turn))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        answer: Result = await result
        return answer

    async def _send_on(self, first: _Turn) -> None:
        """Send one request after the other, while any wait."""
        turn: _Turn | None = first
        while turn is not None:
            try:
                answer, fault = await turn.send(), None
            except asyncio.CancelledError:
                turn.result.cancel()
                raise
            except Exception as error:
                answer, fault = None, error
            finally:
                self._free += 1
                self._in_flight[turn.model] -= 1
            _settle(turn.result, answer, fault)
            turn = self._take()

    def _take(self) -> _Turn | None:
        """Take the first turn that has a place; None if there is none."""
        passed, found = [], None
        while self._free and self._waiting and found is None:
            turn = heapq.heappop(self._waiting)
            if turn.result.done():  # nobody waits any more
                continue
            if self._in_flight[turn.model] < self._model_places:
                found = turn
            else:
                passed.append(turn)
        for turn in passed:
            heapq.heappush(self._waiting, turn)
        if found is not None:
            self._free -= 1
            self._in_flight[found.model] += 1
        return found


def _settle(result: "asyncio.Future[Any]", answer: Any, fault: Exception | None) -> None:
    if result.done():
        return
    if fault is None:
        result.set_result(answer)
    else:
        result.set_exception(fault)


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
