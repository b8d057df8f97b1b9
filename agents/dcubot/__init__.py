"""dcubot: a small net that learns to play limit games by playing itself (document 001)."""

from railbird.agents.dcubot.player import Dcubot, has_weights, plays_weights
from railbird.agents.dcubot.training import train_by_self_play

__all__ = ["Dcubot", "has_weights", "plays_weights", "train_by_self_play"]
