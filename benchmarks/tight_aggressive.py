"""A tight-aggressive player of limit hold'em, an opponent that no net here was trained against."""

import numpy as np
import numpy.typing as npt

from railbird.agents.holdem.answers import Answers, answer, count_opponents
from railbird.agents.holdem.starting_hands import CLASS_GROUPS
from railbird.agents.holdem.strength_cache import strengths_by_income
from railbird.native import HOLDING_COUNT, effective_hand_strength, holding_class
from railbird.plugins import DecisionBatch

OPENS = np.array([7, 6, 5, 4])
"""Worst group that opens, by opponents still in: 1, 2, 3 and more."""
RERAISES, COLD_CALLS, DEFENDS = 2, 3, 5
BETS, RAISES, MARGIN = 0.6, 0.78, 0.05


class TightAggressive:
    """Opens good hands with a raise, and bets and raises strong ones; calls by the price.

    How it plays: it opens groups 1 to 7, 6, 5 or 4 against 1, 2, 3 or more opponents; against a
    raise it raises groups 1 and 2 and calls with the next, with more of them in the big blind.
    After the flop it bets with an effective hand strength of 0.6, raises with 0.78, and calls when
    the strength exceeds the share of the pot that it pays by 0.05.
    Source: none; the groups are those of document 003, table 3.
    """

    def act_batch(self, decisions: DecisionBatch) -> Answers:
        """Decide by groups before the flop, by strength after it."""
        raises, calls = _before_the_flop(decisions)
        rows = np.flatnonzero(decisions.round_index > 0)
        if len(rows):
            raises[rows], calls[rows] = _after_the_flop(decisions.take(rows))
        return answer(decisions, raises=raises, calls=calls, pot_share=1.0)


def _before_the_flop(
    decisions: DecisionBatch,
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    group = CLASS_GROUPS[holding_class(decisions.hole_cards)].astype(np.int64)
    blind = decisions.game.definition.big_blind
    raise_count = decisions.contributions.max(axis=1) // blind - 1
    opens = OPENS[np.clip(count_opponents(decisions), 1, len(OPENS)) - 1]
    own = decisions.contributions[np.arange(len(decisions)), decisions.position]
    is_shorthanded = opens - OPENS[-1]
    raises = np.where(raise_count == 0, group <= opens, group <= RERAISES + is_shorthanded // 2)
    calls = group <= np.where(own >= blind, DEFENDS, COLD_CALLS) + is_shorthanded
    return raises & (raise_count < 2 + (group == 1)), calls


def _after_the_flop(
    decisions: DecisionBatch,
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    cards = strengths_by_income().look_up(decisions.hole_cards, decisions.board, HOLDING_COUNT)
    opponents = count_opponents(decisions)
    strength = effective_hand_strength(cards.strength, cards.positive, opponents)
    price = decisions.to_call / (decisions.pot + decisions.to_call)
    raises = strength >= np.where(decisions.to_call == 0, BETS, RAISES)
    return raises, strength >= price + MARGIN
