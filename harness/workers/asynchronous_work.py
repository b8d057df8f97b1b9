"""The event loop of a worker, in which all its asynchronous agents wait."""

import asyncio
from collections.abc import Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, TypeVar

from railbird.harness.services.budget import Budget
from railbird.harness.services.distant.distant_services import DistantServices, DistantWriter
from railbird.harness.services.distant.front_desk import FrontDesk
from railbird.harness.services.distant.line import Line, Recall
from railbird.harness.services.journal import Journal, open_journal
from railbird.harness.services.journaled_decisions import JournaledDecisions
from railbird.harness.services.prices import read_prices
from railbird.harness.services.service_desk import Rehearsal, ServiceDesk
from railbird.harness.table.asynchronous.decision_log import (
    Ask,
    AsynchronousPlay,
    Decided,
    DecisionPoint,
    NoLog,
)
from railbird.harness.workers.job import Job
from railbird.native import ActionKind
from railbird.plugins import Observation, StoppedError
from railbird.results.store.journal import read_journal

Result = TypeVar("Result")
CALLED = Decided(ActionKind.CALL.value)


class AsynchronousWork:
    """What the asynchronous agents of one job need in this process; started when first needed."""

    def __init__(self, job: Job, line: Line | None = None) -> None:
        """Initialise; nothing is read or started.

        With a ``line`` answers are kept, and services are asked, at its other end.
        """
        self._job = job
        self._line = line
        self.labels = job.asynchronous_labels

    @cached_property
    def play(self) -> AsynchronousPlay:
        """Their labels and the journal."""
        log = JournaledDecisions(self._journal, self._replaying, lambda: self.stopped)
        return AsynchronousPlay(self.labels, log)

    @cached_property
    def services(self) -> ServiceDesk | DistantServices:
        """What their agents may ask."""
        return self._desk if self._line is None else DistantServices(self._journal, self._line)

    @cached_property
    def front_desk(self) -> FrontDesk:
        """What answers workers elsewhere."""
        return FrontDesk(self._journal, self._desk)

    @property
    def budget(self) -> Budget:
        """What was spent by all workers."""
        return self._desk.budget

    @property
    def stopped(self) -> StoppedError | None:
        """Why services are not asked any more."""
        return self.services.stopped

    def stop(self, error: StoppedError) -> None:
        """Ask services nothing any more."""
        self.services.stopped = self.services.stopped or error

    async def recall(self, match_keys: Iterable[int], priority: int) -> None:
        """Get the answers of matches that are played before, if they are elsewhere."""
        if self._line is not None:
            self._journal.add(await self._line.ask(Recall(tuple(match_keys), priority)))

    def rehearsal(self, label: str) -> AsynchronousPlay:
        """The same for trial hands: an agent is created and starts its match, but is not asked.

        One that learns everything from services is asked, since nobody asks them.
        """
        return AsynchronousPlay(self.labels, NoLog() if label in self._replaying else _Unasked())

    @property
    def rehearsed_services(self) -> Rehearsal:
        """Services for trial hands."""
        return Rehearsal(needs_keys=self._job.replay is None)

    @property
    def _replaying(self) -> frozenset[str]:
        return frozenset(one.spec.label for one in self._job.entrants if one.takes_services)

    def run(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """Run something in the event loop, until it ends; others there go on in the meantime."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._loop.run_until_complete(coroutine)
        # a notebook has a loop of its own in this thread
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(self._loop.run_until_complete, coroutine).result()

    async def settle(self) -> None:
        """Wait until all answers are on the disk."""
        if "_journal" in self.__dict__:
            await self._journal.settle()

    def close(self) -> None:
        """Cancel what is open, and close the journal."""
        if "_loop" in self.__dict__:
            self.run(self._stop())
            self._loop.close()
        if "_journal" in self.__dict__:
            self._journal.close()

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.new_event_loop()

    @cached_property
    def _desk(self) -> ServiceDesk:
        settings = self._job.services
        return ServiceDesk(self._journal, settings, read_prices(settings.prices))

    @cached_property
    def _journal(self) -> Journal:
        is_replayed = self._job.replay is not None
        if self._line is not None:
            return Journal(writer=DistantWriter(self._line), is_complete=is_replayed)
        if self._job.replay is not None:
            return Journal(read_journal(self._job.replay), is_complete=True)
        return open_journal(self._job.folder)

    async def _stop(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await self.settle()
        if "_desk" in self.__dict__:
            await self._desk.close()
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


class _Unasked:
    """Asks nobody: every decision is a call."""

    async def decide(self, point: DecisionPoint, observation: Observation, ask: Ask) -> Decided:
        """Call."""
        return CALLED

    async def tell(self, point: DecisionPoint, tell: Ask) -> Decided:
        """Tell nothing."""
        return CALLED
