"""Checks of an agent's play: no failures, legal actions, and reproducible.

Reproducibility is checked by playing the matches in another order; only if that changes something
are they played again in the same order, to distinguish chance from memory.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from railbird.harness.conformance.staged_matches import (
    Bettings,
    StagedPlay,
    find_difference,
    play_staged,
    stage_matches,
)
from railbird.harness.conformance.wrappers import ask_row_by_row, hide_probabilities
from railbird.harness.table.match_results import Incidents
from railbird.harness.table.play_rules import AgentFactory, PlannedMatch
from railbird.plugins import Game, form_of

FAILURES = ("exception", "death")


class Finding(NamedTuple):
    """The result of a check: no fault, or one sentence that names match and hand."""

    check: str
    fault: str | None


def check_play(
    game: Game, factory: AgentFactory, *, elsewhere: Bettings | None = None
) -> Iterator[Finding]:
    """Check an agent as the table loop plays it.

    ``elsewhere`` is the betting of the staged matches in another process, which created the agent
    from name and parameters.
    """
    matches = stage_matches(game)
    play = play_staged(game, matches, factory)
    yield Finding("survives", find_incident(play.incidents, is_failure=True))
    yield Finding("legal", find_incident(play.incidents, is_failure=False))
    memory = _find_memory(game, factory, play=play, matches=matches)
    chance = None if memory is None else _find_chance(game, factory, matches)
    yield Finding("repeats", chance)
    yield Finding("forgets", memory if chance is None else None)
    if elsewhere is not None:
        words = ("here", "created from name and parameters")
        yield Finding("rebuilt", find_difference(play.bettings, elsewhere, words=words))
    if form_of(factory()) == "batch":
        rows = play_staged(game, matches, ask_row_by_row(factory))
        words = ("asked for all rows at once", "asked row by row")
        yield Finding("rows", find_difference(play.bettings, rows.bettings, words=words))


def check_act(
    game: Game, factory: AgentFactory, *, elsewhere: Bettings | None = None
) -> Iterator[Finding]:
    """Check the parts of an agent with declared probabilities that the table loop does not use."""
    for finding in check_play(game, hide_probabilities(factory), elsewhere=elsewhere):
        fault = None if finding.fault is None else f"(its act) {finding.fault}"
        yield Finding(finding.check, fault)


def find_incident(incidents: Incidents, *, is_failure: bool) -> str | None:
    """Return the first incident that is a failure, or the first that is not.

    Complaints count as neither.
    """
    columns = zip(
        incidents.kind,
        incidents.text,
        incidents.match,
        incidents.hand,
        incidents.decision,
        incidents.seat,
        strict=True,
    )
    for kind, text, match, hand, decision, seat in columns:
        if (kind in FAILURES) == is_failure and kind != "complaint":
            return f"match {match}, hand {hand}, seat {seat}, decision {decision}: {kind}, {text}"
    return None


def _find_memory(
    game: Game, factory: AgentFactory, *, play: StagedPlay, matches: Sequence[PlannedMatch]
) -> str | None:
    """Leave out the first match and play the others in reverse order; nothing may change."""
    others = play_staged(game, matches[:0:-1], factory).bettings[::-1]
    words = ("by itself", "with other matches before and alongside it")
    return find_difference(play.bettings, (play.bettings[0], *others), words=words)


def _find_chance(game: Game, factory: AgentFactory, matches: Sequence[PlannedMatch]) -> str | None:
    """Play everything twice: a difference then is not caused by memory of other matches."""
    plays = [play_staged(game, matches, factory).bettings for _ in range(2)]
    return find_difference(*plays, words=("the first time", "again with the same seed"))
