"""What an opponent of whom nothing is known does and shows in hold'em: a first guess."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.round_trees import (
    NONE,
    RoundTree,
    RoundTrees,
    cut_into_rounds,
)
from railbird.agents.expected_value.cards.hand_classes import HandClasses, find_classes
from railbird.native import HOLDING_CLASSES, ActionKind, GameDefinition
from railbird.native.odds.preflop import CLASSES_BY_STRENGTH

POSITIONS = 2
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class UnknownOpponent:
    """A first guess, from which what an opponent does replaces it.

    ``actions[r]`` float64[starts, e] is the probability of each edge of a round for the player
    who takes it, ``shown[p]`` float64[starts, showdowns, bins] that of what position p shows.
    """

    actions: tuple[Floats, ...]
    shown: tuple[Floats, Floats]


@lru_cache(maxsize=4)
def guess_opponent(definition: GameDefinition, bins: int) -> UnknownOpponent:
    """Play a guessed style through all betting of heads-up hold'em.

    With strength s, the share of hands that it beats, it raises a bet with probability s^4, folds
    to one with (1 - s)^2 and bets with s^3. What it shows after a betting follows by Bayes' rule.
    """
    trees, classes = cut_into_rounds(definition), find_classes(definition, bins)
    found = [_play(trees, classes, position) for position in range(POSITIONS)]
    actions = tuple(
        np.where((one.player[one.source] == 1)[None], second, first)
        for one, first, second in zip(trees.rounds, found[0][0], found[1][0], strict=True)
    )
    return UnknownOpponent(actions, (found[0][1], found[1][1]))


def _play(trees: RoundTrees, classes: HandClasses, position: int) -> tuple[list[Floats], Floats]:
    """Return the probability of a position's edges by round, and what it shows."""
    actions = []
    weight = np.bincount(HOLDING_CLASSES)[None] / len(HOLDING_CLASSES)
    for number, rounds in enumerate(trees.rounds):
        strength = _strength_by_class() if number == 0 else _middles(classes.counts[number])
        at_edges, action = _play_round(trees, rounds, weight, strength, position)
        actions.append(action)
        if number + 1 < len(trees.rounds):
            start, edge = np.nonzero(rounds.next_start != NONE)
            following = np.empty((trees.rounds[number + 1].start_count, at_edges.shape[2]))
            following[rounds.next_start[start, edge]] = at_edges[start, edge]
            weight = following @ classes.move[number]
    shown = at_edges[:, rounds.showdowns]
    return actions, shown / shown.sum(axis=2, keepdims=True)


def _play_round(
    trees: RoundTrees, rounds: RoundTree, weight: Floats, strength: Floats, position: int
) -> tuple[Floats, Floats]:
    """Return the weights of classes after edges, [starts, e, classes], and chances of edges."""
    kinds = trees.lines.tree.edge_kind[rounds.edges[0]]
    at_nodes = np.zeros((rounds.start_count, len(rounds.player), len(strength)))
    at_nodes[:, 0] = weight
    at_edges = np.zeros((*rounds.edges.shape, len(strength)))
    action = np.ones(rounds.edges.shape)
    for node, player in enumerate(rounds.player.tolist()):
        edges = np.flatnonzero(rounds.source == node)
        chance = _chances(kinds[edges], strength)
        for place, edge in enumerate(edges.tolist()):
            at_edges[:, edge] = at_nodes[:, node] * (chance[place] if player == position else 1.0)
            if player == position:
                action[:, edge] = at_edges[:, edge].sum(axis=1) / at_nodes[:, node].sum(axis=1)
            if rounds.target[edge] != NONE:
                at_nodes[:, rounds.target[edge]] = at_edges[:, edge]
    return at_edges, action


def _chances(kinds: npt.NDArray[np.integer], strength: Floats) -> Floats:
    """The probability of each kind by strength, float64[kinds, classes]."""
    faces_bet, can_raise = ActionKind.FOLD in kinds, ActionKind.RAISE in kinds
    by_kind = np.zeros((3, len(strength)))
    if faces_bet:
        by_kind[ActionKind.FOLD] = (1.0 - strength) ** 2
    if can_raise:
        by_kind[ActionKind.RAISE] = strength**4 if faces_bet else strength**3
    by_kind[ActionKind.CALL] = 1.0 - by_kind.sum(axis=0)
    return np.asarray(by_kind[kinds])


def _middles(bins: int) -> Floats:
    return np.asarray((np.arange(bins) + 0.5) / bins)


def _strength_by_class() -> Floats:
    """The share of holdings that each of the 169 classes is better than, by equity."""
    sizes = np.bincount(HOLDING_CLASSES)[list(CLASSES_BY_STRENGTH)]
    found = np.empty(len(sizes))
    found[list(CLASSES_BY_STRENGTH)] = 1.0 - (np.cumsum(sizes) - sizes / 2) / sizes.sum()
    return found
