"""What a strategy remembers of the hands of a match: styles, answers to bets, what calls cost."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.pokerlang.situation.faced_bets import CHAIN_SHAPE, SIZE_CLASSES, read_hand
from railbird.plugins import HandBatch, StoredHands, StyleMemory

COUNT, COST, GROWTH = range(3)
"""What is summed of the calls of a chain."""


@dataclass(frozen=True, slots=True)
class _Matches:
    """What a memory of styles needs to know of matches."""

    match_count: int
    seat_count: int
    hand_count: int = 1


class MatchMemory:
    """Styles of all seats of all matches of a chunk and, if asked for, what they did to bets.

    Create one in ``start_matches``, pass it hands in ``end_hands``; rows of what is read are
    matches. Repeated hands count once.
    """

    def __init__(self, match_count: int, *, seats: int, has_bets: bool) -> None:
        """Start without hands."""
        self._styles = StyleMemory(_Matches(match_count, seats))  # type: ignore[arg-type]
        self._has_bets = has_bets
        self._told = np.zeros(match_count, np.int32)
        kept = match_count if has_bets else 0
        self._faced = np.zeros((kept, seats, SIZE_CLASSES, 2), np.int32)
        self._calls = np.zeros((kept, *CHAIN_SHAPE, 3))

    def tell(self, hands: HandBatch | StoredHands) -> None:
        """Add finished hands, in order within a match."""
        self._styles.tell(hands)
        if self._has_bets:
            self._tell_bets(hands)

    def counts(
        self, match: npt.NDArray[np.integer], seat: npt.NDArray[np.integer] | None = None
    ) -> npt.NDArray[np.int64]:
        """Counters of style of seats, int64[n, counters], by default of all, [n, N, counters]."""
        return self._styles.counts(match, seat)

    def answers(self, match: npt.NDArray[np.integer]) -> npt.NDArray[np.int32]:
        """How many bets each seat faced and how many it folded to, int32[n, N, classes, 2]."""
        faced: npt.NDArray[np.int32] = self._faced[match]
        return faced

    def calls(
        self, match: npt.NDArray[np.integer], chain: tuple[npt.NDArray[np.integer], ...]
    ) -> npt.NDArray[np.float64]:
        """Count, sum of costs and sum of growths of the calls of a chain, float64[n, 3]."""
        sums: npt.NDArray[np.float64] = self._calls[(match, *chain)]
        return sums

    def _tell_bets(self, hands: HandBatch | StoredHands) -> None:
        for row, betting in enumerate(hands.betting):
            match, hand_index = int(hands.match[row]), int(hands.hand_index[row])
            if hand_index < self._told[match]:
                continue
            self._told[match] = hand_index + 1
            stacks, blinds = (
                tuple(chips[row].tolist()) for chips in (hands.starting_stacks, hands.blinds)
            )
            ante = int(hands.ante[row])
            read = read_hand(hands.game.definition, stacks, betting, blinds=blinds, ante=ante)
            seat_of = np.argsort(hands.positions[row])
            for position, size_class, has_folded in read.faced:
                self._faced[match, seat_of[position], size_class] += (1, has_folded)
            for chain, cost, growth in read.calls:
                self._calls[(match, *chain)] += (1.0, cost, growth)
