"""What a strategy takes opponents for: styles, indicators, what they may hold, fold and pay."""

from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.agents.pokerlang.language.words import CATEGORIES
from railbird.agents.pokerlang.situation.faced_bets import chain_of, size_class
from railbird.agents.pokerlang.situation.match_memory import COST, COUNT, GROWTH, MatchMemory
from railbird.agents.pokerlang.situation.view import (
    Bools,
    Floats,
    Integers,
    Rows,
    View,
    big_blinds,
    last_to_act,
    opponents,
    pot_odds,
    raises,
)
from railbird.native import HOLDING_CARDS, NO_CARD, hand_categories, rank_hands
from railbird.native.game.definition import RANKS, SUITS
from railbird.plugins import (
    INDICATORS,
    QUARTERS,
    UNCLASSIFIED,
    AgentError,
    classify_by_quarter,
    counter,
    indicator_values,
)

UNKNOWN = "unknown"
LEAST_HANDS = 20
"""Players of fewer hands have no style."""
STYLE_NUMBERS = {
    UNKNOWN: UNCLASSIFIED,
    **{name.replace(" ", "-"): number for number, name in enumerate(QUARTERS) if number},
}
INDICATOR_NAMES = {
    **{one.name.replace("_", "-"): one.name for one in INDICATORS},
    "af": "aggression_factor",
}
STEAL_SIZES = (1 / 3, 1 / 2, 2 / 3, 1.0, 3 / 2, 2.0)
"""Shares of the pot after a call that ``steal-bet`` tries, least first."""
PRIOR_BETS = 10
"""A fold share begins as if so many bets had been faced, a tenth too few of them folded to."""
PRIOR_FOLDS = 0.9
LEAST_CHAINS = 30
"""Below so many calls of a chain, ``implied-odds`` are the pot odds."""
BOARD = 5


def _memory(view: View) -> MatchMemory:
    if view.memory is None:
        raise AgentError("what opponents did was asked for before the match was started")
    return view.memory


# styles


def own_style(view: View, rows: Rows) -> Integers:
    """One's own class as others see it, a number of ``QUARTERS``, int64[rows]; 0 if unknown."""
    counts = _memory(view).counts(view.match[rows], view.decisions.seat[rows])
    return np.asarray(classify_by_quarter(counts, least_hands=LEAST_HANDS), np.int64)


def opponent_style(view: View, rows: Rows) -> Integers:
    """The class of the opponent who acted last, int64[rows]; 0 if unknown, or if nobody acted."""
    seats, is_there = _last_seats(view, rows)
    counts = _memory(view).counts(view.match[rows], seats)
    return np.where(is_there, classify_by_quarter(counts, least_hands=LEAST_HANDS), UNCLASSIFIED)


def opponent_indicator(view: View, rows: Rows, name: str) -> Floats:
    """An indicator of the opponent who acted last, float64[rows]; NaN without data."""
    seats, is_there = _last_seats(view, rows)
    counts = _memory(view).counts(view.match[rows], seats)
    return np.where(is_there, indicator_values(counts, name), np.nan)


def opponent_hands(view: View, rows: Rows) -> Floats:
    """Hands played against the opponent who acted last, float64[rows]; NaN if nobody acted."""
    seats, is_there = _last_seats(view, rows)
    counts = _memory(view).counts(view.match[rows], seats)
    return np.where(is_there, counter(counts, "hands"), np.nan)


def _last_seats(view: View, rows: Rows) -> tuple[Integers, Bools]:
    """The seats of those who acted last, and whether anybody has; seat 0 for nobody."""
    positions = view.keep_rows("last to act", rows, last_to_act)
    seats = view.decisions.seats[rows, np.maximum(positions, 0)]
    return np.asarray(seats, np.int64), positions >= 0


# bets


def steal_share(view: View, rows: Rows) -> Floats:
    """The least size of bet that opponents fold to often enough, float64[rows]; inf without one.

    A bet of s pots after the call needs that all opponents fold in a share of cases: what it puts
    at risk, over that plus the pot; s / (1 + s) where checking is free. Each opponent's share is of
    the bets of its size (up to half a pot, up to a pot, above) that he faced in the match, with
    ``PRIOR_BETS`` more to which nine tenths of the share were folded, so that nothing is a steal
    before anything is known. Shares are multiplied; a player who is all-in does not fold. Sizes
    that are not legal are left out.
    """
    decisions = view.decisions
    counts = _memory(view).answers(view.match[rows])
    by_position = np.take_along_axis(
        counts, decisions.seats[rows].astype(np.int64)[:, :, None, None], axis=1
    )
    is_all_in = (decisions.contributions >= decisions.starting_stacks)[rows]
    is_opponent = ~decisions.has_folded[rows]
    is_opponent[np.arange(len(rows)), decisions.position[rows]] = False
    pot, to_call = decisions.pot[rows], decisions.to_call[rows]
    own = view.own(decisions.contributions)[rows]
    found = np.full(len(rows), np.inf)
    for size in reversed(STEAL_SIZES):
        step = (size * (pot + to_call)).astype(np.int64)
        raise_to = own + to_call + step
        needed = (to_call + step) / np.maximum(to_call + step + pot, 1)
        faced, folded = np.moveaxis(by_position[:, :, size_class(size)], -1, 0)
        prior = PRIOR_BETS * PRIOR_FOLDS * needed
        shares = (folded + prior[:, None]) / (faced + PRIOR_BETS)
        shares = np.where(is_opponent, np.where(is_all_in, 0.0, shares), 1.0)
        is_legal = decisions.can_raise[rows] & (decisions.min_raise_to[rows] <= raise_to)
        is_legal &= raise_to <= decisions.max_raise_to[rows]
        found[is_legal & (shares.prod(axis=1) >= needed)] = size
    return found


def steal_bet(view: View, rows: Rows) -> Floats:
    """The bet of ``steal_share`` in big blinds, float64[rows]."""
    decisions = view.decisions
    share = view.keep_rows("steal share", rows, steal_share)
    pot = (decisions.pot[rows] + decisions.to_call[rows]) / big_blinds(view)[rows]
    return np.asarray(share * pot)


def implied_odds(view: View, rows: Rows) -> Floats:
    """What a call and what follows it cost, as a share of the final pot, float64[rows].

    Document 002, equation 16, averages over all histories to come, whose number is not bounded in
    no-limit games. Here: the call plus the mean of later costs, over the pot after the call plus
    the mean of its growth, both means those of the match's calls of the same chain (betting round,
    raises in it, opponents left), taken as shares of the pot after the call. Below ``LEAST_CHAINS``
    such calls, and where a call is free: ``pot-odds``.
    """
    decisions = view.decisions
    found = pot_odds(view)[rows]
    counts = raises(view)[rows], opponents(view)[rows]
    keys = np.array(
        [
            chain_of(*key)
            for key in zip(
                decisions.round_index[rows].tolist(), *(c.tolist() for c in counts), strict=True
            )
        ]
    ).reshape(-1, 3)
    sums = _memory(view).calls(view.match[rows], (keys[:, 0], keys[:, 1], keys[:, 2]))
    is_known = (sums[:, COUNT] >= LEAST_CHAINS) & (decisions.to_call[rows] > 0)
    known = sums[is_known]
    cost, growth = (known[:, one] / known[:, COUNT] for one in (COST, GROWTH))
    found[is_known] = (found[is_known] + cost) / (1 + growth)
    return found


# cards


def category_shares(view: View, rows: Rows) -> Floats:
    """How often an opponent has each category by the river, float64[rows, categories].

    All holdings and boards to come that the known cards leave are equally likely.
    """
    board = view.decisions.board
    found = [
        _shares(tuple(sorted(view.hole_cards[row].tolist())), _dealt(board[row]))
        for row in rows.tolist()
    ]
    return np.array(found)


def _dealt(board: npt.NDArray[np.uint8]) -> tuple[int, ...]:
    return tuple(sorted(board[board != NO_CARD].tolist()))


@lru_cache(1 << 14)
def _shares(hole_cards: tuple[int, ...], board: tuple[int, ...]) -> Floats:
    known = [*hole_cards, *board]
    left = np.setdiff1d(np.arange(RANKS * SUITS, dtype=np.uint8), known)
    holdings = HOLDING_CARDS[~np.isin(HOLDING_CARDS, known).any(axis=1)].astype(np.uint8)
    counts = np.zeros(len(CATEGORIES), np.int64)
    for to_come in combinations(left.tolist(), BOARD - len(board)):
        fitting = holdings[~np.isin(holdings, to_come).any(axis=1)] if to_come else holdings
        shared = np.array([*board, *to_come], np.uint8)
        cards = np.concatenate([fitting, np.broadcast_to(shared, (len(fitting), BOARD))], axis=1)
        made = hand_categories(rank_hands(cards))
        counts += np.bincount(made, minlength=len(CATEGORIES))
    return np.asarray(counts / counts.sum())
