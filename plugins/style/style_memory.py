"""An agent's memory of the styles of all players during play."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from railbird.native import STYLE_COUNTERS
from railbird.plugins.contract.match import MatchBatch


class CountedHands(Protocol):
    """Finished hands, as much of them as is counted: a HandBatch, or stored hands."""

    @property
    def match(self) -> npt.NDArray[np.int32]:
        """The number of the match, int32[n]."""
        ...

    @property
    def hand_index(self) -> npt.NDArray[np.int32]:
        """The number of the hand in its match, int32[n]."""
        ...

    @property
    def style_counts(self) -> npt.NDArray[np.uint8]:
        """Counters by seat, uint8[n, N, counters]."""
        ...


class StyleMemory:
    """Counters of every seat of many matches, over all hands or over each match's last few.

    Create one in ``start_matches``, pass it hands in ``end_hands``, and read ``counts`` when
    deciding: rows are matches as in ``decisions.match``, columns are seats. Repeated hands count
    once, so that a call may be repeated. It uses 27 * N bytes per hand of the window (at most the
    hands of the matches).
    """

    def __init__(self, matches: MatchBatch, *, window: int | None = None) -> None:
        """Start empty; ``window`` is the number of last hands that count, None for all.

        Raises ValueError for a window below 1.
        """
        if window is not None and window < 1:
            raise ValueError(f"window is {window}; give 1 or more hands, or None for all")
        self._told = np.zeros(matches.match_count, np.int32)
        shape = (matches.seat_count, len(STYLE_COUNTERS))
        self._totals = np.zeros((matches.match_count, *shape), np.int32)
        self._is_windowed = window is not None and window < matches.hand_count
        width = window if window is not None and self._is_windowed else 0
        self._ring = np.zeros((matches.match_count, width, *shape), np.uint8)

    def tell(self, hands: CountedHands) -> None:
        """Add finished hands, in order within a match."""
        counts, told = hands.style_counts, hands.hand_index >= self._told[hands.match]
        rows = np.flatnonzero(told)
        while len(rows):
            # A match may have several finished hands: the first of each, then the next.
            matches, first = np.unique(hands.match[rows], return_index=True)
            self._add(matches, hands.hand_index[rows[first]], counts[rows[first]])
            rows = np.delete(rows, first)

    def _add(
        self,
        matches: npt.NDArray[np.int32],
        hand_index: npt.NDArray[np.int32],
        counts: npt.NDArray[np.uint8],
    ) -> None:
        if self._is_windowed:
            places = hand_index % self._ring.shape[1]
            self._totals[matches] -= self._ring[matches, places]
            self._ring[matches, places] = counts
        self._totals[matches] += counts
        self._told[matches] = hand_index + 1

    def counts(
        self, match: npt.NDArray[np.integer], seat: npt.NDArray[np.integer] | None = None
    ) -> npt.NDArray[np.int64]:
        """Return summed counters of seats, int64[n, counters], by default of all, [n, N, ...]."""
        totals = self._totals[match] if seat is None else self._totals[match, seat]
        counts: npt.NDArray[np.int64] = totals.astype(np.int64)
        return counts
