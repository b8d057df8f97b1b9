"""dcubot: a small net that learns to play limit games by playing itself (document 001)."""

from railbird.agents.dcubot.crowd_players import (
    DcubotExploiter,
    DcubotModel,
    has_exploiter,
    play_exploiter,
    play_model,
    plays_exploiter,
)
from railbird.agents.dcubot.exploiting import train_exploiter
from railbird.agents.dcubot.modelling import fit_opponents
from railbird.agents.dcubot.player import Dcubot, has_weights, plays_named_weights, plays_weights
from railbird.agents.dcubot.training import train_by_self_play

__all__ = [
    "Dcubot",
    "DcubotExploiter",
    "DcubotModel",
    "fit_opponents",
    "has_exploiter",
    "has_weights",
    "play_exploiter",
    "play_model",
    "plays_exploiter",
    "plays_named_weights",
    "plays_weights",
    "train_by_self_play",
    "train_exploiter",
]
