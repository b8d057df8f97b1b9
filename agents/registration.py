"""The hook through which our agents come, as anybody's do."""

from railbird.agents.bluffer import Bluffer
from railbird.agents.call import Call
from railbird.agents.chump import Chump
from railbird.agents.coach import Coach, list_members
from railbird.agents.dcubot_entries import DCUBOT_AGENTS, DCUBOT_TRAINERS
from railbird.agents.fold import Fold
from railbird.agents.holdem_entries import HOLDEM_AGENTS
from railbird.agents.kuhn import is_kuhn
from railbird.agents.raise_least import RaiseLeast
from railbird.agents.raise_pot import RaisePot
from railbird.agents.strategy_entries import STRATEGY_AGENTS
from railbird.agents.uniform import Uniform
from railbird.plugins import AgentEntry, Trainer, hookimpl


@hookimpl
def railbird_agents() -> list[AgentEntry]:
    """Offer the baseline agents and the named ones."""
    return [
        *HOLDEM_AGENTS,
        *DCUBOT_AGENTS,
        *STRATEGY_AGENTS,
        AgentEntry("bluffer", Bluffer, is_kuhn, "Kuhn: bets the top card, bluffs one in five"),
        AgentEntry("call", Call, summary="calls everything"),
        AgentEntry("chump", Chump, is_kuhn, "Kuhn: bets and calls without looking at its card"),
        AgentEntry(
            "coach",
            Coach,
            summary="a team: who did best of late plays",
            takes_agents=True,
            parts=list_members,
        ),
        AgentEntry("fold", Fold, summary="folds unless checking is free"),
        AgentEntry("raise", RaiseLeast, summary="raises as little as it may, whenever it may"),
        AgentEntry("raise-pot", RaisePot, summary="raises the pot whenever it may"),
        AgentEntry("uniform", Uniform, summary="takes each legal kind of action equally often"),
    ]


@hookimpl
def railbird_trainers() -> list[Trainer]:
    """Offer the trainers of the agents that learn."""
    return list(DCUBOT_TRAINERS)
