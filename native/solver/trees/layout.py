"""Where the vectors of a game tree lie: entries, reach and values, each level contiguous."""

from dataclasses import dataclass, field

from railbird.native.errors import LimitError
from railbird.native.solver.trees.betting_tree import BettingTree

SAME_ROUND = -1
NEW_ROUND = -1
MOST_PLACES = 2**31 - 1


@dataclass(slots=True)
class Steps:
    """The steps that carry one player's reach from the root down, in level order."""

    node: list[int] = field(default_factory=list)
    round: list[int] = field(default_factory=list)
    source: list[int] = field(default_factory=list)
    target: list[int] = field(default_factory=list)

    def add(self, node: int, round_index: int, *, source: int, target: int) -> None:
        """Append a step."""
        self.node.append(node)
        self.round.append(round_index)
        self.source.append(source)
        self.target.append(target)


@dataclass(slots=True)
class Layout:
    """Places counted in doubles; the fields are those of the C struct of the same names."""

    node_entry: list[int]
    node_children: list[int]
    node_value: list[int]
    node_folded: list[int]
    end_value: list[int]
    end_reach: list[list[int]]
    steps: list[Steps]
    entry_count: int
    reach_size: int
    value_size: int


class _Room:
    def __init__(self) -> None:
        self.size = 0

    def take(self, count: int) -> int:
        place = self.size
        self.size += count
        if self.size > MOST_PLACES:
            raise LimitError(
                f"the game tree needs more than {MOST_PLACES:,} places; use a smaller deck"
            )
        return place


def lay_out(betting: BettingTree, class_counts: tuple[int, ...]) -> Layout:
    """Give every vector its place; the children of a node get theirs side by side."""
    return _LayingOut(betting, class_counts).layout()


class _LayingOut:
    def __init__(self, betting: BettingTree, class_counts: tuple[int, ...]) -> None:
        self.betting = betting
        self.class_counts = class_counts
        self.players = betting.definition.player_count
        self.entries, self.reach, self.values = _Room(), _Room(), _Room()
        self.node_reach: list[list[int]] = [[] for _ in range(betting.node_count)]
        self.steps = [Steps() for _ in range(self.players)]
        nodes, ends = betting.node_count, betting.end_count
        self.node_entry, self.node_children = [0] * nodes, [0] * nodes
        self.node_value, self.node_folded = [0] * nodes, [SAME_ROUND] * nodes
        self.end_value, self.end_reach = [0] * ends, [[0] * self.players for _ in range(ends)]

    def layout(self) -> Layout:
        width = self.class_counts[0]
        self.node_reach[0] = [self.reach.take(width) for _ in range(self.players)]
        self.node_value[0] = self.values.take(width)
        for node in range(self.betting.node_count):
            self._place_children(node)
        return Layout(
            node_entry=self.node_entry,
            node_children=self.node_children,
            node_value=self.node_value,
            node_folded=self.node_folded,
            end_value=self.end_value,
            end_reach=self.end_reach,
            steps=self.steps,
            entry_count=self.entries.size,
            reach_size=self.reach.size,
            value_size=self.values.size,
        )

    def _place_children(self, node: int) -> None:
        player = int(self.betting.node_player[node])
        round_index = int(self.betting.node_round[node])
        children = self.betting.edge_child[self.betting.actions(node)].tolist()
        width = self.class_counts[round_index]
        self.node_entry[node] = self.entries.take(len(children) * width)
        values = self.node_children[node] = self.values.take(len(children) * width)
        reached = self.reach.take(len(children) * width)
        source = self.node_reach[node][player]
        self.steps[player].add(node, round_index, source=source, target=reached)
        for i, child in enumerate(children):
            reach = list(self.node_reach[node])
            reach[player] = reached + i * width
            if child < 0:
                self.end_value[~child] = values + i * width
                self.end_reach[~child] = reach
            elif int(self.betting.node_round[child]) == round_index:
                self.node_value[child] = values + i * width
                self.node_reach[child] = reach
            else:
                self.node_folded[child] = values + i * width
                self._enter_round(child, reach)

    def _enter_round(self, node: int, reach: list[int]) -> None:
        round_index = int(self.betting.node_round[node])
        width = self.class_counts[round_index]
        self.node_value[node] = self.values.take(width)
        for player, source in enumerate(reach):
            target = self.reach.take(width)
            self.steps[player].add(NEW_ROUND, round_index, source=source, target=target)
            self.node_reach[node].append(target)
