"""Notes on what a run lacks, and on the consequences for its tables."""

from collections.abc import Iterator
from math import comb

import numpy as np

from railbird.native.wording import counted
from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.store.manifest import Manifest
from railbird.results.store.shard_files import Holdings


def notes_on(manifest: Manifest, holdings: Holdings, sets: DuplicateSets) -> Iterator[str]:
    """Yield notes on what was played, without a full stop, the most important first."""
    yield from _about_shards(manifest, holdings)
    if not manifest.seating_count:
        yield (
            "these hands were played elsewhere: each session of a line-up counts as a duplicate "
            "set, so neither cards nor positions cancel out"
        )
    yield from _about_sets(manifest, sets)
    yield from _about_line_ups(sets)


def notes_on_intervals(*, constant: int, weak: int, entries: int) -> Iterator[str]:
    """Yield notes on the intervals of a run's entries, the members of its line-ups.

    `constant` of them do not vary, `weak` is the number found by `weak_intervals`.
    """
    if constant:
        yield (
            f"{constant} of {entries} means by line-up are the same on every deck seed: they have "
            "no interval, and nothing is claimed about them; play more deck seeds"
        )
    if weak:
        yield (
            f"{weak} of {entries} intervals by line-up depend on a few deck seeds, or one more "
            "all-in would move the mean beyond them: they may contain the true mean less often "
            "than 95%; play more deck seeds"
        )


def describe_unplayed(manifest: Manifest) -> str:
    """Say that no chunk of a run is finished, and what to do, to follow the name of its folder."""
    chunks = counted(manifest.chunk_count, "chunk")
    return (
        f"has no results yet: 0 of {chunks} ({counted(manifest.match_count, 'match')}) "
        f"{'is' if manifest.chunk_count == 1 else 'are'} finished; wait if it is being played, or "
        "continue it with the same run command"
    )


def _about_shards(manifest: Manifest, holdings: Holdings) -> Iterator[str]:
    for damaged in holdings.damaged:
        yield f"{damaged} and is ignored; the same run command plays it again"
    missing = manifest.chunk_count - len(holdings.shards)
    if missing:
        there = {shard.chunk_index for shard in holdings.shards}
        first = next(index for index in range(manifest.chunk_count) if index not in there)
        count = f"{missing:,} of {counted(manifest.chunk_count, 'chunk')}"
        yield (
            f"the run is not complete: {count} are missing, the first is {first}; the same run "
            "command continues it"
        )


def _about_sets(manifest: Manifest, sets: DuplicateSets) -> Iterator[str]:
    if sets.incomplete_count:
        some = counted(sets.incomplete_count, "duplicate set")
        yield f"ignored, since seatings are missing: {some}"
    played = {sets.agents[number] for number in np.unique(sets.line_ups).tolist()}
    idle = sorted({agent.label for agent in manifest.agents} - played)
    if idle:
        yield f"agents without a complete duplicate set: {', '.join(idle)}"


def notes_on_decks(sets: DuplicateSets, batch_count: int) -> Iterator[str]:
    """Yield notes on intervals and deck seeds, whole or in `batch_count` batches each."""
    counts = np.bincount(sets.line_up, minlength=len(sets.line_ups))
    fewest, most = counts.min(initial=len(sets.deck)), counts.max(initial=0)
    if batch_count > 1:
        yield (
            f"with {counted(int(fewest), 'deck seed')} intervals are over {batch_count} batches of "
            "hands of each, aligned across seatings: this assumes that agents are in a steady state"
        )
    elif most and fewest == 1:
        yield "a line-up has only one deck seed: means with this line-up have no interval"
    if fewest < most:
        yield f"line-ups have {fewest} to {most} deck seeds; intervals use the smallest number"


def _about_line_ups(sets: DuplicateSets) -> Iterator[str]:
    played, seat_count = sets.line_ups.shape
    possible = comb(len(np.unique(sets.line_ups)), seat_count)
    if played < possible:
        yield (
            f"{played} of {possible} possible line-ups were played: "
            "agents did not all meet the same opponents"
        )
