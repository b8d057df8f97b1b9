"""Small cases of players to learn: hands that were played, and decisions in them."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from railbird.agents.baselines import Call, Uniform
from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import Decisions, decisions_of
from railbird.agents.clone.learning.boosting import fit_trees
from railbird.agents.clone.model.clone_model import CloneModel, Origin
from railbird.agents.holdem.archetype import Archetype
from railbird.harness.analysis.training import training_tools
from railbird.harness.games.library import load_house_games
from railbird.plugins import Game, TrainingHands

GAMES = {game.name: game for game in load_house_games()}
ORIGIN = Origin("somebody", "trees", 0, 0, 0, {})


def played(
    game: Game, agents: Sequence[Any], *, decks: int, hands: int, seed: int = 1
) -> TrainingHands:
    """Matches of agents, agent i in seat i."""
    return training_tools(game, seed, print).play(agents, 0, decks, hands)


@cache
def archetype_cases(name: str, style: str, decks: int = 20, hands: int = 60) -> Decisions:
    """Decisions of an archetype beside others."""
    game = GAMES[name]
    others = ("fish", "maniac", "rock", "fox", "ace")[: game.definition.player_count - 1]
    found = played(game, [Archetype(style), *map(Archetype, others)], decks=decks, hands=hands)
    return decisions_of(game, [found], 0, feature_set=FeatureSet(game.definition))


@cache
def leduc_model() -> CloneModel:
    """A clone of the uniform player in Leduc."""
    game = GAMES["leduc"]
    found = played(game, [Uniform(), Call()], decks=10, hands=50)
    feature_set = FeatureSet(game.definition)
    decisions = decisions_of(game, [found], 0, feature_set=feature_set)
    return fit_trees(decisions, feature_set, origin=ORIGIN, seed=0)


def with_kinds(decisions: Decisions, kinds: Any) -> Decisions:
    """The same decisions with other actions."""
    columns = {name: getattr(decisions, name) for name in Decisions.__slots__}
    return Decisions(**{**columns, "kind": np.asarray(kinds, np.uint8)})
