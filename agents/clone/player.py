"""The agent that plays as a player whose decisions were learned."""

from collections.abc import Mapping
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.decisions.features import WINDOW, Counts
from railbird.agents.clone.decisions.replay import has_choice
from railbird.agents.clone.model.clone_model import CloneModel
from railbird.agents.clone.model.model_file import load_model, read_model_game
from railbird.agents.clone.model.net_model import NetModel
from railbird.agents.parameters import as_path, list_files, require_choice
from railbird.agents.raise_chips import raise_chips_of
from railbird.plugins import (
    ActionKind,
    AgentEntry,
    AgentError,
    AnyAgent,
    DecisionBatch,
    Distribution,
    Game,
    HandBatch,
    MatchBatch,
    StyleMemory,
)

Model = CloneModel | NetModel
Mode = Literal["sample", "likeliest"]
MOST_SHARE = 0.95
"""With fewer rows that have a choice, the others are left out."""


class Clone:
    """Plays by the probabilities of a model that was learned from a player's decisions.

    How it plays: gradient-boosted trees, or a net of dcubot's in limit games, give probabilities of
    fold, call and raise from what the player sees, and trees those of the size of a raise; it
    samples, or takes the likeliest. Source: document
    002, section 6, whose methods it replaces. Decided here: see ``docs/learning-a-player.md``.
    """

    stationary = True

    def __init__(self, model: Model, *, is_likeliest: bool = False) -> None:
        """Play the model."""
        self._model = model
        self._is_likeliest = is_likeliest

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare the model's probabilities, as if the hole cards were those given."""
        return self._declare(decisions, hole_cards, None)

    def _declare(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8], counts: Counts | None
    ) -> Distribution:
        return declare_model(
            self._model, decisions, hole_cards, counts=counts, is_likeliest=self._is_likeliest
        )


class RememberingClone(Clone):
    """The same with a model that also looks at what opponents did in former hands of the match."""

    stationary = False

    def __init__(self, model: Model, *, is_likeliest: bool = False) -> None:
        """Play the model."""
        super().__init__(model, is_likeliest=is_likeliest)
        self._memory: StyleMemory | None = None

    def start_matches(self, matches: MatchBatch) -> None:
        """Start observing."""
        self._memory = StyleMemory(matches, window=WINDOW)

    def end_hands(self, hands: HandBatch) -> None:
        """Observe the actions of all players."""
        if self._memory is not None:
            self._memory.tell(hands)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare the model's probabilities, as if the hole cards were those given."""
        if self._memory is None:
            raise AgentError("the clone was asked before the match was started")
        by_seat = self._memory.counts(decisions.match)
        rows = np.arange(len(decisions))[:, None]
        return self._declare(decisions, hole_cards, by_seat[rows, decisions.seats])


def declare_model(
    model: Model,
    decisions: DecisionBatch,
    hole_cards: npt.NDArray[np.uint8],
    *,
    counts: Counts | None = None,
    is_likeliest: bool = False,
) -> Distribution:
    """Return a model's probabilities; ``counts`` as for FeatureSet.compute.

    Where only one kind of action is legal, nothing is computed.
    """
    rows = np.flatnonzero(has_choice(decisions.legal))
    if len(rows) < MOST_SHARE * len(decisions):
        part = decisions.take(rows)
        own_counts = None if counts is None else counts[rows]
        said = _declare(model, part, hole_cards[rows], own_counts, is_likeliest)
        return _with_calls(said, rows, len(decisions))
    return _declare(model, decisions, hole_cards, counts, is_likeliest)


def _declare(
    model: Model,
    decisions: DecisionBatch,
    hole_cards: npt.NDArray[np.uint8],
    counts: Counts | None,
    is_likeliest: bool,
) -> Distribution:
    if isinstance(model, NetModel):
        return model.declare(decisions, hole_cards, is_likeliest=is_likeliest)
    features = model.feature_set.compute(decisions, hole_cards, counts=counts)
    chips = raise_chips_of(decisions) if decisions.game.definition.raises_are_sized else None
    return model.declare(features, decisions.legal, chips, is_likeliest=is_likeliest)


def _with_calls(said: Distribution, rows: npt.NDArray[np.intp], count: int) -> Distribution:
    """Put what was said of some rows among rows that call, at which nobody has a choice."""
    probability = np.zeros((count, len(said.kinds)))
    probability[:, said.kinds.tolist().index(ActionKind.CALL)] = 1.0
    probability[rows] = said.probability
    if said.least is None or said.most is None:
        return Distribution(probability, said.kinds)
    bounds = []
    for bound in (said.least, said.most):
        whole = np.zeros((count, *bound.shape[1:]), np.int64)
        whole[rows] = bound
        bounds.append(whole)
    return Distribution(probability, said.kinds, *bounds)


def play_clone(*, file: str, mode: Mode = "sample") -> AnyAgent:
    """Play the model in a file that `railbird learn` wrote; see Clone."""
    is_likeliest = require_choice("mode", mode, get_args(Mode)) == "likeliest"
    return play_model(load_model(as_path(file)), is_likeliest=is_likeliest)


def play_model(model: Model, *, is_likeliest: bool = False) -> AnyAgent:
    """Play a model in the form that fits it."""
    form = RememberingClone if model.has_memory else Clone
    return form(model, is_likeliest=is_likeliest)


def plays_model(game: Game, parameters: Mapping[str, Any]) -> bool:
    """Return whether a file is given, and for the game."""
    file = parameters.get("file")
    return bool(file) and read_model_game(as_path(file)) == game.definition


def say_why_not(game: Game, parameters: Mapping[str, Any]) -> str:
    """Say what is missing for a game."""
    if not parameters.get("file"):
        return "it needs a file that `railbird learn` wrote: clone:file=PATH"
    return f"its file was learned from another game than {game.name}"


AGENTS = (
    AgentEntry(
        "clone",
        play_clone,
        plays_model,
        "plays as a player that was learned from stored hands",
        parts=list_files,
        why_not=say_why_not,
    ),
)
