"""The size of a game tree, computed before it is built."""

from collections.abc import Sequence
from dataclasses import dataclass

from railbird.native.cards.holdings import CLASS_COUNT
from railbird.native.errors import LimitError
from railbird.native.game.definition import GameDefinition
from railbird.native.solver.trees.betting_tree import BettingTree, build_betting_tree
from railbird.native.solver.trees.card_classes import count_deals, view_groups
from railbird.native.solver.trees.joint_deals import count_all_deals
from railbird.native.solver.trees.preflop_deals import DEAL_COUNT, is_preflop_only

MOST_DEALS = 2_000_000
MOST_MEMORY_BYTES = 4 * 2**30
BYTES_PER_ENTRY = 60
BYTES_PER_DEAL = 200


@dataclass(frozen=True, slots=True)
class TreeSize:
    """What a game comes to before suits are merged, which only makes it smaller.

    ``entry_count`` are actions of information sets, ``deal_count`` deals of all cards,
    ``memory_bytes`` what the tree and one solver on it take at most.
    """

    node_count: int
    information_set_count: int
    entry_count: int
    deal_count: int
    memory_bytes: int


def measure_tree(
    definition: GameDefinition,
    *,
    raise_menu: Sequence[int] | None = None,
    lists_deals: bool = True,
) -> TreeSize:
    """Measure a game without listing a card; ``lists_deals`` as for ``build_tree``.

    Raises LimitError where the betting alone is too long to list.
    """
    betting = build_betting_tree(definition, raise_menu=raise_menu)
    return size_of(definition, betting, lists_deals=lists_deals)


def size_of(
    definition: GameDefinition,
    betting: BettingTree,
    *,
    lists_deals: bool,
    merges_suits: bool = True,
) -> TreeSize:
    """The size of a game whose betting is known.

    Hold'em bet before the flop alone is listed by pairs of its 169 classes.
    """
    deck_size = len(definition.deck)
    rounds = [int(r) for r in betting.node_round]
    views = [count_deals(deck_size, view_groups(definition, r)) for r in range(max(rounds) + 1)]
    actions = [int(n) for n in betting.edge_start[1:] - betting.edge_start[:-1]]
    if is_preflop_only(definition) and merges_suits:
        views, deals = [CLASS_COUNT], DEAL_COUNT
    else:
        deals = count_all_deals(definition)
    entries = sum(views[r] * n for r, n in zip(rounds, actions, strict=True))
    listed = deals * len(views) * definition.player_count if lists_deals else 0
    return TreeSize(
        node_count=betting.node_count,
        information_set_count=sum(views[r] for r in rounds),
        entry_count=entries,
        deal_count=deals,
        memory_bytes=entries * BYTES_PER_ENTRY + listed * BYTES_PER_DEAL,
    )


def require_room(size: TreeSize, *, lists_deals: bool) -> None:
    """Refuse a game that does not fit, with its numbers."""
    if lists_deals and size.deal_count > MOST_DEALS:
        raise LimitError(
            f"the game has {size.deal_count:,} deals, but the limit is {MOST_DEALS:,}; use a "
            "smaller deck, or sample deals"
        )
    if size.memory_bytes > MOST_MEMORY_BYTES:
        raise LimitError(
            f"the game has {size.information_set_count:,} information sets and would need up to "
            f"{size.memory_bytes / 2**30:,.1f} GiB, but the limit is "
            f"{MOST_MEMORY_BYTES / 2**30:.0f}; use a smaller deck, or fewer raise sizes"
        )
