"""Baseline players, which call, fold, raise or act randomly, whatever their cards."""

import numpy as np
import numpy.typing as npt

from railbird.agents.card_rounds import any_cards, keep_cards
from railbird.agents.raise_chips import raise_chips_of
from railbird.plugins import (
    BETTING_KINDS,
    ActionKind,
    AgentEntry,
    DecisionBatch,
    Distribution,
    every_game,
)

CERTAIN_CALL = np.array([ActionKind.CALL], np.uint8)
FOLD_OR_CALL = np.array([ActionKind.FOLD, ActionKind.CALL], np.uint8)
CALL_OR_RAISE = np.array([ActionKind.CALL, ActionKind.RAISE], np.uint8)
KINDS = np.array(BETTING_KINDS, np.uint8)


class Call:
    """Calls every bet, and checks if there is none.

    Source: the caller of every computer-poker test bed; its results depend only on the cards.
    Decided here: nothing; a call is always legal.
    """

    stationary = True

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare a certain call everywhere."""
        return keep_cards(decisions, Distribution(np.ones((len(decisions), 1)), CERTAIN_CALL))


class Fold:
    """Folds whenever it costs chips to stay, and checks if it is free.

    Source: the folder of every computer-poker test bed; it loses the blinds, a lower bound for the
    result of any agent.
    Decided here: a free check is taken, since folding there is not legal.
    """

    stationary = True

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare a certain fold or check."""
        can_fold = decisions.can_fold
        probability = np.column_stack([can_fold, ~can_fold]).astype(float)
        return keep_cards(decisions, Distribution(probability, FOLD_OR_CALL))


class RaiseLeast:
    """Makes the smallest raise whenever a raise is legal, and calls otherwise.

    Source: the raiser of every computer-poker test bed; it punishes agents that fold too much.
    Decided here: the smallest raise-to if sizes are free; a call once raising is capped.
    """

    stationary = True

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare a certain raise or call."""
        return keep_cards(decisions, raise_else_call(decisions, decisions.min_raise_to))


class RaisePot:
    """Bets and raises the size of the pot whenever a raise is legal, and calls otherwise.

    Source: the usual pot-limit raise: call first, then raise by the size of the pot after the call.
    Decided here: a size out of range becomes the nearest legal one, and in a limit game the raise
    has the game's size.
    """

    stationary = True

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare a certain raise or call."""
        return keep_cards(decisions, raise_else_call(decisions, raise_by_pot(decisions)))


def _tabulate() -> npt.NDArray[np.float64]:
    """Return the probability of each kind by the mask of the legal ones, float64[8, 3]."""
    is_legal = (np.arange(1 << len(KINDS))[:, None] >> KINDS) & 1
    probability: npt.NDArray[np.float64] = is_legal / np.maximum(is_legal.sum(1, keepdims=True), 1)
    return probability


PROBABILITY_BY_MASK = _tabulate()


class Uniform:
    """Takes each legal kind of action with the same probability.

    Source: the uniform strategy of game theory, whose value and exploitability are known for the
    small games; the ACPC's example player is similar.
    Decided here: kinds are equally likely, not actions, so that a no-limit game is not all raises;
    a raise-to is uniform over the integers between the smallest and the largest legal one. In an
    exchange every legal number of cards is equally likely, then every set of that size.
    """

    stationary = True

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare all legal kinds equally likely, whatever the cards."""
        betting = decisions.legal & np.uint8(len(PROBABILITY_BY_MASK) - 1)
        probability = PROBABILITY_BY_MASK.take(betting, axis=0)
        if not decisions.game.definition.raises_are_sized:
            return any_cards(decisions, Distribution(probability, KINDS))
        bounds = decisions.min_raise_to, decisions.max_raise_to
        return any_cards(decisions, Distribution(probability, KINDS, *bounds))


def raise_else_call(decisions: DecisionBatch, raise_to: npt.NDArray[np.int64]) -> Distribution:
    """Declare a raise to ``raise_to`` (int64[n]) if one is legal, and a call otherwise."""
    can_raise = decisions.can_raise
    probability = np.column_stack([~can_raise, can_raise]).astype(float)
    if not decisions.game.definition.raises_are_sized:
        return Distribution(probability, CALL_OR_RAISE)
    amounts = np.column_stack([np.zeros_like(raise_to), raise_to])
    return Distribution(probability, CALL_OR_RAISE, amounts, amounts)


def raise_by_pot(
    decisions: DecisionBatch,
    share: float | npt.NDArray[np.float64] = 1.0,
    *,
    rows: npt.NDArray[np.intp] | slice = slice(None),
) -> npt.NDArray[np.int64]:
    """Return the raise-to of a call and a raise by a share of the pot, int64[n], made legal.

    ``share`` is one for all, or float64[n]; with ``rows`` the answers are those of n rows. 0 if no
    raise is legal; rounded down to whole chips.
    """
    return raise_chips_of(decisions, rows).raise_to(share)


AGENTS = (
    AgentEntry("call", Call, every_game, summary="calls everything"),
    AgentEntry("fold", Fold, every_game, summary="folds unless checking is free"),
    AgentEntry(
        "raise", RaiseLeast, every_game, summary="makes the smallest legal raise whenever it can"
    ),
    AgentEntry(
        "raise-pot", RaisePot, every_game, summary="raises the size of the pot whenever it can"
    ),
    AgentEntry(
        "uniform", Uniform, every_game, summary="takes each legal kind of action equally often"
    ),
    AgentEntry("random", Uniform, every_game, summary="the same as uniform"),
)
