"""The public betting of a game as flat arrays, level by level."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native.errors import LimitError, StrategyError
from railbird.native.game.actions import ActionKind, action_text
from railbird.native.game.definition import GameDefinition, require_acpc
from railbird.native.game.tables import Tables

MOST_BETTING_NODES = 250_000


@dataclass(frozen=True, slots=True)
class BettingTree:
    """D decision nodes, Z ends and their edges, each level contiguous, children after parents.

    Node 0 is the root. Edges of node ``i`` are ``edge_start[i]:edge_start[i + 1]``: fold, call,
    then raises by size. ``edge_child`` is a node, or ``~z`` for end ``z``. ``node_round`` is the
    betting round, ``end_round`` that of the last decision before the end, whose cards the players
    have seen. ``end_spent`` is int64[Z, N] chips, ``end_live`` a mask of positions not folded.
    ``level_start`` (L + 1) cuts the nodes into levels by number of actions.
    """

    definition: GameDefinition
    node_betting: tuple[str, ...]
    node_player: npt.NDArray[np.uint8]
    node_round: npt.NDArray[np.uint8]
    level_start: npt.NDArray[np.int32]
    edge_start: npt.NDArray[np.int32]
    edge_kind: npt.NDArray[np.uint8]
    edge_amount: npt.NDArray[np.int64]
    edge_child: npt.NDArray[np.int32]
    end_betting: tuple[str, ...]
    end_round: npt.NDArray[np.uint8]
    end_spent: npt.NDArray[np.int64]
    end_live: npt.NDArray[np.uint16]

    @property
    def node_count(self) -> int:
        """Decision nodes."""
        return len(self.node_betting)

    @property
    def end_count(self) -> int:
        """Ends of the betting."""
        return len(self.end_betting)

    def actions(self, node: int) -> slice:
        """The edges of a node."""
        return slice(int(self.edge_start[node]), int(self.edge_start[node + 1]))


def build_betting_tree(
    definition: GameDefinition,
    *,
    raise_menu: Sequence[int] | None = None,
    most_nodes: int = MOST_BETTING_NODES,
) -> BettingTree:
    """Walk all betting of a game, level by level, on the tables' own rules.

    ``raise_menu`` lists the raise-to totals that a no-limit game is cut down to; ``None`` keeps
    every size. Rounds in which nobody can raise any more are played out as forced checks and
    belong to the end before them. Raises LimitError at more than ``most_nodes`` decision nodes or
    actions, StrategyError where nobody has a decision, GameDefinitionError for a variant.
    """
    require_acpc(definition, "a game tree")
    return _Walk(definition, raise_menu, most_nodes).tree()


class _Walk:
    """The lists that the levels fill."""

    def __init__(
        self, definition: GameDefinition, menu: Sequence[int] | None, most_nodes: int
    ) -> None:
        self.definition = definition
        self.is_sized = definition.raises_are_sized
        self.menu = sorted(set(menu)) if menu is not None and self.is_sized else None
        self.most_nodes = most_nodes
        raising = [r for r, most in enumerate(definition.max_raises) if most]
        self.round_count = 1 + max(raising, default=0)
        self.nodes: list[tuple[str, int, int]] = []
        self.level_start = [0]
        self.edges: list[tuple[int, int, int]] = []
        self.edge_start = [0]
        self.ends: list[tuple[str, int, list[int], int]] = []

    def tree(self) -> BettingTree:
        level = _tables_at(self.definition, [""])
        if level.is_done[0]:
            raise StrategyError(
                "there are no decisions in this game, since the blinds put all players all-in; "
                "there is nothing to solve"
            )
        self._take_nodes(level, np.zeros(1, np.int64))
        while self.level_start[-1] < len(self.nodes):
            self.level_start.append(len(self.nodes))
            level = self._next_level(level)
        return self._finished()

    def _next_level(self, level: Tables) -> Tables:
        """Take the edges of the newest level's nodes; return the tables at the next nodes."""
        first = self.level_start[-2]
        rows = np.arange(level.table_count, dtype=np.int32)
        kinds, bounds = level.legal_kinds(rows), level.raise_bounds(rows)
        texts, rounds, edges = [], [], []
        for row, (betting, _, round_index) in enumerate(self.nodes[first:]):
            span = (int(bounds[0][row]), int(bounds[1][row]))
            for kind, amount in self._actions(int(kinds[row]), span):
                texts.append(betting + action_text(kind, amount if self.is_sized else None))
                rounds.append(round_index)
                edges.append((kind, amount))
            self.edge_start.append(len(self.edges) + len(edges))
            self._require_room(len(self.edges) + len(edges), "actions")
        tables = _tables_at(self.definition, texts)
        forced = np.flatnonzero(~tables.is_done & (tables.round_index >= self.round_count))
        _play_out(tables, forced.astype(np.int32))
        children = self._take_children(tables, np.array(rounds))
        self.edges += [(*edge, child) for edge, child in zip(edges, children, strict=True)]
        alive = [text for text, child in zip(texts, children, strict=True) if child >= 0]
        return _tables_at(self.definition, alive)

    def _actions(self, kinds: int, span: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for kind in (ActionKind.FOLD, ActionKind.CALL):
            if kinds >> kind & 1:
                yield int(kind), 0
        if kinds >> ActionKind.RAISE & 1:
            least, most = span
            sizes = range(least, most + 1) if self.menu is None else self.menu
            yield from ((int(ActionKind.RAISE), size) for size in sizes if least <= size <= most)

    def _take_children(self, tables: Tables, rounds: npt.NDArray[np.int64]) -> list[int]:
        bettings = tables.columns.bettings(np.arange(tables.table_count, dtype=np.int32))
        folded, children = tables.has_folded, []
        self._take_nodes(tables, np.flatnonzero(~tables.is_done))
        node = self.level_start[-1]
        for row, is_done in enumerate(tables.is_done):
            if is_done:
                live = sum(1 << p for p in range(folded.shape[1]) if not folded[row, p])
                children.append(~len(self.ends))
                spent = tables.spent[row].tolist()
                self.ends.append((bettings[row], int(rounds[row]), spent, live))
            else:
                children.append(node)
                node += 1
        return children

    def _take_nodes(self, tables: Tables, rows: npt.NDArray[np.int64]) -> None:
        self._require_room(len(self.nodes) + len(rows), "decision nodes")
        bettings = tables.columns.bettings(rows.astype(np.int32))
        acting, rounds = tables.acting_position[rows], tables.round_index[rows]
        self.nodes += list(zip(bettings, acting.tolist(), rounds.tolist(), strict=True))

    def _require_room(self, count: int, what: str) -> None:
        if count > self.most_nodes:
            raise LimitError(
                f"the betting has more than {self.most_nodes:,} {what}; "
                "list fewer raise sizes, or reduce the stacks"
            )

    def _finished(self) -> BettingTree:
        nodes = list(zip(*self.nodes, strict=True)) or [(), (), ()]
        edges = list(zip(*self.edges, strict=True)) or [(), (), ()]
        ends = list(zip(*self.ends, strict=True)) or [(), (), (), ()]
        return BettingTree(
            definition=self.definition,
            node_betting=nodes[0],
            node_player=np.array(nodes[1], np.uint8),
            node_round=np.array(nodes[2], np.uint8),
            level_start=np.array(self.level_start, np.int32),
            edge_start=np.array(self.edge_start, np.int32),
            edge_kind=np.array(edges[0], np.uint8),
            edge_amount=np.array(edges[1], np.int64),
            edge_child=np.array(edges[2], np.int32),
            end_betting=ends[0],
            end_round=np.array(ends[1], np.uint8),
            end_spent=np.array(ends[2], np.int64).reshape(-1, self.definition.player_count),
            end_live=np.array(ends[3], np.uint16),
        )


def _tables_at(definition: GameDefinition, texts: Sequence[str]) -> Tables:
    tables = Tables(definition, max(1, len(texts)))
    rows = np.arange(len(texts), dtype=np.int32)
    tables.start_hands(rows, None)
    tables.play_betting(rows, texts)
    return tables


def _play_out(tables: Tables, rows: npt.NDArray[np.int32]) -> None:
    while len(rows):
        tables.apply_actions(rows, np.full(len(rows), ActionKind.CALL, np.uint8), _zeros(rows))
        rows = rows[~tables.is_done[rows]]


def _zeros(rows: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    return np.zeros(len(rows), np.int64)
