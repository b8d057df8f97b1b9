"""AIVAT for limit hold'em of two players: cards and declared decisions, one player imagined.

Of a declaring player every holding is imagined that the cards which the other holds and the board
leave, weighted by the probability that it would have acted as it did; the other's cards are those
it held. The estimates of the two players, if both declare, are averaged with equal weights: each is
unbiased, so their mean is. Decisions of both are events in either.

The value of a history is a player's share of the chips that are in by exact equity, less its own;
after a fold it is the payoff. The equities of all holdings against the other's hand are exact in
every round, and each is the mean of those after the next cards.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.native import HOLDING_CARDS, ActionKind, GameDefinition
from railbird.native.cards.holdings import HOLDING_BITS
from railbird.native.odds.equities_against import half_board_count, wins_against
from railbird.native.odds.mean_shares import holding_pair_equities
from railbird.results.luck.betting_steps import (
    KINDS,
    BettingSteps,
    BoardStep,
    DecisionStep,
    betting_steps,
)
from railbird.results.luck.estimator import Floats, Integers

Cards = npt.NDArray[np.uint8]
Asks = Callable[[DecisionStep, Cards], Floats]
"""Returns what an agent declares in a step for hands with these boards, uint8[n, 5], and every
holding: float64[n, 1326, 3] probabilities of fold, call and raise. Holdings that share a card with
the board may have anything."""
PLAYERS = 2


@dataclass(frozen=True, slots=True, eq=False)
class DealtHands:
    """n hands with one betting between the same two agents, by position.

    `holdings` int64[n, 2], `boards` uint8[n, 5], all cards of the deal.
    """

    definition: GameDefinition
    betting: str
    holdings: Integers
    boards: Cards

    @property
    def steps(self) -> BettingSteps:
        """The steps of their betting."""
        return betting_steps(self.definition, self.betting)

    def board_count(self, round_index: int) -> int:
        """Board cards in a round."""
        return sum(self.definition.board_card_counts[: round_index + 1])


def declared_estimates(hands: DealtHands, asks: dict[int, Asks]) -> Floats:
    """Return what each player won without luck, float64[n, 2], chips.

    `asks` are the declaring players by position, one or two. Rows are nan for hands in which one of
    them acted with probability 0.
    """
    declared = {
        place: asks[step.position](step, hands.boards)
        for place, step in enumerate(hands.steps.steps)
        if isinstance(step, DecisionStep) and step.position in asks
    }
    estimates = [_Imagining(hands, player, declared).estimate() for player in sorted(asks)]
    both = np.stack(
        [own if player == 0 else -own for player, own in zip(sorted(asks), estimates, strict=True)]
    ).mean(axis=0)
    return np.stack([both, -both], axis=1)


@dataclass(slots=True, eq=False)
class _Imagining:
    """The estimate in which a player's holdings are imagined; in chips of that player."""

    hands: DealtHands
    player: int
    declared: dict[int, Floats]
    _equities: dict[int, Floats] = field(default_factory=dict)

    def estimate(self) -> Floats:
        """Return what the player won without luck, float64[n]."""
        steps = self.hands.steps
        weights = self._live(0)
        blinds = float(sum(self.hands.definition.blinds))
        luck = blinds * (_mean(self._equity(0), weights) - 1.0 / PLAYERS)
        round_index = 0
        for place, step in enumerate(steps.steps):
            if isinstance(step, BoardStep):
                pot = float(step.spent.sum())
                before = pot * _mean(self._equity(round_index), weights)
                round_index = step.round_index
                weights = weights * self._live(round_index)
                luck += pot * _mean(self._equity(round_index), weights) - before
            elif place in self.declared:
                more, weights = self._decision(step, self.declared[place], weights)
                luck += more
        if steps.is_fold:
            end = np.full(len(luck), self._values(steps.spent, None, folded=self._folder(steps)))
        else:
            end = self._values(steps.spent, _mean(self._equity(round_index), weights))
        return end - luck

    def _decision(
        self, step: DecisionStep, declared: Floats, weights: Floats
    ) -> tuple[Floats, Floats]:
        """Return the luck of a decision, float64[n], and the weights after it."""
        equity = self._equity(step.round_index)
        if step.position == self.player:
            choices = weights[:, :, None] * declared
            reached = choices.sum(axis=1)
            with np.errstate(invalid="ignore", divide="ignore"):
                shares = np.einsum("nha,nh->na", choices, equity) / reached
                chances = reached / reached.sum(axis=1, keepdims=True)
            weights = choices[:, :, step.taken]
        else:
            own = self.hands.holdings[:, step.position]
            chances = declared[np.arange(len(own)), own]
            shares = np.repeat(_mean(equity, weights)[:, None], KINDS, axis=1)
        values = np.stack(
            [
                self._values(spent, shares[:, kind], folded=step.position)
                if kind == ActionKind.FOLD
                else self._values(spent, shares[:, kind])
                for kind, spent in enumerate(step.spent)
            ],
            axis=1,
        )
        expected = np.where(chances > 0.0, chances * values, 0.0).sum(axis=1)
        is_possible = chances[:, step.taken] > 0.0
        return np.where(is_possible, values[:, step.taken] - expected, np.nan), weights

    def _values(
        self, spent: Integers, equity: Floats | None, *, folded: int | None = None
    ) -> Floats:
        own, other = float(spent[self.player]), float(spent[1 - self.player])
        if folded is None:
            assert equity is not None
            return (own + other) * equity - own
        won = -own if folded == self.player else other
        return np.asarray(won) if equity is None else np.full(len(equity), won)

    def _folder(self, steps: BettingSteps) -> int:
        last = [step for step in steps.steps if isinstance(step, DecisionStep)][-1]
        return last.position

    def _equity(self, round_index: int) -> Floats:
        """The equity of every holding against the other's, float64[n, 1326]."""
        count = self.hands.board_count(round_index)
        if count not in self._equities:
            other = self.hands.holdings[:, 1 - self.player]
            if count == 0:
                found = np.nan_to_num(holding_pair_equities()[:, other].T)
            else:
                found = _equities_against(other, self.hands.boards, count)
            self._equities[count] = found
        return self._equities[count]

    def _live(self, round_index: int) -> Floats:
        """1 for holdings without a card of the other's or the board, else 0, float64[n, 1326]."""
        laid = self.hands.boards[:, : self.hands.board_count(round_index)].astype(np.uint64)
        seen = HOLDING_BITS[self.hands.holdings[:, 1 - self.player]]
        seen = seen | np.bitwise_or.reduce(np.uint64(1) << laid, axis=1, initial=np.uint64(0))
        live: Floats = (HOLDING_BITS & seen[:, None] == 0).astype(np.float64)
        return live


def _mean(values: Floats, weights: Floats) -> Floats:
    """The weighted mean of each row, float64[n]; nan for a row without weight."""
    with np.errstate(invalid="ignore", divide="ignore"):
        mean: Floats = np.einsum("nh,nh->n", values, weights) / weights.sum(axis=1)
    return mean


def _equities_against(other: Integers, boards: Cards, count: int) -> Floats:
    laid = [board[:count].tobytes() for board in boards]
    wins = np.stack([_wins(*met) for met in zip(other.tolist(), laid, strict=True)])
    equities: Floats = wins / half_board_count(count)
    return equities


@lru_cache(maxsize=20_000)
def _wins(holding: int, board: bytes) -> npt.NDArray[np.uint16]:
    """Half boards won against a holding, uint16[1326]; deals are met again in other seatings."""
    laid = np.zeros((1, 5), np.uint8)
    laid[0, : len(board)] = np.frombuffer(board, np.uint8)
    wins: npt.NDArray[np.uint16] = wins_against(
        HOLDING_CARDS[holding : holding + 1], laid, len(board)
    )[0]
    return wins
