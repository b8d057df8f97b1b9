"""Plays matches one by one in separate processes: an agent that kills its process forfeits.

Before each call, the process notes in shared memory which agent it calls. When it dies, the agent
that was called last forfeits at that moment, and the match is played again in a new process.
"""

import mmap
import struct
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, replace
from multiprocessing.connection import Connection

from railbird.harness.errors import DeadlyChunkError
from railbird.harness.plan.schedule import ChunkPlan
from railbird.harness.services.journaled_decisions import PRIORITY
from railbird.harness.table.match_results import MatchResults
from railbird.harness.table.play_rules import CallPoint
from railbird.harness.workers.child import Child, start_child
from railbird.harness.workers.chunk_player import ChunkPlayer, join_results, rules_of
from railbird.harness.workers.job import Job
from railbird.harness.workers.pipe_line import PipeLine, Relay, relayed
from railbird.native import NO_PLAYER

MOMENT = struct.Struct("<qqqqq")
NOBODY = CallPoint(match=-1, seat=-1, hand=-1, decision=-1)


class CallMarker:
    """Shared memory in which a process notes the agent it calls, and which outlives it."""

    def __init__(self, descriptor: int) -> None:
        """Map the memory of an open file descriptor."""
        self._memory = mmap.mmap(descriptor, MOMENT.size)

    def note(self, label: str, moment: CallPoint) -> None:
        """Note the moment that starts."""
        MOMENT.pack_into(self._memory, 0, *astuple(moment))

    def read(self) -> CallPoint:
        """Return the moment that started last."""
        return CallPoint(*MOMENT.unpack_from(self._memory))


@contextmanager
def open_call_marker() -> Iterator[tuple[CallMarker, int]]:
    """Create empty shared memory, and its descriptor for a child to inherit."""
    with tempfile.TemporaryFile() as file:
        file.write(bytes(MOMENT.size))
        file.flush()
        marker = CallMarker(file.fileno())
        marker.note("", NOBODY)
        yield marker, file.fileno()


@dataclass(frozen=True, slots=True)
class _Rest:
    """What remains to play: the matches of a chunk from `first` on, and forfeits in that one."""

    job: Job
    chunk: ChunkPlan
    place: int
    first: int = 0
    forfeits: tuple[CallPoint, ...] = ()


def play_alone(
    job: Job, chunk: ChunkPlan, *, relay: Relay | None = None, place: int = 0
) -> MatchResults:
    """Play the matches of a chunk one by one, in processes that may die.

    Through ``relay`` they ask the dispatching side, if it is elsewhere, for the chunk with a
    ``place`` in the order of all. Raises DeadlyChunkError if
    one dies that has called no agent, or only forfeited ones.
    """
    results: list[MatchResults] = []
    rest = _Rest(job, chunk, place)
    while rest.first < len(chunk.matches):
        with (
            open_call_marker() as (marker, descriptor),
            relayed(relay) as line,
            start_child(_play_rest, rest, descriptor, line, inherit=(descriptor, *line)) as child,
        ):
            played = list(_receive_matches(child, len(chunk.matches) - rest.first))
            results.extend(played)
            if played:
                rest = _Rest(job, chunk, place, len(results))
            if rest.first < len(chunk.matches):
                death = _blame(marker.read(), child.bury(), rest)
                rest = replace(rest, forfeits=(*rest.forfeits, death))
    return join_results(results)


def _receive_matches(child: Child, count: int) -> Iterator[MatchResults]:
    for _ in range(count):
        results = child.receive()
        if results is None:
            return
        yield results


def _blame(moment: CallPoint, how: str, rest: _Rest) -> CallPoint:
    """Return the moment at which an agent killed its process; raises DeadlyChunkError."""
    if moment == NOBODY or _caller(moment) in map(_caller, rest.forfeits):
        raise DeadlyChunkError(
            f"a process {how} in match {rest.first} of chunk {rest.chunk.index}, but not in an "
            "agent; make sure that the machine has enough memory, and run the same command again"
        )
    return moment


def _caller(moment: CallPoint) -> tuple[int, ...]:
    """Whose agent was called, in one match: the seat's, or the player's where seats change."""
    if moment.player == NO_PLAYER:
        return moment.match, moment.seat
    return (moment.player,)


def _play_rest(connection: Connection, rest: _Rest, descriptor: int, line: tuple[int, ...]) -> None:
    """Run in the separate process: play the matches in order, sending the results of each."""
    marker = CallMarker(descriptor)
    player = ChunkPlayer(rest.job, line=PipeLine(line[0]) if line else None)
    if line:
        PRIORITY.set(rest.place)
        player.run(player.recall(rest.chunk, rest.place))
    rules = replace(rules_of(rest.chunk, rest.job), forfeits=rest.forfeits, watch=marker.note)
    for plan in rest.chunk.matches[rest.first :]:
        marker.note("", NOBODY)
        connection.send(player.play_matches([plan], rules))
        rules = replace(rules, forfeits=())
