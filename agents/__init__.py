"""The agents that come with railbird, one idea a file, registered like anybody's."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.agents.archetype import Archetype
    from railbird.agents.bluffer import Bluffer
    from railbird.agents.call import Call
    from railbird.agents.chump import Chump
    from railbird.agents.coach import Coach
    from railbird.agents.dcubot import Dcubot
    from railbird.agents.equilibrium import Equilibrium
    from railbird.agents.fold import Fold
    from railbird.agents.hermes import Hermes
    from railbird.agents.lucifer import Lucifer
    from railbird.agents.observer import Observer
    from railbird.agents.raise_least import RaiseLeast
    from railbird.agents.raise_pot import RaisePot
    from railbird.agents.registration import railbird_agents, railbird_trainers
    from railbird.agents.responses import BestResponse, RestrictedNash
    from railbird.agents.uniform import Uniform
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
    "Fold",
    "Hermes",
    "Lucifer",
    "Observer",
    "RaiseLeast",
    "RaisePot",
    "RestrictedNash",
    "Uniform",
    "railbird_agents",
    "railbird_trainers",
]
