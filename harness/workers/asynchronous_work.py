"""The event loop of a worker, in which all its asynchronous agents wait."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, TypeVar

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
from railbird.plugins import Observation
from railbird.results.store.journal import read_journal

Result = TypeVar("Result")
CALLED = Decided(ActionKind.CALL.value)


class AsynchronousWork:
    """What the asynchronous agents of one job need in this process; started when first needed."""

    def __init__(self, job: Job) -> None:
        """Initialise; nothing is read or started."""
        self._job = job
        self.labels = job.asynchronous_labels

    @cached_property
    def play(self) -> AsynchronousPlay:
        """Their labels and the journal."""
        log = JournaledDecisions(self._journal, self._replaying, lambda: self.services.stopped)
        return AsynchronousPlay(self.labels, log)

    @cached_property
    def services(self) -> ServiceDesk:
        """What their agents may ask."""
        settings = self._job.services
        return ServiceDesk(self._journal, settings, read_prices(settings.prices))

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
    def _journal(self) -> Journal:
        if self._job.replay is not None:
            return Journal(read_journal(self._job.replay), is_complete=True)
        return open_journal(self._job.folder)

    async def _stop(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await self.settle()
        if "services" in self.__dict__:
            await self.services.close()
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
