"""A player to learn: his decisions, the features, and what to warn of."""

from dataclasses import dataclass
from typing import Literal

from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import Decisions
from railbird.agents.clone.learning.net_fitting import PlayerHands
from railbird.agents.clone.model.clone_model import Origin
from railbird.plugins import StoredPlayer

Method = Literal["tuples", "tree", "trees", "net"]
Cards = Literal["known", "public"]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A player to learn: all decisions, the features to learn from, and what to warn of.

    ``hands`` are all hands of the run, where a net is learned; ``drawn_by`` is the name of the file
    by whose model hidden cards were drawn, if they were.
    """

    decisions: Decisions
    feature_set: FeatureSet
    players: tuple[StoredPlayer, ...]
    number: int
    known_count: int
    warnings: tuple[str, ...] = ()
    hands: PlayerHands | None = None
    drawn_by: str = ""

    @property
    def player(self) -> StoredPlayer:
        """The player."""
        return self.players[self.number]


def origin_of(case: Case, method: Method, seed: int) -> Origin:
    """Where a model of a case comes from."""
    label, count = case.player.label, len(case.decisions)
    return Origin(label, method, count, case.known_count, seed, {}, case.warnings)
