"""What happened after each betting chain, in the match of a player: counts and sums."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting_lines import (
    NO_EDGE,
    SHOWN,
    BettingLines,
)
from railbird.agents.expected_value.matches import HandOrder

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


@dataclass(frozen=True, slots=True)
class EndedChains:
    """Finished hands as the store takes them, a row each.

    ``ends`` intp[n] are ends of the betting tree, ``seats`` intp[n, N] the seat that played each
    position, ``strengths`` float64[n, N] by position what each showed, NaN for those who did not.
    """

    ends: Rows
    seats: Rows
    strengths: Floats

    def take(self, rows: Rows) -> "EndedChains":
        """Return some of the hands."""
        return EndedChains(self.ends[rows], self.seats[rows], self.strengths[rows])


class ChainStore:
    """Chains of a listed game as many players see them, by who acted.

    Rows are observers, one seat of one match each; they keep the chains of every seat apart, so
    that an observer finds the hands in which it was in the same role itself. A chain is a betting
    with the action that follows, numbered by ``BettingLines``; every hand adds to the chains of all
    players, each from the side of the player who acted. Pages of memory are used when a chain is
    first reached.
    """

    def __init__(self, lines: BettingLines, row_count: int) -> None:
        """Start without hands."""
        self._seat_count = lines.definition.player_count
        shape = (row_count * self._seat_count, lines.chain_count, ENDING_COUNT)
        self._lines = lines
        self._counts = np.zeros(shape, np.int32)
        self._pots = np.zeros(shape, np.int32)
        self._bets = np.zeros(shape, np.int32)
        self._strength = np.zeros(shape[:2])
        self._order = HandOrder(row_count)

    def add(self, rows: Rows, hand_index: npt.NDArray[np.integer], hands: EndedChains) -> None:
        """Add finished hands, a row each, in order within a row; repeated hands have no effect."""
        for found, chosen in self._order.steps(rows, hand_index):
            self._add_once(found, hands.take(chosen))

    def read(
        self, rows: Rows, seats: npt.NDArray[np.integer], chains: npt.NDArray[np.integer]
    ) -> ChainSums:
        """Return what a row knows of ``chains``, int[n, ...], in which ``seats`` acted, int[n]."""
        cells = rows * self._seat_count + seats
        at = np.expand_dims(cells, tuple(range(1, chains.ndim))), chains
        parts = self._counts[at], self._pots[at], self._bets[at], self._strength[at]
        return ChainSums(*parts)

    def _add_once(self, rows: Rows, hands: EndedChains) -> None:
        """Add one hand to each of different rows."""
        lines = self._lines
        edges = lines.paths[hands.ends]
        place, step = np.nonzero(edges != NO_EDGE)
        edge, end = edges[place, step], hands.ends[place]
        player, node = lines.edge_player[edge], lines.edge_node[edge]
        row = rows[place] * self._seat_count + hands.seats[place, player]
        ending = lines.endings[end, player]
        pot = lines.tree.end_spent[end].sum(axis=1)
        bet = lines.tree.end_spent[end, player] - lines.spent[node, player]
        others = mean_of_others(
            np.where(lines.endings[hands.ends] == SHOWN, hands.strengths, np.nan)
        )
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
