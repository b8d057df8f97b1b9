"""Plays chunks and writes their shards. The output depends only on the job and the chunk."""

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from datetime import UTC, datetime
from socket import gethostname

import numpy as np
import pyarrow as pa

from railbird.harness.errors import DeadlyChunkError
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec
from railbird.harness.plan.schedule import ChunkPlan, plan_chunk
from railbird.harness.table.match_results import MatchResults
from railbird.harness.workers.chunk_player import ChunkPlayer
from railbird.harness.workers.job import ChunkReport, Job, LostChunk, Outcome, PlayedChunk
from railbird.harness.workers.memory import memory_in_use
from railbird.harness.workers.quarantine import play_alone
from railbird.harness.workers.task_queue import Task
from railbird.native import finishing_places, paid_prizes
from railbird.results import ChunkHands, ChunkIncidents, ChunkMatches, build_shard
from railbird.results.store.files import table_bytes
from railbird.results.store.shard import Standings
from railbird.results.store.shard_files import write_shard_bytes


def tabulate(chunk: ChunkPlan, results: MatchResults) -> pa.Table:
    """Return the results of a chunk in schema SHARD, a row per match."""
    matches, session = chunk.matches, results.session
    return build_shard(
        ChunkMatches(
            deck_index=np.array([match.deck_index for match in matches], np.uint32),
            deck_seed=np.array([match.deck_seed for match in matches], np.uint32),
            seating_index=np.array([match.seating_index for match in matches], np.uint32),
            agents=[match.agents for match in matches],
            members=[match.members for match in matches] if matches[0].members else None,
            hand_counts=None if session is None else session.hand_counts,
            standings=_standings(chunk.tournament, results),
        ),
        ChunkHands(
            results.payoffs,
            results.betting,
            results.betting_offsets,
            showdown=results.showdown,
            stacks=None if session is None else session.stacks,
            blinds=None if session is None else session.blinds,
            levels=None if session is None else session.levels,
            positions=None if session is None else session.positions,
        ),
        ChunkIncidents(**asdict(results.incidents)),
    )


def _standings(tournament: FreezeOutSpec | None, results: MatchResults) -> Standings | None:
    """Return what everybody finished with; None in cash games."""
    if tournament is None or results.session is None:
        return None
    places = finishing_places(results.session, results.payoffs)
    return Standings(places, paid_prizes(places, tournament.prize_units))


def play_chunk(job: Job, index: int, play: Callable[[ChunkPlan], MatchResults]) -> PlayedChunk:
    """Play a chunk like `play`; nothing is written."""
    started, clock = datetime.now(UTC), time.perf_counter()
    chunk = plan_chunk(job.schedule, index)
    results = play(chunk)
    data = table_bytes(tabulate(chunk, results))
    report = ChunkReport(
        chunk_index=index,
        match_count=len(chunk.matches),
        hand_count=results.showdown.size,
        incident_count=len(results.incidents.kind),
        started=started,
        seconds=time.perf_counter() - clock,
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


class TaskPlayer:
    """Plays tasks of one job; its agents are loaded when the first task needs them.

    A worker that plays match by match calls no agent itself, so that it survives if an agent kills
    its process.
    """

    def __init__(self, job: Job) -> None:
        """Initialise; nothing is loaded."""
        self.job = job
        self._player = ChunkPlayer(job)

    def close(self) -> None:
        """End the external programs."""
        self._player.close()

    def play(self, task: Task) -> Iterator[Outcome]:
        """Play the chunks of a task in order, and report each when its shard is written."""
        for played in self.play_unstored(task):
            yield played if isinstance(played, LostChunk) else store(self.job, played)

    def play_unstored(self, task: Task) -> Iterator[PlayedChunk | LostChunk]:
        """Play the chunks of a task in order, for another process to store them."""
        for index in task.chunks:
            try:
                play = self._play_alone if task.alone else self._play
                played = play_chunk(self.job, index, play)
                yield _with_deprecated(played, self._player.take_deprecated())
            except DeadlyChunkError as error:
                yield LostChunk(index, str(error))

    def _play(self, chunk: ChunkPlan) -> MatchResults:
        return self._player.play(chunk)

    def _play_alone(self, chunk: ChunkPlan) -> MatchResults:
        return play_alone(self.job, chunk)
