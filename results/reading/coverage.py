"""What a run lacks, and what its tables cannot say for that, in sentences."""

from collections.abc import Iterator
from math import comb

import numpy as np

from railbird.native.wording import counted
from railbird.results.estimate.means.duplicate_sets import DuplicateSets
from railbird.results.store.manifest import Manifest
from railbird.results.store.shard_files import Holdings


def notes_on(manifest: Manifest, holdings: Holdings, sets: DuplicateSets) -> Iterator[str]:
    """Yield sentences on what was played, without their full stop, the gravest first."""
    yield from _about_shards(manifest, holdings)
    if not manifest.seating_count:
        yield (
            "these hands were played elsewhere: a duplicate set is here one session of a line-up, "
            "so neither cards nor positions cancel out"
        )
    yield from _about_sets(manifest, sets)
    yield from _about_line_ups(sets)


def notes_on_intervals(*, constant: int, weak: int, entries: int) -> Iterator[str]:
    """Yield what is wrong with the intervals of a run's entries, the members of its line-ups.

    `constant` of them do not vary, `weak` ones are those of `weak_intervals`.
    """
    if constant:
        yield (
            f"{constant} of {entries} means by line-up are the same on every deck seed: "
            "they have no interval, and nothing is claimed of them; play more deck seeds"
        )
    if weak:
        yield (
            f"{weak} of {entries} intervals by line-up rest on a few deck seeds, or one more "
            "all-in would move the mean beyond them: they may hold the truth less often than 95%; "
            "play more deck seeds"
        )


def _about_shards(manifest: Manifest, holdings: Holdings) -> Iterator[str]:
    for damaged in holdings.damaged:
        yield f"{damaged} and left out; the same run command plays it again"
    missing = manifest.chunk_count - len(holdings.shards)
    if missing:
        there = {shard.chunk_index for shard in holdings.shards}
        first = next(index for index in range(manifest.chunk_count) if index not in there)
        count = f"{missing:,} of {counted(manifest.chunk_count, 'chunk')}"
        yield (
            f"the run is not complete: {count} are missing, the first is {first}; "
            "the same run command goes on"
        )


def _about_sets(manifest: Manifest, sets: DuplicateSets) -> Iterator[str]:
    if sets.incomplete_count:
        some = counted(sets.incomplete_count, "duplicate set")
        yield f"left out, since seatings are missing: {some}"
    played = {sets.agents[number] for number in np.unique(sets.line_ups).tolist()}
    idle = sorted({agent.label for agent in manifest.agents} - played)
    if idle:
        yield f"without a complete duplicate set: {', '.join(idle)}"


def notes_on_decks(sets: DuplicateSets, batch_count: int) -> Iterator[str]:
    """Yield what the deck seeds mean for intervals, over `batch_count` batches of each or whole."""
    counts = np.bincount(sets.line_up, minlength=len(sets.line_ups))
    fewest, most = counts.min(initial=len(sets.deck)), counts.max(initial=0)
    if batch_count > 1:
        yield (
            f"with {counted(int(fewest), 'deck seed')} intervals are over {batch_count} batches of "
            "hands of each, aligned across seatings: this takes agents to be in a steady state"
        )
    elif most and fewest == 1:
        yield "a line-up has one deck seed only: there is no interval where it takes part"
    if fewest < most:
        yield f"line-ups have {fewest} to {most} deck seeds; intervals go by the fewest"


def _about_line_ups(sets: DuplicateSets) -> Iterator[str]:
    played, seat_count = sets.line_ups.shape
    possible = comb(len(np.unique(sets.line_ups)), seat_count)
    if played < possible:
        yield (
            f"{played} of {possible} possible line-ups were played: "
            "agents did not all meet the same opponents"
        )
