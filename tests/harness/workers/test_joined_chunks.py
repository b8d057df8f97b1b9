"""Chunks of sessions that a worker plays in one go: the same shards, one by one."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from same_bytes import shards

from railbird.harness import AgentSpec, Plugins, Processes, Spec, run
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.harness.plan.ring_spec import BuyIn, RingSpec, RingTables
from railbird.harness.plan.schedule import count_chunks
from railbird.harness.tournament.preparation import Tournament, prepare
from railbird.harness.workers.job import PlayedChunk
from railbird.harness.workers.task_queue import Task
from railbird.harness.workers.worker import TaskPlayer

MISFITS = Path(__file__).parents[1] / "programs/misfits.py"
LEVELS = (LevelSpec(blinds=(10, 20), hands=5), LevelSpec(blinds=(20, 40), ante=5, hands=5))
RING = RingSpec(
    bankroll=120,
    tables=(RingTables(stakes="nl-1-2", seats=3, count=2),),
    buy_in=BuyIn(least=10, most=20),
    choose_every=7,
    hands=40,
)
HOUSE = ("uniform", "call", "raise-pot", "fox")


def prepared(mode: Any, **keys: Any) -> Tournament:
    return prepare(spec_of(mode, **keys))


def spec_of(mode: Any, *, killing: str = "error", **keys: Any) -> Spec:
    """A small spec, in which an agent fails in one seat from the third hand on."""
    agents = [AgentSpec(agent=agent) for agent in HOUSE]
    fails = {"how": killing, "hand": 2, "seat": 1}
    agents.append(AgentSpec(agent="killer", parameters=fails))
    plain: dict[str, Any] = {
        "name": "joined", "mode": mode, "game": "holdem-nolimit-3p", "decks": 6, "seed": 3,
        "agents": tuple(agents), "hands_per_chunk": 60, "plugins": Plugins(paths=(str(MISFITS),)),
    }  # fmt: skip
    if mode == "ring":
        plain |= {"ring": RING}
    elif mode != "cash":
        entrants = 10 if mode == "tournament" else None
        plain |= {"tournament": FreezeOutSpec(stack=300, levels=LEVELS, entrants=entrants)}
    else:
        plain |= {"hands_per_match": 20}
    return Spec(**(plain | keys))


def played(tournament: Tournament, tasks: Sequence[Sequence[int]]) -> list[PlayedChunk]:
    """Play the tasks, each by a worker of its own."""
    return [
        chunk
        for task in tasks
        for chunk in TaskPlayer(tournament.job).play_unstored(Task(tuple(task)))
        if isinstance(chunk, PlayedChunk)
    ]


def goes(chunks: Sequence[PlayedChunk]) -> list[int]:
    """How many chunks were begun at the same time."""
    return list(Counter(chunk.report.started for chunk in chunks).values())


def decisions(chunks: Sequence[PlayedChunk]) -> Counter[str]:
    found: Counter[str] = Counter()
    for chunk in chunks:
        for times in chunk.report.call_times:
            found[times.label] += times.decisions
    return found


@pytest.mark.parametrize("mode", ["freeze-out", "tournament", "ring"])
def test_shards_are_those_of_chunks_played_one_by_one(mode: str) -> None:
    tournament = prepared(mode)
    numbers = range(count_chunks(tournament.schedule))
    assert len(numbers) > 3
    together, singly = played(tournament, [numbers]), played(tournament, [[n] for n in numbers])
    assert goes(together) == [1, len(numbers) - 1]
    assert goes(singly) == [1] * len(numbers)
    assert [chunk.data.to_pybytes() for chunk in together] == [
        chunk.data.to_pybytes() for chunk in singly
    ]
    for one, other in zip(together, singly, strict=True):
        for name in ("chunk_index", "match_count", "hand_count", "incident_count"):
            assert getattr(one.report, name) == getattr(other.report, name)
    assert sum(chunk.report.incident_count for chunk in together) > 1
    assert decisions(together) == decisions(singly)
    assert all(chunk.report.seconds > 0 for chunk in together)


def test_cash_games_are_played_chunk_by_chunk() -> None:
    tournament = prepared("cash")
    chunks = played(tournament, [range(count_chunks(tournament.schedule))])
    assert len(chunks) > 3
    assert set(goes(chunks)) == {1}


def test_an_agent_that_kills_the_worker_of_several_chunks_forfeits_its_own_matches(
    tmp_path: Path,
) -> None:
    keys = {"decks": 2, "hands_per_chunk": 20, "deals": "acpc", "seatings": "rotations"}
    spec = spec_of("freeze-out", killing="exit", **keys)
    few = tuple(one for one in spec.agents if one.agent in ("call", "uniform", "killer"))
    spec = msgspec.structs.replace(spec, agents=few)
    run(spec, folder=tmp_path / "run", dispatch=Processes(1), with_tables=False)
    tournament = prepare(spec)
    numbers = range(count_chunks(tournament.schedule))
    assert len(numbers) > 2
    alone = [
        chunk.data.to_pybytes()
        for chunk in TaskPlayer(tournament.job).play_unstored(Task(tuple(numbers), alone=True))
        if isinstance(chunk, PlayedChunk)
    ]
    assert sorted(shards(tmp_path / "run").values()) == sorted(alone)
    assert sum(b"killed its process" in data for data in alone) > 1
