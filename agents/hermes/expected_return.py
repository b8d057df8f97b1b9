"""The expected return of a shove for Hermes: document 000, figures 68 and 69."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.native import (
    classes_in_share,
    sample_equity,
    top_range,
    top_share_outcomes,
)

Floats = npt.NDArray[np.float64]
LOSS = 2
BEST_CLASS = 1e-9


@dataclass(frozen=True, slots=True)
class Shove:
    """The possible gains and losses of a shove, in chips, float64[n] each.

    ``pot`` is the current pot, ``call`` what the opponent adds by calling and ``risk`` what the
    shove adds, both limited by the smaller stack; ``fold_share`` is how often he folds to it.
    """

    pot: Floats
    call: Floats
    risk: Floats
    fold_share: Floats


def not_lost(classes: npt.NDArray[np.integer], shares: npt.ArrayLike) -> Floats:
    """Compute figure 68 exactly: the share of deals not lost against the best ``shares`` of hands.

    ``classes`` are those of 169; the result is float64[n]. A tie counts as not lost, as in the
    source: it is 1 - lose / (win + tie + lose), not the equity. The best hands are whole classes in
    the order of their equity against one random hand, at least one class.
    """
    outcomes = top_share_outcomes()[classes, classes_in_share(shares) - 1]
    return np.asarray(1.0 - outcomes[..., LOSS] / outcomes.sum(axis=-1))


def sample_not_lost(
    hole_cards: npt.NDArray[np.uint8], share: float, *, sample_count: int, key: int
) -> float:
    """Compute figure 68 as printed: the same from random deals, for one hand uint8[2].

    The source draws pairs of the range in turn, and boards for each; here both are drawn together.
    """
    hand = np.zeros(1326)
    low, high = sorted(hole_cards.tolist())
    hand[high * (high - 1) // 2 + low] = 1.0
    best = top_range(max(share, BEST_CLASS))
    found = sample_equity([hand, best], sample_count=sample_count, key=key)
    return float((found.won[0] + found.tied[0]) / found.deals)


def expected_return(shove: Shove, equity: Floats) -> Floats:
    """Return the value of a shove in chips, float64[n].

    Figure 69 mixes a percentage with chips; we read it as fold share * pot + (1 - fold
    share) * (equity * (pot + call) - (1 - equity) * risk).
    """
    called = equity * (shove.pot + shove.call) - (1.0 - equity) * shove.risk
    return np.asarray(shove.fold_share * shove.pot + (1.0 - shove.fold_share) * called)
