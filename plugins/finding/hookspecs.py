"""The hooks that a plugin may implement, in pluggy's project ``railbird``.

A plugin is a module (or an object) with functions marked by ``hookimpl``. Installed plugins are
found by entry points of the group ``railbird``; others are given by path on the command line or in
a spec. No hook is called per hand or per decision.
"""

from collections.abc import Iterable

import pluggy

from railbird.plugins.contract.entries import AgentEntry, AgentReference, Game, MovedAgent
from railbird.plugins.contract.extensions import Command, FinishedMatch, Run, Trainer

PROJECT = "railbird"

hookspec = pluggy.HookspecMarker(PROJECT)
"""Marks the specification of a hook; used only by railbird."""
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a plugin's function that implements the hook with its name."""


@hookspec
def railbird_agents() -> Iterable[AgentEntry | AgentReference]:  # type: ignore[empty-body]
    """Offer agents.

    Called once in each process that plays or lists agents, at its start. Return an iterable of
    AgentEntry, or of AgentReference for agents whose modules are imported on demand; a name that
    another plugin already offers is refused.
    """


@hookspec
def railbird_moved_agents() -> Iterable[MovedAgent]:  # type: ignore[empty-body]
    """List agents whose files were moved or rearranged and that play as before.

    Called when a tournament is continued in a folder. Return an iterable of MovedAgent; a run that
    was started with the former file continues with the present one.
    """


@hookspec
def railbird_games() -> Iterable[Game]:  # type: ignore[empty-body]
    """Offer games by name.

    Called once in each process, at its start. Return an iterable of Game; a name that another
    plugin already offers is refused.
    """


@hookspec
def railbird_commands() -> Iterable[Command]:  # type: ignore[empty-body]
    """Offer commands of the command line.

    Called when commands are listed, or when a command is called that is not railbird's own. Return
    an iterable of Command; see CommandTools for what a command receives.
    """


@hookspec
def railbird_trainers() -> Iterable[Trainer]:  # type: ignore[empty-body]
    """Offer trainers.

    Called when commands are listed, when a command is called that is not railbird's own, and when
    training starts. Return an iterable of Trainer.
    """


@hookspec
def railbird_tournament_started(run: Run) -> None:
    """Called at the start of a tournament.

    Called in the dispatching process only, when the folder is open and before the first match.
    ``run`` is what will be played. Return nothing.
    """


@hookspec
def railbird_match_finished(run: Run, match: FinishedMatch) -> None:
    """Called after each match.

    Called in the dispatching process only, once the match is stored; the order of matches of
    several workers is not fixed. ``run`` is the tournament, ``match`` the result. Return nothing.
    """


@hookspec
def railbird_tournament_finished(run: Run) -> None:
    """Called at the end of a tournament.

    Called in the dispatching process only, when every match is stored and the manifest is complete.
    ``run`` is what was played. Return nothing.
    """
