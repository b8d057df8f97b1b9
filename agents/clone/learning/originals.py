"""The agents that played a run: what they declare, and new instances of them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from railbird.agents.clone.decisions.replay import Declare
from railbird.native import RailbirdError
from railbird.plugins import (
    StoredPlayer,
    declares_probabilities,
    form_of,
    load_registry,
)


def find_original(player: StoredPlayer) -> Callable[[], Any] | None:
    """Return what makes the agent of a stored player; None for an imported or a missing one."""
    if not player.agent:
        return None
    offers = load_registry().agent_offers
    if player.agent not in offers:
        return None
    return partial(offers[player.agent].entry.factory, **player.parameters)


def find_declared_play(player: StoredPlayer) -> Declare | None:
    """Return what a player's agent declares, if it is of the batch form and has no memory."""
    make = find_original(player)
    if make is None:
        return None
    try:
        agent = make()
    except (RailbirdError, OSError):
        return None  # its file may be gone: then it is learned like an unknown one
    if form_of(agent) != "batch" or not declares_probabilities(agent) or not agent.stationary:
        return None
    declare: Declare = agent.probabilities_batch
    return declare
