"""Agents that use weights with player-types: the exploiter, and the population itself."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net.batches import TypedPlayers
from railbird.agents.dcubot.net.shape import NO_TYPE, Parameters, player_prior
from railbird.agents.dcubot.net.shipped import EXPLOITERS, find_shipped, shipped_names
from railbird.agents.dcubot.net.weights import Weights, load_weights
from railbird.agents.dcubot.play.player import Dcubot, declare, plays_named_weights, require_game
from railbird.agents.dcubot.play.type_memory import TypeMemory
from railbird.agents.parameters import as_path, list_files
from railbird.plugins import (
    AgentEntry,
    AgentError,
    DecisionBatch,
    Distribution,
    Game,
    HandBatch,
    MatchBatch,
)

EXPLOITER = "dcubot-exploiter"
"""The trainer of the weights of these agents."""


class DcubotExploiter:
    """Plays with a net that was trained to beat a population, and observes its opponents.

    How it plays: like dcubot, with beliefs over each opponent's player-type besides those over his
    cards, updated by Bayes' rule on every action in the match, using the cards of hands shown down.
    Source: document 001, chapter 6. Decided here: with ``carries=false`` every deal is played as if
    it were the first of a match (6.6.1). Weights without player-types are used as in dcubot; by
    default those shipped for the game are used. They win from archetypes, whom they were trained
    against, and lose nearly a big blind a hand to five ``dcubot``.
    """

    stationary = False

    def __init__(
        self,
        weights: Weights | None = None,
        *,
        carries: bool = True,
        memory: TypeMemory | None = None,
    ) -> None:
        """Read the weights, if given; the shipped ones are found when the game is known."""
        self._carries = carries
        self._weights = weights
        self._memory = memory
        self._plain: Dcubot | None = None

    def start_matches(self, matches: MatchBatch) -> None:
        """Reset all beliefs."""
        weights = self._weights_for(matches.game)
        if not weights.shape.player_types:
            self._plain = Dcubot(weights=weights)
            return
        self._memory = self._memory or make_memory(weights, carries=self._carries)
        self._memory.start(matches)

    def end_hands(self, hands: HandBatch) -> None:
        """Observe the actions of all players."""
        if self._memory is not None:
            self._memory.take_in(hands)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Return the soft-max, as if the hole cards were those given."""
        if self._plain is not None:
            return self._plain.probabilities_batch(decisions, hole_cards)
        if self._memory is None:
            raise AgentError("dcubot-exploiter was called before its matches were started")
        weights = self._weights_for(decisions.game)
        nobody = np.full(len(decisions), NO_TYPE, np.uint8)
        return _declare(weights, self._memory, decisions, hole_cards=hole_cards, types=nobody)

    def _weights_for(self, game: Game) -> Weights:
        if self._weights is None:
            self._weights = find_shipped(game.definition, EXPLOITERS)
        if self._weights is None:
            raise AgentError(
                f"there is no shipped exploiter for {game.name}; give a file that was trained for "
                "it: dcubot-exploiter:file=PATH"
            )
        require_game(self._weights, game, trainer=EXPLOITER)
        return self._weights


class DcubotModel:
    """Plays like an observed population: a player-type is drawn for each match.

    How it plays: like dcubot, with the weights of one of the player-types of a fitted model, drawn
    from their initial distribution at the start of a match. Source: document 001, sections 6.1 to
    6.3. Decided here: ``player_type`` (from 0) selects one instead of drawing.
    """

    stationary = False

    def __init__(
        self, weights: Weights, *, player_type: int = -1, memory: TypeMemory | None = None
    ) -> None:
        """Read the model; raises AgentError if it has no types, or not this one."""
        self._weights = weights
        count = self._weights.shape.player_types
        if not count:
            raise AgentError("the weights have no player-types; use dcubot")
        if not -1 <= player_type < count:
            raise AgentError(
                f"player_type is {player_type}; the model has 0 to {count - 1}, and -1 draws one"
            )
        self._type = player_type
        self._memory = memory or make_memory(self._weights)
        self._types: npt.NDArray[np.uint8] = np.zeros((0, 0), np.uint8)

    def start_matches(self, matches: MatchBatch) -> None:
        """Draw a type for each seat of each match."""
        require_game(self._weights, matches.game, trainer=EXPLOITER)
        self._memory.start(matches)
        self._types = np.full((matches.match_count, matches.seat_count), NO_TYPE, np.uint8)
        sums = player_prior(self._weights.shape, self._weights.parameters).cumsum(dtype=np.float64)
        draws = matches.random() * sums[-1]
        drawn = np.searchsorted(sums, draws, side="right").clip(
            max=self._weights.shape.player_types - 1
        )
        self._types[matches.match, matches.seat] = drawn if self._type < 0 else self._type

    def end_hands(self, hands: HandBatch) -> None:
        """Observe the actions of all players, since the population has beliefs too."""
        self._memory.take_in(hands)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Return the soft-max of the drawn type, as if the hole cards were those given."""
        types = self._types[decisions.match, decisions.seat]
        return _declare(self._weights, self._memory, decisions, hole_cards=hole_cards, types=types)


def make_memory(weights: Weights, *, carries: bool = True) -> TypeMemory:
    """A memory of the beliefs that are the inputs of these weights."""
    return TypeMemory(weights.shape, beliefs_of(weights), carries=carries)


def beliefs_of(weights: Weights) -> Parameters:
    """The parameters of the net whose beliefs are the inputs."""
    return weights.parameters if weights.observer is None else weights.observer


def play_exploiter(*, file: str = "", carries: bool = True) -> DcubotExploiter:
    """Create the agent for the exploiter in a file, or the one shipped for the game."""
    return DcubotExploiter(load_weights(as_path(file)) if file else None, carries=carries)


def play_model(*, file: str, player_type: int = -1) -> DcubotModel:
    """Create the agent for the model in a file."""
    return DcubotModel(load_weights(as_path(file)), player_type=player_type)


def has_exploiter(game: Game) -> bool:
    """Return whether an exploiter for the game is shipped."""
    return game.definition in shipped_names(EXPLOITERS)


def plays_exploiter(game: Game, parameters: Mapping[str, Any]) -> bool:
    """Return whether the exploiter in ``file``, or a shipped one, is for the game."""
    return plays_named_weights(game, parameters) if parameters.get("file") else has_exploiter(game)


def _declare(
    weights: Weights,
    memory: TypeMemory,
    decisions: DecisionBatch,
    *,
    hole_cards: npt.NDArray[np.uint8],
    types: npt.NDArray[np.uint8],
) -> Distribution:
    typed = TypedPlayers(memory.priors(decisions), types)
    return declare(weights, decisions, hole_cards, typed=typed, followers=memory.followers)


AGENTS = (
    AgentEntry(
        "dcubot-exploiter",
        play_exploiter,
        plays_exploiter,
        "a net trained to beat archetypes; loses heavily to better players such as dcubot",
        parts=list_files,
    ),
    AgentEntry(
        "dcubot-model",
        play_model,
        plays_named_weights,
        "a net fitted to a population: a player-type drawn for each match",
        parts=list_files,
    ),
)
