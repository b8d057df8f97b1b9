"""Pruning by dominance: hands that win, or lose, nearly for certain (section 6.2.3)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native.errors import StrategyError
from railbird.native.game.actions import ActionKind
from railbird.native.solver.trees.game_tree import GameTree
from railbird.native.solver.workspace import Strategy, require_deals


@dataclass(frozen=True, slots=True)
class Pruning:
    """The result of pruning: ``fallback`` for a solver, and the shares that were removed.

    ``fallback`` is uniform over the actions left and 0 at those pruned. ``pruned_share`` are the
    actions taken out, ``unreachable_share`` all actions that the acting player no longer comes to
    by his own play, the pruned ones included; both of all actions of all information sets.
    """

    fallback: Strategy
    pruned_share: float
    unreachable_share: float


def prune_dominated(
    tree: GameTree, *, least_win: float = 0.05, most_win: float = 0.95, agent_range: float = 1.0
) -> Pruning:
    """Remove folds of hands that almost always win, and last calls of hands that almost never do.

    With a chance to win (ties by shares, all opponents in with random hands) of at least
    ``most_win`` folding goes; of at most ``least_win``, calling goes in the last round where no
    raise is legal. An ``agent_range`` below 1 also removes the raises of hands with a chance of at
    most 1 - ``agent_range``, and their calls where they may fold. A check stays, and so does the
    last action of an information set. The source
    prints the two thresholds with their names swapped in its text; figure 62 is what we follow. It
    also folds where that is free (0.5% of its tree): those actions are not legal here to begin
    with. Bounds of 0 and 1 keep a hand that may still tie; raises StrategyError for crossing ones,
    and for a range that is not above 0 and at most 1.
    """
    if not 0.0 <= least_win < most_win <= 1.0:
        raise StrategyError(
            f"the thresholds are {least_win} and {most_win}; give two numbers from 0 to 1, "
            "the lower one first"
        )
    if not 0.0 < agent_range <= 1.0:
        raise StrategyError(f"the agent's range is {agent_range}; give a number above 0, at most 1")
    chances = win_chances(tree)
    is_open = np.ones(tree.entry_count, np.bool_)
    for node in range(tree.betting.node_count):
        kinds = tree.betting.edge_kind[tree.betting.actions(node)]
        round_index = int(tree.betting.node_round[node])
        chance = chances[round_index][tree.betting.node_player[node]]
        table = tree.table(is_open, node)
        is_last = round_index == len(tree.classes.counts) - 1
        _prune_node(table, kinds, chance=chance, bounds=(least_win, most_win), is_last=is_last)
        if agent_range < 1.0:
            _restrict_range(table, kinds, is_out=chance <= 1.0 - agent_range)
    left = np.bincount(tree.entry_set, weights=is_open)[tree.entry_set]
    fallback = np.where(is_open, 1.0 / left, 0.0)
    reached = _reached_by_own_play(tree, is_open)
    return Pruning(fallback, float(1.0 - is_open.mean()), float(1.0 - reached.mean()))


def win_chances(tree: GameTree) -> list[npt.NDArray[np.float64]]:
    """By round and position, float64[N, classes]: the share of the pot won if nobody folds."""
    require_deals(tree)
    assert tree.deals is not None
    orders = tree.deals.patterns
    is_best = orders == orders.max(axis=1, keepdims=True)
    share = is_best / is_best.sum(axis=1, keepdims=True)
    chances = []
    for joint, width in zip(tree.deals.showdowns, tree.classes.counts, strict=True):
        won = np.zeros((orders.shape[1], width))
        seen = np.zeros_like(won)
        for position in range(orders.shape[1]):
            classes = joint.classes[:, position]
            np.add.at(won[position], classes, joint.weight * share[joint.pattern, position])
            np.add.at(seen[position], classes, joint.weight)
        chances.append(won / seen)
    return chances


def _prune_node(
    is_open: npt.NDArray[np.bool_],
    kinds: npt.NDArray[np.uint8],
    *,
    chance: npt.NDArray[np.float64],
    bounds: tuple[float, float],
    is_last: bool,
) -> None:
    """Prune a node's table, bool[actions, classes], by the classes' chances to win."""
    if ActionKind.FOLD not in kinds:
        return
    is_open[np.ix_(kinds == ActionKind.FOLD, chance >= bounds[1])] = False
    if is_last and ActionKind.RAISE not in kinds:
        is_open[np.ix_(kinds == ActionKind.CALL, chance <= bounds[0])] = False


def _restrict_range(
    is_open: npt.NDArray[np.bool_],
    kinds: npt.NDArray[np.uint8],
    *,
    is_out: npt.NDArray[np.bool_],
) -> None:
    """Leave classes outside the range a fold, or a check where there is no fold (figure 62)."""
    is_open[np.ix_(kinds == ActionKind.RAISE, is_out)] = False
    if ActionKind.FOLD in kinds:
        may_fold = is_open[kinds == ActionKind.FOLD].any(axis=0)
        is_open[np.ix_(kinds == ActionKind.CALL, is_out & may_fold)] = False


def _reached_by_own_play(tree: GameTree, is_open: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Open entries, bool[entries], to which the acting player's earlier open actions lead."""
    players = tree.definition.player_count
    reach = np.zeros(tree.layout.reach_size, np.bool_)
    reach[: players * tree.classes.counts[0]] = True
    reached = np.zeros(tree.entry_count, np.bool_)
    for steps in tree.layout.steps:
        for node, round_index, source, target in zip(
            steps.node, steps.round, steps.source, steps.target, strict=True
        ):
            if node < 0:
                before = tree.classes.counts[round_index - 1]
                parents = tree.classes.parents[round_index]
                reach[target : target + len(parents)] = reach[source : source + before][parents]
                continue
            table = tree.table(is_open, node)
            now = table & reach[source : source + table.shape[1]]
            tree.table(reached, node)[:] = now
            reach[target : target + now.size] = now.ravel()
    return reached
