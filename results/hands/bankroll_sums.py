"""What hands won: summed over the matches of a line-up hand by hand, and over all of an agent."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from railbird.native import PAYOFF_UNIT
from railbird.results.estimate.uncertainty.intervals import Floats, Integers
from railbird.results.hands.hand_sums import MatchHands
from railbird.results.store.set_keys import seat_numbers

LineUp = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BankrollSums:
    """Sums over matches; agents are numbers.

    `by_hand` has for each line-up (agents ascending) what its members won in hand 0, 1, ... of all
    its matches, int64[H, N] in 1/2520 chip, and `matches` how many those are. `hands`, `won` and
    `squares` float64[A] are each agent's hands, and the sums of its payoffs in chips and of their
    squares.
    """

    hands: Floats
    won: Floats
    squares: Floats
    by_hand: dict[LineUp, Integers] = field(default_factory=dict)
    matches: Counter[LineUp] = field(default_factory=Counter)


def bankroll_sums(matches: Iterable[MatchHands], agents: tuple[str, ...]) -> BankrollSums:
    """Sum the hands of matches whose agents are the labels `agents`, sorted."""
    hands, won, squares = np.zeros((3, len(agents)))
    sums = BankrollSums(hands, won, squares)
    for batch, payoffs in matches:
        seats = seat_numbers(batch, agents)
        _add_to_agents(sums, seats, payoffs)
        _add_to_line_ups(sums, seats, payoffs)
    return sums


def _add_to_agents(sums: BankrollSums, seats: Integers, payoffs: Integers) -> None:
    chips = payoffs / PAYOFF_UNIT
    players, count = seats.ravel(), len(sums.hands)
    sums.hands[:] += payoffs.shape[1] * np.bincount(players, minlength=count)
    sums.won[:] += np.bincount(players, chips.sum(axis=1).ravel(), count)
    squares = np.einsum("mhs,mhs->ms", chips, chips)
    sums.squares[:] += np.bincount(players, squares.ravel(), count)


def _add_to_line_ups(sums: BankrollSums, seats: Integers, payoffs: Integers) -> None:
    order = np.argsort(seats, axis=1)
    members = np.take_along_axis(seats, order, axis=1)
    line_ups, of_match = np.unique(members, axis=0, return_inverse=True)
    rows = np.argsort(of_match.ravel(), kind="stable")
    by_member = np.take_along_axis(payoffs[rows], order[rows, None, :], axis=2)
    counts = np.bincount(of_match.ravel())
    totals = np.add.reduceat(by_member, np.cumsum(counts) - counts, axis=0)
    for row, count, total in zip(line_ups.tolist(), counts.tolist(), totals, strict=True):
        line_up = tuple(row)
        known = sums.by_hand.get(line_up)
        sums.by_hand[line_up] = total.copy() if known is None else _sum(known, total)
        sums.matches[line_up] += count


def _sum(known: Integers, more: Integers) -> Integers:
    """Add sums by hand of two lengths."""
    longer, shorter = (known, more) if len(known) >= len(more) else (more.copy(), known)
    longer[: len(shorter)] += shorter
    return longer
