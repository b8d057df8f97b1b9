"""Plays chunks and writes their shards. The output depends only on the job and the chunk."""

import asyncio
import os
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from socket import gethostname

import numpy as np
import pyarrow as pa

from railbird.harness.errors import DeadlyChunkError
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec
from railbird.harness.plan.schedule import ChunkPlan, count_chunk_matches, plan_chunk
from railbird.harness.table.match_results import MatchResults
from railbird.harness.workers.chunk_player import ChunkPlayer, rules_of
from railbird.harness.workers.job import (
    ChunkReport,
    Job,
    LoadPlugins,
    LostChunk,
    Outcome,
    PlayedChunk,
)
from railbird.harness.workers.memory import memory_in_use
from railbird.harness.workers.quarantine import play_alone
from railbird.harness.workers.task_queue import Task
from railbird.native import (
    finishing_places,
    paid_prizes,
    tournament_places,
)
from railbird.plugins import StoppedError
from railbird.results import ChunkHands, ChunkIncidents, ChunkMatches, build_shard
from railbird.results.store.files import table_bytes
from railbird.results.store.shard import Standings
from railbird.results.store.shard_files import write_shard_bytes

HANDS_JOINED, TABLES_JOINED = 2**19, 2**13
"""Hands and tables of sessions that are played in one go, about: they fill the steps until the
last ones end, and memory no more than chunks of cash games do, at most 2**20 hands."""


def tabulate(chunk: ChunkPlan, results: MatchResults) -> pa.Table:
    """Return the results of a chunk in schema SHARD, a row per match."""
    matches, session = chunk.matches, results.session
    has_antes = chunk.tournament is not None and chunk.tournament.has_antes
    return build_shard(
        ChunkMatches(
            deck_index=np.array([match.deck_index for match in matches], np.uint32),
            deck_seed=np.array([match.deck_seed for match in matches], np.uint32),
            seating_index=np.array([match.seating_index for match in matches], np.uint32),
            agents=[match.agents for match in matches],
            members=[match.members for match in matches] if matches[0].members else None,
            hand_counts=None if session is None else session.hand_counts,
            standings=_standings(chunk.tournament, results),
            bankrolls=[asdict(one) for one in results.bankrolls] or None,
        ),
        ChunkHands(
            results.payoffs,
            results.betting,
            results.betting_offsets,
            showdown=results.showdown,
            stacks=None if session is None else session.stacks,
            blinds=None if session is None else session.blinds,
            antes=session.antes if session is not None and has_antes else None,
            levels=None if session is None else session.levels,
            positions=None if session is None else session.positions,
            where=None if session is None else session.rounds,
            rakes=results.rakes,
        ),
        ChunkIncidents(**asdict(results.incidents)),
    )


def _standings(tournament: FreezeOutSpec | None, results: MatchResults) -> Standings | None:
    """Return what everybody finished with; None in cash games."""
    if tournament is None or results.session is None:
        return None
    if tournament.entrants is not None:
        places = tournament_places(
            results.session, results.payoffs, tournament.entrants, stack=tournament.stack
        )
    else:
        places = finishing_places(results.session, results.payoffs)
    return Standings(places, paid_prizes(places, tournament.prize_units))


def play_chunk(job: Job, index: int, play: Callable[[ChunkPlan], MatchResults]) -> PlayedChunk:
    """Play a chunk like `play`; nothing is written."""
    start = datetime.now(UTC), time.perf_counter()
    chunk = plan_chunk(job.schedule, index)
    return _as_played(chunk, play(chunk), start)


async def play_chunk_asynchronously(
    job: Job, index: int, play: Callable[[ChunkPlan], Awaitable[MatchResults]]
) -> PlayedChunk:
    """Play a chunk like `play`, while others are played; nothing is written."""
    start = datetime.now(UTC), time.perf_counter()
    chunk = plan_chunk(job.schedule, index)
    return _as_played(chunk, await play(chunk), start)


def _as_played(
    chunk: ChunkPlan, results: MatchResults, start: tuple[datetime, float]
) -> PlayedChunk:
    data = table_bytes(tabulate(chunk, results))
    report = ChunkReport(
        chunk_index=chunk.index,
        match_count=len(chunk.matches),
        hand_count=results.showdown.size,
        incident_count=len(results.incidents.kind),
        started=start[0],
        seconds=time.perf_counter() - start[1],
        host=gethostname(),
        worker=str(os.getpid()),
        call_times=results.call_times,
        memory_bytes=memory_in_use(),
    )
    return PlayedChunk(report, data)


def _with_deprecated(played: PlayedChunk, deprecated: tuple[str, ...]) -> PlayedChunk:
    return replace(played, report=replace(played.report, deprecated=deprecated))


def store(job: Job, played: PlayedChunk) -> ChunkReport:
    """Write the shard of a chunk to the run's folder, and return where; raises StoreError."""
    if job.folder is None:
        raise ValueError("a job without a folder has no shards")
    report = played.report
    shard = write_shard_bytes(job.folder, report.chunk_index, played.data)
    return replace(report, shard=shard)


class _OpenChunks:
    """Chunks with asynchronous agents, begun in order, as many as there are matches to wait for."""

    def __init__(self, job: Job, player: ChunkPlayer, chunks: Iterable[int]) -> None:
        self._job = job
        self._player = player
        self._waiting = deque(chunks)
        self._place = {index: place for place, index in enumerate(self._waiting)}
        self._open: dict[asyncio.Task[PlayedChunk], int] = {}
        self._match_count = 0
        self._stop: StoppedError | None = None

    async def take(self) -> PlayedChunk | None:
        """Wait for the next chunk to end, None once all have.

        What stops the run is raised when nothing is open any more, since answers to other decisions
        may be on their way.
        """
        while True:
            self._begin()
            if not self._open:
                break
            ended, _ = await asyncio.wait(self._open, return_when=asyncio.FIRST_COMPLETED)
            task = min(ended, key=self._open.__getitem__)
            index = self._open.pop(task)
            self._match_count -= count_chunk_matches(self._job.schedule, index)
            try:
                played = task.result()
                await self._player.end_chunk(self._place[index])
                return played
            except StoppedError as error:
                self._stop = self._stop or error
        if self._stop is not None:
            raise self._stop
        return None

    def _begin(self) -> None:
        while (
            self._waiting
            and self._stop is None
            and self._match_count < self._job.services.most_open
        ):
            try:
                self._player.require_room([self._place[index] for index in self._open.values()])
            except StoppedError as error:
                self._stop = error
                return
            index = self._waiting.popleft()
            play = play_chunk_asynchronously(self._job, index, self._player.play_asynchronously)
            task = asyncio.create_task(play, context=self._player.chunk_context(self._place[index]))
            self._open[task] = index
            self._match_count += count_chunk_matches(self._job.schedule, index)


class TaskPlayer:
    """Plays tasks of one job; its agents are loaded when the first task needs them.

    A worker that plays match by match calls no agent itself, so that it survives if an agent kills
    its process.
    """

    def __init__(self, job: Job, load: LoadPlugins = Job.load_registry) -> None:
        """Initialise; nothing is loaded."""
        self.job = job
        self._player = ChunkPlayer(job, load)
        self._hands_played = self._chunks_played = 0

    def close(self) -> None:
        """End the external programs."""
        self._player.close()

    def play(self, task: Task) -> Iterator[Outcome]:
        """Play the chunks of a task in order, and report each when its shard is written."""
        for played in self.play_unstored(task):
            yield played if isinstance(played, LostChunk) else store(self.job, played)

    def play_unstored(self, task: Task) -> Iterator[PlayedChunk | LostChunk]:
        """Play the chunks of a task in order, for another process to store them.

        With asynchronous agents many are played at the same time, and reported as they end.
        """
        if self.job.asynchronous_labels and not task.alone:  # `together` or in this process
            together = _OpenChunks(self.job, self._player, task.chunks)
            while (played := self._player.run(together.take())) is not None:
                yield _with_deprecated(played, self._player.take_deprecated())
            return
        if not task.alone and self._player.may_join:
            yield from self._play_joined(task.chunks)
            return
        for index in task.chunks:
            try:
                play = self._play_alone if task.alone else self._play
                played = play_chunk(self.job, index, play)
                yield _with_deprecated(played, self._player.take_deprecated())
            except DeadlyChunkError as error:
                yield LostChunk(index, str(error))

    def _play_joined(self, indexes: Sequence[int]) -> Iterator[PlayedChunk]:
        """Play chunks of sessions, as many in one go as are enough for full steps."""
        waiting = deque(indexes)
        while waiting:
            start = datetime.now(UTC), time.perf_counter()
            chunks = self._take_joined(waiting)
            results = self._player.play_joined(chunks)
            self._hands_played += sum(one.showdown.size for one in results)
            self._chunks_played += len(chunks)
            share = (time.perf_counter() - start[1]) / len(chunks)
            for chunk, part in zip(chunks, results, strict=True):
                played = _as_played(chunk, part, (start[0], time.perf_counter() - share))
                yield _with_deprecated(played, self._player.take_deprecated())

    def _take_joined(self, waiting: deque[int]) -> list[ChunkPlan]:
        """Take the next chunks to play in one go, by the hands of those played before."""
        hands = self._hands_played // max(self._chunks_played, 1)
        most = HANDS_JOINED // max(hands, 1) if hands else 1
        chunks = [plan_chunk(self.job.schedule, waiting.popleft())]
        tables = len(chunks[0].matches) * max(1, rules_of(chunks[0], self.job).table_count)
        most = min(most, TABLES_JOINED // tables)
        while waiting and len(chunks) < most:
            chunk = plan_chunk(self.job.schedule, waiting[0])
            if chunk.deals != chunks[0].deals:
                break
            chunks.append(chunk)
            waiting.popleft()
        return chunks

    def _play(self, chunk: ChunkPlan) -> MatchResults:
        return self._player.play(chunk)

    def _play_alone(self, chunk: ChunkPlan) -> MatchResults:
        return play_alone(self.job, chunk)
