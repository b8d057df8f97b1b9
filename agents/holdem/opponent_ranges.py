"""The Observer's ranges of opponents: the best hands by income rate, down to a bound.

Document 003, section 4.2.1 and figure 21, completed for all four classes. A *bound* is the number
of holdings an opponent may have, best first (``INCOME_PLACES``); 1,326 means any hand.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.holdem.first_round import CALLED, RAISED
from railbird.agents.holdem.starting_hands import (
    CLASS_INCOMES,
    GROUP_COUNT,
    LOWEST_INCOMES,
    holdings_from,
)
from railbird.native import HOLDING_CLASSES, HOLDING_COUNT
from railbird.plugins import PLAYER_CLASSES, QUARTERS

MOVE_COUNT = 3
LISTED_HOLDINGS = int(np.isfinite(CLASS_INCOMES[HOLDING_CLASSES]).sum())
"""The number of holdings in table 1; it does not distinguish the others."""


@dataclass(frozen=True, slots=True)
class RangeRule:
    """Groups of table 1 whose last hand bounds a range, by what the opponent did pre-flop.

    A raise has the ``wide`` bound with the probability ``wide_share`` and otherwise the ``narrow``
    one; a call has the bound ``call``; group 8 is any hand.
    """

    narrow: int
    wide: int
    wide_share: float
    call: int


FIGURE_21 = {
    "loose passive": RangeRule(narrow=1, wide=3, wide_share=0.3, call=8),
    "loose aggressive": RangeRule(narrow=3, wide=6, wide_share=0.5, call=8),
    "tight passive": RangeRule(narrow=2, wide=3, wide_share=0.3, call=6),
    "tight aggressive": RangeRule(narrow=3, wide=5, wide_share=0.3, call=5),
}
"""The first is the case of figure 21: JJ (935), in 30% of cases 99 (553), any hand for a call.

The others follow the text before it, "less than x%" read as x%. Loose aggressive: raises groups 1
to 3 and less than 50% of 3 to 6, plays 1 to 8. Tight passive: a raise is of group 1 or 2 and a
small share of 3, read as the first case's 30%; plays 1 to 6. Tight aggressive: raises 1 to 3 and
less than 30% of 4 and 5, plays 1 to 5.
"""


@dataclass(frozen=True, slots=True)
class RangeTable:
    """Bounds by class, move and whether the wide one was drawn, uint16[classes, 3, 2].

    ``wide_share`` is float64[classes].
    """

    bounds: npt.NDArray[np.uint16]
    wide_share: npt.NDArray[np.float64]

    def draw(
        self,
        classes: npt.NDArray[np.uint8],
        moves: npt.NDArray[np.uint8],
        draws: npt.NDArray[np.float64],
    ) -> npt.NDArray[np.uint16]:
        """Bounds, uint16[n], for classes and moves uint8[n] and draws in [0, 1)."""
        is_wide = draws < self.wide_share[classes]
        return np.asarray(self.bounds[classes, moves, is_wide.astype(np.intp)])


def _group_bound(group: int) -> int:
    return HOLDING_COUNT if group == GROUP_COUNT else holdings_from(LOWEST_INCOMES[group - 1])


def _empty_table(class_count: int) -> RangeTable:
    bounds = np.full((class_count, MOVE_COUNT, 2), HOLDING_COUNT, np.uint16)
    return RangeTable(bounds, np.zeros(class_count))


def ranges_by_quarter() -> RangeTable:
    """Figure 21 for the Observer's classes; unclassified and without a move, any hand."""
    table = _empty_table(len(QUARTERS))
    for name, rule in FIGURE_21.items():
        number = QUARTERS.index(name)
        table.bounds[number, RAISED] = _group_bound(rule.narrow), _group_bound(rule.wide)
        table.bounds[number, CALLED] = _group_bound(rule.call)
        table.wide_share[number] = rule.wide_share
    return table


def ranges_by_table() -> RangeTable:
    """The same for the classes of document 000, tables 6 to 12, the Observer's future work.

    The source says nothing about ranges: here a raise is the class's highest PFR share of the
    hands, and a call its highest VPIP share; beyond the hands listed in table 1, any hand.
    """
    table = _empty_table(len(PLAYER_CLASSES) + 1)
    for number, player in enumerate(PLAYER_CLASSES, start=1):
        for move, share in ((RAISED, player.pfr[1]), (CALLED, player.vpip[1])):
            wanted = round(share / 100 * HOLDING_COUNT)
            table.bounds[number, move] = wanted if wanted <= LISTED_HOLDINGS else HOLDING_COUNT
    return table
