"""The agents shipped with railbird, one idea per file, registered like those of any plugin."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.agents.baselines import Call, Fold, RaiseLeast, RaisePot, Uniform
    from railbird.agents.dcubot import Dcubot
    from railbird.agents.expected_strength.player import ExpectedStrength
    from railbird.agents.hermes import Hermes
    from railbird.agents.holdem.archetype import Archetype
    from railbird.agents.holdem.observer import Observer
    from railbird.agents.kuhn import Bluffer, Chump
    from railbird.agents.registration import (
        railbird_agents,
        railbird_commands,
        railbird_moved_agents,
        railbird_trainers,
    )
    from railbird.agents.strategy.equilibrium import Equilibrium
    from railbird.agents.strategy.lucifer import Lucifer
    from railbird.agents.strategy.responses import BestResponse, RestrictedNash
    from railbird.agents.team.coach import Coach
else:
    from railbird.facade import lazy_names

    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "Archetype",
    "BestResponse",
    "Bluffer",
    "Call",
    "Chump",
    "Coach",
    "Dcubot",
    "Equilibrium",
    "ExpectedStrength",
    "Fold",
    "Hermes",
    "Lucifer",
    "Observer",
    "RaiseLeast",
    "RaisePot",
    "RestrictedNash",
    "Uniform",
    "railbird_agents",
    "railbird_commands",
    "railbird_moved_agents",
    "railbird_trainers",
]
