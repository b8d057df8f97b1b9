"""The agent that plays a file of weights."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.dcubot.net.answers import Followers, answer
from railbird.agents.dcubot.net.batches import Questions, TypedPlayers
from railbird.agents.dcubot.net.shipped import SELF_PLAY, find_shipped, shipped_names
from railbird.agents.dcubot.net.weights import Weights, load_weights, read_weights_game
from railbird.agents.parameters import as_path, list_files
from railbird.plugins import (
    BETTING_KINDS,
    AgentEntry,
    AgentError,
    DecisionBatch,
    Distribution,
    Game,
)

KINDS = np.array(BETTING_KINDS, np.uint8)


class Dcubot:
    """Computes utilities of calling and raising with a small net, and samples an action.

    How it plays: for a call and for a raise the net computes the odds of eight outcome states from
    the betting, the cards and the observer model's beliefs about the opponents' cards, values each
    state by the betting, and subtracts the cost; folding has the value 0; a soft-max decides.
    Source: document 001, chapter 4 and appendix 9. Decided here: ``file`` contains the weights; by
    default those shipped for the game are used. See ``docs/dcubot.md`` for where the net departs
    from the source.
    """

    stationary = True

    def __init__(self, *, file: str = "", weights: Weights | None = None) -> None:
        """Read the file, if one is given; the shipped ones are read when the game is known."""
        self._weights = load_weights(as_path(file)) if file else weights

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Return the soft-max, as if the hole cards were those given."""
        return declare(self._weights_for(decisions.game), decisions, hole_cards)

    def _weights_for(self, game: Game) -> Weights:
        if self._weights is None:
            self._weights = find_shipped(game.definition)
        if self._weights is None:
            raise AgentError(
                f"there are no shipped weights for {game.name}; give a file that was trained for "
                "it: dcubot:file=PATH"
            )
        if self._weights.shape.player_types:
            raise AgentError(
                "the weights have player-types, which dcubot does not support; use "
                "dcubot-exploiter or dcubot-model"
            )
        require_game(self._weights, game, trainer="dcubot")
        return self._weights


def declare(
    weights: Weights,
    decisions: DecisionBatch,
    hole_cards: npt.NDArray[np.uint8],
    *,
    typed: TypedPlayers | None = None,
    followers: Followers | None = None,
) -> Distribution:
    """Return the soft-max of a net; ``typed`` and its ``followers`` are for player-types."""
    probability = answer(
        weights.shape,
        weights.parameters,
        Questions(decisions.match, hole_cards, decisions.board, decisions.betting_texts),
        followers=weights.followers if followers is None else followers,
        observer=weights.observer,
        typed=typed,
    ).astype(np.float64)
    probability /= (probability[:, 0] + probability[:, 1] + probability[:, 2])[:, None]
    return Distribution(probability, KINDS)


def require_game(weights: Weights, game: Game, *, trainer: str) -> None:
    """Refuse weights of another game; ``trainer`` is the trainer for this one."""
    if weights.shape.definition != game.definition:
        raise AgentError(
            f"the weights were trained for another game than {game.name}; train for this one "
            f"with railbird train {trainer}"
        )


def has_weights(game: Game) -> bool:
    """Return whether weights for the game are shipped."""
    return game.definition in shipped_names(SELF_PLAY)


def plays_weights(game: Game, parameters: Mapping[str, Any]) -> bool:
    """Return whether the weights in the parameter ``file``, or shipped ones, are for the game."""
    return plays_named_weights(game, parameters) if parameters.get("file") else has_weights(game)


def plays_named_weights(game: Game, parameters: Mapping[str, Any]) -> bool:
    """Return whether a file is given, and for the game."""
    file = parameters.get("file")
    return bool(file) and read_weights_game(as_path(file)) == game.definition


AGENTS = (
    AgentEntry(
        "dcubot",
        Dcubot,
        plays_weights,
        "a net trained by self-play",
        parts=list_files,
    ),
)
