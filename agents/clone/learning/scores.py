"""How well probabilities predict decisions: accuracy, log-loss, calibration, confusion."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.decisions.replay import Decisions
from railbird.plugins import ActionKind

Floats = npt.NDArray[np.float64]
BINS = 10
LEAST_LIKELY = 1e-12
OUTCOMES = ("fold", "check or call", "raise", "all-in")


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores over n decisions.

    ``accuracy``: how often the likeliest kind was taken; ``log_loss``: mean of minus the logarithm
    of the probability of the kind taken, in nats; ``majority``: the share of the commonest kind;
    ``calibration_error``: the mean difference of predicted and observed shares over ten bins of
    predicted probability, weighted by their sizes.
    """

    count: int
    accuracy: float
    log_loss: float
    majority: float
    calibration_error: float

    def as_told(self) -> dict[str, float]:
        """What a file says of them."""
        return {
            "accuracy": self.accuracy,
            "log-loss": self.log_loss,
            "majority": self.majority,
            "decisions": float(self.count),
        }


def score(probability: Floats, kinds: npt.NDArray[np.uint8]) -> Scores:
    """Score probabilities of kinds, float64[n, 3], against the kinds taken, uint8[n]."""
    rows = np.arange(len(kinds))
    taken = np.maximum(probability[rows, kinds], LEAST_LIKELY)
    bins = calibration(probability, kinds)
    error = (bins[:, 0] * np.abs(bins[:, 1] - bins[:, 2])).sum() / max(bins[:, 0].sum(), 1)
    return Scores(
        len(kinds),
        float((probability.argmax(axis=1) == kinds).mean()),
        float(-np.log(taken).mean()),
        float(np.bincount(kinds).max() / len(kinds)),
        float(error),
    )


def calibration(probability: Floats, kinds: npt.NDArray[np.uint8]) -> Floats:
    """Return by bin the number of predictions, their mean and the share that came true, [10, 3].

    Every kind of every decision is a prediction; bins divide 0 to 1 evenly.
    """
    predicted = probability.ravel()
    happened = (kinds[:, None] == np.arange(probability.shape[1])).ravel()
    bins = np.minimum((predicted * BINS).astype(int), BINS - 1)
    counts = np.bincount(bins, minlength=BINS)
    size = np.maximum(counts, 1)
    means = np.bincount(bins, predicted, minlength=BINS) / size
    shares = np.bincount(bins, happened, minlength=BINS) / size
    return np.column_stack([counts, means, shares])


def ceiling(declared: Floats) -> tuple[float, float]:
    """Return the best accuracy possible and the entropy in nats of a player's probabilities."""
    logs = np.log(np.maximum(declared, LEAST_LIKELY))
    return float(declared.max(axis=1).mean()), float(-(declared * logs).sum(axis=1).mean())


def confusion(
    probability: Floats, all_in: npt.NDArray[np.bool_], decisions: Decisions
) -> npt.NDArray[np.int64]:
    """Count decisions by round, what was taken and what is likeliest, int64[rounds, 4, 4].

    ``all_in`` bool[n]: a predicted raise is all-in. Outcomes are OUTCOMES.
    """
    likeliest = probability.argmax(axis=1)
    likeliest += (likeliest == ActionKind.RAISE) & all_in
    is_all_in = (decisions.kind == ActionKind.RAISE) & (decisions.raise_to > 0)
    is_all_in &= decisions.raise_to >= decisions.max_raise_to
    taken = decisions.kind.astype(np.int64) + is_all_in
    counts = np.zeros((int(decisions.round_index.max(initial=0)) + 1, 4, 4), np.int64)
    np.add.at(counts, (decisions.round_index, taken, likeliest), 1)
    return counts
