"""dcubot's agents and trainers, as entries."""

from railbird.agents.dcubot import (
    Dcubot,
    fit_opponents,
    has_exploiter,
    has_weights,
    play_exploiter,
    play_model,
    plays_exploiter,
    plays_named_weights,
    plays_weights,
    train_by_self_play,
    train_exploiter,
)
from railbird.agents.strategy_files import list_files
from railbird.plugins import AgentEntry, Game, Trainer


def _plays_files_alone(_: Game) -> bool:
    return False


DCUBOT_AGENTS = (
    AgentEntry(
        "dcubot",
        Dcubot,
        has_weights,
        "a net that learnt by playing itself",
        plays_weights,
        parts=list_files,
    ),
    AgentEntry(
        "dcubot-exploiter",
        play_exploiter,
        has_exploiter,
        "a net that learnt to beat a population, and tells its players apart",
        plays_exploiter,
        parts=list_files,
    ),
    AgentEntry(
        "dcubot-model",
        play_model,
        _plays_files_alone,
        "a net fitted to a population: a player-type drawn for each match",
        plays_named_weights,
        parts=list_files,
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
