"""What an action is taken to lead to before enough chains are known: the source's heuristics."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_views import (
    LOST,
    SHOWN,
    WON,
    Situations,
    most_called,
)
from railbird.agents.expected_value.value.formulas import Estimate
from railbird.native import GameDefinition

LATER_BET, FOLD_SHARE = 0.5, 0.5
"""Without limits: a bet of a round to come, in pots, and how often others fold to a raise, as a
share of how often they must for a bluff to win nothing. Our guess."""
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Guesses:
    """Shares before data: ``won`` after a bet against one opponent, ``lost_*`` own later folds."""

    won: float = 0.1
    lost_called: float = 0.25
    lost_raised: float = 0.15


@dataclass(frozen=True, slots=True)
class _Called:
    """What follows where everybody left calls, [n, c]: chips put in, and the pot."""

    is_raise: Bools
    live: Ints  # [n, 1]
    most: Ints  # [n, 1] chips that the player can put in and be called
    price: Ints
    cost: Ints
    pot: Ints


def guess_outcomes(
    definition: GameDefinition, guesses: Guesses, situations: Situations, *, strength: Floats
) -> Estimate:
    """Return what each choice is taken to lead to, [n, c], in chips; a fold has no meaning.

    Everybody left calls the action, and one more bet on each round to come. Where no round is to
    come and nothing was raised, nobody folds any more, nor does anybody without chips. ``strength``
    float64[n] is that of the opponents. In limit games all others fold to a raise with the
    probability ``won`` divided by their number, and the bet to come is that of the round. Without
    limits it is half the pot, as far as stacks go. Others go on after a raise with so many of their
    better hands that a bluff of that size wins nothing, but fold only half as often as that, so
    that a bluff before data loses.
    Document 004 gives no numbers; these are ours.
    """
    one, called = situations, _call(situations)
    if definition.is_limit:
        sizes = np.array(definition.raise_sizes, np.float64)
        later = np.append(np.cumsum(sizes[::-1])[::-1], 0.0)[one.round_index + 1][:, None]
        won = np.where(called.is_raise, guesses.won / (called.live - 1), 0.0)
        stays, shown = np.ones_like(won), np.repeat(strength[:, None], won.shape[1], axis=1)
    else:
        later = _later_bets(definition, one, called)
        folds = _break_even_folds(one, called)
        won = (FOLD_SHARE * folds) ** (called.live - 1)
        stays, shown = 1.0 - won, 1.0 - (1.0 - strength[:, None]) * (1.0 - folds)
    shares = np.zeros((*won.shape, 3))
    shares[..., WON] = won
    lost = np.where(called.is_raise, guesses.lost_raised, guesses.lost_called)
    shares[..., LOST] = np.where(one.may_fold, lost * stays, 0.0)
    shares[..., SHOWN] = 1.0 - shares[..., WON] - shares[..., LOST]
    cost = called.cost.astype(np.float64)
    pots, bets = np.zeros_like(shares), np.repeat(cost[..., None], 3, axis=2)
    pots[..., SHOWN], bets[..., SHOWN] = called.pot + later * called.live, cost + later
    pots[..., WON] = one.spent.sum(axis=1)[:, None] + cost
    return Estimate(shares, pots, bets, shown)


def _call(one: Situations) -> _Called:
    """Let everybody left call each choice, as far as stacks go."""
    stacks = one.spent + one.left
    most = most_called(stacks, one.live, one.player)[:, None]
    price = np.minimum(np.maximum(one.raise_to, one.spent.max(axis=1, keepdims=True)), most)
    rows = np.arange(len(price))
    goes_on = np.where(one.live, stacks, one.spent)
    return _Called(
        is_raise=one.raise_to > 0,
        live=one.live.sum(axis=1)[:, None],
        most=most,
        price=price,
        cost=np.maximum(price - one.spent[rows, one.player][:, None], 0),
        pot=np.minimum(price[:, :, None], goes_on[:, None]).sum(axis=2),
    )


def _later_bets(definition: GameDefinition, one: Situations, called: _Called) -> Floats:
    """What each player puts in later, if all who are left bet ``LATER_BET`` a round, [n, c]."""
    to_come = definition.round_count - 1 - one.round_index[:, None]
    growth = (1.0 + LATER_BET * called.live) ** to_come - 1.0
    return np.asarray(np.minimum(called.pot * growth / called.live, called.most - called.price))


def _break_even_folds(one: Situations, called: _Called) -> Floats:
    """How often each opponent must fold for a bluff to win nothing of him, [n, c]; else 0.

    That is raise / (pot + raise), the pot after the call; nobody folds who has no chips left.
    """
    above = called.price - one.spent.max(axis=1, keepdims=True)
    before = one.spent.sum(axis=1)[:, None] + called.cost - above
    is_other = one.live.copy()
    is_other[np.arange(len(is_other)), one.player] = False
    can_fold = np.where(is_other, one.left, 1).min(axis=1)[:, None] > 0
    is_possible = called.is_raise & can_fold & (above > 0)
    return np.asarray(np.where(is_possible, above / np.maximum(before + above, 1), 0.0))
