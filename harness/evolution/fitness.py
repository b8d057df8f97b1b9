"""How fit the individuals of a generation are, as estimates with their half-widths."""

from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from typing import NamedTuple

import numpy as np

from railbird.harness.analysis.declared_play import list_game
from railbird.harness.analysis.declared_strategy import declared_strategy
from railbird.harness.errors import SpecError
from railbird.harness.plan.evolution_spec import Fitness
from railbird.harness.players.kinds import AgentSpec
from railbird.native.solver import nash_conv
from railbird.plugins import Game, Registry
from railbird.results import RunResults
from railbird.results.estimate.ranking.bankrolls import (
    bankroll_row,
    bankrolls_among,
    present_agents,
)
from railbird.results.store.schema import MONEY


class Estimate(NamedTuple):
    """Fitness in mbb per hand; `half_width` is None if it is exact, or one deck was played."""

    value: float
    half_width: float | None


def sampled_fitness(kind: Fitness, results: RunResults) -> dict[str, Estimate]:
    """Return fitness by label from a generation's matches.

    The bankroll over all line-ups, or the mean against the opponent against whom it is lowest;
    that one is chosen by the same hands, and so a little lower than it is.
    """
    if kind == "bankroll":
        means = results.reading.means
        groups = bankrolls_among(means, np.arange(len(means.sets.agents)))
        rows = [bankroll_row(means, groups, agent) for agent in present_agents(groups)]
        return {row["agent"]: Estimate(row[MONEY], row["half_width"]) for row in rows}
    worst: dict[str, Estimate] = {}
    for row in results.table("agent-matrix").to_pylist():
        met = row["agent"] != row["opponent"] and row[MONEY] is not None
        if met and row[MONEY] < worst.get(row["agent"], Estimate(inf, None)).value:
            worst[row["agent"]] = Estimate(row[MONEY], row["half_width"])
    return worst


def exact_fitness(
    agents: Sequence[AgentSpec], game: Game, registry: Registry
) -> Mapping[str, Estimate]:
    """Return minus the NashConv of what agents declare, by label.

    Raises SpecError for a game that cannot be listed, AgentError for agents that declare nothing.
    """
    tree = list_game(game.definition)
    if tree is None:
        raise SpecError(
            f'evolution: fitness is "exploitability" and {game.name} is too large to list; use '
            '"bankroll", or a smaller game'
        )
    scale = 1000 / game.definition.big_blind
    fitness = {}
    for agent in agents:
        make = partial(registry.agent(agent.agent).factory, **agent.parameters)
        distance = nash_conv(tree, declared_strategy(game, tree, make))
        fitness[agent.label] = Estimate(-float(distance) * scale, None)
    return fitness
