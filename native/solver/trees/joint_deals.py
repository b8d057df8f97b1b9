"""All deals of a game as tuples of the players' card classes, with their probabilities."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native.cards.ranks import rank_hands
from railbird.native.game.deal_layout import deal_layout
from railbird.native.game.definition import GameDefinition
from railbird.native.solver.trees.card_classes import (
    CardClasses,
    Cards,
    count_deals,
    enumerate_deals,
)


@dataclass(frozen=True, slots=True)
class JointDeals:
    """Deals as one betting round sees them: J different ones, with probabilities that sum to 1.

    ``classes`` is int32[J, N] by position, ``pattern`` int32[J] a row of the game's patterns
    (who would beat whom at the showdown), or all zero where that does not matter.
    """

    classes: npt.NDArray[np.int32]
    pattern: npt.NDArray[np.int32]
    weight: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AllDeals:
    """Every deal: ``showdowns[r]`` and ``folds[r]`` as round r sees them.

    ``paths`` is int32[J, R, N], the classes by round behind each deal of the last round's
    showdowns; ``patterns`` is uint16[P, N], how many others each position beats.
    """

    showdowns: tuple[JointDeals, ...]
    folds: tuple[JointDeals, ...]
    patterns: npt.NDArray[np.uint16]
    paths: npt.NDArray[np.int32]


def deal_groups(definition: GameDefinition) -> list[int]:
    """Sizes of the groups of cards in a deal: hole cards by position, then boards."""
    boards = [count for count in definition.board_card_counts if count]
    return [definition.hole_card_count] * definition.player_count + boards


def count_all_deals(definition: GameDefinition) -> int:
    """Deals before suits are merged."""
    return count_deals(len(definition.deck), deal_groups(definition))


def list_all_deals(definition: GameDefinition, classes: CardClasses) -> AllDeals:
    """List every deal, as classes and probabilities; raises LimitError where there are too many."""
    cards = enumerate_deals(definition.deck, deal_groups(definition))
    orders = showdown_orders(definition, cards)
    patterns, rows = np.unique(orders, axis=0, return_inverse=True)
    pattern: npt.NDArray[np.int32] = rows.ravel().astype(np.int32)
    paths = deal_paths(definition, classes, cards)
    showdowns = [_merge(paths[:, r], pattern) for r in range(paths.shape[1])]
    folds = [_merge(paths[:, r], np.zeros_like(pattern)) for r in range(paths.shape[1])]
    return AllDeals(
        showdowns=tuple(deals for deals, _ in showdowns),
        folds=tuple(deals for deals, _ in folds),
        patterns=patterns,
        paths=paths[showdowns[-1][1]],
    )


def deal_paths(
    definition: GameDefinition, classes: CardClasses, cards: Cards
) -> npt.NDArray[np.int32]:
    """Classes int32[n, R, N] by round and position of deals uint8[n, W]."""
    layout = deal_layout(definition)
    by_round = [
        [
            classes.classes_of(layout.held(cards, position, round_index), round_index)
            for position in range(definition.player_count)
        ]
        for round_index in range(len(classes.codes))
    ]
    return np.ascontiguousarray(np.array(by_round, np.int32).transpose(2, 0, 1))


def showdown_orders(definition: GameDefinition, cards: Cards) -> npt.NDArray[np.uint16]:
    """How many others each position beats, uint16[n, N], if nobody folds and all boards come."""
    layout = deal_layout(definition)
    held = (layout.held(cards, position) for position in range(definition.player_count))
    ranks = np.stack([rank_hands(np.ascontiguousarray(hand)) for hand in held], axis=1)
    beaten: npt.NDArray[np.uint16] = (ranks[:, :, None] > ranks[:, None, :]).sum(
        axis=2, dtype=np.uint16
    )
    return beaten


def _merge(
    classes: npt.NDArray[np.int32], pattern: npt.NDArray[np.int32]
) -> tuple[JointDeals, npt.NDArray[np.int64]]:
    """Different rows, each with its share of all deals, and the first deal behind each."""
    rows = np.concatenate([classes, pattern[:, None]], axis=1)
    found, first, counts = np.unique(rows, axis=0, return_index=True, return_counts=True)
    deals = JointDeals(
        classes=np.ascontiguousarray(found[:, :-1]),
        pattern=np.ascontiguousarray(found[:, -1]),
        weight=counts / len(rows),
    )
    return deals, first
