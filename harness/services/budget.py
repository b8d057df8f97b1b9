"""The budget of a run: what was spent, and what requests in flight may cost at most."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from railbird.plugins import PausedError


class Budget:
    """Dollars spent and reserved; `limit` None is no limit.

    A request is sent only if its worst case fits beside those in flight, so that the limit is
    passed only by a service that answers more than it was asked for.
    """

    def __init__(self, limit: float | None, *, spent: float) -> None:
        """Start with what earlier processes spent."""
        self.limit = limit
        self.spent = spent
        self._reserved = 0.0
        self._open: dict[int, float] = {}
        self._ended: list[float] = []
        self._change = asyncio.Event()

    @property
    def left(self) -> float:
        """Dollars that are neither spent nor reserved; infinite without a limit."""
        return float("inf") if self.limit is None else self.limit - self.spent - self._reserved

    @asynccontextmanager
    async def reserve(self, worst: float) -> AsyncIterator[None]:
        """Wait until so much is left, and reserve it; raises PausedError if it never will be."""
        while worst > self.left:
            if not self._reserved:
                raise PausedError(
                    f"the run pauses at its budget: ${self.spent:.4f} of ${self.limit:g} are "
                    f"spent, and the next answer may cost ${worst:.4f}; increase budget_usd under "
                    "[services], and run the same command again"
                )
            self._change.clear()
            await self._change.wait()
        self._reserved += worst
        try:
            yield
        finally:
            self._reserved = max(self._reserved - worst, 0.0)
            if self._reserved < 1e-12:  # noqa: PLR2004  (sums of floats)
                self._reserved = 0.0
            self._change.set()

    def note(self, dollars: float, *, chunk: int, is_new: bool) -> None:
        """Count what an answer for a chunk cost; ``is_new`` if it was not paid for before."""
        self._open[chunk] = self._open.get(chunk, 0.0) + dollars
        if is_new:
            self.spent += dollars
            self._change.set()

    def begin(self, chunk: int, dollars: float) -> None:
        """Note that a chunk begins, or begins again, with answers that were paid for before."""
        self._open[chunk] = dollars

    def end(self, chunk: int) -> None:
        """Note that a chunk has ended; the next one is expected to cost the mean of these."""
        self._ended.append(self._open.pop(chunk, 0.0))

    def require_room(self, open_chunks: Collection[int]) -> None:
        """Raise PausedError if another chunk is not expected to fit beside those that are open."""
        if self.limit is None or not self._ended:
            return
        mean = sum(self._ended) / len(self._ended)
        to_come = sum(max(mean - self._open.get(one, 0.0), 0.0) for one in open_chunks)
        if self.spent + to_come + mean > self.limit:
            raise PausedError(
                f"the run pauses at its budget: ${self.spent:.4f} of ${self.limit:g} are spent, "
                f"and another duplicate set costs about ${mean:.4f}; increase budget_usd under "
                "[services], and run the same command again"
            )
