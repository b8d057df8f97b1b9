"""Which player of a chunk of matches a row of an agent's memory is."""

import numpy as np
import numpy.typing as npt

from railbird.plugins import DecisionBatch, HandBatch, MatchBatch

LEAST_HANDS = 200


class MatchRows:
    """Numbers the players of an agent in a chunk, so that memory is kept for those alone."""

    def __init__(self, matches: MatchBatch) -> None:
        """Number the rows of the batch."""
        self._rows = np.full((matches.match_count, matches.seat_count), -1, np.intp)
        self._rows[matches.match, matches.seat] = np.arange(len(matches))
        self.count = len(matches)

    def of(self, batch: DecisionBatch | HandBatch) -> npt.NDArray[np.intp]:
        """Return the row of each player, intp[n]."""
        return self._rows[batch.match, batch.seat]


def complain_of_short_matches(matches: MatchBatch) -> str:
    """Return a complaint about matches too short to learn from, else an empty text."""
    if matches.hand_count >= LEAST_HANDS:
        return ""
    return (
        f"it plays by its heuristics: matches of {matches.hand_count} hands are shorter than what "
        f"it learns from; give {LEAST_HANDS} or more"
    )
