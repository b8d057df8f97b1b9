"""Slow and clear odds, to hold the fast ones against. Only the ranks of hands are railbird's."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from railbird.native import rank_hands
from railbird.native.cards.holdings import HOLDING_CARDS

Holding = tuple[int, int]
Range = dict[Holding, float]


def holdings_with(weights: npt.NDArray[np.float64]) -> Range:
    """The holdings of weight above 0."""
    return {
        (int(low), int(high)): float(weight)
        for (low, high), weight in zip(HOLDING_CARDS, weights, strict=True)
        if weight > 0.0
    }


def boards_after(board: Sequence[int], dead: set[int], size: int = 5) -> list[list[int]]:
    """Every board of that size that begins like this one."""
    deck = [card for card in range(52) if card not in dead and card not in board]
    return [[*board, *more] for more in combinations(deck, size - len(board))]


def ranks_on(boards: Sequence[Sequence[int]], holding: Holding) -> npt.NDArray[np.int64]:
    """The ranks of a holding on each board."""
    hands = np.empty((len(boards), len(boards[0]) + 2), dtype=np.uint8)
    hands[:, :2] = holding
    hands[:, 2:] = boards
    return rank_hands(hands).astype(np.int64)


def deals_of(ranges: Sequence[Range], known: set[int]) -> Iterator[tuple[list[Holding], float]]:
    """Every way to give each player a holding, with its weight."""
    for deal in product(*ranges):
        cards = [card for holding in deal for card in holding]
        if len(set(cards) | known) == len(cards) + len(known):
            weights = [ranges[player][holding] for player, holding in enumerate(deal)]
            yield list(deal), float(np.prod(weights))


def equities(
    ranges: Sequence[Range], board: Sequence[int], dead: Sequence[int] = ()
) -> tuple[list[float], list[float], list[float], float]:
    """Equity, won and tied by player, and the weight of all deals."""
    count = len(ranges)
    share, won, tied, total = np.zeros(count), np.zeros(count), np.zeros(count), 0.0
    for deal, weight in deals_of(ranges, {*board, *dead}):
        boards = boards_after(board, {*dead, *(card for holding in deal for card in holding)})
        ranks = np.stack([ranks_on(boards, holding) for holding in deal])
        is_best = ranks == ranks.max(axis=0)
        best_count = is_best.sum(axis=0)
        share += weight * (is_best / best_count).sum(axis=1)
        won += weight * (is_best & (best_count == 1)).sum(axis=1)
        tied += weight * (is_best & (best_count > 1)).sum(axis=1)
        total += weight * len(boards)
    return (share / total).tolist(), won.tolist(), tied.tolist(), total


def transitions(
    holding: Holding, board: Sequence[int], opponents: Range, to_come: int
) -> npt.NDArray[np.float64]:
    """Weights by the state now and later: ahead, tied, behind."""
    tally = np.zeros((3, 3))
    for other, weight in opponents.items():
        if {*other} & {*holding, *board}:
            continue
        now = _outcome(ranks_on([board], holding), ranks_on([board], other))[0]
        boards = boards_after(board, {*holding, *other}, len(board) + to_come)
        then = _outcome(ranks_on(boards, holding), ranks_on(boards, other))
        tally[now] += weight * np.bincount(then, minlength=3)
    return tally


def expected_strength(
    holding: Holding, board: Sequence[int], opponents: Range, powers: Sequence[int]
) -> list[float]:
    """Mean over full boards, by the weight of opponents left, of hand strength to each power."""
    sums, total = np.zeros(len(powers)), 0.0
    for full in boards_after(board, {*holding}):
        tally = transitions(holding, full, opponents, 0).sum(axis=1)
        strength = (tally[0] + tally[1] / 2) / tally.sum()
        sums += [tally.sum() * strength**power for power in powers]
        total += tally.sum()
    return (sums / total).tolist()


def _outcome(own: npt.NDArray[np.int64], other: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.where(own > other, 0, np.where(own == other, 1, 2))
