"""Hold'em for two that is bet before the flop alone: all deals as 169 classes against 169.

What the board may bring is summed up in how often one class beats the other, exactly: a pair of
classes is three deals, won, lost and tied, with their probabilities.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.native.cards.holdings import CLASS_COUNT, HOLDING_BITS, HOLDING_CLASSES, holding_class
from railbird.native.game.definition import GameDefinition
from railbird.native.odds.class_pairs import class_pair_outcomes
from railbird.native.solver.trees.card_classes import CardClasses
from railbird.native.solver.trees.joint_deals import AllDeals, JointDeals

PATTERNS = ((1, 0), (0, 1), (0, 0))
DEAL_COUNT = CLASS_COUNT**2 * len(PATTERNS)
WHOLE_DECK = (4, 13)
BOARD_COUNT = 5


def is_preflop_only(definition: GameDefinition) -> bool:
    """Tell whether a game is hold'em for two in which nobody can bet after the flop."""
    return (
        definition.player_count == len(PATTERNS[0])
        and (definition.suit_count, definition.rank_count) == WHOLE_DECK
        and definition.hole_card_count == len(PATTERNS[0])
        and definition.board_card_counts[0] == 0
        and sum(definition.board_card_counts) == BOARD_COUNT
        and not any(definition.max_raises[1:])
    )


def list_preflop_deals(classes: CardClasses) -> AllDeals:
    """List the deals of such a game, by the tree's own numbers of the classes."""
    order = np.argsort(holding_class(classes.members(0)))  # of class k of the square, the tree's
    own, other = (column.ravel() for column in np.indices((CLASS_COUNT, CLASS_COUNT)))
    pairs = np.stack([order[own], order[other]], axis=1).astype(np.int32)
    dealt, shares = _pair_weights(), _shares()
    shown = shares > 0.0
    rows, pattern = np.nonzero(shown)
    showdowns = JointDeals(
        pairs[rows], pattern.astype(np.int32), dealt[rows] * shares[rows, pattern]
    )
    folds = JointDeals(pairs, np.zeros(len(pairs), np.int32), dealt)
    return AllDeals(
        showdowns=(showdowns,),
        folds=(folds,),
        patterns=np.array(PATTERNS, np.uint16),
        paths=np.ascontiguousarray(showdowns.classes[:, None, :]),
    )


@cache
def _pair_weights() -> npt.NDArray[np.float64]:
    """The probability of each pair of classes, float64[169 * 169]: holdings that share no card."""
    is_free = (HOLDING_BITS[:, None] & HOLDING_BITS[None, :]) == 0
    pairs = HOLDING_CLASSES[:, None].astype(np.int64) * CLASS_COUNT + HOLDING_CLASSES[None, :]
    counts = np.bincount(pairs[is_free], minlength=CLASS_COUNT**2)
    weights: npt.NDArray[np.float64] = counts / counts.sum()
    return weights


@cache
def _shares() -> npt.NDArray[np.float64]:
    """How often the first of a pair wins, loses and ties, float64[169 * 169, 3]."""
    won_tied_lost = class_pair_outcomes().reshape(CLASS_COUNT**2, -1)
    counts = won_tied_lost[:, [0, 2, 1]]
    shares: npt.NDArray[np.float64] = counts / counts.sum(axis=1, keepdims=True)
    return shares
