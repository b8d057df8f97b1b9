"""All betting of a game as lines: which chains each finished hand adds to, and what it adds."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_views import (
    LOST,
    SHOWN,
    WON,
    Counts,
    Passed,
    Situations,
)
from railbird.native import ROUND_LETTER, ActionKind, GameDefinition, Tables
from railbird.native.solver import BettingTree, build_betting_tree

MOST_NODES = 20_000
NO_EDGE, KIND_COUNT = -1, 3
RAISE_LETTER = "r"

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class BettingLines:
    """The betting tree of a limit game, its edges grouped into chains of three levels.

    An edge is a decision with an action taken there, so a chain of level 1 is an edge. ``chains``
    int32[edges, 3] numbers the chains of an edge, those of level 2 after all edges and those of
    level 3 after them: level 2 has the position, the round's betting and the raises of each round
    before; level 3 the position, the round and its raises.
    ``spent`` int64[nodes, N] are the chips put in before a node's decision, ``live`` bool[nodes, N]
    the positions that have not folded.
    """

    tree: BettingTree
    chains: npt.NDArray[np.int32]
    chain_count: int
    spent: Ints
    live: npt.NDArray[np.bool_]

    @property
    def definition(self) -> GameDefinition:
        """The game."""
        return self.tree.definition

    @cached_property
    def edge_node(self) -> npt.NDArray[np.int32]:
        """The node of each edge, int32[edges]."""
        counts = np.diff(self.tree.edge_start)
        return np.repeat(np.arange(self.tree.node_count, dtype=np.int32), counts)

    @cached_property
    def edge_player(self) -> npt.NDArray[np.intp]:
        """The position that takes each edge, intp[edges]."""
        return self.tree.node_player[self.edge_node].astype(np.intp)

    @cached_property
    def edge_of(self) -> npt.NDArray[np.int32]:
        """The edge of each kind of action at a node, int32[nodes, 3], or NO_EDGE."""
        found = np.full((self.tree.node_count, KIND_COUNT), NO_EDGE, np.int32)
        edges = np.arange(len(self.edge_node), dtype=np.int32)
        found[self.edge_node, self.tree.edge_kind] = edges
        return found

    @cached_property
    def paths(self) -> npt.NDArray[np.int32]:
        """The edges that lead to each end, int32[ends, longest], NO_EDGE after the last."""
        tree = self.tree
        before: dict[int, list[int]] = {0: []}
        lists: list[list[int]] = [[] for _ in range(tree.end_count)]
        children = zip(self.edge_node.tolist(), tree.edge_child.tolist(), strict=True)
        for edge, (node, child) in enumerate(children):
            path = [*before[node], edge]
            if child >= 0:
                before[child] = path
            else:
                lists[~child] = path
        longest = max(map(len, lists))
        return np.array([[*path, *[NO_EDGE] * (longest - len(path))] for path in lists], np.int32)

    @cached_property
    def endings(self) -> npt.NDArray[np.uint8]:
        """How each end is one for each position: SHOWN, WON or LOST, uint8[ends, N]."""
        masks = self.tree.end_live[:, None] >> np.arange(self.definition.player_count)
        is_live = (masks & 1).astype(bool)
        is_alone = is_live.sum(axis=1, keepdims=True) == 1
        return np.where(is_live, np.where(is_alone, WON, SHOWN), LOST).astype(np.uint8)

    def nodes_of(self, bettings: list[str]) -> npt.NDArray[np.intp]:
        """The nodes at which players decide after some betting, intp[n]; KeyError for others."""
        return np.array([self._node_numbers[text] for text in bettings], np.intp)

    def ends_of(self, bettings: list[str]) -> npt.NDArray[np.intp]:
        """The ends of finished hands, intp[n]; KeyError for betting that does not end a hand."""
        return np.array([self._end_numbers[text] for text in bettings], np.intp)

    def situations(self, nodes: npt.NDArray[np.integer]) -> Situations:
        """Return the situations of some nodes."""
        edges, tree = self.edge_of[nodes], self.tree
        return Situations(
            legal=edges != NO_EDGE,
            raise_to=self._raise_to[nodes],
            chains=self.chains[edges].astype(np.int64),
            may_fold=tree.edge_child[edges] >= 0,
            player=tree.node_player[nodes].astype(np.int64),
            live=self.live[nodes],
            spent=self.spent[nodes],
            left=np.array(self.definition.stacks, np.int64) - self.spent[nodes],
            unit=np.ones(len(nodes)),
            round_index=tree.node_round[nodes].astype(np.int64),
            raises=self._raises[0][nodes],
            calls=self._calls[0][nodes],
            raised_last=self._raised_last[nodes],
        )

    def passed(self, ends: npt.NDArray[np.integer]) -> Passed:
        """Return the actions on the way to some ends."""
        edges, spent = self.paths[ends], self.tree.end_spent[ends].astype(np.int64)
        hand, step = np.nonzero(edges != NO_EDGE)
        edge = edges[hand, step]
        player = self.edge_player[edge]
        return Passed(
            hand=hand,
            player=player,
            chains=self.chains[edge].astype(np.int64),
            bet=spent[hand, player] - self.spent[self.edge_node[edge], player],
            pot=spent.sum(axis=1)[hand],
            unit=np.ones(len(hand)),
            events=self._events[edge],
            endings=self.endings[ends],
            raises=self._raises[1][ends],
            calls=self._calls[1][ends],
        )

    @cached_property
    def _raise_to(self) -> Ints:
        found = np.zeros((self.tree.node_count, KIND_COUNT), np.int64)
        sizes = np.array(self.definition.raise_sizes, np.int64)[self.tree.node_round]
        is_legal = self.edge_of[:, ActionKind.RAISE] != NO_EDGE
        found[:, ActionKind.RAISE] = is_legal * (self.spent.max(axis=1) + sizes)
        return found

    @cached_property
    def _events(self) -> npt.NDArray[np.int32]:
        kinds = self.tree.edge_kind
        can_raise = (self.edge_of[:, ActionKind.RAISE] != NO_EDGE)[self.edge_node]
        faces_bet = (self.edge_of[:, ActionKind.FOLD] != NO_EDGE)[self.edge_node]
        stays = faces_bet & (kinds != ActionKind.FOLD)
        events = (kinds == ActionKind.RAISE, can_raise, stays, faces_bet)
        return np.stack(events, axis=1).astype(np.int32)

    @cached_property
    def _raises(self) -> tuple[Counts, Counts]:
        return _count_along(self, self.tree.edge_kind == ActionKind.RAISE)

    @cached_property
    def _calls(self) -> tuple[Counts, Counts]:
        faces_bet = (self.edge_of[:, ActionKind.FOLD] != NO_EDGE)[self.edge_node]
        return _count_along(self, faces_bet & (self.tree.edge_kind == ActionKind.CALL))

    @cached_property
    def _raised_last(self) -> npt.NDArray[np.bool_]:
        return raised_last_before(self)

    @cached_property
    def _node_numbers(self) -> dict[str, int]:
        return {text: number for number, text in enumerate(self.tree.node_betting)}

    @cached_property
    def _end_numbers(self) -> dict[str, int]:
        return {text: number for number, text in enumerate(self.tree.end_betting)}


@lru_cache(maxsize=16)
def list_lines(definition: GameDefinition) -> BettingLines:
    """List the betting of a limit game; raises LimitError above ``MOST_NODES`` decisions."""
    tree = build_betting_tree(definition, most_nodes=MOST_NODES)
    tables = Tables(definition, tree.node_count)
    rows = np.arange(tree.node_count, dtype=np.int32)
    tables.start_hands(rows, None)
    tables.play_betting(rows, list(tree.node_betting))
    chains, count = _number_chains(tree)
    return BettingLines(tree, chains, count, tables.spent.copy(), ~tables.has_folded)


def _number_chains(tree: BettingTree) -> tuple[npt.NDArray[np.int32], int]:
    """Number the chains of all levels, one numbering for all."""
    numbers: dict[Hashable, int] = {}
    players = dict(zip(tree.node_betting, tree.node_player.tolist(), strict=True))
    rows = []
    for node, text in enumerate(tree.node_betting):
        for edge in range(*tree.actions(node).indices(len(tree.edge_kind))):
            keys = similar_chains(text, players, kind=int(tree.edge_kind[edge]))
            rows.append([edge, *(numbers.setdefault(key, len(numbers)) for key in keys)])
    chains = np.array(rows, np.int32)
    chains[:, 1:] += len(rows)
    return chains, len(rows) + len(numbers)


def similar_chains(
    text: str, players: Mapping[str, int], *, kind: int
) -> tuple[Hashable, Hashable]:
    """Return the keys of the chains of level 2 and 3 of an action after a betting.

    ``players`` has the position that decides after each betting on the way. Whether the player
    raised last in the round needs no place in a key: who did is not asked again in it.
    """
    *before, now = text.split(ROUND_LETTER)
    position = players[text]
    raises = tuple(letters.count(RAISE_LETTER) for letters in before)
    two = (2, position, raises, now, kind)
    return two, (3, position, len(before), now.count(RAISE_LETTER), kind)


def raised_last_before(lines: BettingLines) -> npt.NDArray[np.bool_]:
    """Whether the deciding position raised last in the round before, bool[nodes]."""
    tree = lines.tree
    raiser: dict[str, int] = {}
    players = dict(zip(tree.node_betting, tree.node_player.tolist(), strict=True))
    found = np.zeros(tree.node_count, np.bool_)
    for node, text in enumerate(tree.node_betting):
        before, slash, _ = text.rpartition(ROUND_LETTER)
        if not slash:
            continue
        if before not in raiser:
            start = before.rfind(ROUND_LETTER) + 1
            place = before.rfind(RAISE_LETTER, start)
            raiser[before] = players[before[:place]] if place >= 0 else -1
        found[node] = raiser[before] == tree.node_player[node]
    return found


def _count_along(lines: BettingLines, counts: npt.NDArray[np.bool_]) -> tuple[Counts, Counts]:
    """How many counted edges each position took before each node, and each end, uint8[..., N]."""
    tree, players = lines.tree, lines.definition.player_count
    at_nodes = np.zeros((tree.node_count, players), np.uint8)
    at_ends = np.zeros((tree.end_count, players), np.uint8)
    for edge, child in enumerate(tree.edge_child.tolist()):
        into = at_nodes[child] if child >= 0 else at_ends[~child]
        into[:] = at_nodes[lines.edge_node[edge]]
        into[lines.edge_player[edge]] += counts[edge]
    return at_nodes, at_ends
