"""A game ready to be solved: betting, card classes, deals, and the C struct over their arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.native._native import ffi, lib
from railbird.native.arrays import pointer
from railbird.native.errors import LimitError
from railbird.native.game.definition import GameDefinition
from railbird.native.solver.trees.betting_tree import (
    MOST_BETTING_NODES,
    BettingTree,
    build_betting_tree,
)
from railbird.native.solver.trees.card_classes import CardClasses, build_card_classes
from railbird.native.solver.trees.joint_deals import AllDeals, JointDeals, list_all_deals
from railbird.native.solver.trees.layout import Layout, lay_out
from railbird.native.solver.trees.preflop_deals import is_preflop_only, list_preflop_deals
from railbird.native.solver.trees.stakes import stake_arrays
from railbird.native.solver.trees.tree_size import require_room, size_of

SUIT_NAMINGS = 24
"""Classes of cards are at most so many times fewer once suits are merged."""
C_TYPES = {"uint8": "uint8_t", "uint16": "uint16_t", "int32": "int32_t", "int64": "int64_t"}


@dataclass(frozen=True)
class GameTree:
    """A game as information sets in flat arrays.

    An *entry* is an action of an information set. The entries of node ``i`` lie at
    ``node_entry[i]``, ``[action][class]``, so an information set is a column; ``entry_set``
    (int32[entries]) numbers the sets, node by node, class by class. A strategy is
    ``float64[entries]``. ``deals`` is ``None`` where deals are only sampled.
    """

    definition: GameDefinition
    raise_menu: tuple[int, ...] | None
    betting: BettingTree
    classes: CardClasses
    deals: AllDeals | None
    layout: Layout
    arrays: dict[str, npt.NDArray[Any]]
    c: Any

    @property
    def entry_count(self) -> int:
        """Actions of all information sets."""
        return self.layout.entry_count

    @cached_property
    def entry_set(self) -> npt.NDArray[np.int32]:
        """The information set of each entry, int32[entries]."""
        sets, parts = 0, [np.zeros(0, np.int32)]
        for node in range(self.betting.node_count):
            width = self.class_count(node)
            span = np.arange(sets, sets + width, dtype=np.int32)
            parts.append(np.tile(span, self.action_count(node)))
            sets += width
        return np.concatenate(parts)

    @cached_property
    def information_set_count(self) -> int:
        """Information sets of all players."""
        return sum(self.class_count(node) for node in range(self.betting.node_count))

    @cached_property
    def uniform(self) -> npt.NDArray[np.float64]:
        """The strategy that plays all actions alike, float64[entries], read-only."""
        spread = 1.0 / np.bincount(self.entry_set, minlength=self.information_set_count)
        uniform: npt.NDArray[np.float64] = spread[self.entry_set]
        uniform.flags.writeable = False
        return uniform

    def class_count(self, node: int) -> int:
        """Card classes in the round of a node."""
        return self.classes.counts[int(self.betting.node_round[node])]

    def action_count(self, node: int) -> int:
        """Actions of a node."""
        return int(self.betting.edge_start[node + 1] - self.betting.edge_start[node])

    def table(self, strategy: npt.NDArray[Any], node: int) -> npt.NDArray[Any]:
        """A node's part of a strategy, [actions, classes], as a view; further axes stay as is."""
        shape = (self.action_count(node), self.class_count(node))
        first = self.layout.node_entry[node]
        part = strategy[first : first + shape[0] * shape[1]]
        return part.reshape(shape + strategy.shape[1:])


def build_tree(
    definition: GameDefinition,
    *,
    raise_menu: Sequence[int] | None = None,
    merges_suits: bool = True,
    lists_deals: bool = True,
    most_entries: int | None = None,
) -> GameTree:
    """Build the tree of a game; raises LimitError, before memory is taken, where it does not fit.

    ``raise_menu`` as in ``build_betting_tree``. With ``lists_deals`` off only solvers that are
    handed their deals can be run. A tree with more than ``most_entries`` is refused.
    """
    wanted = MOST_BETTING_NODES if most_entries is None else most_entries
    most_nodes = min(wanted, MOST_BETTING_NODES)
    betting = build_betting_tree(definition, raise_menu=raise_menu, most_nodes=most_nodes)
    size = size_of(definition, betting, lists_deals=lists_deals, merges_suits=merges_suits)
    if most_entries is not None and size.entry_count > SUIT_NAMINGS * most_entries:
        raise LimitError(f"the game has more than {most_entries:,} entries")
    require_room(size, lists_deals=lists_deals)
    round_count = int(betting.node_round.max()) + 1
    classes = build_card_classes(definition, round_count=round_count, merges_suits=merges_suits)
    deals = _list_deals(definition, classes) if lists_deals else None
    layout = lay_out(betting, classes.counts)
    arrays = _tree_arrays(betting, classes, layout) | _deal_arrays(betting, classes, deals)
    c = _point(definition, layout, arrays)
    if deals is not None:
        payoffs = arrays["end_payoff"]
        payoffs[...] = _end_payoffs(c, betting, deals)
        stakes = stake_arrays(deals, classes.counts, payoffs)
        _point_at(c, stakes)
        arrays |= stakes
    menu = None if raise_menu is None else tuple(raise_menu)
    return GameTree(definition, menu, betting, classes, deals, layout, arrays, c)


def _list_deals(definition: GameDefinition, classes: CardClasses) -> AllDeals:
    if is_preflop_only(definition) and classes.merges_suits:
        return list_preflop_deals(classes)
    return list_all_deals(definition, classes)


def _tree_arrays(
    betting: BettingTree, classes: CardClasses, layout: Layout
) -> dict[str, npt.NDArray[Any]]:
    starts = np.cumsum([0, *(len(parents) for parents in classes.parents)])
    counts = np.cumsum([0, *(len(steps.node) for steps in layout.steps)])
    return {
        "class_count": np.array(classes.counts, np.int32),
        "parent_start": starts[:-1].astype(np.int32),
        "parent_class": np.concatenate(classes.parents).astype(np.int32),
        "node_player": betting.node_player,
        "node_round": betting.node_round,
        "node_action_count": np.diff(betting.edge_start).astype(np.uint8),
        "node_entry": np.array(layout.node_entry, np.int32),
        "node_children": np.array(layout.node_children, np.int32),
        "node_value": np.array(layout.node_value, np.int32),
        "node_folded": np.array(layout.node_folded, np.int32),
        "edge_start": betting.edge_start,
        "edge_child": betting.edge_child,
        "step_start": counts.astype(np.int32),
        "step_node": np.concatenate([steps.node for steps in layout.steps]).astype(np.int32),
        "step_round": np.concatenate([steps.round for steps in layout.steps]).astype(np.uint8),
        "step_source": np.concatenate([steps.source for steps in layout.steps]).astype(np.int32),
        "step_target": np.concatenate([steps.target for steps in layout.steps]).astype(np.int32),
        "end_round": betting.end_round,
        "end_is_shown": (betting.end_live & (betting.end_live - 1) != 0).astype(np.uint8),
        "end_live": betting.end_live,
        "end_spent": betting.end_spent,
        "end_value": np.array(layout.end_value, np.int32),
        "end_reach": np.array(layout.end_reach, np.int32),
    }


def _deal_arrays(
    betting: BettingTree, classes: CardClasses, deals: AllDeals | None
) -> dict[str, npt.NDArray[Any]]:
    if deals is None:
        return {}
    players = betting.definition.player_count
    columns: dict[str, list[npt.NDArray[Any]]] = {
        name: [] for name in ("row_start", "deal_weight", "deal_pattern", "deal_others")
    }
    list_start, listed, rows = [], 0, 0
    for by_round in (deals.folds, deals.showdowns):
        for round_index, joint in enumerate(by_round):
            for player in range(players):
                order = np.argsort(joint.classes[:, player], kind="stable")
                width = classes.counts[round_index]
                list_start.append(rows)
                columns["row_start"].append(_row_starts(joint, player, width) + listed)
                columns["deal_weight"].append(joint.weight[order])
                columns["deal_pattern"].append(joint.pattern[order])
                columns["deal_others"].append(np.delete(joint.classes[order], player, axis=1))
                rows += width + 1
                listed += len(order)
    arrays = {name: np.concatenate(parts) for name, parts in columns.items()}
    arrays["row_start"] = arrays["row_start"].astype(np.int32)
    arrays["list_start"] = np.array(list_start, np.int32)
    arrays["end_payoff"] = np.zeros((players, betting.end_count, len(deals.patterns)))
    return arrays


def _row_starts(joint: JointDeals, player: int, width: int) -> npt.NDArray[np.int64]:
    counts = np.bincount(joint.classes[:, player], minlength=width)
    return np.concatenate([[0], np.cumsum(counts)])


def _point(definition: GameDefinition, layout: Layout, arrays: dict[str, npt.NDArray[Any]]) -> Any:
    c = ffi.new("rb_game_tree *")
    c.player_count = definition.player_count
    c.round_count = len(arrays["class_count"])
    c.node_count = len(arrays["node_entry"])
    c.end_count = len(arrays["end_value"])
    c.entry_count = layout.entry_count
    c.reach_size = layout.reach_size
    c.value_size = layout.value_size
    if "end_payoff" in arrays:
        c.pattern_count = arrays["end_payoff"].shape[2]
    _point_at(c, arrays)
    return c


def _point_at(c: Any, arrays: dict[str, npt.NDArray[Any]]) -> None:
    for name, array in arrays.items():
        arrays[name] = np.ascontiguousarray(array)
        setattr(c, name, pointer(arrays[name], C_TYPES.get(array.dtype.name, "double")))


def _end_payoffs(c: Any, betting: BettingTree, deals: AllDeals) -> npt.NDArray[np.float64]:
    """Chips [N, Z, P] that each position wins at each end, by pattern."""
    players = betting.definition.player_count
    payoffs = np.zeros((betting.end_count, len(deals.patterns), players))
    patterns = np.ascontiguousarray(deals.patterns)
    for end in range(betting.end_count):
        for row, pattern in enumerate(patterns):
            lib.rb_end_payoffs(
                c, end, pointer(pattern, "uint16_t"), pointer(payoffs[end, row], "double")
            )
    return payoffs.transpose(2, 0, 1)
