"""The table loop: plays whole matches, many at once.

At every step each agent is asked once for all its waiting decisions, at any number of tables, and
all tables advance; a table that ends a hand starts its next one in the same step. Agents that
answer alike are asked together, as if they were one. With few tables, only one agent is asked per
step. Seats of external players are played by RemoteSeats between the steps, those of asynchronous
agents by AsynchronousSeats, each match at its own pace.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from railbird.harness.table.asking.alike import Asked, ask_with, one_by_one
from railbird.harness.table.asynchronous.decision_log import AsynchronousPlay
from railbird.harness.table.line_up_columns import LineUpColumns, make_columns, seated_labels
from railbird.harness.table.match_loop import MatchLoop
from railbird.harness.table.match_results import MatchResults
from railbird.harness.table.play_rules import AgentFactory, PlannedMatch, PlayRules
from railbird.harness.table.remote.isolated_seats import IsolatedSeats
from railbird.harness.table.remote.remote_connections import RemoteConnections
from railbird.harness.table.remote.remote_seats import seat_keys
from railbird.harness.table.ring_games import make_rings
from railbird.harness.table.several_tables import (
    by_tournament,
    make_tournaments,
)
from railbird.plugins import Game


def play_matches(
    game: Game,
    plans: Sequence[PlannedMatch],
    agents: Mapping[str, AgentFactory],
    *,
    rules: PlayRules,
    connections: RemoteConnections | None = None,
) -> MatchResults:
    """Play the planned matches; ``agents`` are the factories of all labels in them.

    Labels of ``connections`` are played by external players. The play of a match depends only on
    its plan, the rules and its agents, not on the matches played alongside, unless an external
    player exceeds a time limit. Raises ValueError for plans that do not fit the game or the agents.
    """
    if rules.mode == "ring":
        return _play_rings(game, plans, agents, rules=rules, connections=connections)
    if rules.field is not None:
        return _play_tournaments(game, plans, agents, rules=rules, connections=connections)
    asked = _ask(plans, agents, rules, connections)
    columns = make_columns(
        plans, asked.groups, known=asked.known, game=game, may_repeat=rules.shared_seats
    )
    loop = MatchLoop(game, columns, rules)
    if connections is not None and rules.session is not None:
        loop.isolate(_isolate(connections, columns, plans, rules=rules))
    elif connections is not None:
        loop.connect(connections)
    return loop.play(asked.agents)


def _play_tournaments(
    game: Game,
    plans: Sequence[PlannedMatch],
    agents: Mapping[str, AgentFactory],
    *,
    rules: PlayRules,
    connections: RemoteConnections | None,
) -> MatchResults:
    """Play tournaments of several tables; the results have a match for each."""
    width = game.definition.player_count
    asked = _ask(plans, agents, rules, connections)
    tournaments = make_tournaments(plans, asked, rules, width=width)
    loop = MatchLoop(game, tournaments.columns, rules, tournaments=tournaments)
    if connections is not None:
        loop.isolate(_isolate(connections, tournaments.columns, plans, rules=rules))
    return by_tournament(
        loop.play(asked.agents), table_count=rules.table_count, agent_count=len(plans[0].agents)
    )


def _play_rings(
    game: Game,
    plans: Sequence[PlannedMatch],
    agents: Mapping[str, AgentFactory],
    *,
    rules: PlayRules,
    connections: RemoteConnections | None,
) -> MatchResults:
    """Play sessions of ring games; the results have a match for each."""
    asked = _ask(plans, agents, rules, connections)
    rings = make_rings(plans, asked, rules=rules, definition=game.definition)
    isolated: Mapping[str, IsolatedSeats] = {}
    if connections is not None:  # the first tables are chosen as the loop is made
        isolated = _isolate(connections, rings.tables.columns, plans, rules=rules)
        rings.agents.isolate(isolated)
    loop = MatchLoop(game, rings.tables.columns, rules, tournaments=rings.tables)
    loop.let_choose(rings.agents)
    if isolated:
        loop.isolate(isolated)
    results = by_tournament(
        loop.play(asked.agents), table_count=rules.table_count, agent_count=len(plans[0].agents)
    )
    return rings.finish(results)


def _ask(
    plans: Sequence[PlannedMatch],
    agents: Mapping[str, AgentFactory],
    rules: PlayRules,
    connections: RemoteConnections | None,
) -> Asked:
    connected = frozenset[str]() if connections is None else connections.labels
    return ask_with(connected, seated_labels(plans), agents=agents, rules=rules)


async def play_matches_asynchronously(
    game: Game,
    plans: Sequence[PlannedMatch],
    agents: Mapping[str, AgentFactory],
    *,
    rules: PlayRules,
    asynchronous: AsynchronousPlay,
) -> MatchResults:
    """Play the planned matches like `play_matches`, with asynchronous agents at the tables.

    Many calls may go on in one event loop. Cancelling one cancels the decisions that are open.
    """
    seated, slow = seated_labels(plans), asynchronous.labels
    columns = make_columns(
        plans,
        one_by_one(seated - slow) + one_by_one(seated & slow),
        known=agents.keys() | slow,
        game=game,
        may_repeat=rules.shared_seats,
    )
    return await MatchLoop(game, columns, rules).play_asynchronously(agents, asynchronous)


def _isolate(
    connections: RemoteConnections,
    columns: LineUpColumns,
    plans: Sequence[PlannedMatch],
    *,
    rules: PlayRules,
) -> Mapping[str, IsolatedSeats]:
    """Return the players of agents in processes of their own, by label."""
    shape = columns.controllers.shape
    keys = np.broadcast_to(columns.match_keys[:, None], shape)
    if rules.deals.secret is not None:
        keys = seat_keys(columns.match_keys, shape[1])
    return {
        label: IsolatedSeats(
            connections,
            keys,
            line_of=partial(_line_of, label, plans, rules),
            table_count=rules.table_count,
            prizes=rules.prizes,
        )
        for label in columns.labels
        if label in connections.labels
    }


def _line_of(
    label: str, plans: Sequence[PlannedMatch], rules: PlayRules, place: tuple[int, int]
) -> tuple[int, int]:
    """Return which connection an agent has in a seat: that of the seat.

    With several tables it is that of the agent in the tournament or session, by its number there.
    """
    table, seat = place
    if not rules.table_count:
        return table, seat
    group = table // rules.table_count
    return group, plans[group].agents.index(label)
