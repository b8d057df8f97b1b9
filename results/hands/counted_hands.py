"""Hands with their style counters, ready to be summed by any grouping of players."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native import SHOWDOWNS_WON, GameDefinition, HandStyles, add_styles
from railbird.results.estimate.uncertainty.intervals import Floats, Integers
from railbird.results.hands.deals import cards_of
from railbird.results.hands.played_hands import PlayedHands


@dataclass(frozen=True, slots=True, eq=False)
class CountedHands:
    """n hands: `rows` int32[n] of `styles`, and winners at showdown, bool[n, N] by position."""

    styles: HandStyles
    rows: npt.NDArray[np.int32]
    won: npt.NDArray[np.bool_]

    def add(self, groups: npt.NDArray[np.integer], totals: Integers) -> None:
        """Add the counters to `totals` int64[groups, counters]; `groups` int[n, N] by position."""
        add_styles(totals, self.styles, rows=self.rows, groups=groups.astype(np.int32))
        totals[:, SHOWDOWNS_WON] += np.bincount(groups[self.won], minlength=len(totals))


def count_styles(definition: GameDefinition, hands: PlayedHands) -> CountedHands:
    """Count the style of hands; raises BettingError for betting that is not valid in the game."""
    is_asked = definition.first_depends_on_cards
    cards = cards_of(definition, hands, np.arange(len(hands))) if is_asked else None
    styles, rows = hands.styles(definition, cards)
    return CountedHands(styles, rows, styles.showdowns_won(hands.payoffs, rows))


def without_nan(values: Floats) -> list[float | None]:
    """Replace nan, which means no data, with null."""
    return [None if np.isnan(value) else value for value in values.tolist()]
