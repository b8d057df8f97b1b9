"""Estimates playing time from a sample: chunks of the schedule with fewer matches and hands.

A chunk takes a fixed time, and each step of its tables a fixed time plus a time per table. So
matches and hands are increased until a sample takes a second, and the difference between the last
two samples is extrapolated to whole chunks.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from railbird.harness.plan.schedule import ChunkPlan, plan_chunk
from railbird.harness.workers.chunk_player import ChunkPlayer
from railbird.harness.workers.job import Job
from railbird.harness.workers.worker import tabulate
from railbird.results.store.files import table_bytes

ROUND_SECONDS = 1.0
SAMPLED_CHUNKS = 4
LEAST_MATCHES, LEAST_HANDS, GROWTH = 2, 4, 4
SCHEDULING = Path("/proc/thread-self/schedstat")
NANOSECONDS = 1e9


@dataclass(frozen=True, slots=True)
class Round:
    """The time of a sample of matches and hands, and the bytes of its shards.

    `match_length` is the mean number of hands that a match had: of tournaments, which end early,
    fewer than `hands`.
    """

    matches: int
    hands: int
    seconds: float
    byte_count: int = 0
    match_length: float = 0.0


def busy_seconds() -> float:
    """Return a clock that stops while this thread waits for a processor.

    So it measures the time of a thread, waiting for input included, even when other programs are
    busy. If the system does not support that, it is the processor time of this process.
    """
    try:
        waited = int(SCHEDULING.read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return time.process_time()
    return time.perf_counter() - waited / NANOSECONDS


def sample_play(job: Job, chunks: Sequence[int]) -> Round:
    """Return the average cost of one whole chunk of these, from a few seconds of play."""
    count = min(SAMPLED_CHUNKS, len(chunks))
    plans = [
        plan_chunk(job.schedule, chunks[number * len(chunks) // count]) for number in range(count)
    ]
    with closing(ChunkPlayer(job)) as player:
        rounds = list(_rounds(player, plans))
    whole = Round(max(len(plan.matches) for plan in plans), plans[0].hand_count, 0)
    last = rounds[-1]
    hands = last.matches * last.hands
    return replace(
        whole,
        seconds=project(rounds, whole) / count,
        byte_count=round(last.byte_count / count * whole.matches * whole.hands / hands),
        match_length=last.match_length,
    )


def project(rounds: Sequence[Round], whole: Round) -> float:
    """Return the seconds for `whole`, extrapolated from the last two samples, or the only one."""
    last = rounds[-1]
    former = rounds[-2] if len(rounds) > 1 else Round(0, last.hands, 0.0)
    if last.hands > former.hands:
        return _on_line((former.hands, former.seconds), (last.hands, last.seconds), whole.hands)
    matches = whole.matches
    one, other = (former.matches, former.seconds), (last.matches, last.seconds)
    return _on_line(one, other, matches) * whole.hands / last.hands


def _on_line(one: tuple[int, float], other: tuple[int, float], at: int) -> float:
    """Return the value at a place of the line through both, with slope and intercept >= 0."""
    slope = max(other[1] - one[1], 0.0) / (other[0] - one[0]) if other[0] > one[0] else 0.0
    slope = min(slope, other[1] / other[0])
    return other[1] + slope * (at - other[0])


def _rounds(player: ChunkPlayer, plans: Sequence[ChunkPlan]) -> Iterator[Round]:
    """Play more matches and then more hands until a sample takes long or is of whole chunks."""
    most_matches, most_hands = max(len(plan.matches) for plan in plans), plans[0].hand_count
    matches, hands = min(LEAST_MATCHES, most_matches), min(LEAST_HANDS, most_hands)
    if plans[0].is_session:
        hands = most_hands  # a part of a tournament does not tell how long it lasts
    while True:
        played = [_play(player, plan, matches, hands) for plan in plans]
        seconds = sum(one.seconds for one in played)
        length = sum(one.hand_count for one in played) / sum(one.match_count for one in played)
        yield Round(matches, hands, seconds, sum(one.byte_count for one in played), length)
        if seconds >= ROUND_SECONDS or (matches, hands) == (most_matches, most_hands):
            return
        if matches < most_matches:
            matches = min(GROWTH * matches, most_matches)
        else:
            hands = min(GROWTH * hands, most_hands)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a chunk that was played: the seconds, the bytes of its shard, what it had."""

    seconds: float
    byte_count: int
    match_count: int
    hand_count: int


def _play(player: ChunkPlayer, plan: ChunkPlan, matches: int, hands: int) -> _Part:
    """Play a part of a chunk in memory."""
    part = replace(plan, matches=plan.matches[:matches], hand_count=hands)
    begun = busy_seconds()
    results = player.play(part)
    size = int(table_bytes(tabulate(part, results)).size)
    return _Part(busy_seconds() - begun, size, len(part.matches), results.showdown.size)
