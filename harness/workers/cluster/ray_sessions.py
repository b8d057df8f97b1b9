"""Chunks with asynchronous agents on a Ray cluster: each worker has many of them open at once."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from queue import SimpleQueue
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from railbird.harness.errors import WorkerError
from railbird.harness.players.resources import add_resources
from railbird.harness.workers.asynchronous_work import AsynchronousWork
from railbird.harness.workers.cluster.chunk_office import ChunkOffice
from railbird.harness.workers.cluster.node_facts import Charter
from railbird.harness.workers.cluster.ray_crew import Crew
from railbird.harness.workers.cluster.ray_line import Correspondent, RayLine
from railbird.harness.workers.cluster.ray_tasks import (
    NOT_THE_CHUNK,
    Unfit,
    find_job,
    make_remote,
    own_node,
    require_new_unfit,
    task_options,
)
from railbird.harness.workers.cluster.session_player import SessionPlayer
from railbird.harness.workers.failures import Failure, describe_failure
from railbird.harness.workers.job import LostChunk, Outcome, PlayedChunk
from railbird.harness.workers.worker import store

SECONDS_BETWEEN_LOOKS, SECONDS_TO_END = 2.0, 10.0
MOST_IN_VAIN = 20


class Sessions:
    """Workers that play chunks with asynchronous agents, one for each processor of the cluster.

    The journal and the services are in this process, in an event loop of a thread of its own, so
    that answers are kept and requests sent whatever takes the outcomes.
    """

    def __init__(self, charter: Charter, crew: Crew, chunks: Sequence[int]) -> None:
        """Start nothing yet."""
        self._job = charter.job
        self._crew = crew
        self._chunks = chunks
        self._charter = ray.put(charter)
        self._needs = add_resources(one.spec.resources for one in charter.job.entrants)
        self._results: SimpleQueue[PlayedChunk | LostChunk | BaseException | None] = SimpleQueue()
        self._sessions: dict[asyncio.Future[Failure | Unfit | None], int] = {}
        self._references: dict[int, Any] = {}
        self._count = 0
        self._vain = 0

    def outcomes(self) -> Iterator[Outcome]:
        """Yield the outcome of every chunk; its answers are kept, and its shard is stored."""
        with closing(AsynchronousWork(self._job)) as work:
            conducting = self._conduct(work)
            started: SimpleQueue[tuple[asyncio.AbstractEventLoop, Any]] = SimpleQueue()

            async def run() -> None:
                task = asyncio.current_task()
                started.put((asyncio.get_running_loop(), task))
                with suppress(asyncio.CancelledError):
                    await conducting

            thread = threading.Thread(target=self._run, args=(work, run))
            thread.start()
            loop, task = started.get()
            try:
                while (result := self._results.get()) is not None:
                    if isinstance(result, BaseException):
                        raise result
                    yield result if isinstance(result, LostChunk) else store(self._job, result)
            finally:
                with suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(task.cancel)
                thread.join()

    def _run(self, work: AsynchronousWork, run: Any) -> None:
        """Run the event loop; its error is raised where the outcomes are taken."""
        try:
            work.run(run())
            self._results.put(None)
        except BaseException as error:
            self._results.put(error)

    async def _conduct(self, work: AsynchronousWork) -> None:
        """Keep a worker at each processor, until all chunks have ended or the run stops."""
        office = ChunkOffice(self._job, self._chunks, work=work, report=self._results.put)
        correspondent = Correspondent()
        serving = asyncio.create_task(correspondent.serve(office.answer))
        is_over = asyncio.create_task(office.is_over.wait())
        try:
            while not is_over.done():
                await self._look_around(office, correspondent.mailbox)
                waiting: set[asyncio.Future[Any]] = {*self._sessions, serving, is_over}
                ended, _ = await asyncio.wait(
                    waiting, timeout=SECONDS_BETWEEN_LOOKS, return_when=asyncio.FIRST_COMPLETED
                )
                if serving in ended:
                    serving.result()
                for one in ended & set(self._sessions):
                    await self._settle(office, one)
            await self._dismiss(office)
            if work.stopped is not None:
                raise work.stopped
        finally:
            for one in [*self._references.values()]:
                ray.cancel(one, force=True)
            serving.cancel()
            is_over.cancel()
            await asyncio.gather(serving, is_over, return_exceptions=True)
            await correspondent.close()

    async def _look_around(self, office: ChunkOffice, mailbox: Any) -> None:
        """Start workers where there is room; those on machines that have vanished are lost."""
        most = await asyncio.to_thread(self._crew.slots)
        for session in office.sessions_on(self._crew.vanished):
            if session in self._references:
                ray.cancel(self._references[session], force=True)
                self._forget(session)
            office.lose(session, "its machine has vanished", is_innocent=True)
        for _ in range(most - len(self._sessions)):
            self._start(mailbox)

    def _start(self, mailbox: Any) -> None:
        options = task_options(self._needs, self._crew.left_out)
        charter, session = self._charter, self._count

        def play_session() -> Failure | Unfit | None:
            return _play_session(charter, mailbox, session)

        reference = make_remote(play_session, options).remote()
        self._count += 1
        self._references[session] = reference
        ended = asyncio.wrap_future(reference.future())
        ended.add_done_callback(lambda one: one.cancelled() or one.exception())  # it may be lost
        self._sessions[ended] = session

    async def _dismiss(self, office: ChunkOffice) -> None:
        """Let those end who know that there is nothing more; others have not begun."""
        ending = [one for one, session in self._sessions.items() if office.has_heard_of(session)]
        if ending:
            ended, _ = await asyncio.wait(ending, timeout=SECONDS_TO_END)
            for one in ended:
                self._forget(self._sessions[one])

    def _forget(self, session: int) -> None:
        del self._references[session]
        self._sessions = {one: key for one, key in self._sessions.items() if key != session}

    async def _settle(self, office: ChunkOffice, ended: "asyncio.Future[Any]") -> None:
        """Take note of the end of a session."""
        session = self._sessions[ended]
        self._forget(session)
        try:
            returned: Failure | Unfit | None = ended.result()
        except RayTaskError as error:
            if not isinstance(error.cause, RayError):
                await asyncio.to_thread(require_new_unfit, self._crew, error)
            self._lose(office, session, error.cause)
        except RayError as error:
            self._lose(office, session, error)
        else:
            if isinstance(returned, Failure):
                returned.reraise()
            if isinstance(returned, Unfit):
                self._crew.leave_out(returned.node, returned.sentence)

    def _lose(self, office: ChunkOffice, session: int, error: BaseException) -> None:
        reason = f"its last worker ended with {type(error).__name__}"
        has_played = office.lose(session, reason, is_innocent=isinstance(error, NOT_THE_CHUNK))
        self._vain = 0 if has_played else self._vain + 1
        if self._vain >= MOST_IN_VAIN:
            raise WorkerError(
                f"{self._vain} workers of the cluster, one after the other, ended before they "
                f"played anything ({type(error).__name__}); look into Ray's logs, and run the same "
                "command again"
            )


def _play_session(
    charter: "ray.ObjectRef[Charter]", mailbox: Any, session: int
) -> Failure | Unfit | None:
    """Run in a worker of the cluster."""
    try:
        job = find_job(charter)
        if isinstance(job, Unfit):
            return job
        player = SessionPlayer(job, RayLine(mailbox), session=session, node=own_node())
        with closing(player):
            player.play()
    except Exception as error:  # any exception is passed on
        return describe_failure(error)
    return None
