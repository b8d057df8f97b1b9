"""dcubot: a small neural net that learns to play limit games by self-play (document 001)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.agents.dcubot.modelling.fitting import fit_opponents
    from railbird.agents.dcubot.play.player import (
        Dcubot,
        has_weights,
        plays_named_weights,
        plays_weights,
    )
    from railbird.agents.dcubot.play.typed_players import (
        DcubotExploiter,
        DcubotModel,
        has_exploiter,
        play_exploiter,
        play_model,
        plays_exploiter,
    )
    from railbird.agents.dcubot.training.exploiting import train_exploiter
    from railbird.agents.dcubot.training.presets import PRESETS
    from railbird.agents.dcubot.training.self_play import train_by_self_play
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "PRESETS",
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
