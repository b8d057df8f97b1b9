"""Nash averaging of agents against tasks; here the tasks are line-ups of opponents.

Balduzzi, Tuyls, Perolat and Graepel, "Re-evaluating Evaluation" (2018), agents against tasks: one
player names an agent, the other a task, and the agent's score is what the first wins. In the
maximum-entropy equilibrium the relevant tasks have mass, and an agent's skill is its score against
them: adding a copy of a task changes no skill, and no agent gains from easy tasks.
"""

from dataclasses import dataclass

import numpy as np

from railbird.results.estimate.ranking.nash_averaging import nash_average
from railbird.results.estimate.uncertainty.intervals import Floats, Integers


@dataclass(frozen=True, slots=True)
class TaskAverage:
    """The equilibrium's mass on agents float64[A] and tasks float64[T], and agents' skill there."""

    mass: Floats
    task_mass: Floats
    skill: Floats


@dataclass(frozen=True, slots=True)
class Opponents:
    """The k results that make up agents' scores in tasks, int64[k] except the shares.

    Result `entry[k]`, which is that of member e % N of line-up e // N, is `share[k]` (float64) of
    the score of `agent[k]` in `task[k]`; the shares of a score add up to 1.
    """

    agent: Integers
    task: Integers
    entry: Integers
    share: Floats

    def scores(self, payoffs: Floats) -> Floats:
        """Return the scores float64[..., A, L] for payoffs float64[..., L, N] of members."""
        shape = (int(self.agent.max()) + 1, payoffs.shape[-2])
        flat = payoffs.reshape(-1, payoffs.shape[-2] * payoffs.shape[-1])
        cells = self.agent * shape[1] + self.task
        tables = [
            np.bincount(cells, row[self.entry] * self.share, shape[0] * shape[1]) for row in flat
        ]
        scores: Floats = np.array(tables, np.float64).reshape(*payoffs.shape[:-2], *shape)
        return scores


def nash_average_of_tasks(scores: Floats) -> TaskAverage:
    """Return the Nash average of agents, rows, against tasks, columns: scores float64[A, T].

    The game is made symmetric (Gale, Kuhn and Tucker, "On symmetric games", 1950): each player
    names an agent, a task or neither. An agent wins its score of a task, a task beats neither, and
    neither beats an agent. With positive scores, obtained by adding a constant, all three have mass
    and that of neither is the same in all equilibria; so the maximum-entropy one has the
    maximum-entropy mixtures of agents and of tasks.
    """
    spread = np.ptp(scores)
    agents, tasks = scores.shape
    size = agents + tasks
    game = np.zeros((size + 1, size + 1))
    game[:agents, agents:size] = 1 + (scores - scores.min()) / (spread if spread > 0 else 1)
    game[agents:size, size] = 1
    game[size, :agents] = 1
    mass = nash_average(game - game.T).mass
    of_agents, of_tasks = mass[:agents], mass[agents:size]
    task_mass = of_tasks / of_tasks.sum()
    return TaskAverage(of_agents / of_agents.sum(), task_mass, scores @ task_mass)


def opponents_of_line_ups(line_ups: Integers, agent_count: int) -> Opponents | None:
    """Return the results of agents against line-ups; None if a needed line-up was not played.

    `line_ups` int64[L, N] are sets of agents, ascending in a row. The opponents in task l are N - 1
    members of line-up l other than the agent, drawn uniformly: an agent takes its own place, or
    that of any member. So no agent meets itself, for which there are no results. For two players
    this differs slightly from agents against agents: the best agent meets the best of the others.
    """
    numbers = {members: number for number, members in enumerate(map(tuple, line_ups.tolist()))}
    found: list[tuple[int, int, int, float]] = []
    for task, members in enumerate(numbers):
        for agent in range(agent_count):
            places = [members.index(agent)] if agent in members else range(len(members))
            for place in places:
                others = (*members[:place], *members[place + 1 :])
                table = tuple(sorted((*others, agent)))
                if table not in numbers:
                    return None
                entry = numbers[table] * len(members) + table.index(agent)
                found.append((agent, task, entry, 1 / len(places)))
    cells = np.array([cell[:3] for cell in found], np.int64).reshape(-1, 3)
    shares = np.array([cell[3] for cell in found])
    return Opponents(cells[:, 0], cells[:, 1], cells[:, 2], shares)
