"""How often the opponents of a match raise and call, and how strong that makes their hands."""

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_views import Betting, Counts, Passed, Standing
from railbird.agents.expected_value.memory.chain_store import EndedChains
from railbird.agents.expected_value.memory.matches import HandOrder

RAISE_SHARE, CALL_SHARE, WORTH, SLOPE_WORTH = 0.4, 0.8, 20.0, 3.0
"""The shares of hands that an unknown opponent raises and does not fold, worth so many decisions:
our guess."""
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]


class OpponentHabits:
    """Counts what each seat did in a match, as each observer saw it.

    Source: document 004, section 3.2, "basic information about the action made by the opponents",
    from which its heuristics work before there are enough chains. Decided here: an opponent is
    taken to raise the best share of its hands, the share with which it raises wherever it may, and
    to stay in with the best share with which it does not fold to a bet. After some raises and calls
    of bets it then has the best product of these shares, with a mean strength of 1 less half of it.
    There are players whose raises say nothing. So the distance from 1/2 is scaled by the slope of
    what an opponent showed over what was expected of it, from 0 to 1.
    """

    def __init__(self, betting: Betting, row_count: int) -> None:
        """Start without hands."""
        self._betting = betting
        shape = row_count, betting.definition.player_count
        self._counts = np.zeros((*shape, 4), np.int32)
        self._products = np.zeros((*shape, 2))
        self._order = HandOrder(row_count)

    def add(self, rows: Ints, hand_index: npt.NDArray[np.integer], hands: EndedChains) -> None:
        """Count finished hands, in order within a row; repeated hands have no effect."""
        for found, chosen in self._order.steps(rows, hand_index):
            some = hands.take(chosen)
            self.add_once(found, some, self._betting.passed(some.ends))

    def add_once(self, rows: Ints, hands: EndedChains, passed: Passed) -> None:
        """Count one hand, never counted before, of each of different rows."""
        done = passed.raises, passed.calls
        is_shown = ~np.isnan(hands.strengths)
        expected = self._unscaled(rows, hands.seats, done) * is_shown
        found = np.where(is_shown, hands.strengths - 0.5, 0.0)
        products = np.stack([expected * found, expected * expected], axis=2)
        self._products[rows[:, None], hands.seats] += products
        seat = hands.seats[passed.hand, passed.player]
        np.add.at(self._counts, (rows[passed.hand], seat), passed.events)

    def strength(self, rows: Ints, situations: Standing, seats: npt.NDArray[np.integer]) -> Floats:
        """Return the mean strength of the opponents still in, float64[n].

        ``seats`` int[n, N] by position.
        """
        distance = self._unscaled(rows, seats, (situations.raises, situations.calls))
        products = self._products[rows[:, None], seats]
        found, expected = products[..., 0], products[..., 1]
        slope = np.clip((found + SLOPE_WORTH) / (expected + SLOPE_WORTH), 0.0, 1.0)
        is_other = situations.live.copy()
        is_other[np.arange(len(rows)), situations.player] = False
        mean = (slope * distance * is_other).sum(axis=1) / is_other.sum(axis=1)
        return np.asarray(0.5 + mean)

    def _unscaled(
        self, rows: Ints, seats: npt.NDArray[np.integer], done: tuple[Counts, Counts]
    ) -> Floats:
        """The mean strength less 1/2 after raises and calls, if they say all that they can."""
        raised, stayed = self.rates(rows[:, None], seats)
        return np.asarray((1.0 - raised ** done[0] * stayed ** done[1]) / 2)

    def rates(self, rows: Ints, seats: npt.NDArray[np.integer]) -> tuple[Floats, Floats]:
        """Return how often a seat raises where it may, and does not fold to a bet, [...] each."""
        counts = self._counts[rows, seats].astype(np.float64)
        raises, chances, stays, bets = (counts[..., event] for event in range(4))
        raised = (raises + RAISE_SHARE * WORTH) / (chances + WORTH)
        return raised, (stays + CALL_SHARE * WORTH) / (bets + WORTH)
