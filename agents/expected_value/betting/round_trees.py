"""The betting of a game for two, cut into rounds that all have the same shape."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_lines import BettingLines, list_lines
from railbird.agents.expected_value.betting.betting_views import SHOWN, WON
from railbird.native import GameDefinition

NONE = -1
Ints = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RoundTree:
    """One round's betting, which starts in ``starts`` ways and then has one shape.

    ``nodes`` intp[starts, m] and ``edges`` intp[starts, e] are those of the betting tree. Of the
    shape: ``player`` intp[m], ``source`` intp[e], rising, and ``target`` intp[e], a node of the
    round, or NONE where the round or the hand ends. ``next_start`` intp[starts, e] is a start of
    the next round, ``end`` intp[starts, e] an end of the hand, each NONE elsewhere.
    ``alike`` float64[e, e] is 1 for edges of one node; ``showdowns`` are the edges that end in one.
    """

    nodes: Ints
    edges: Ints
    player: Ints
    source: Ints
    target: Ints
    next_start: Ints
    end: Ints
    alike: Floats
    showdowns: Ints

    @property
    def start_count(self) -> int:
        """Ways in which the round starts."""
        return len(self.nodes)

    @cached_property
    def _steps(self) -> list[tuple[int, int, slice, list[tuple[int, int]]]]:
        """Nodes from the last, each with its player, its edges, and those to nodes with these."""
        bounds = np.searchsorted(self.source, np.arange(len(self.player) + 1)).tolist()
        players, targets = self.player.tolist(), self.target.tolist()
        return [
            (
                node,
                players[node],
                slice(bounds[node], bounds[node + 1]),
                [
                    (edge, targets[edge])
                    for edge in range(bounds[node], bounds[node + 1])
                    if targets[edge] != NONE
                ],
            )
            for node in range(len(players) - 1, -1, -1)
        ]

    def back_up(self, values: Floats, action: Floats, *, hero: int) -> tuple[Floats, Floats]:
        """Return values float64[..., e, k] of all edges, and [..., k] of the start.

        ``values`` are those of edges with which the round or the hand ends. Where the opponent
        decides, ``action`` [..., e, k or 1] has the probability of each edge; where ``hero`` does,
        it takes the best.
        """
        found = values.copy()
        worth = np.empty((*values.shape[:-2], len(self.player), values.shape[-1]))
        for node, player, here, inner in self._steps:
            for edge, target in inner:
                found[..., edge, :] = worth[..., target, :]
            if player == hero:
                found[..., here, :].max(axis=-2, out=worth[..., node, :])
            else:
                expected = action[..., here, :] * found[..., here, :]
                expected.sum(axis=-2, out=worth[..., node, :])
        return found, worth[..., 0, :]


@dataclass(frozen=True, eq=False)
class RoundTrees:
    """All rounds, and where each node and edge lies in them.

    ``start_of`` and ``place_of`` intp[nodes] are a node's start and place in its round;
    ``next_start_of`` intp[edges] the start of the next round an edge leads to, or NONE.
    """

    lines: BettingLines
    rounds: tuple[RoundTree, ...]
    start_of: Ints
    place_of: Ints
    next_start_of: Ints

    def won_at_ends(self, number: int, hero: int) -> tuple[Floats, Floats]:
        """Return what ``hero`` wins at the ends in a round if it loses every showdown.

        float64[starts, e] chips, 0 on other edges, and the pots of showdowns, float64[starts,
        showdowns].
        """
        return self._won[number][hero]

    @cached_property
    def _won(self) -> list[list[tuple[Floats, Floats]]]:
        return [[self._won_by(one, hero) for hero in (0, 1)] for one in self.rounds]

    def _won_by(self, rounds: RoundTree, hero: int) -> tuple[Floats, Floats]:
        spent = self.lines.tree.end_spent[rounds.end].astype(np.float64)
        pots = spent.sum(axis=2)
        is_won = self.lines.endings[rounds.end, hero] == WON
        won = np.where(rounds.end != NONE, is_won * pots - spent[:, :, hero], 0.0)
        return won, pots[:, rounds.showdowns]


@lru_cache(maxsize=16)
def cut_into_rounds(definition: GameDefinition) -> RoundTrees:
    """Cut a game's betting; raises ValueError where the starts of a round differ in shape."""
    lines = list_lines(definition)
    tree = lines.tree
    start_of, place_of = np.zeros(tree.node_count, np.intp), np.zeros(tree.node_count, np.intp)
    starts: list[list[list[int]]] = [[] for _ in range(definition.round_count)]
    next_start_of = np.full(len(lines.edge_node), NONE, np.intp)
    starts[0].append([0])
    for edge, child in enumerate(tree.edge_child.tolist()):
        if child < 0:
            continue
        node, round_index = lines.edge_node[edge], tree.node_round[child]
        if tree.node_round[node] == round_index:
            members = starts[round_index][start_of[node]]
            start_of[child], place_of[child] = start_of[node], len(members)
            members.append(child)
        else:
            next_start_of[edge] = start_of[child] = len(starts[round_index])
            starts[round_index].append([child])
    rounds = tuple(_round_tree(lines, members, place_of, next_start_of) for members in starts)
    return RoundTrees(lines, rounds, start_of, place_of, next_start_of)


def _round_tree(
    lines: BettingLines, starts: list[list[int]], place_of: Ints, next_start_of: Ints
) -> RoundTree:
    tree = lines.tree
    shapes, edges = [], []
    for members in starts:
        own = [edge for node in members for edge in range(*tree.actions(node).indices(2**31))]
        child = tree.edge_child[own]
        stays = (child >= 0) & (next_start_of[own] == NONE)
        source = place_of[lines.edge_node[own]]
        target = np.where(stays, place_of[np.maximum(child, 0)], NONE)
        shapes.append((tree.node_player[members].tolist(), source.tolist(), target.tolist()))
        edges.append(own)
    if any(shape != shapes[0] for shape in shapes):
        raise ValueError("the betting of a round depends on how it began")
    player, source, target = (np.array(part, np.intp) for part in shapes[0])
    all_edges = np.array(edges, np.intp)
    children = tree.edge_child[all_edges]
    shown = (children < 0) & (lines.endings[~np.minimum(children, -1), 0] == SHOWN)
    return RoundTree(
        nodes=np.array(starts, np.intp),
        edges=all_edges,
        player=player,
        source=source,
        target=target,
        next_start=next_start_of[all_edges],
        end=np.where(children < 0, ~children, NONE),
        alike=(source[:, None] == source).astype(np.float64),
        showdowns=np.flatnonzero(shown[0]),
    )
