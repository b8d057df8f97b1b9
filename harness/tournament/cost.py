"""Estimates the cost of a tournament before it is played."""

import resource
from collections.abc import Sequence
from dataclasses import dataclass

from railbird.harness.analysis.declared_play import DeclaredPlay, list_game
from railbird.harness.analysis.exact_values import exact_values
from railbird.harness.plan.schedule import count_chunk_matches, count_chunks
from railbird.harness.plan.spec import Spec
from railbird.harness.tournament.certainty import describe_certainty
from railbird.harness.tournament.play_sample import Round, busy_seconds, sample_play
from railbird.harness.tournament.preparation import Tournament, prepare
from railbird.harness.tournament.progress import describe_seconds
from railbird.harness.tournament.run import count_processors, play_trial
from railbird.harness.tournament.service_cost import (
    ServiceCost,
    describe_service_costs,
    estimate_service_costs,
)
from railbird.harness.tournament.warnings_once import WarnOnce
from railbird.harness.workers.dispatch import Dispatch
from railbird.harness.workers.job import Job
from railbird.harness.workers.processes import Processes
from railbird.native.wording import counted
from railbird.results.folders.addresses import RunPlace
from railbird.results.store.shard_files import find_shards

LINE_UPS_TRIED = 100
SECONDS_PER_ENTRY, SECONDS_PER_MATCH, SECONDS_TO_PRINT = 2e-4, 2e-6, 1.0
"""Seconds to write and print the tables: per agent of a line-up, per match, and fixed."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The size of a tournament, and what remains to be played, in hands, seconds and bytes.

    Seconds and bytes are estimates from a short sample, and so are the hands of tournaments:
    `seconds` is the elapsed time until the results are printed, with `worker_count` processes on
    idle processors, `playing_seconds` the processor time to play and `fixed_seconds` that to start,
    rank and print.
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
    playing_seconds: float
    fixed_seconds: float
    byte_count: int
    certainty: str = ""
    """How certain the returns of tournaments will be, in a sentence."""
    services: tuple[ServiceCost, ...] = ()


def estimate_cost(spec: Spec, folder: RunPlace, dispatch: Dispatch, *, fresh: bool = False) -> Cost:
    """Count what a run would play, try its agents, and play about a second of it, in memory.

    With asynchronous agents nothing is played, since answers may cost money: what services will
    cost follows from the answers in the folder's journal. With `fresh` nothing in the folder counts
    as played.
    """
    begun, by_children = busy_seconds(), _processor_seconds_of_children()
    tournament = prepare(spec, folder, fresh=fresh)
    prepared = busy_seconds()
    declared = play_trial(tournament, dispatch, WarnOnce())
    trial = _processor_seconds_of_children() - by_children or busy_seconds() - prepared
    schedule = tournament.schedule
    there = () if fresh else find_shards(folder, count_chunks(schedule)).shards
    played = {shard.chunk_index for shard in there}
    missing = [index for index in range(count_chunks(schedule)) if index not in played]
    match_count = sum(count_chunk_matches(schedule, index) for index in missing)
    workers = min(_process_count(dispatch), max(len(missing), 1))
    chunk = _sample(tournament.job, missing)
    is_measured = spec.mode in ("freeze-out", "tournament", "ring") and chunk.match_length > 0
    length = round(chunk.match_length) if is_measured else schedule.hands_per_match
    playing = chunk.seconds * match_count / chunk.matches
    entries = len(schedule.line_ups) * tournament.game.definition.player_count
    after = _seconds_of_exact_values(tournament, declared) + SECONDS_TO_PRINT
    after += SECONDS_PER_ENTRY * entries + SECONDS_PER_MATCH * schedule.match_count
    fixed = prepared - begun + 2 * trial + after  # workers start like the trial
    return Cost(
        name=spec.name,
        agent_count=len(spec.agents),
        line_up_count=len(schedule.line_ups),
        seating_count=schedule.seating_count,
        deck_count=len(schedule.deck_seeds),
        hands_per_match=length,
        match_count=schedule.match_count,
        chunk_count=count_chunks(schedule),
        missing_match_count=match_count,
        missing_hand_count=match_count * length,
        worker_count=workers,
        seconds=fixed + playing / min(workers, count_processors()),
        playing_seconds=playing,
        fixed_seconds=fixed,
        byte_count=round(chunk.byte_count * match_count / chunk.matches),
        certainty=describe_certainty(tournament),
        services=_service_costs(tournament, match_count),
    )


def _sample(job: Job, missing: Sequence[int]) -> Round:
    """Play a sample, or none with agents that may cost money."""
    if not missing or job.asynchronous_labels:
        return Round(1, 1, 0.0)
    return sample_play(job, missing)


def _service_costs(tournament: Tournament, missing: int) -> tuple[ServiceCost, ...]:
    """Expect the costs of so many matches from those of the folder's run."""
    folder, labels = tournament.job.folder, tournament.job.asynchronous_labels
    if folder is None:
        return ()
    played = tournament.schedule.match_count - missing
    return estimate_service_costs(folder, labels, played=played, missing=missing)


def _process_count(dispatch: Dispatch) -> int:
    return dispatch.worker_count if isinstance(dispatch, Processes) else 1


def describe_cost(cost: Cost) -> str:
    """Describe the cost in a few lines."""
    played = cost.match_count - cost.missing_match_count
    done = f", {played:,} already played" if played else ""
    size = "" if cost.services else f", about {cost.byte_count / 2**20:,.1f} MB"
    waits = " besides waiting for services" if cost.services else ""
    lines = [
        f"{cost.name}: {counted(cost.line_up_count, 'line-up')} of "
        f"{counted(cost.agent_count, 'agent')} x {counted(cost.deck_count, 'deck seed')} x "
        f"{counted(cost.seating_count, 'seating')}",
        f"{counted(cost.match_count, 'match')} of {'about ' if cost.certainty else ''}"
        f"{counted(cost.hands_per_match, 'hand')} in "
        f"{counted(cost.chunk_count, 'chunk')}{done}",
        f"to play: {'about ' if cost.certainty else ''}{counted(cost.missing_hand_count, 'hand')}, "
        f"about {describe_seconds(cost.seconds)} in "
        f"{counted(cost.worker_count, 'process')}{waits}{size}",
        f"processor time: about {describe_seconds(cost.playing_seconds)} to play, "
        f"{describe_seconds(cost.fixed_seconds)} to start, rank and print; it takes longer when "
        "other programs are busy",
        *([cost.certainty] if cost.certainty else []),
        *describe_service_costs(cost.services),
    ]
    return "\n".join(lines)


def _seconds_of_exact_values(tournament: Tournament, declared: Sequence[DeclaredPlay]) -> float:
    """Return how long the exact values of all line-ups take, estimated from a few."""
    is_listed = bool(declared) and tournament.spec.mode == "cash"
    tree = list_game(tournament.game.definition) if is_listed else None
    line_ups = tournament.schedule.line_ups
    if tree is None or not line_ups:
        return 0.0
    step = max(len(line_ups) // LINE_UPS_TRIED, 1)
    tried = line_ups[::step]
    begun = busy_seconds()
    exact_values(tree, tried, declared)
    return (busy_seconds() - begun) * len(line_ups) / len(tried)


def _processor_seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
