"""What a tournament will cost, before it is played."""

import time
from contextlib import closing
from dataclasses import dataclass, replace

from railbird.harness.plan.schedule import (
    ChunkPlan,
    Schedule,
    count_chunk_matches,
    count_chunks,
    plan_chunk,
)
from railbird.harness.plan.spec import Spec
from railbird.harness.tournament.preparation import Tournament, prepare
from railbird.harness.tournament.progress import describe_seconds
from railbird.harness.tournament.run import play_trial
from railbird.harness.wording import counted
from railbird.harness.workers.chunk_player import ChunkPlayer
from railbird.harness.workers.dispatch import Dispatch
from railbird.harness.workers.processes import Processes
from railbird.harness.workers.worker import tabulate
from railbird.results.folders.addresses import RunPlace
from railbird.results.store.files import table_bytes
from railbird.results.store.shard_files import find_shards

SAMPLE_SECONDS = 1.0
LEAST_HANDS, LEAST_MATCHES, GROWTH = 64, 8, 4


@dataclass(frozen=True, slots=True)
class Cost:
    """Counts of what is asked for, and what is still to be played, in hands, seconds and bytes.

    Seconds and bytes are estimates from a short sample, for `worker_count` processes.
    """

    name: str
    agent_count: int
    line_up_count: int
    seating_count: int
    deck_count: int
    hands_per_match: int
    match_count: int
    chunk_count: int
    missing_match_count: int
    missing_hand_count: int
    worker_count: int
    seconds: float
    byte_count: int


@dataclass(frozen=True, slots=True)
class _Sample:
    """What playing a few matches took, a hand."""

    seconds_per_hand: float
    bytes_per_hand: float


def estimate_cost(spec: Spec, folder: RunPlace, dispatch: Dispatch, *, fresh: bool = False) -> Cost:
    """Count what a run would play, try its agents, and play a second or so of it, in memory.

    With `fresh` that is all of it, whatever the folder has.
    """
    tournament = prepare(spec, folder, fresh=fresh)
    play_trial(tournament, dispatch)
    schedule = tournament.schedule
    there = () if fresh else find_shards(folder, count_chunks(schedule)).shards
    played = {shard.chunk_index for shard in there}
    missing = [index for index in range(count_chunks(schedule)) if index not in played]
    match_count = sum(count_chunk_matches(schedule, index) for index in missing)
    hand_count = match_count * schedule.hands_per_match
    processes = dispatch.worker_count if isinstance(dispatch, Processes) else 1
    workers = min(processes, max(len(missing), 1))
    sample = _play_sample(tournament) if missing else _Sample(0, 0)
    return Cost(
        name=spec.name,
        agent_count=len(spec.agents),
        line_up_count=len(schedule.line_ups),
        seating_count=schedule.seating_count,
        deck_count=len(schedule.deck_seeds),
        hands_per_match=schedule.hands_per_match,
        match_count=schedule.match_count,
        chunk_count=count_chunks(schedule),
        missing_match_count=match_count,
        missing_hand_count=hand_count,
        worker_count=workers,
        seconds=hand_count * sample.seconds_per_hand / workers,
        byte_count=round(hand_count * sample.bytes_per_hand),
    )


def describe_cost(cost: Cost) -> str:
    """Say the cost in a few lines."""
    played = cost.match_count - cost.missing_match_count
    done = f", {played:,} already played" if played else ""
    lines = [
        f"{cost.name}: {counted(cost.line_up_count, 'line-up')} of "
        f"{counted(cost.agent_count, 'agent')} x {counted(cost.deck_count, 'deck seed')} x "
        f"{counted(cost.seating_count, 'seating')}",
        f"{counted(cost.match_count, 'match')} of {counted(cost.hands_per_match, 'hand')} in "
        f"{counted(cost.chunk_count, 'chunk')}{done}",
        f"to play: {counted(cost.missing_hand_count, 'hand')}, "
        f"about {describe_seconds(cost.seconds)} in {counted(cost.worker_count, 'process')}, "
        f"about {cost.byte_count / 2**20:,.1f} MB",
    ]
    return "\n".join(lines)


def _play_sample(tournament: Tournament) -> _Sample:
    """Play matches from all over the schedule, ever more hands, until it takes a second."""
    with closing(ChunkPlayer(tournament.job)) as player:
        return _time_play(player, tournament.schedule)


def _time_play(player: ChunkPlayer, schedule: Schedule) -> _Sample:
    hand_count, most_hands = LEAST_HANDS, schedule.matches_per_chunk * schedule.hands_per_match
    while True:
        chunk = _spread_chunk(schedule, hand_count)
        begun = time.perf_counter()
        results = player.play(chunk)
        byte_count = table_bytes(tabulate(chunk, results)).size
        seconds = time.perf_counter() - begun
        played = len(chunk.matches) * chunk.hand_count
        if seconds >= SAMPLE_SECONDS or hand_count > most_hands:
            return _Sample(seconds / played, byte_count / played)
        hand_count *= GROWTH


def _spread_chunk(schedule: Schedule, hand_count: int) -> ChunkPlan:
    """Plan at most `hand_count` hands, in matches spread evenly over the schedule."""
    hands = min(schedule.hands_per_match, max(hand_count // LEAST_MATCHES, 1))
    one_by_one = replace(schedule, hands_per_chunk=1)
    count = min(hand_count // hands, schedule.match_count, schedule.matches_per_chunk)
    numbers = [number * schedule.match_count // count for number in range(count)]
    matches = tuple(plan_chunk(one_by_one, number).matches[0] for number in numbers)
    return ChunkPlan(0, hands, matches)
