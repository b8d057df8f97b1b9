"""What happened after each betting chain, in the match of a player: counts and sums."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.expected_value.betting.betting_views import (
    SHOWN,
    EndedBetting,
    Numbers,
    Passed,
)
from railbird.agents.expected_value.memory.key_table import KeyTable
from railbird.agents.expected_value.memory.matches import HandOrder

ENDING_COUNT = 3
CELL_SPREAD = np.uint64(0x9E3779B97F4A7C15)
Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class ChainSums:
    """Counts and sums of chains, with any leading axes; the last axis is the ending.

    ``counts`` are hands by ending (SHOWN, WON, LOST), ``pots`` their final pots and ``bets`` what
    the player of the chain put in from its decision on, both in the units of `Passed`: chips in
    limit games, pots at the decision without limits. ``strength`` (without the last axis) sums the
    mean strengths that the others showed. Whole numbers in limit games.
    """

    counts: Numbers
    pots: Numbers
    bets: Numbers
    strength: Floats

    def of_level(self, level: Rows) -> "ChainSums":
        """Return the sums of one of the levels, which are the last axis but the endings."""
        at = level[..., None]
        counts, pots, bets = (
            np.take_along_axis(part, at[..., None], axis=-2)[..., 0, :]
            for part in (self.counts, self.pots, self.bets)
        )
        strength = np.take_along_axis(self.strength, at, axis=-1)[..., 0]
        return ChainSums(counts, pots, bets, strength)


@dataclass(frozen=True, slots=True)
class EndedChains:
    """Finished hands as the store takes them, a row each.

    ``ends`` [n] are the ends as their betting names them, ``seats`` intp[n, N] the seat that played
    each position, ``strengths`` float64[n, N] by position what each showed, NaN for those who did
    not.
    """

    ends: Numbers
    seats: Rows
    strengths: Floats

    def take(self, rows: Rows) -> "EndedChains":
        """Return some of the hands."""
        return EndedChains(self.ends[rows], self.seats[rows], self.strengths[rows])


class ChainStore:
    """Chains as many players see them, by who acted.

    Rows are observers, one seat of one match each; they keep the chains of every seat apart, so
    that an observer finds the hands in which it was in the same role itself. A chain is a betting
    with the action that follows; every hand adds to the chains of all players, each from the side
    of the player who acted. Memory is used for chains that were reached.
    """

    def __init__(self, betting: EndedBetting, row_count: int) -> None:
        """Start without hands."""
        self._seat_count = betting.definition.player_count
        self._betting = betting
        self._table = KeyTable()
        self._order = HandOrder(row_count)
        dtype = np.int32 if betting.definition.is_limit else np.float64
        self._sums = np.zeros((1, 3, ENDING_COUNT), dtype)
        self._strength = np.zeros(1)

    def add(self, rows: Rows, hand_index: npt.NDArray[np.integer], hands: EndedChains) -> None:
        """Add finished hands, a row each, in order within a row; repeated hands have no effect."""
        for found, chosen in self._order.steps(rows, hand_index):
            some = hands.take(chosen)
            self.add_once(found, some, self._betting.passed(some.ends))

    def read(
        self, rows: Rows, seats: npt.NDArray[np.integer], chains: npt.NDArray[np.integer]
    ) -> ChainSums:
        """Return what a row knows of ``chains``, int[n, ...], in which ``seats`` acted, int[n]."""
        cells = np.expand_dims(rows * self._seat_count + seats, tuple(range(1, chains.ndim)))
        keys = _keys(cells, chains)
        # Chains that nobody reached have the number -1, and the last place is kept empty for them.
        at = self._table.find(keys.ravel()).reshape(keys.shape)
        sums = self._sums[at]
        counts, pots, bets = sums[..., 0, :], sums[..., 1, :], sums[..., 2, :]
        return ChainSums(counts, pots, bets, self._strength[at])

    def add_once(self, rows: Rows, hands: EndedChains, passed: Passed) -> None:
        """Add one hand, never added before, to each of different rows."""
        place, player = passed.hand, passed.player
        cells = rows[place] * self._seat_count + hands.seats[place, player]
        ending = passed.endings[place, player]
        is_shown = passed.endings == SHOWN
        others = mean_of_others(np.where(is_shown, hands.strengths, np.nan))
        shown = np.where(ending == SHOWN, others[place, player], 0.0)
        chips = (passed.pot / passed.unit, passed.bet / passed.unit)
        added = np.stack([np.ones(len(place)), *chips], axis=1).astype(self._sums.dtype)
        # An action is taken once in a hand, so every chain of a level is passed once.
        numbers = self._table.number(_keys(cells[:, None], passed.chains).ravel())
        self._make_room()
        for at in numbers.reshape(passed.chains.shape).T:
            self._sums[at, :, ending] += added
            self._strength[at] += shown

    def _make_room(self) -> None:
        if self._table.count < len(self._strength):
            return
        size = self._table.count + self._table.count // 2 + 1
        for name in ("_sums", "_strength"):
            old = getattr(self, name)
            new = np.zeros((size, *old.shape[1:]), old.dtype)
            new[: len(old)] = old
            setattr(self, name, new)


def _keys(cells: npt.NDArray[np.integer], chains: npt.NDArray[np.integer]) -> Numbers:
    """One key for a cell and a chain, int64: different for numbers of listed betting."""
    return (cells.astype(np.uint64) * CELL_SPREAD + chains.astype(np.uint64)).view(np.int64)


def mean_of_others(strengths: Floats) -> Floats:
    """Return for each position the mean of what the others showed, float64[n, N]; NaN if nobody."""
    is_shown = ~np.isnan(strengths)
    known = np.where(is_shown, strengths, 0.0)
    counts = is_shown.sum(axis=1, keepdims=True) - is_shown
    sums = known.sum(axis=1, keepdims=True) - known
    return np.asarray(np.where(counts > 0, sums / np.maximum(counts, 1), np.nan))
