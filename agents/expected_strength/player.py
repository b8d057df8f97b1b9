"""The agent that plays every game by the expected strength of its cards."""

from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.card_rounds import CARD_KINDS, go_with
from railbird.agents.expected_strength.action_table import declare_by_strength
from railbird.agents.expected_strength.card_choice import choose_slots
from railbird.agents.expected_strength.sight import cards_in_sight
from railbird.native import showdown_strength
from railbird.plugins import AgentEntry, AgentError, DecisionBatch, Distribution, every_game

SAMPLES = 1024
POSSIBLE_SAMPLES = range(1, 1_000_001)


class ExpectedStrength:
    """Plays any game by E[HS], the share of the pot that its cards win if all now show down.

    How it plays: it deals the cards that it does not see ``samples`` times, to the opponents left,
    to the board and, where cards are still to come, to itself, and takes its mean share of the pot
    by the game's rankings. That decides how often it folds, calls and raises. Where cards go, those
    go whose lack leaves the highest E[HS]; what replaces them is dealt as well.

    Source: document 000, section 4.2.3.8, equation 15 and table 19, the E[HS] agent of PGDL.
    Decided here: opponents are dealt together and ties are shared, where equation 15 takes the
    n-th power of the chance against one; where there are no more ways to deal than ``samples``, all
    are gone through. Exchanges, discards and passes to come are not foreseen: everybody shows down
    what he holds now and what is still dealt. Cards that it threw away are nobody's; those that it
    passed on may be anybody's. The row of table 19 for 30 to 50% sums to 95 and is divided by that.
    A raise by 10, 20 or 50% puts in that part of the stack left, the call included, at least the
    least raise, at most the largest, as does all-in with a pot limit. A fold that is free becomes a
    check, a raise that is not legal a call. Of sets of cards that are equally good one of the
    fewest cards goes; cards to pass on are judged as if they were exchanged. Deals depend on the
    cards seen alone, so the same cards are always worth the same.
    """

    stationary = True

    def __init__(self, *, samples: int = SAMPLES) -> None:
        """Set the deals of a decision; raises AgentError for an invalid number."""
        self._samples = _require_samples(samples)

    def probabilities_batch(
        self, decisions: DecisionBatch, hole_cards: npt.NDArray[np.uint8]
    ) -> Distribution:
        """Declare table 19's row for the strength, and the best cards to go as certain."""
        seen = cards_in_sight(decisions, hole_cards)
        definition = decisions.game.definition
        is_bet = ((decisions.legal[:, None] >> CARD_KINDS) & 1 == 0).all(axis=1)
        betting, card_rows = np.flatnonzero(is_bet), np.flatnonzero(~is_bet)
        strength, slots = np.zeros(len(decisions)), np.zeros(len(decisions), np.int64)
        if len(betting):
            held = seen if len(betting) == len(seen) else seen.take(betting)
            strength[betting] = showdown_strength(definition, held, samples=self._samples)
        if len(card_rows):
            slots[card_rows] = choose_slots(decisions, seen, card_rows, samples=self._samples)
        return go_with(decisions, declare_by_strength(decisions, strength), slots)


def _require_samples(samples: Any) -> int:
    is_number = isinstance(samples, int) and not isinstance(samples, bool)
    if not is_number or samples not in POSSIBLE_SAMPLES:
        raise AgentError(
            f"samples is {samples!r}; give a whole number from 1 to {POSSIBLE_SAMPLES[-1]:,}, "
            f"such as {SAMPLES}"
        )
    return int(samples)


AGENTS = (
    AgentEntry(
        "expected-strength",
        ExpectedStrength,
        every_game,
        summary="plays every game by the expected strength of its cards",
    ),
)
