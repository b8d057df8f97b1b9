"""Small tournaments with agents outside, and what came of them."""

from contextlib import closing
from typing import Any

import pyarrow as pa

from railbird.harness import AgentSpec, Spec
from railbird.harness.plan.schedule import count_chunks, plan_chunk
from railbird.harness.players.outside_spec import Outside
from railbird.harness.tournament.preparation import prepare
from railbird.harness.workers.chunk_player import ChunkPlayer
from railbird.harness.workers.worker import tabulate

PATIENT = Outside(answer=20.0, start=60.0)


def spec_of(*agents: AgentSpec, **keys: Any) -> Spec:
    """Of deals that the seed alone decides, so that two runs can be compared."""
    basic = {"name": "outside", "game": "kuhn-2p", "hands_per_match": 12, "decks": 1}
    basic |= {"deals": "acpc"}
    return Spec(agents=agents, **(basic | {"outside": PATIENT} | keys))


def play_untried(spec: Spec, *, secret: bytes | None = None) -> pa.Table:
    """Play without trial hands, in which some of these would fail."""
    tournament = prepare(spec, secret=secret)
    schedule = tournament.schedule
    chunks = [plan_chunk(schedule, index) for index in range(count_chunks(schedule))]
    with closing(ChunkPlayer(tournament.job)) as player:
        return pa.concat_tables(tabulate(chunk, player.play(chunk)) for chunk in chunks)


def incidents_of(table: pa.Table) -> list[tuple[str, str]]:
    rows = [row for match in table.column("incidents").to_pylist() for row in match]
    return [(row["kind"], row["text"]) for row in rows]


def hands_of(table: pa.Table) -> list[Any]:
    return [
        [(hand["payoffs"], hand["betting"]) for hand in match]
        for match in table.column("hands").to_pylist()
    ]
