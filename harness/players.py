"""Seats agents of either form at the tables."""

from typing import Any

from railbird.harness.asking import Asking, Player
from railbird.harness.batch_player import BatchPlayer
from railbird.harness.moments import moments_of_starts
from railbird.harness.play_rules import AgentFactory
from railbird.harness.simple_player import SimplePlayer
from railbird.plugins import MatchBatch, form_of


def make_player(asking: Asking, factory: AgentFactory, matches: MatchBatch) -> Player:
    """Make a player for all of an agent's seats; the first instance tells its form.

    An agent that cannot be made is taken for a simple one, tried again, and at fault, seat by seat.
    """
    first: Any = None
    asking.announce(moments_of_starts(matches)[0])
    try:
        first = factory()
        if form_of(first) == "batch":
            return BatchPlayer(asking, first)
    except BaseException as error:
        asking.misdeed(0, error)
        first = None
    return SimplePlayer(asking, factory, first=first)
