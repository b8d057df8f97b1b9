"""What an action is taken to lead to before enough chains are known: the source's heuristics."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_views import LOST, SHOWN, WON, Situations
from railbird.agents.expected_value.value.formulas import Estimate
from railbird.native import ActionKind, GameDefinition

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Guesses:
    """Shares before data: ``won`` after a bet against one opponent, ``lost_*`` own later folds."""

    won: float = 0.1
    lost_called: float = 0.25
    lost_raised: float = 0.15


def guess_outcomes(
    definition: GameDefinition, guesses: Guesses, situations: Situations, *, strength: Floats
) -> Estimate:
    """Return what each kind of action is taken to lead to, [n, 3]; a fold has no meaning.

    Everybody left calls the action, and one more bet on each round to come. All others fold to a
    raise with the probability ``won`` divided by their number. Where no round is to come and
    nothing was raised, nobody folds any more. ``strength`` float64[n] is that of the opponents.
    Document 004 gives no numbers; these are ours.
    """
    one, rows = situations, np.arange(len(situations.player))
    is_raise = np.arange(3) == ActionKind.RAISE
    sizes = np.array(definition.raise_sizes, np.float64)
    later = np.append(np.cumsum(sizes[::-1])[::-1], 0.0)[one.round_index + 1][:, None]
    price = one.spent.max(axis=1)[:, None] + np.where(is_raise, sizes[one.round_index][:, None], 0)
    cost = price - one.spent[rows, one.player][:, None]
    live = one.live.sum(axis=1)[:, None]
    called = one.live[:, None] * np.maximum(price[:, :, None] - one.spent[:, None], 0.0)
    chips = one.spent.sum(axis=1)[:, None]
    shares = np.zeros((*price.shape, 3))
    shares[..., WON] = np.where(is_raise, guesses.won / (live - 1), 0.0)
    lost = np.where(is_raise, guesses.lost_raised, guesses.lost_called)
    shares[..., LOST] = np.where(one.may_fold, lost, 0.0)
    shares[..., SHOWN] = 1.0 - shares[..., WON] - shares[..., LOST]
    pots, bets = np.zeros_like(shares), np.repeat(cost[..., None], 3, axis=2)
    pots[..., SHOWN], bets[..., SHOWN] = chips + called.sum(axis=2) + later * live, cost + later
    pots[..., WON] = chips + cost
    return Estimate(shares, pots, bets, np.repeat(strength[:, None], 3, axis=1))
