"""What happened after each betting chain, in the match of a player: counts and sums."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting_lines import (
    NO_EDGE,
    SHOWN,
    BettingLines,
)

ENDING_COUNT = 3
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class ChainSums:
    """Counts and sums of chains, with any leading axes; the last axis is the ending.

    ``counts`` are hands by ending (SHOWN, WON, LOST), ``pots`` their final pots and ``bets`` what
    the player of the chain put in from its decision on, both in chips. ``strength`` (without the
    last axis) sums the mean strengths that the others showed.
    """

    counts: npt.NDArray[np.int32]
    pots: npt.NDArray[np.int32]
    bets: npt.NDArray[np.int32]
    strength: Floats


class ChainStore:
    """Chains of a listed game for many players, each with its own match.

    Rows are players: row i is that of one seat in one match. A chain is a betting with the action
    that follows, numbered by ``BettingLines``; every hand adds to the chains of all players, each
    from the side of the player who acted. Pages of memory are used when a chain is first reached.
    """

    def __init__(self, lines: BettingLines, row_count: int) -> None:
        """Start without hands."""
        shape = (row_count, lines.chain_count, ENDING_COUNT)
        self._lines = lines
        self._counts = np.zeros(shape, np.int32)
        self._pots = np.zeros(shape, np.int32)
        self._bets = np.zeros(shape, np.int32)
        self._strength = np.zeros(shape[:2])
        self._told = np.zeros(row_count, np.int64)

    def add(
        self, rows: Rows, hand_index: npt.NDArray[np.integer], ends: Rows, strengths: Floats
    ) -> None:
        """Add finished hands, a row each, in order within a row; repeated hands have no effect.

        ``ends`` are ends of the betting tree, ``strengths`` float64[n, N] by position what each
        showed, NaN for those who did not.
        """
        left = np.flatnonzero(hand_index >= self._told[rows])
        while len(left):
            # A row may have several finished hands: the first of each, then the next.
            found, first = np.unique(rows[left], return_index=True)
            chosen = left[first]
            self._add_once(found, ends[chosen], strengths[chosen])
            self._told[found] = hand_index[chosen] + 1
            left = np.delete(left, first)

    def read(self, rows: Rows, chains: npt.NDArray[np.integer]) -> ChainSums:
        """Return what is known of ``chains``, int[n, ...], of each row."""
        at = np.expand_dims(rows, tuple(range(1, chains.ndim))), chains
        parts = self._counts[at], self._pots[at], self._bets[at], self._strength[at]
        return ChainSums(*parts)

    def _add_once(self, rows: Rows, ends: Rows, strengths: Floats) -> None:
        """Add one hand to each of different rows."""
        lines = self._lines
        edges = lines.paths[ends]
        place, step = np.nonzero(edges != NO_EDGE)
        edge, end, row = edges[place, step], ends[place], rows[place]
        player, node = lines.edge_player[edge], lines.edge_node[edge]
        ending = lines.endings[end, player]
        pot = lines.tree.end_spent[end].sum(axis=1)
        bet = lines.tree.end_spent[end, player] - lines.spent[node, player]
        others = mean_of_others(np.where(lines.endings[ends] == SHOWN, strengths, np.nan))
        shown = np.where(ending == SHOWN, others[place, player], 0.0)
        for level in range(lines.chains.shape[1]):
            # An edge is passed once in a hand, and so is every chain of a level.
            chain = lines.chains[edge, level]
            self._counts[row, chain, ending] += 1
            self._pots[row, chain, ending] += pot
            self._bets[row, chain, ending] += bet
            self._strength[row, chain] += shown


def mean_of_others(strengths: Floats) -> Floats:
    """Return for each position the mean of what the others showed, float64[n, N]; NaN if nobody."""
    is_shown = ~np.isnan(strengths)
    known = np.where(is_shown, strengths, 0.0)
    counts = is_shown.sum(axis=1, keepdims=True) - is_shown
    sums = known.sum(axis=1, keepdims=True) - known
    return np.asarray(np.where(counts > 0, sums / np.maximum(counts, 1), np.nan))
