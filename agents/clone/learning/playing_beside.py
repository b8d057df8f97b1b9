"""A clone in its original's seat on the same decks: what it wins more or less, and its style."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.stats import t as student

from railbird.agents.clone.player import Model, declare_model
from railbird.native import PAYOFF_UNIT, SHOWDOWNS_WON, ActionKind, read_styles
from railbird.plugins import (
    INDICATORS,
    DecisionBatch,
    MatchBatch,
    TrainingHands,
    TrainingTools,
    indicator_values,
)

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


class CoupledClone:
    """A model that spends one draw a hand: draw 0 of the hand, which archetypes play by as well.

    The draw picks the first action, raises first, then a call, then a fold; where it lies in the
    picked share, from 0 to 1, is the draw of the next decision. It plays the same probabilities as
    the agent that draws at each decision. Beside an original that picks in the same way, the two
    differ only where their probabilities do, so that differences vary less.
    """

    def __init__(self, model: Model) -> None:
        """Play the model, which must not look at former hands."""
        self._model = model
        self._draw = np.zeros((0, 0))
        self._hand = np.zeros((0, 0), np.int32)

    def start_matches(self, matches: MatchBatch) -> None:
        """Make room for a draw by match and seat."""
        shape = matches.match_count, matches.seat_count
        self._draw, self._hand = np.zeros(shape), np.full(shape, -1, np.int32)

    def act_batch(
        self, decisions: DecisionBatch
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Pick by what is left of the hand's draw."""
        said = declare_model(self._model, decisions, decisions.hole_cards)
        place = decisions.match, decisions.seat
        is_new = self._hand[place] != decisions.hand_index
        draw = np.where(is_new, decisions.hand_random(), self._draw[place])
        order = np.argsort(-said.kinds.astype(np.int64), kind="stable")
        shares, rows = said.probability[:, order], np.arange(len(decisions))
        ends = shares.cumsum(axis=1) / shares.sum(axis=1, keepdims=True)
        chosen = np.minimum((ends <= draw[:, None]).sum(axis=1), shares.shape[1] - 1)
        chosen = np.where(shares[rows, chosen] > 0, chosen, shares.argmax(axis=1))
        width = shares[rows, chosen] / shares.sum(axis=1)
        rest = np.clip((draw - (ends[rows, chosen] - width)) / width, 0.0, np.nextafter(1.0, 0.0))
        kinds = said.kinds[order][chosen]
        amounts = np.zeros(len(rows), np.int64)
        if said.least is not None:
            least, most = (bound[rows, order[chosen]] for bound in said.bounds())
            amounts = least + ((most - least + 1) * decisions.random(1)).astype(np.int64)
            amounts = np.where(kinds == ActionKind.RAISE, np.minimum(amounts, most), 0)
        self._draw[place], self._hand[place] = rest, decisions.hand_index
        return kinds, amounts


def interval(
    values: npt.NDArray[np.float64],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Means of resamples [k, m] and half-widths of their 95% intervals (Student)."""
    count = len(values)
    factor = float(student.ppf((1 + CONFIDENCE) / 2, count - 1)) / np.sqrt(count)
    return values.mean(axis=0), factor * values.std(axis=0, ddof=1)


def compare_play(  # noqa: PLR0913 - who plays, and how long
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
    width = float(interval(differences[:, None])[1][0]) if decks > 1 else np.inf
    styles = [_style(tools, one) for one in found]
    values = tuple((i.name, styles[0][i.name], styles[1][i.name]) for i in INDICATORS)
    original_mean, clone_mean = (float(one.mean()) for one in won)
    difference = clone_mean - original_mean
    return PlayDifference(decks * hands, original_mean, clone_mean, difference, width, values)


def _won(hands: TrainingHands, decks: int) -> Floats:
    """Payoffs of seat 0, float64[decks, hands]."""
    place = (hands.seats == 0).argmax(axis=1)
    won = hands.payoffs[np.arange(len(hands)), place]
    return np.asarray(won.reshape(decks, -1), np.float64)


def _style(tools: TrainingTools, hands: TrainingHands) -> dict[str, float]:
    styles = read_styles(tools.game.definition, hands.betting, hands.betting_offsets)
    styles.counts[:, :, SHOWDOWNS_WON] = styles.showdowns_won(hands.payoffs)
    place = (hands.seats == 0).argmax(axis=1)
    total = styles.counts[np.arange(len(hands)), place].sum(axis=0, dtype=np.int64)
    return {one.name: float(indicator_values(total, one.name)) for one in INDICATORS}
