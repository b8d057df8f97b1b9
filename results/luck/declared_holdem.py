"""AIVAT for hold'em, any number of players with equal stacks: one player is imagined at a time.

Of a declaring player every holding is imagined that the cards which the others hold and the board
leave, weighted by the probability that it would have acted as it did; the others' cards are those
they held. The estimates of all players that declare are averaged with equal weights: each is
unbiased, so their mean is. Decisions of all of them are events in each.

The value of a history is what each player can expect of the pot once everybody who is in has
called, by exact equity of the hands that are in, less what that costs; after the last fold it is
the payoff. Shares of all holdings against the others' hands are exact from the flop on, and each is
the mean of those after the next cards. Before the flop they are exact for two players; for more
they come from equities against random hands, shifted so that they sum to one, and the flop is
corrected by chance alone (`chance`), for the cards that were held: an event may be left out or
taken with more cards known, since each correction has the mean zero by itself.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from railbird.native import HOLDING_CARDS, ActionKind, GameDefinition, preflop_equity
from railbird.native.cards.holdings import HOLDING_BITS, HOLDING_COUNT
from railbird.native.odds.mean_shares import holding_pair_equities
from railbird.native.odds.shares_against import shares_against
from railbird.results.luck.betting_steps import (
    BettingSteps,
    BoardStep,
    Bools,
    DecisionStep,
    Stakes,
    betting_steps,
)
from railbird.results.luck.estimator import Floats, Integers

Cards = npt.NDArray[np.uint8]
KEPT_SHARES = 4_096
TWO_PLAYERS = 2


@dataclass(frozen=True, slots=True, eq=False)
class DeclaredStep:
    """What an agent declares at a step for n hands and every holding.

    `kinds` float64[n, 1326, 3] are the probabilities of fold, call and raise, `taken` float64[n,
    1326] that of what it did, `raise_to` float64[n, 1326] the mean size of its raises. Holdings
    that share a card with the board may have anything.
    """

    kinds: Floats
    taken: Floats
    raise_to: Floats


Asks = Callable[[DecisionStep, Cards], DeclaredStep]
"""Returns what an agent declares in a step for hands with these boards, uint8[n, 5]."""


@dataclass(frozen=True, slots=True, eq=False)
class DealtHands:
    """n hands with one betting between the same N agents, by position.

    `holdings` int64[n, N], `boards` uint8[n, 5], all cards of the deal; `chance` float64[n, R, N]
    is what the cards of each round gave.
    """

    definition: GameDefinition
    betting: str
    holdings: Integers
    boards: Cards
    chance: Floats

    @property
    def steps(self) -> BettingSteps:
        """The steps of their betting."""
        return betting_steps(self.definition, self.betting)

    def board_count(self, round_index: int) -> int:
        """Board cards in a round."""
        return sum(self.definition.board_card_counts[: round_index + 1])


def declared_estimates(hands: DealtHands, asks: dict[int, Asks]) -> Floats:
    """Return what each player won without luck, float64[n, N], chips.

    `asks` are the declaring players by position. Rows are nan for hands in which one of them acted
    with probability 0.
    """
    declared = {
        place: asks[step.position](step, hands.boards)
        for place, step in enumerate(hands.steps.steps)
        if isinstance(step, DecisionStep) and step.position in asks
    }
    estimates = [_Imagining(hands, player, declared).estimate() for player in sorted(asks)]
    mean: Floats = np.mean(estimates, axis=0)
    return mean


@dataclass(frozen=True, slots=True, eq=False)
class _Weighed:
    """Some hands' holdings, weighed: the sums of weights float64[n], of shares float64[n, N]."""

    mass: Floats
    shares: Floats


@dataclass(slots=True, eq=False)
class _Imagining:
    """The estimate in which a player's holdings are imagined."""

    hands: DealtHands
    player: int
    declared: dict[int, DeclaredStep]
    _shares: dict[tuple[int, bytes], Floats] = field(default_factory=dict)

    def estimate(self) -> Floats:
        """Return what all players won without luck, float64[n, N]."""
        steps, weights, round_index = self.hands.steps, self._unseen(0), 0
        luck = self._mean(steps.first, 0, weights) - _fair(steps.first)
        for place, step in enumerate(steps.steps):
            if isinstance(step, BoardStep):
                before = self._mean(step.stakes, round_index, weights)
                is_valued = self._has_exact(round_index)
                round_index = step.round_index
                weights = weights * self._unseen(round_index)
                after = self._mean(step.stakes, round_index, weights)
                luck += after - before if is_valued else self.hands.chance[:, round_index]
            elif place in self.declared:
                more, weights = self._decision(step, self.declared[place], weights)
                luck += more
        return self._mean(steps.last, round_index, weights) - luck

    def _has_exact(self, round_index: int) -> bool:
        is_pair = self.hands.holdings.shape[1] == TWO_PLAYERS
        return is_pair or self.hands.board_count(round_index) > 0

    def _mean(self, stakes: Stakes, round_index: int, weights: Floats) -> Floats:
        """The mean value of the imagined hands, float64[n, N]; nan where none is possible."""
        met = self._weigh(stakes, round_index, weights)
        return _over(_worth(stakes, met), met.mass)

    def _weigh(self, stakes: Stakes, round_index: int, weights: Floats) -> _Weighed:
        mass = weights.sum(axis=1)
        if stakes.is_fold:
            return _Weighed(mass, np.zeros((len(mass), len(stakes.live))))
        shares = self._share(round_index, stakes.live)
        return _Weighed(mass, np.einsum("nph,nh->np", shares, weights))

    def _decision(
        self, step: DecisionStep, declared: DeclaredStep, weights: Floats
    ) -> tuple[Floats, Floats]:
        """Return the luck of a decision, float64[n, N], and the weights after it."""
        taken = _stakes_after(step, step.taken, step.amount)
        if step.position == self.player:
            choices = weights[:, :, None] * declared.kinds
            fold, call, raised = (
                self._weigh(_stakes_after(step, kind, step.least), step.round_index, part)
                for kind, part in enumerate(np.moveaxis(choices, 2, 0))
            )
            sized = choices[:, :, ActionKind.RAISE] * declared.raise_to
            sizes = self._weigh(step.stakes, step.round_index, sized)
            expected = _expected(step, (fold, call, raised), sizes)
            weights, before = weights * declared.taken, weights.sum(axis=1)
            return (
                self._mean(taken, step.round_index, weights) - _over(expected, before),
                weights,
            )
        own = self.hands.holdings[:, step.position]
        rows, total = np.arange(len(own)), weights.sum(axis=1)
        chances = declared.kinds[rows, own]
        parts = []
        for kind in range(chances.shape[1]):
            met = self._weigh(_stakes_after(step, kind, step.least), step.round_index, weights)
            parts.append(_scaled(met, _over(chances[:, [kind]], total)[:, 0]))
        sizes = _scaled(parts[ActionKind.RAISE], declared.raise_to[rows, own])
        luck = self._mean(taken, step.round_index, weights)
        luck = luck - _expected(step, (parts[0], parts[1], parts[2]), sizes)
        is_possible = declared.taken[rows, own] > 0.0
        return np.where(is_possible[:, None], luck, np.nan), weights

    def _share(self, round_index: int, live: Bools) -> Floats:
        """The shares of all positions for every holding of the player, float64[n, N, 1326]."""
        key = (round_index, live.tobytes())
        if key not in self._shares:
            count = self.hands.board_count(round_index)
            if count:
                found = self._shares_on_board(count, live)
            elif len(live) == TWO_PLAYERS:
                found = self._pair_shares()
            else:
                found = self._shares_by_table(live)
            self._shares[key] = found
        return self._shares[key]

    def _pair_shares(self) -> Floats:
        other = self.hands.holdings[:, 1 - self.player]
        own = np.nan_to_num(holding_pair_equities()[:, other].T)
        shares = np.empty((len(own), TWO_PLAYERS, HOLDING_COUNT))
        shares[:, self.player], shares[:, 1 - self.player] = own, 1.0 - own
        return shares

    def _shares_by_table(self, live: Bools) -> Floats:
        rivals = int(live.sum()) - 1
        holes = HOLDING_CARDS[self.hands.holdings]
        shares = np.repeat(preflop_equity(holes, rivals)[:, :, None], HOLDING_COUNT, axis=2)
        shares[:, self.player] = preflop_equity(HOLDING_CARDS, rivals)
        shares *= live[:, None]
        surplus = shares.sum(axis=1, keepdims=True) - 1.0
        shifted: Floats = shares - live[:, None] * surplus / live.sum()
        return shifted

    def _shares_on_board(self, count: int, live: Bools) -> Floats:
        others = np.flatnonzero(np.arange(len(live)) != self.player)
        order = [*others.tolist(), self.player]
        contestants = tuple(live[order].tolist())
        held = self.hands.holdings[:, others]
        found = [
            _met_shares(tuple(row), board[:count].tobytes(), contestants)
            for row, board in zip(held.tolist(), self.hands.boards, strict=True)
        ]
        shares = np.empty((len(found), len(live), HOLDING_COUNT))
        shares[:, order] = np.stack(found)
        return shares

    def _unseen(self, round_index: int) -> Floats:
        """1 for holdings without a card of the others' or the board, else 0, float64[n, 1326]."""
        laid = self.hands.boards[:, : self.hands.board_count(round_index)].astype(np.uint64)
        others = np.delete(self.hands.holdings, self.player, axis=1)
        seen = np.bitwise_or.reduce(HOLDING_BITS[others], axis=1)
        seen = seen | np.bitwise_or.reduce(np.uint64(1) << laid, axis=1, initial=np.uint64(0))
        unseen: Floats = (HOLDING_BITS & seen[:, None] == 0).astype(np.float64)
        return unseen


def _stakes_after(step: DecisionStep, kind: int, amount: int) -> Stakes:
    if kind == ActionKind.FOLD:
        return step.stakes.folded(step.position)
    spent = step.stakes.spent.copy()
    spent[step.position] = amount if kind == ActionKind.RAISE else spent.max()
    return Stakes(spent, step.stakes.live)


def _matched(stakes: Stakes) -> Floats:
    """The chips of all, float64[N], once everybody who is in has called."""
    spent = stakes.spent if stakes.is_fold else np.maximum(stakes.spent, stakes.spent.max())
    return np.where(stakes.live, spent, stakes.spent).astype(np.float64)


def _worth(stakes: Stakes, met: _Weighed) -> Floats:
    """The sum of the values of weighed hands, float64[n, N]."""
    chips = _matched(stakes)
    shares = met.mass[:, None] * stakes.live if stakes.is_fold else met.shares
    worth: Floats = chips.sum() * shares - met.mass[:, None] * chips
    return worth


def _expected(step: DecisionStep, kinds: tuple[_Weighed, ...], sizes: _Weighed) -> Floats:
    """The sum of the values of all that could be chosen, each hand weighed by its probability.

    The value of a raise is linear in its size: `sizes` are weighed by that, too.
    """
    fold, call, raised = kinds
    live, dead = step.stakes.live, step.stakes.spent[~step.stakes.live].sum()
    sized = live * (live.sum() * sizes.shares - sizes.mass[:, None])
    constant = dead * raised.shares - raised.mass[:, None] * ~live * step.stakes.spent
    worth = _worth(_stakes_after(step, ActionKind.FOLD, 0), fold)
    worth += _worth(_stakes_after(step, ActionKind.CALL, 0), call)
    expected: Floats = worth + sized + constant
    return expected


def _scaled(met: _Weighed, factor: Floats) -> _Weighed:
    with np.errstate(invalid="ignore"):
        return _Weighed(met.mass * factor, met.shares * factor[:, None])


def _fair(stakes: Stakes) -> Floats:
    """What everybody can expect before any card, float64[N]."""
    chips = _matched(stakes)
    fair: Floats = chips.sum() * stakes.live / stakes.live.sum() - chips
    return fair


def _over(sums: Floats, mass: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        mean: Floats = sums / mass[:, None]
    return mean


@lru_cache(maxsize=KEPT_SHARES)
def _met_shares(holdings: tuple[int, ...], board: bytes, contestants: tuple[bool, ...]) -> Floats:
    """Shares of all holdings and of the hands met; deals are met again in other seatings."""
    laid = np.zeros((1, 5), np.uint8)
    laid[0, : len(board)] = np.frombuffer(board, np.uint8)
    met = HOLDING_CARDS[list(holdings)][None]
    shares: Floats = shares_against(met, laid, len(board), contestants=np.array([contestants]))[0]
    return shares
