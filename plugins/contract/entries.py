"""What plugins offer by name: games, and agents as entries; importing this needs no arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from railbird.native import GameDefinition, GameFile
    from railbird.plugins.contract.agent import AnyAgent

AgentPart = tuple[str, Mapping[str, Any]] | Path
"""What an agent is made of besides its code: another agent with its parameters, or a file."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game by name; ``summary`` is one line for lists of games.

    ``family`` is the file of a game that several numbers of players can play; ``definition`` is
    then for one of them, for the fewest unless another is asked for.
    """

    name: str
    definition: GameDefinition
    summary: str = ""
    family: GameFile | None = None

    @property
    def player_counts(self) -> tuple[int, int]:
        """The fewest and the most players that can play it."""
        count = self.definition.player_count
        return (count, count) if self.family is None else self.family.player_counts


def every_game(game: Game, parameters: Mapping[str, Any]) -> bool:
    """Claim every game, whatever the parameters."""
    return True


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """An agent as a plugin offers it.

    ``factory(**parameters)`` is called once per seat and match (simple form) or once per chunk
    (batch form); its signature says which parameters there are. ``plays(game, parameters)`` says
    whether the agent made with these parameters can play a game, and is asked before the first
    hand. ``summary`` is one line.
    ``factory`` of an agent that ``takes_agents`` is handed, as its first argument by position,
    ``find_agent(name) -> AgentEntry``, by which a team finds its members among the agents of this
    process; it raises UnknownNameError. ``parts(parameters)`` lists what an agent made with these
    parameters is made of besides its own code: other agents, as pairs of name and parameters, and
    files, as paths. A run that goes on must find them unchanged, as it must the code.
    """

    name: str
    factory: Callable[..., AnyAgent]
    plays: Callable[[Game, Mapping[str, Any]], bool] = every_game
    summary: str = ""
    takes_agents: bool = False
    parts: Callable[[Mapping[str, Any]], Iterable[AgentPart]] | None = None


@dataclass(frozen=True, slots=True)
class AgentReference:
    """Where an agent's entry stands, for a plugin that imports an agent when it is asked for.

    ``module`` is the dotted name of a module whose ``AGENTS``, an iterable of AgentEntry, has one
    of this ``name``.
    """

    name: str
    module: str


@dataclass(frozen=True, slots=True)
class MovedAgent:
    """An agent whose code was moved since a run may have begun with it, and plays the same.

    ``former`` is the hash of its file (see ``hash_code``) as it was released, ``present`` that of
    the file which was found to play the same, move for move. A run that was begun with the former
    file goes on with the present one, and with no other: an edit of it is noticed. With a parameter
    of ``except_with`` (pairs of name and value) the agent plays otherwise than it did, and such a
    run does not go on.
    """

    name: str
    former: str
    present: str
    except_with: tuple[tuple[str, Any], ...] = ()

    def has_stayed(self, file_hash: str, parameters: Mapping[str, Any]) -> bool:
        """Whether the code of this hash, with these parameters, plays as the former did."""
        changes = (parameters.get(name) == value for name, value in self.except_with)
        return file_hash == self.present and not any(changes)
