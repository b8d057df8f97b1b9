"""Who plays which chunk with asynchronous agents, without a cluster: sessions as they ask."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from small_runs import PROGRAMS

from railbird.harness import AgentSpec, Plugins, Spec
from railbird.harness.services.service_settings import ServiceSettings
from railbird.harness.tournament.preparation import prepare
from railbird.harness.workers.asynchronous_work import AsynchronousWork
from railbird.harness.workers.cluster.chunk_office import (
    ChunkOffice,
    EndedChunk,
    GivenChunk,
    NextChunk,
)
from railbird.harness.workers.job import LostChunk
from railbird.plugins import PausedError

SLOW = str(PROGRAMS / "slow_agents.py")
CHUNKS, MATCHES_PER_CHUNK = 8, 2


class Sessions:
    """Sessions that ask an office, as their workers do."""

    def __init__(self, office: ChunkOffice, outcomes: list[Any]) -> None:
        self.office, self.outcomes = office, outcomes
        self.numbers: dict[int, int] = {}

    async def next(self, session: int) -> "asyncio.Task[GivenChunk | None]":
        """Ask for the next chunk, and return what will be its reply."""
        number = self.numbers[session] = self.numbers.get(session, -1) + 1
        return await self.ask(NextChunk(session, number, f"node{session}"))

    async def ask(self, request: object) -> "asyncio.Task[Any]":
        task = asyncio.create_task(self.office.answer(request))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return task

    async def take(self, session: int) -> int:
        """Ask for a chunk that must be there."""
        given = (await self.next(session)).result()
        assert given is not None
        return int(given.chunk)

    async def end(self, session: int, chunk: int, result: Any = None) -> None:
        outcome = LostChunk(chunk, "ended") if result is None else result
        (await self.ask(EndedChunk(session, chunk, outcome))).result()


def at_an_office(play: Callable[[Sessions], Awaitable[None]], *, open_matches: int = 100) -> None:
    """Run something with an office of eight chunks."""
    agents = (AgentSpec(agent="slow-uniform", label="a"), AgentSpec(agent="call", label="b"))
    job = prepare(
        Spec(
            name="slow",
            game="holdem-limit-2p",
            hands_per_match=2,
            decks=CHUNKS,
            agents=agents,
            plugins=Plugins(paths=(SLOW,)),
            services=ServiceSettings(open_matches=open_matches),
        )
    ).job
    outcomes: list[Any] = []

    async def run() -> None:
        work = AsynchronousWork(job)
        office = ChunkOffice(job, range(CHUNKS), work=work, report=outcomes.append)
        await play(Sessions(office, outcomes))

    asyncio.run(run())


def test_the_session_with_the_fewest_chunks_gets_the_next() -> None:
    async def play(sessions: Sessions) -> None:
        assert [await sessions.take(0) for _ in range(3)] == [0, 1, 2]
        waiting = [await sessions.next(session) for session in (0, 1)]
        assert [task.done() for task in waiting] == [False, False]
        await sessions.end(0, 1)
        assert waiting[1].result().chunk == 3, "session 1 has none"
        assert not waiting[0].done()

    at_an_office(play, open_matches=3 * MATCHES_PER_CHUNK)


def test_no_more_matches_are_open_than_the_settings_say_over_all_sessions() -> None:
    async def play(sessions: Sessions) -> None:
        taken = [await sessions.take(session) for session in (0, 1)]
        waiting = [await sessions.next(session) for session in (0, 1, 2)]
        assert not any(task.done() for task in waiting)
        await sessions.end(0, taken[0])
        assert sum(task.done() for task in waiting) == 1

    at_an_office(play, open_matches=2 * MATCHES_PER_CHUNK)


def test_all_chunks_end_once_whatever_is_lost_and_arrives_late() -> None:
    async def play(sessions: Sessions) -> None:
        office = sessions.office
        first = [await sessions.take(0) for _ in range(CHUNKS)]
        assert first == list(range(CHUNKS))
        await sessions.end(0, 5)
        office.lose(0, "died", is_innocent=False)
        assert (await sessions.next(0)).result() is None, "it is gone"
        await sessions.end(0, 6)  # sent before it died
        rest = [await sessions.take(1) for _ in range(CHUNKS - 1)]
        assert sorted([*rest, 5]) == first
        last = await sessions.next(1)
        assert not last.done() and not office.is_over.is_set()
        for chunk in rest:
            await sessions.end(1, chunk)
        assert last.result() is None and office.is_over.is_set()
        assert sorted(one.chunk_index for one in sessions.outcomes) == first

    at_an_office(play)


def test_a_chunk_that_kills_every_worker_is_played_alone_and_then_given_up() -> None:
    async def play(sessions: Sessions) -> None:
        alone = []
        for session in range(12):
            reply = (await sessions.next(session)).result()
            while reply is not None and reply.chunk != 0:
                await sessions.end(session, reply.chunk)
                reply = (await sessions.next(session)).result()
            if reply is None:
                break
            alone.append(reply.alone)
            sessions.office.lose(session, "died", is_innocent=False)
        assert alone[:3] == [False, False, True] and sum(alone) == 3
        assert sessions.outcomes[-1] == LostChunk(0, "died") and sessions.office.is_over.is_set()
        assert sorted(one.chunk_index for one in sessions.outcomes) == list(range(CHUNKS))

    at_an_office(play)


def test_a_machine_that_vanishes_is_not_the_fault_of_its_chunks() -> None:
    async def play(sessions: Sessions) -> None:
        office = sessions.office
        for session in range(8):
            taken = [await sessions.take(session) for _ in range(CHUNKS)]
            assert sorted(taken) == list(range(CHUNKS))
            assert office.sessions_on({f"node{session}"}) == [session]
            office.lose(session, "vanished", is_innocent=True)
        given = (await sessions.next(8)).result()
        assert given is not None and not given.alone and not sessions.outcomes

    at_an_office(play)


def test_a_request_that_arrives_twice_gets_one_chunk() -> None:
    async def play(sessions: Sessions) -> None:
        replies = [await sessions.ask(NextChunk(0, 0, "node")) for _ in range(2)]
        assert replies[0].result() is replies[1].result()
        assert await sessions.take(1) == 1

    at_an_office(play)


def test_what_stops_the_run_lets_open_chunks_end_and_begins_none() -> None:
    async def play(sessions: Sessions) -> None:
        taken = [await sessions.take(session) for session in (0, 1)]
        await sessions.end(0, taken[0], PausedError("down"))
        waiting = await sessions.next(0)
        assert not waiting.done() and not sessions.office.is_over.is_set()
        await sessions.end(1, taken[1])
        assert waiting.result() is None and sessions.office.is_over.is_set()
        assert [one.chunk_index for one in sessions.outcomes] == [taken[1]]

    at_an_office(play)


def test_a_run_without_chunks_is_over(tmp_path: Path) -> None:
    async def play(sessions: Sessions) -> None:
        for _ in range(CHUNKS):
            await sessions.end(0, await sessions.take(0))
        assert sessions.office.is_over.is_set()
        assert (await sessions.next(1)).result() is None

    at_an_office(play)
