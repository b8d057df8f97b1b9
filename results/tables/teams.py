"""Tables by team: agents of one team are one player, whichever of them sits at the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.results.estimate.intervals import Integers
from railbird.results.estimate.line_up_means import LineUpMeans
from railbird.results.store.manifest import AgentRecord
from railbird.results.tables.cross_table import against_zero, as_floats, as_nullable, table_of
from railbird.results.tables.rankings import rank
from railbird.results.tables.table_schemas import TEAM_BANKROLL, TEAM_TABLE


@dataclass(frozen=True, slots=True)
class _Teams:
    """Teams of entries: names, and int64[E] the team and the line-up of teams of each.

    `line_ups` int64[T, N] are the different line-ups of teams.
    """

    names: list[str]
    of_entry: Integers
    line_ups: Integers
    line_up_of_entry: Integers


def team_names(agents: tuple[AgentRecord, ...]) -> dict[str, str]:
    """Return each label's team; who has none is a team of his own.

    A team named as a lone agent is called "NAME (team)", since the two are not one.
    """
    lone = {agent.label for agent in agents if not agent.team}
    return {
        agent.label: (f"{agent.team} (team)" if agent.team in lone else agent.team) or agent.label
        for agent in agents
    }


def team_table(means: LineUpMeans, team_of: Mapping[str, str]) -> pa.Table:
    """Return each team's mean in each line-up of teams, in schema TEAM_TABLE.

    Line-ups of agents with the same teams weigh the same.
    """
    teams = _teams(means, team_of)
    keys = teams.line_up_of_entry * len(teams.names) + teams.of_entry
    found, groups = np.unique(keys, return_inverse=True)
    entries = np.arange(len(keys))
    result = means.grouped(entries, groups, group_count=len(found))
    line_ups = teams.line_ups[found // len(teams.names)].tolist()
    columns: list[Any] = [
        [[teams.names[team] for team in line_up] for line_up in line_ups],
        [teams.names[team] for team in (found % len(teams.names)).tolist()],
        as_floats(result.mean),
        as_nullable(result.half_width),
        result.line_ups,
        result.hands,
        against_zero(means, result),
    ]
    return table_of(columns, TEAM_TABLE)


def team_bankroll(means: LineUpMeans, team_of: Mapping[str, str]) -> pa.Table:
    """Rank teams by the mean over their line-ups of teams, in schema TEAM_BANKROLL.

    As table 41 of document 000 does: a team with more programs has no more weight for them.
    """
    teams = _teams(means, team_of)
    keys = teams.line_up_of_entry * len(teams.names) + teams.of_entry
    _, numbers, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    whole = lcm(*sizes.tolist()) if len(sizes) else 1
    entries = np.arange(len(keys))
    weights = whole // sizes[numbers]
    result = means.grouped(
        entries, teams.of_entry, group_count=len(teams.names), weights=weights.astype(np.int64)
    )
    line_ups = np.bincount(np.unique(keys) % len(teams.names), minlength=len(teams.names))
    rows = [
        {
            "rank": place,
            "team": teams.names[team],
            "mbb_per_hand": float(result.mean[team] or 0),
            "half_width": as_nullable(result.half_width)[team],
            "team_line_ups": int(line_ups[team]),
            "line_ups": int(result.line_ups[team]),
            "hands": int(result.hands[team]),
        }
        for team, place in rank(list(range(len(teams.names))), result)
    ]
    return pa.Table.from_pylist(rows, schema=TEAM_BANKROLL)


def _teams(means: LineUpMeans, team_of: Mapping[str, str]) -> _Teams:
    labels = means.sets.agents
    played = {team_of[labels[agent]] for agent in np.unique(means.entry_agents).tolist()}
    names = sorted(played)
    team = np.array([names.index(team_of[a]) if team_of[a] in played else 0 for a in labels])
    of_line_up = np.sort(team[means.sets.line_ups].reshape(means.sets.line_ups.shape), axis=1)
    line_ups, numbers = np.unique(of_line_up, axis=0, return_inverse=True)
    numbers = np.repeat(numbers.reshape(-1), means.seat_count)
    return _Teams(names, team[means.entry_agents].reshape(-1), line_ups, numbers)
