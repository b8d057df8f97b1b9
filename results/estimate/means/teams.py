"""Teams: the agents of one team count as one player."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from railbird.results.estimate.means.line_up_means import LineUpMeans
from railbird.results.estimate.uncertainty.intervals import Integers
from railbird.results.store.manifest import AgentRecord


@dataclass(frozen=True, slots=True)
class Teams:
    """Teams of entries: names, and int64[E] the team and the line-up of teams of each.

    `line_ups` int64[T, N] are the different line-ups of teams.
    """

    names: list[str]
    of_entry: Integers
    line_ups: Integers
    line_up_of_entry: Integers


def has_teams(agents: tuple[AgentRecord, ...]) -> bool:
    """Return whether any agent has a team."""
    return any(agent.team for agent in agents)


def team_names(agents: tuple[AgentRecord, ...]) -> dict[str, str]:
    """Return each label's team; an agent without one forms a team of its own.

    A team with the name of an agent without a team is called "NAME (team)".
    """
    lone = {agent.label for agent in agents if not agent.team}
    return {
        agent.label: (f"{agent.team} (team)" if agent.team in lone else agent.team) or agent.label
        for agent in agents
    }


def teams_of(means: LineUpMeans, team_of: Mapping[str, str]) -> Teams:
    """Return the teams that played, given the team of each label."""
    labels = means.sets.agents
    played = {team_of[labels[agent]] for agent in np.unique(means.entry_agents).tolist()}
    names = sorted(played)
    team = np.array([names.index(team_of[a]) if team_of[a] in played else 0 for a in labels])
    of_line_up = np.sort(team[means.sets.line_ups].reshape(means.sets.line_ups.shape), axis=1)
    line_ups, numbers = np.unique(of_line_up, axis=0, return_inverse=True)
    numbers = np.repeat(numbers.reshape(-1), means.seat_count)
    return Teams(names, team[means.entry_agents].reshape(-1), line_ups, numbers)
