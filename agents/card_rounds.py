"""What agents declare in rounds in which cards change hands, of games that have such."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.native import NO_CARD
from railbird.plugins import ActionKind, DecisionBatch, Distribution

CARD_KINDS = np.array([ActionKind.EXCHANGE, ActionKind.PASS], np.uint8)


def keep_cards(decisions: DecisionBatch, declared: Distribution) -> Distribution:
    """Add to what is declared of betting that as few cards go as may, those of the first slots."""
    if not decisions.game.definition.has_card_rounds:
        return declared
    return go_with(decisions, declared, (1 << decisions.min_cards.astype(np.int64)) - 1)


def go_with(
    decisions: DecisionBatch, declared: Distribution, slots: npt.NDArray[np.int64]
) -> Distribution:
    """Add to what is declared of betting which cards go, sets of slots int64[n]."""
    if not decisions.game.definition.has_card_rounds:
        return declared
    legal = decisions.legal[:, None] >> CARD_KINDS & 1
    is_bet = np.asarray(~legal.any(axis=1))
    return _join(declared, is_bet, legal.astype(float), np.tile(slots[:, None], (1, 2)), CARD_KINDS)


def any_cards(decisions: DecisionBatch, declared: Distribution) -> Distribution:
    """Add that every legal number of cards goes with the same probability, and then every set."""
    if not decisions.game.definition.has_card_rounds:
        return declared
    legal = decisions.legal[:, None] >> CARD_KINDS & 1
    width = decisions.hole_cards.shape[1]
    bounds = np.column_stack([decisions.min_cards, decisions.max_cards])
    held = (decisions.hole_cards != NO_CARD).sum(axis=1)
    rows = [_sets(width, int(held[row]), *bounds[row].tolist()) for row in range(len(decisions))]
    by_set = np.array(rows).reshape(len(decisions), -1)
    probability = np.concatenate([legal[:, :1] * by_set, legal[:, 1:] * by_set], axis=1)
    slots = np.tile(np.arange(1 << width), (len(decisions), 2))
    kinds = np.repeat(CARD_KINDS, 1 << width)
    is_bet = np.asarray(~legal.any(axis=1))
    return _join(declared, is_bet, probability, slots, kinds)


@lru_cache(1 << 10)
def _sets(width: int, held: int, fewest: int, most: int) -> npt.NDArray[np.float64]:
    """The probability of each set of slots, float64[2**width]."""
    sets = np.arange(1 << width)
    counts = np.array([int(one).bit_count() for one in sets])
    is_legal = (counts >= fewest) & (counts <= most) & (sets >> held == 0)
    of_size = np.bincount(counts[is_legal], minlength=width + 1)
    sizes = int((of_size > 0).sum())
    probability: npt.NDArray[np.float64] = is_legal / np.maximum(of_size[counts] * sizes, 1)
    return probability


def _join(
    declared: Distribution,
    is_bet: npt.NDArray[np.bool_],
    probability: npt.NDArray[np.float64],
    slots: npt.NDArray[np.int64],
    kinds: npt.NDArray[np.uint8],
) -> Distribution:
    """What is declared of betting where there is betting, and of cards elsewhere."""
    least, most = declared.bounds()
    return Distribution(
        np.concatenate([declared.probability * is_bet[:, None], probability], axis=1),
        np.concatenate([declared.kinds, kinds]),
        np.concatenate([least, slots], axis=1),
        np.concatenate([most, slots], axis=1),
    )
