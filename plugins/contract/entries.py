"""What plugins offer by name: games, and agents as entries; does not import numpy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from inspect import iscoroutinefunction
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from railbird.native import GameDefinition, GameFile
    from railbird.plugins.contract.agent import AnyAgent
    from railbird.plugins.contract.evolution import Evolution, EvolutionOf

AgentPart = tuple[str, Mapping[str, Any]] | Path
"""A part of an agent besides its code: another agent with its parameters, or a file."""


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
    """Accept every game, for any parameters."""
    return True


def betting_games(game: Game, parameters: Mapping[str, Any]) -> bool:
    """Accept every game without exchanges, discards and passes, for any parameters."""
    return not game.definition.has_card_rounds


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """An agent that a plugin offers.

    ``factory(**parameters)`` is called once per seat and match (simple form) or once per chunk
    (batch form); its signature defines the parameters. ``plays(game, parameters)`` returns whether
    the agent with these parameters can play a game, and is called before the first hand; by default
    it can if players only bet, and ``every_game`` is for agents that exchange and pass cards too.
    ``summary`` is one line. If ``takes_agents``, the first positional argument of ``factory`` is
    ``find_agent(name) -> AgentEntry``, with which a team finds its members among the agents of this
    process; it raises UnknownNameError. ``parts(parameters)`` lists the parts of an agent with
    these parameters besides its own code: other agents, as pairs of name and parameters, and files,
    as paths. To continue a run they must be unchanged, like the code. ``why_not(game, parameters)``
    says in a clause why the agent does not play a game, for the message; it is called only where
    ``plays`` is false. ``evolve`` is how its parameters evolve in a run of mode "evolution", or a
    function that returns it for the parameters of the spec's entry. If ``takes_services``, the
    first positional argument of ``factory`` is Services, and the agent is asynchronous; everything
    that it learns from outside must come from them. ``is_asynchronous`` says that ``factory`` is a
    function that returns asynchronous agents; of a class it is known.
    """

    name: str
    factory: Callable[..., AnyAgent]
    plays: Callable[[Game, Mapping[str, Any]], bool] = betting_games
    summary: str = ""
    takes_agents: bool = False
    parts: Callable[[Mapping[str, Any]], Iterable[AgentPart]] | None = None
    why_not: Callable[[Game, Mapping[str, Any]], str] | None = None
    evolve: Evolution | EvolutionOf | None = None
    is_asynchronous: bool = False
    takes_services: bool = False

    def __post_init__(self) -> None:
        """Find out whether a class is asynchronous."""
        if self.takes_services or iscoroutinefunction(getattr(self.factory, "act", None)):
            object.__setattr__(self, "is_asynchronous", True)


@dataclass(frozen=True, slots=True)
class AgentReference:
    """The location of an agent's entry, for a plugin that imports agents on demand.

    ``module`` is the dotted name of a module whose ``AGENTS``, an iterable of AgentEntry, contains
    one with this ``name``.
    """

    name: str
    module: str


@dataclass(frozen=True, slots=True)
class MovedAgent:
    """An agent whose code was moved after runs were started with it, and plays the same.

    ``former`` is the hash of its file (see ``hash_code``) as released, ``present`` that of the file
    that was verified to play the same, move for move. A run that was started with the former file
    continues with the present one, and with no other: edits are detected. With a parameter of
    ``except_with`` (pairs of name and value) the agent plays differently than before, and such a
    run cannot be continued.
    """

    name: str
    former: str
    present: str
    except_with: tuple[tuple[str, Any], ...] = ()

    def has_stayed(self, file_hash: str, parameters: Mapping[str, Any]) -> bool:
        """Whether the code with this hash, with these parameters, plays like the former."""
        changes = (parameters.get(name) == value for name, value in self.except_with)
        return file_hash == self.present and not any(changes)
