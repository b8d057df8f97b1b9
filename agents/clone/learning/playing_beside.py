"""A clone plays in its original's seat on the same decks: what it wins more or less, and its style."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.stats import t as student

from railbird.native import PAYOFF_UNIT, SHOWDOWNS_WON, read_styles
from railbird.plugins import INDICATORS, TrainingHands, TrainingTools, indicator_values

Floats = npt.NDArray[np.float64]
MBB = 1000
CONFIDENCE = 0.95
INDISTINCT_MBB = 25.0


@dataclass(frozen=True, slots=True)
class PlayDifference:
    """What the clone won more than the original, in mbb a hand, with a 95% interval over decks.

    ``clone`` and ``original`` are what each won; ``styles`` are indicators by name, the original's
    and the clone's.
    """

    hand_count: int
    original: float
    clone: float
    difference: float
    half_width: float
    styles: tuple[tuple[str, float, float], ...]

    @property
    def is_indistinct(self) -> bool:
        """Whether the interval is inside 25 mbb on either side."""
        return abs(self.difference) + self.half_width <= INDISTINCT_MBB

    @property
    def verdict(self) -> str:
        """What the interval says, in words."""
        if self.is_indistinct:
            return f"indistinct: the interval is inside {INDISTINCT_MBB:g} mbb on either side"
        if abs(self.difference) > self.half_width:
            return "different: the interval does not contain 0"
        return "undecided: the interval contains 0, and is wider than 25 mbb; play more hands"


def compare_play(
    tools: TrainingTools,
    original: Callable[[], Any],
    clone: Callable[[], Any],
    *,
    others: Sequence[Callable[[], Any]],
    decks: int,
    hands: int,
) -> PlayDifference:
    """Play ``decks`` matches of ``hands`` hands with the original, and again with the clone.

    Both sit in seat 0 with the same others on the same decks. The interval is Student's over decks.
    """
    found = [
        tools.play([make(), *(other() for other in others)], 0, decks, hands)
        for make in (original, clone)
    ]
    blind = tools.game.definition.big_blind
    won = [_won(one, decks) * MBB / (PAYOFF_UNIT * blind) for one in found]
    differences = (won[1] - won[0]).mean(axis=1)
    error = differences.std(ddof=1) / np.sqrt(decks) if decks > 1 else np.inf
    width = float(student.ppf((1 + CONFIDENCE) / 2, max(decks - 1, 1)) * error)
    styles = [_style(tools, one) for one in found]
    values = tuple((i.name, styles[0][i.name], styles[1][i.name]) for i in INDICATORS)
    means = [float(one.mean()) for one in won]
    return PlayDifference(decks * hands, *means, means[1] - means[0], width, values)


def _won(hands: TrainingHands, decks: int) -> Floats:
    """Payoffs of seat 0, float64[decks, hands]."""
    place = (hands.seats == 0).argmax(axis=1)
    return hands.payoffs[np.arange(len(hands)), place].reshape(decks, -1).astype(np.float64)


def _style(tools: TrainingTools, hands: TrainingHands) -> dict[str, float]:
    styles = read_styles(tools.game.definition, hands.betting, hands.betting_offsets)
    styles.counts[:, :, SHOWDOWNS_WON] = styles.showdowns_won(hands.payoffs)
    place = (hands.seats == 0).argmax(axis=1)
    total = styles.counts[np.arange(len(hands)), place].sum(axis=0, dtype=np.int64)
    return {one.name: float(indicator_values(total, one.name)) for one in INDICATORS}
