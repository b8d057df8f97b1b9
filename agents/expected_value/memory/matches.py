"""Which player of a chunk of matches a row of an agent's memory is, and how far its hands are."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from railbird.plugins import AgentError, DecisionBatch, HandBatch, MatchBatch

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


class HandOrder:
    """How many hands each row has seen, so that a repeated hand is seen once."""

    def __init__(self, row_count: int) -> None:
        """Start before the first hand of every row."""
        self.seen = np.zeros(row_count, np.int64)

    def steps(
        self, rows: npt.NDArray[np.intp], hand_index: npt.NDArray[np.integer]
    ) -> Iterator[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
        """Yield hands not seen before: different rows, and their places in ``rows``.

        Hands of a row come in order, so a row may have several; each step has its next.
        """
        left = np.flatnonzero(hand_index >= self.seen[rows])
        while len(left):
            found, first = np.unique(rows[left], return_index=True)
            chosen = left[first]
            yield found, chosen
            self.seen[found] = hand_index[chosen] + 1
            left = np.delete(left, first)


def require_cash(matches: MatchBatch) -> None:
    """Raise AgentError in freeze-outs: bettings are counted from the stacks of the game."""
    if matches.mode != "cash":
        raise AgentError(
            "it counts bettings from the stacks of the game, which change in a freeze-out; enter "
            "it in cash games"
        )


def complain_of_short_matches(matches: MatchBatch) -> str:
    """Return a complaint about matches too short to learn from, else an empty text."""
    if matches.hand_count >= LEAST_HANDS:
        return ""
    return (
        f"it plays by its heuristics: matches of {matches.hand_count} hands are shorter than what "
        f"it learns from; give {LEAST_HANDS} or more"
    )
