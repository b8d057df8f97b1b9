"""The formulas of document 004: Eq 1 to 4 by scenarios, Eq 5 and ``calcEV`` directly."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_views import LOST, SHOWN, WON
from railbird.agents.expected_value.memory.chain_store import ChainSums

FORMULAS = ("weighed", "printed")
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What follows an action, all of one shape.

    ``shares`` (last axis SHOWN, WON, LOST) sum to one; ``pots`` and ``bets`` are the mean final pot
    and the mean chips put in from the decision on, by the same endings, 0 where there were none;
    ``strength`` is the mean strength that others show.
    """

    shares: Floats
    pots: Floats
    bets: Floats
    strength: Floats

    def value(self, win: Floats, *, formula: str) -> Floats:
        """Return the expected value, in chips, of showing down with a chance ``win``."""
        shown, won, lost = (self.shares[..., ending] for ending in (SHOWN, WON, LOST))
        showdown = win * self.pots[..., SHOWN] - self.bets[..., SHOWN]
        if formula == "weighed":
            showdown = shown * showdown
        gained = self.pots[..., WON] - self.bets[..., WON]
        return np.asarray(showdown + won * gained - lost * self.bets[..., LOST])


def estimate(sums: ChainSums) -> Estimate:
    """Return the means of chains; where there are none, zeros."""
    counts = np.maximum(sums.counts, 1)
    hands = np.maximum(sums.counts.sum(axis=-1, keepdims=True), 1)
    strength = sums.strength / counts[..., SHOWN]
    return Estimate(sums.counts / hands, sums.pots / counts, sums.bets / counts, strength)


def win_chance(strength: npt.ArrayLike, of_others: npt.ArrayLike) -> Floats:
    """Return hs(1 - oh) / (hs(1 - oh) + (1 - hs)oh), and 1/2 for equal strengths.

    Decided here: document 004 says only that a heuristic function computes it from the two.
    """
    own, other = np.broadcast_arrays(
        np.asarray(strength, np.float64), np.asarray(of_others, np.float64)
    )
    ahead, behind = own * (1.0 - other), (1.0 - own) * other
    total = ahead + behind
    is_known = total > 0.0
    return np.asarray(np.where(is_known, ahead / np.where(is_known, total, 1.0), 0.5))


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way in which a hand may go on (document 004, section 2.1).

    ``probability`` is that of the scenario, ``win`` the chance to win at its showdown; in one that
    ends by folds ``ending`` is WON or LOST, and ``win`` has no meaning.
    """

    probability: float
    ending: int
    pot: float
    bets: float
    win: float = 0.0

    @property
    def value(self) -> float:
        """E(s) of Eq 1, 2 or 3, given that the scenario occurs.

        Eq 2 and 3 print the probability of the folds as a factor here, and Eq 4 multiplies by the
        probability of the scenario again. It is meant once, so it is left to Eq 4.
        """
        if self.ending == SHOWN:
            return self.win * self.pot - self.bets
        return self.pot - self.bets if self.ending == WON else -self.bets


def value_of_scenarios(scenarios: Sequence[Scenario]) -> float:
    """Return E(a) of Eq 4: the sum of P(s) E(s)."""
    return sum(one.probability * one.value for one in scenarios)
