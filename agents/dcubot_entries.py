"""dcubot's agents and trainers, as entries."""

from railbird.agents.dcubot import (
    Dcubot,
    DcubotExploiter,
    DcubotModel,
    fit_opponents,
    has_weights,
    plays_named_weights,
    plays_weights,
    train_by_self_play,
    train_exploiter,
)
from railbird.plugins import AgentEntry, Game, Trainer


def _plays_files_alone(_: Game) -> bool:
    return False


DCUBOT_AGENTS = (
    AgentEntry("dcubot", Dcubot, has_weights, "a net that learnt by playing itself", plays_weights),
    AgentEntry(
        "dcubot-exploiter",
        DcubotExploiter,
        _plays_files_alone,
        "a net that learnt to beat a population, and tells its players apart",
        plays_named_weights,
    ),
    AgentEntry(
        "dcubot-model",
        DcubotModel,
        _plays_files_alone,
        "a net fitted to a population: a player-type drawn for each match",
        plays_named_weights,
    ),
)

DCUBOT_TRAINERS = (
    Trainer("dcubot", train_by_self_play, "a net that plays itself, limit games"),
    Trainer("dcubot-exploiter", train_exploiter, "a net that beats one file of weights"),
    Trainer(
        "dcubot-model",
        fit_opponents,
        "a net that plays as its players did, eight types of them",
        "fit-opponents",
    ),
)
