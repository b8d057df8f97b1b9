"""Seats that have forfeited: they check or else fold to the end of the match."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from railbird.harness.table.judging.answers import Amounts, Kinds
from railbird.harness.table.play_rules import NO_SEAT, CallPoint
from railbird.native import ActionKind
from railbird.plugins import DecisionBatch

MOST_DECISIONS = 2**16

Rows = npt.NDArray[np.bool_]


class Forfeits:
    """The seats that have forfeited, by match, and those that will forfeit at given moments.

    Where players come and go a seat may be due several times.
    """

    def __init__(self, match_count: int, seat_count: int, *, imposed: Sequence[CallPoint]) -> None:
        """Start without forfeited seats."""
        self.is_out = np.zeros((match_count, seat_count), np.bool_)
        self.any_out = False
        self._due: dict[tuple[int, int], set[int]] = {}
        for moment in imposed:
            if moment.seat != NO_SEAT:
                self._due.setdefault((moment.match, moment.seat), set()).add(_number(moment))
        self.any_due = len(self._due) > 0

    def put_out(self, moment: CallPoint) -> None:
        """Let a seat forfeit, once; who comes to it later may be due later."""
        place = moment.match, moment.seat
        self.is_out[place] = True
        self.any_out = True
        if place in self._due:
            self._due[place] = {due for due in self._due[place] if due > _number(moment)}

    def find_due(self, moments: Sequence[CallPoint]) -> list[CallPoint]:
        """Return those moments at or after which a seat was to forfeit and has not yet."""
        if not self.any_due:
            return []
        return [
            moment
            for moment in moments
            if not self.is_out[moment.match, moment.seat] and self._is_due(moment)
        ]

    def _is_due(self, moment: CallPoint) -> bool:
        number = _number(moment)
        return any(due <= number for due in self._due.get((moment.match, moment.seat), ()))

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


def _number(moment: CallPoint) -> int:
    return moment.hand * MOST_DECISIONS + moment.decision
