"""What an agent is: its two forms, and the entry under which a plugin offers it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from railbird.plugins.contract.action import Action
from railbird.plugins.contract.decision_batch import DecisionBatch
from railbird.plugins.contract.game import Game
from railbird.plugins.contract.observation import Observation
from railbird.plugins.errors import AgentError

AgentForm = Literal["simple", "batch"]
AgentPart = tuple[str, Mapping[str, Any]] | Path


class Agent(Protocol):
    """The simple form: one instance plays one seat of one match, so its memory is that match's.

    It may also have
    ``start_match(match: Match)``, called before the match's first hand; a sentence that it returns,
    on what the agent is not made for, becomes an incident, a complaint, and the agent plays on;
    ``end_hand(record: HandRecord)``, called when a hand has ended, before the next decision;
    ``probabilities(observation, hole_cards) -> Alternatives``, a pure function of what is public
    (and of the agent's memory) for any hole cards, with the class attribute ``stationary: bool``
    (true: no memory across hands). The table loop then samples from it with the decision's draw 0
    and never calls ``act``, which must play the same.
    """

    def act(self, observation: Observation, /) -> Action:
        """Decide; ``observation`` is valid during the call."""
        ...


class BatchAgent(Protocol):
    """The fast form: one instance plays all seats of one agent in a chunk of matches.

    It may also have ``start_matches(matches: MatchBatch)``, ``end_hands(hands: HandBatch)``, and
    ``probabilities_batch(decisions, hole_cards: uint8[n, h]) -> Distribution`` with ``stationary``,
    as in the simple form.

    ``start_matches`` comes once, with all the rows of the instance, and may return a complaint
    about them, as in the simple form; where it raises, every row gets an instance of its own. Any
    other call that raises is made again row by row, so that one match's fault is not its
    neighbours'. What such a call writes into the agent's memory must therefore not depend on
    whether it was begun before: set entries ``[match, seat]`` rather than add to them, or write
    last, when all that can fail is done.
    """

    def act_batch(
        self, decisions: DecisionBatch, /
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64] | None]:
        """Decide for all rows: kinds uint8[n], amounts int64[n] (in limit None will do).

        Rows are independent: an answer must not depend on which others are asked with it.
        """
        ...


def every_game(game: Game) -> bool:
    """Claim every game."""
    return True


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """An agent as a plugin offers it.

    ``factory(**parameters)`` is called once per seat and match (simple form) or once per chunk
    (batch form); its signature says which parameters there are. ``plays`` says of a game whether
    the agent can play it, and is asked before the first hand; where parameters change the answer
    (the file of a strategy), ``plays_with`` is asked with them instead. ``summary`` is one line.
    ``factory`` of an agent that ``takes_agents`` is handed, as its first argument by position,
    ``find_agent(name) -> AgentEntry``, by which a team finds its members among the agents of this
    process; it raises UnknownNameError. ``parts(parameters)`` lists what an agent made with these
    parameters is made of besides its own code: other agents, as pairs of name and parameters, and
    files, as paths. A run that goes on must find them unchanged, as it must the code.
    """

    name: str
    factory: Callable[..., Agent | BatchAgent]
    plays: Callable[[Game], bool] = every_game
    summary: str = ""
    plays_with: Callable[[Game, Mapping[str, Any]], bool] | None = None
    takes_agents: bool = False
    parts: Callable[[Mapping[str, Any]], Iterable[AgentPart]] | None = None

    def can_play(self, game: Game, parameters: Mapping[str, Any]) -> bool:
        """Tell whether the agent made with these parameters can play a game."""
        if self.plays_with is None or not parameters:
            return self.plays(game)
        return self.plays_with(game, parameters)


def form_of(agent: Any) -> AgentForm:
    """The form of an agent, seen from its methods; AgentError where it has none or two."""
    is_simple, is_batch = (callable(getattr(agent, name, None)) for name in ("act", "act_batch"))
    if is_simple == is_batch:
        found = "both act and act_batch" if is_simple else "neither act nor act_batch"
        raise AgentError(f"{type(agent).__name__} has {found}; an agent has one of the two")
    return "simple" if is_simple else "batch"
