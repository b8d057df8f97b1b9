"""Hermes' rules: document 000, figure 70, as a table of situations."""

import numpy as np
import numpy.typing as npt

from railbird.agents.hermes.situations import (
    ALL_IN,
    BIG_BLIND,
    BUTTON,
    CUT_OFF,
    LIMPED,
    LIMPS,
    RAISED_ONCE,
    SMALL_BLIND,
    UNOPENED,
    Situations,
)

ALWAYS = 1
"""The class of hands that always goes all-in."""
LAST_LISTED = 3
BLUFFED_SHARE = 0.6
"""Class 2 in an unopened small blind: all-in if a draw in [0, 1) is above 0.4."""
LEAST_FOLD_SHARE = 0.5
SHOVES = {
    (2, UNOPENED): {SMALL_BLIND: BLUFFED_SHARE, CUT_OFF: 1.0, BUTTON: 1.0},
    (2, LIMPED): {BIG_BLIND: 1.0, SMALL_BLIND: 1.0},
    (2, ALL_IN): {BIG_BLIND: 1.0, SMALL_BLIND: 1.0},
    (2, LIMPS): {BIG_BLIND: 1.0},
    (2, RAISED_ONCE): {BIG_BLIND: 1.0, SMALL_BLIND: 1.0, BUTTON: 1.0},
    (3, UNOPENED): {BUTTON: 1.0, SMALL_BLIND: 1.0},
    (3, LIMPED): {BIG_BLIND: 1.0},
    (3, RAISED_ONCE): {BIG_BLIND: 1.0},
}
"""How often class 2 and 3 go all-in, by state and place, if the expected return is not negative.

All other hands fold, also in states that table 32 does not have.
"""
MOST_CLASS, STATES, PLACES = 8, 6, 5


def _tabulate() -> npt.NDArray[np.float64]:
    shares = np.zeros((MOST_CLASS + 1, STATES, PLACES))
    shares[ALWAYS] = 1.0
    for (hand_class, state), by_place in SHOVES.items():
        for place, share in by_place.items():
            shares[hand_class, state, place] = share
    return shares


SHOVE_SHARES = _tabulate()
"""By class of hand, state and place, float64[9, 6, 5]."""


def shove_shares(
    hand_classes: npt.NDArray[np.uint8],
    situations: Situations,
    *,
    returns: npt.NDArray[np.float64],
    fold_shares: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """Return how often a hand goes all-in, float64[n].

    ``returns`` are expected returns in chips and ``fold_shares`` how often the opponent folds to a
    3-bet. The big blind defends any hand with a class against one raise from button or small blind
    by a player who folds to half of all 3-bets; figure 70 has that rule twice.
    """
    listed = SHOVE_SHARES[hand_classes, situations.state, situations.place]
    is_listed = (hand_classes > ALWAYS) & (hand_classes <= LAST_LISTED) & (returns >= 0)
    has_rule = (hand_classes == ALWAYS) | is_listed
    opponent_place = situations.opponent_place
    is_steal = (opponent_place == BUTTON) | (opponent_place == SMALL_BLIND)
    defends = (
        (hand_classes > 0)
        & (situations.place == BIG_BLIND)
        & (situations.state == RAISED_ONCE)
        & is_steal
        & (fold_shares >= LEAST_FOLD_SHARE)
    )
    return np.where(has_rule, listed, defends.astype(float))
