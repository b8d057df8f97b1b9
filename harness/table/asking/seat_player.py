"""Seats agents of either form."""

from railbird.harness.table.asking.asking import Asking, Player
from railbird.harness.table.asking.batch_player import BatchPlayer
from railbird.harness.table.asking.simple_player import SimplePlayer
from railbird.harness.table.asking.split_player import SplitPlayer
from railbird.harness.table.call_points import call_points_of_starts
from railbird.harness.table.judging.incident_log import Violation
from railbird.harness.table.play_rules import AgentFactory
from railbird.plugins import MatchBatch, form_of
from railbird.plugins.contract.agent import keeps_memory, require_synchronous
from railbird.plugins.contract.method_arguments import require_arguments


def seat_player(
    asking: Asking, factory: AgentFactory, matches: MatchBatch
) -> tuple[Player, list[Violation]]:
    """Create a player for all of an agent's seats and start its matches.

    The first instance shows the agent's form. If it cannot be created the agent is treated as a
    simple agent, and creation is tried again seat by seat, with a violation for each failure;
    likewise for a batch agent that fails at the start, and for one with a memory where matches
    start again.
    """
    if asking.watch is not None:
        asking.announce(call_points_of_starts(matches)[0])
    player: Player
    try:
        first = factory()
        is_simple = form_of(first) == "simple"
        require_arguments(type(first))
        require_synchronous(first)
    except BaseException as error:
        asking.violation(0, error)
        first, is_simple = None, True
    if is_simple:
        player = SimplePlayer(asking, factory, first=first)
    elif asking.watch is not None or (asking.starts_again and keeps_memory(first)):
        player = SplitPlayer(asking, factory, first=first)
    else:
        together = BatchPlayer(asking, first)
        told = _start_together(together, asking, matches)
        if told is not None:
            return together, told
        player = SplitPlayer(asking, factory)
    return player, player.start(matches)


def _start_together(
    player: BatchPlayer, asking: Asking, matches: MatchBatch
) -> list[Violation] | None:
    """Start all matches at once; None if that fails."""
    try:
        return player.start(matches)
    except BaseException as error:
        asking.violation(0, error)
        return None
