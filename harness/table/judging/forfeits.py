"""Seats that have forfeited: they check or else fold to the end of the match."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from railbird.harness.table.judging.answers import Amounts, Kinds
from railbird.harness.table.play_rules import CallPoint
from railbird.native import ActionKind
from railbird.plugins import DecisionBatch

NEVER = np.iinfo(np.int64).max
MOST_DECISIONS = 2**16

Rows = npt.NDArray[np.bool_]


class Forfeits:
    """The seats that have forfeited, by match, and those that will forfeit at a given moment."""

    def __init__(self, match_count: int, seat_count: int, *, imposed: Sequence[CallPoint]) -> None:
        """Start without forfeited seats."""
        self.is_out = np.zeros((match_count, seat_count), np.bool_)
        self.any_out = False
        self._due_at = np.full((match_count, seat_count), NEVER, np.int64)
        for moment in imposed:
            self._due_at[moment.match, moment.seat] = _number(moment.hand, moment.decision)
        self.any_due = len(imposed) > 0

    def put_out(self, match: int, seat: int) -> None:
        """Let a seat forfeit, once."""
        self.is_out[match, seat] = True
        self._due_at[match, seat] = NEVER
        self.any_out = True

    def find_due(self, moments: Sequence[CallPoint]) -> list[CallPoint]:
        """Return those moments at or after which a seat was to forfeit and has not yet."""
        if not self.any_due:
            return []
        return [
            moment
            for moment in moments
            if not self.is_out[moment.match, moment.seat]
            and _number(moment.hand, moment.decision) >= self._due_at[moment.match, moment.seat]
        ]

    def find_out(
        self, match: npt.NDArray[np.integer], seat: npt.NDArray[np.integer]
    ) -> Rows | None:
        """Return which rows belong to forfeited seats, bool[n]; None if there are no such seats."""
        return self.is_out[match, seat] if self.any_out else None


def check_or_fold(legal: npt.NDArray[np.uint8]) -> Kinds:
    """Return the actions of forfeited seats, uint8[n]: fold where that is legal, else check.

    For rounds of exchanges and passes see ``as_few_cards``.
    """
    can_fold = (legal & np.uint8(1 << ActionKind.FOLD)) != 0
    return np.where(can_fold, np.uint8(ActionKind.FOLD.value), np.uint8(ActionKind.CALL.value))


def as_few_cards(
    legal: npt.NDArray[np.uint8], fewest: npt.NDArray[np.uint8]
) -> tuple[Kinds, Amounts, Rows]:
    """Return kinds and slots that exchange or pass as few cards as possible, and the rows (bool[n])
    where that is legal."""
    kinds = np.full(len(legal), ActionKind.CALL.value, np.uint8)
    for kind in (ActionKind.EXCHANGE, ActionKind.PASS):
        kinds[(legal >> kind & 1) != 0] = kind.value
    slots = (1 << fewest.astype(np.int64)) - 1
    return kinds, slots, kinds > ActionKind.RAISE.value


def let_few_cards_go(
    decisions: DecisionBatch, rows: npt.NDArray[np.intp], actions: tuple[Kinds, Amounts]
) -> None:
    """Where cards go, let as few of some rows go as may go, in place of a call."""
    fewest = decisions.min_cards[rows]
    kinds, slots, is_card_round = as_few_cards(decisions.legal[rows], fewest)
    chosen = rows[is_card_round]
    actions[0][chosen], actions[1][chosen] = kinds[is_card_round], slots[is_card_round]


def _number(hand: int, decision: int) -> int:
    return hand * MOST_DECISIONS + decision
