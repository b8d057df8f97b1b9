"""The agents that play strategy files, as they are offered."""

from railbird.agents.equilibrium import Equilibrium
from railbird.agents.lucifer import Lucifer
from railbird.agents.responses import BestResponse, RestrictedNash
from railbird.agents.strategy_files import (
    has_strategy,
    has_strategy_set,
    list_files,
    plays_strategy,
    plays_strategy_set,
)
from railbird.plugins import AgentEntry

STRATEGY_AGENTS = (
    AgentEntry(
        "best-response",
        BestResponse,
        has_strategy,
        "wins most against a strategy file",
        plays_strategy,
        parts=list_files,
    ),
    AgentEntry(
        "equilibrium",
        Equilibrium,
        has_strategy,
        "plays a strategy file",
        plays_strategy,
        parts=list_files,
    ),
    AgentEntry(
        "lucifer",
        Lucifer,
        has_strategy_set,
        "a team of equilibria, which follows its results",
        plays_strategy_set,
        parts=list_files,
    ),
    AgentEntry(
        "restricted-nash",
        RestrictedNash,
        has_strategy,
        "exploits a strategy file at a bounded risk",
        plays_strategy,
        parts=list_files,
    ),
)
