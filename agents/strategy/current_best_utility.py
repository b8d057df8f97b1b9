"""K-Current-Best-Utility: which member of a team plays the next hand (document 000, 6.3)."""

import numpy as np
import numpy.typing as npt

from railbird.plugins import AgentError, HandBatch, MatchBatch

NOBODY = -1
Integers = npt.NDArray[np.int64]


class CurrentBestUtility:
    """Picks at the start of each hand the member with the best mean over its last K results.

    A member's results are those of hands it played itself; missing results count as zero, and ties
    go to the first member. So the first member plays until the sum of its last K is negative.
    Stored for each match and seat in arrays: results in a ring of K (or of the match's hands, if
    they are fewer), and their sums, which order the members like means. Source: figure 64 and the
    text after it; ``getEv`` there divides by K from the start.
    """

    def __init__(self, member_count: int, *, k: int) -> None:
        """Set the size of the team, and the number of results to remember."""
        if isinstance(k, bool) or not isinstance(k, int) or k < 1:
            raise AgentError(f"k is {k!r}; give the number of results to remember, 1 or more")
        self._member_count = member_count
        self._k = k

    def start(self, matches: MatchBatch) -> None:
        """Reset, with a row for each seat."""
        count, ring = len(matches), min(self._k, matches.hand_count)
        self._row = np.full((matches.match_count, matches.seat_count), NOBODY, np.int64)
        self._row[matches.match, matches.seat] = np.arange(count)
        self._results = np.zeros((count, self._member_count, ring), np.int64)
        self._sums = np.zeros((count, self._member_count), np.int64)
        self._played = np.zeros((count, self._member_count), np.int64)
        self._current = np.zeros(count, np.int64)
        self._told = np.zeros(count, np.int64)

    def members(self, match: npt.NDArray[np.integer], seat: npt.NDArray[np.integer]) -> Integers:
        """Return the member that plays the current hand of each match and seat, int64[n]."""
        chosen: Integers = self._current[self._row[match, seat]]
        return chosen

    def record(self, hands: HandBatch) -> None:
        """Record the results of finished hands, and choose members for the next ones.

        Repeated hands have no effect.
        """
        rows = self._row[hands.match, hands.seat]
        payoffs = hands.payoffs[np.arange(len(hands)), hands.seat]
        left = np.flatnonzero(hands.hand_index >= self._told[rows])
        while len(left):  # for a match with several finished hands, one hand at a time
            _, first = np.unique(rows[left], return_index=True)
            now = left[first]
            self._remember(rows[now], payoffs[now])
            self._told[rows[now]] = hands.hand_index[now] + 1
            left = np.delete(left, first)

    def _remember(self, rows: Integers, payoffs: Integers) -> None:
        members = self._current[rows]
        places = self._played[rows, members] % self._results.shape[2]
        self._sums[rows, members] += payoffs - self._results[rows, members, places]
        self._results[rows, members, places] = payoffs
        self._played[rows, members] += 1
        self._current[rows] = self._sums[rows].argmax(axis=1)
