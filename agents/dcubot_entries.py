"""dcubot's agents, as entries."""

from railbird.agents.dcubot import (
    Dcubot,
    play_exploiter,
    play_model,
    plays_exploiter,
    plays_named_weights,
    plays_weights,
)
from railbird.agents.strategy.files import list_files
from railbird.plugins import AgentEntry

AGENTS = (
    AgentEntry(
        "dcubot",
        Dcubot,
        plays_weights,
        "a net that learnt by playing itself",
        parts=list_files,
    ),
    AgentEntry(
        "dcubot-exploiter",
        play_exploiter,
        plays_exploiter,
        "a net that learnt to beat a population, and tells its players apart",
        parts=list_files,
    ),
    AgentEntry(
        "dcubot-model",
        play_model,
        plays_named_weights,
        "a net fitted to a population: a player-type drawn for each match",
        parts=list_files,
    ),
)
