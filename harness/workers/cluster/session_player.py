"""The worker's side of a session: plays the chunks that it is given, many at once."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from itertools import count
from typing import Any

from railbird.harness.errors import DeadlyChunkError
from railbird.harness.plan.schedule import plan_chunk
from railbird.harness.services.distant.line import Line
from railbird.harness.workers.chunk_player import ChunkPlayer
from railbird.harness.workers.cluster.chunk_office import EndedChunk, GivenChunk, NextChunk
from railbird.harness.workers.failures import reply_to
from railbird.harness.workers.job import Job, LostChunk, PlayedChunk
from railbird.harness.workers.quarantine import play_alone
from railbird.harness.workers.worker import play_chunk, play_chunk_asynchronously
from railbird.plugins import StoppedError


class SessionPlayer:
    """Plays chunks of a job in this process, until the dispatching side has no more."""

    def __init__(self, job: Job, line: Line, *, session: int, node: str) -> None:
        """Load nothing yet."""
        self._job = job
        self._line = line
        self._session = session
        self._node = node
        self._player = ChunkPlayer(job, line=line)

    def play(self) -> None:
        """Play; raises what an agent or the line raises."""
        self._player.run(self._play())

    def close(self) -> None:
        """End what is open."""
        self._player.close()

    async def _play(self) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                for number in count():
                    request = NextChunk(self._session, number, self._node)
                    given: GivenChunk | None = await self._line.ask(request)
                    if given is None:
                        return
                    context = self._player.chunk_context(given.place)
                    group.create_task(self._play_given(given), context=context)
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None

    async def _play_given(self, given: GivenChunk) -> None:
        result: PlayedChunk | LostChunk | StoppedError
        try:
            result = await (self._play_alone(given) if given.alone else self._play_with_all(given))
        except StoppedError as error:
            result = error
        await self._line.ask(EndedChunk(self._session, given.chunk, result))

    async def _play_with_all(self, given: GivenChunk) -> PlayedChunk:
        await self._player.recall(plan_chunk(self._job.schedule, given.chunk), given.place)
        played = await play_chunk_asynchronously(
            self._job, given.chunk, self._player.play_asynchronously
        )
        await self._player.settle()
        deprecated = self._player.take_deprecated()
        return replace(played, report=replace(played.report, deprecated=deprecated))

    async def _play_alone(self, given: GivenChunk) -> PlayedChunk | LostChunk:
        loop = asyncio.get_running_loop()

        def relay(request: object) -> Any:
            asking: Coroutine[Any, Any, Any] = reply_to(self._line.ask, request)
            return asyncio.run_coroutine_threadsafe(asking, loop).result()

        try:
            return await asyncio.to_thread(
                play_chunk,
                self._job,
                given.chunk,
                lambda chunk: play_alone(self._job, chunk, relay=relay, place=given.place),
            )
        except DeadlyChunkError as error:
            return LostChunk(given.chunk, str(error))
