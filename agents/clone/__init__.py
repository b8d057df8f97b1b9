"""Learns a player from stored hands, and plays as he did (document 002, section 6)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.agents.clone.decisions.features import FeatureSet
    from railbird.agents.clone.decisions.replay import Decisions, decisions_of
    from railbird.agents.clone.learning.trainer import learn_player
    from railbird.agents.clone.model.clone_model import CloneModel
    from railbird.agents.clone.model.model_file import read_model, write_model
    from railbird.agents.clone.player import Clone, play_clone, play_model
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "Clone",
    "CloneModel",
    "Decisions",
    "FeatureSet",
    "decisions_of",
    "learn_player",
    "play_clone",
    "play_model",
    "read_model",
    "write_model",
]
