"""The hooks that a plugin may implement, in pluggy's project ``railbird``.

A plugin is a module (or an object) with functions marked by ``hookimpl``. An installed one is
named by an entry point of the group ``railbird``; one by path is named on the command line or in
a spec. No hook is called per hand or per decision.
"""

from collections.abc import Iterable

import pluggy

from railbird.plugins.contract.entries import AgentEntry, AgentReference, Game, MovedAgent
from railbird.plugins.contract.extensions import Command, FinishedMatch, Run, Trainer

PROJECT = "railbird"

hookspec = pluggy.HookspecMarker(PROJECT)
"""Marks the specification of a hook; railbird alone has these."""
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a plugin's function that implements the hook of its name."""


@hookspec
def railbird_agents() -> Iterable[AgentEntry | AgentReference]:  # type: ignore[empty-body]
    """Offer agents.

    Called once in each process that plays or lists agents, at its start. Return an iterable of
    AgentEntry, or of AgentReference for agents whose modules are to be imported when they are asked
    for; a name that another plugin has taken is refused.
    """


@hookspec
def railbird_moved_agents() -> Iterable[MovedAgent]:  # type: ignore[empty-body]
    """Say which agents' files were moved or rearranged and play as they did before.

    Called when a tournament goes on in a folder. Return an iterable of MovedAgent; a run that was
    begun with the former file goes on with the present one.
    """


@hookspec
def railbird_games() -> Iterable[Game]:  # type: ignore[empty-body]
    """Offer games by name.

    Called once in each process, at its start. Return an iterable of Game; a name that another
    plugin has taken is refused.
    """


@hookspec
def railbird_commands() -> Iterable[Command]:  # type: ignore[empty-body]
    """Offer commands of the command line.

    Called when commands are listed, or one is called that railbird has not. Return an iterable of
    Command.
    """


@hookspec
def railbird_trainers() -> Iterable[Trainer]:  # type: ignore[empty-body]
    """Offer trainers.

    Called when commands are listed, or one is called that railbird has not, and when training
    starts. Return an iterable of Trainer.
    """


@hookspec
def railbird_tournament_started(run: Run) -> None:
    """Listen for the start of a tournament.

    Called in the dispatching process only, when the folder is open and before the first match.
    ``run`` is what will be played. Return nothing.
    """


@hookspec
def railbird_match_finished(run: Run, match: FinishedMatch) -> None:
    """Listen for a match that was played.

    Called in the dispatching process only, once the match is safely stored; matches of several
    workers come in no fixed order. ``run`` is the tournament, ``match`` the result. Return nothing.
    """


@hookspec
def railbird_tournament_finished(run: Run) -> None:
    """Listen for the end of a tournament.

    Called in the dispatching process only, when every match is stored and the manifest says so.
    ``run`` is what was played. Return nothing.
    """
