"""The model of a player: probabilities of kinds of action, and of sizes of raises."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.model.forest import Forest
from railbird.agents.clone.model.raise_sizes import SizeClass
from railbird.agents.raise_chips import RaiseChips
from railbird.plugins import BETTING_KINDS, ActionKind, Distribution

Floats = npt.NDArray[np.float64]
Features = npt.NDArray[np.float32]
KIND_COUNT = len(BETTING_KINDS)


@dataclass(frozen=True, slots=True, eq=False)
class Classifier:
    """Trees whose sums are scores of classes, and how scores become probabilities.

    Probabilities are the soft-max of ``scale`` times the sums plus ``shift`` float64[classes],
    which calibrate them on matches that the trees were not fitted to.
    """

    forest: Forest
    scale: float
    shift: Floats

    def probabilities(
        self, features: Features, is_possible: npt.NDArray[np.bool_] | None = None
    ) -> Floats:
        """Return probabilities of classes, float64[n, classes]; impossible ones get 0.

        Rows of ``is_possible`` (bool[n, classes]) have at least one that is possible.
        """
        scores = self.scale * self.forest.sums(features) + self.shift
        if is_possible is not None:
            scores[~is_possible] = -np.inf
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a model comes from: player, method, cases, seed, held-out scores and warnings."""

    player: str
    method: str
    case_count: int
    known_count: int
    seed: int
    scores: Mapping[str, float]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class CloneModel:
    """A player as learned.

    ``kinds`` are the kinds of action that he was seen to take, in the order of the classes of
    ``actions``; ``sizes`` are the classes of ``raises``, empty and None in limit games or if he
    never raised.
    """

    feature_set: FeatureSet
    kinds: tuple[int, ...]
    actions: Classifier
    sizes: tuple[SizeClass, ...]
    raises: Classifier | None
    origin: Origin

    @property
    def has_memory(self) -> bool:
        """Whether it looks at what opponents did in former hands of the match."""
        return self.feature_set.has_opponents

    def kind_probabilities(self, features: Features, legal: npt.NDArray[np.uint8]) -> Floats:
        """Return probabilities of fold, call and raise, float64[n, 3]; ``legal`` as bits.

        Where nothing that was seen is legal, it calls.
        """
        kinds = np.array(self.kinds)
        is_legal = (legal[:, None] >> kinds.astype(np.uint8) & 1).astype(np.bool_)
        is_stuck = np.asarray(~is_legal.any(axis=1))
        found = np.zeros((len(features), KIND_COUNT))
        found[:, kinds] = self.actions.probabilities(features, is_legal | is_stuck[:, None])
        found[is_stuck] = np.arange(KIND_COUNT) == ActionKind.CALL
        return found

    def size_probabilities(self, features: Features) -> Floats:
        """Return probabilities of the sizes of a raise, float64[n, sizes]."""
        if self.raises is None:
            return np.ones((len(features), len(self.sizes)))
        return self.raises.probabilities(features)

    def declare(
        self,
        features: Features,
        legal: npt.NDArray[np.uint8],
        chips: RaiseChips | None,
        *,
        is_likeliest: bool = False,
    ) -> Distribution:
        """Return the distribution of actions; ``chips`` are None in games without sizes.

        With ``is_likeliest`` the likeliest kind and size are certain.
        """
        kinds = self.kind_probabilities(features, legal)
        if is_likeliest:
            kinds = only_highest(kinds)
        if chips is None or not self.sizes:
            return _without_sizes(kinds, chips)
        sizes = self.size_probabilities(features)
        if is_likeliest:
            sizes = only_highest(sizes)
        raises = kinds[:, 2:] * sizes
        names = np.array([*BETTING_KINDS[:2], *[ActionKind.RAISE] * len(self.sizes)], np.uint8)
        bounds = [size.bounds(chips) for size in self.sizes]
        none = np.zeros(len(kinds), np.int64)
        least = np.column_stack([none, none, *(bound[0] for bound in bounds)])
        most = np.column_stack([none, none, *(bound[1] for bound in bounds)])
        if is_likeliest:
            least = most = (least + most) // 2
        return Distribution(np.concatenate([kinds[:, :2], raises], axis=1), names, least, most)


def _without_sizes(kinds: Floats, chips: RaiseChips | None) -> Distribution:
    names = np.array(BETTING_KINDS, np.uint8)
    return (
        Distribution(kinds, names)
        if chips is None
        else Distribution(kinds, names, chips.least, chips.least)
    )


def only_highest(probability: Floats) -> Floats:
    """Return 1 where each row of probabilities is highest, float64[n, k]; 0 elsewhere."""
    found: Any = np.zeros_like(probability)
    found[np.arange(len(found)), probability.argmax(axis=1)] = 1.0
    return np.asarray(found)
