"""The strategy that a stationary agent declares, at every information set of a game."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD, ActionKind, Tables, deal_layout
from railbird.native.solver import GameTree, as_strategy
from railbird.plugins import (
    Action,
    AgentError,
    DecisionBatch,
    DecisionLists,
    DecisionSource,
    Distribution,
    Game,
    Observation,
    form_of,
)

Strategy = npt.NDArray[np.float64]
Choices = list[tuple[float, int, int, int]]
"""Probability, kind, smallest and largest raise-to."""


def declared_strategy(game: Game, tree: GameTree, make: Callable[[], Any]) -> Strategy:
    """Ask an agent for its probabilities everywhere, float64[entries].

    Each position and round is asked as one batch, a row per information set. Raises AgentError for
    an agent that declares no strategy or is not stationary.
    """
    agent = make()
    require_stationary(agent)
    strategy = np.zeros(tree.entry_count)
    for node in range(tree.betting.node_count):
        decisions = _decisions_at(game, tree, node)
        choices = (_batch_choices if form_of(agent) == "batch" else _simple_choices)(
            agent, decisions
        )
        _fill(tree, node, choices=choices, table=tree.table(strategy, node))
    return as_strategy(tree, strategy)


def require_stationary(agent: Any) -> None:
    """Raise AgentError for an agent that declares no probabilities, or changes."""
    name = type(agent).__name__
    if not hasattr(agent, "probabilities") and not hasattr(agent, "probabilities_batch"):
        raise AgentError(
            f"{name} declares no probabilities; play some hands with `railbird match --out DIR`, "
            "and measure how it played there with `railbird exploit LABEL --from-run DIR`"
        )
    if not getattr(agent, "stationary", False):
        raise AgentError(
            f"{name} is not stationary, so there is no fixed best response to it; play some hands "
            "with `railbird match --out DIR`, and measure how it played there with "
            "`railbird exploit LABEL --from-run DIR`"
        )


def _decisions_at(game: Game, tree: GameTree, node: int) -> DecisionBatch:
    definition, round_index = game.definition, int(tree.betting.node_round[node])
    views = tree.classes.members(round_index)
    position = int(tree.betting.node_player[node])
    rows = np.arange(len(views), dtype=np.int32)
    cards = np.full((len(views), definition.cards_per_hand), NO_CARD, np.uint8)
    cards[:, deal_layout(definition).slots_seen(position, round_index)] = views
    tables = Tables(definition, len(views))
    tables.start_hands(rows, cards)
    tables.play_betting(rows, [tree.betting.node_betting[node]] * len(views))
    source = DecisionSource(
        game, tables.columns, np.zeros(len(views), np.int32), np.zeros(len(views), np.uint64)
    )
    seats = np.full(len(views), position, np.uint8)
    return DecisionBatch(source, rows, seat=seats, position=seats)


def _batch_choices(agent: Any, decisions: DecisionBatch) -> list[Choices]:
    declared: Distribution = agent.probabilities_batch(decisions, decisions.hole_cards)
    least, most = declared.bounds()
    return [
        list(
            zip(
                declared.probability[row].tolist(),
                declared.kinds.tolist(),
                least[row].tolist(),
                most[row].tolist(),
                strict=True,
            )
        )
        for row in range(len(decisions))
    ]


def _simple_choices(agent: Any, decisions: DecisionBatch) -> list[Choices]:
    lists = DecisionLists(decisions)
    choices = []
    for row in range(len(decisions)):
        observation = Observation(lists, row)
        declared = agent.probabilities(observation, observation.hole_cards)
        choices.append([(p, *_range(alternative)) for p, alternative in declared])
    return choices


def _range(alternative: Any) -> tuple[int, int, int]:
    if isinstance(alternative, Action):
        return int(alternative.kind), alternative.amount, alternative.amount
    return int(alternative.kind), alternative.least, alternative.most


def _fill(tree: GameTree, node: int, *, choices: list[Choices], table: Strategy) -> None:
    span = tree.betting.actions(node)
    kinds = tree.betting.edge_kind[span].tolist()
    amounts = tree.betting.edge_amount[span].tolist()
    for column, row in enumerate(choices):
        for probability, kind, least, most in row:
            is_sized = kind == ActionKind.RAISE and tree.definition.raises_are_sized
            spread = most - least + 1 if is_sized else 1
            for i, (edge_kind, amount) in enumerate(zip(kinds, amounts, strict=True)):
                if edge_kind == kind and (not is_sized or least <= amount <= most):
                    table[i, column] += probability / spread
