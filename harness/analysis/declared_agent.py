"""An agent named on the command line that is asked for its strategy, without a seat."""

from collections.abc import Callable
from functools import partial
from typing import Any

from railbird.harness.errors import SpecError
from railbird.harness.plan.match_spec import read_agents
from railbird.plugins import Game, Registry, check_parameters


def find_declared(agent: str, game: Game, registry: Registry) -> Callable[[], Any]:
    """Return the agent's factory; raises SpecError if it does not play the game."""
    (spec,) = read_agents([agent])
    entry = registry.agent(spec.agent)
    check_parameters(entry, spec.parameters)
    if not entry.plays(game, spec.parameters):
        raise SpecError(f"agent '{spec.agent}' does not play {game.name}; choose another game")
    return partial(entry.factory, **spec.parameters)
