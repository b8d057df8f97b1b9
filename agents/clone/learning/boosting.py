"""Gradient boosting: fits the trees of a model, and calibrates them on held-out matches."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import Decisions
from railbird.agents.clone.learning.scikit import import_scikit, one_thread
from railbird.agents.clone.learning.scores import score
from railbird.agents.clone.learning.splitting import groups_of, split_groups
from railbird.agents.clone.model.clone_model import Classifier, CloneModel, Origin
from railbird.agents.clone.model.forest import LEAF, NODE, Forest
from railbird.agents.clone.model.raise_sizes import SizeClass, classify_sizes
from railbird.agents.raise_chips import RaiseChips
from railbird.plugins import ActionKind

Labels = npt.NDArray[np.int64]
Groups = npt.NDArray[np.int64]
HELD_OUT = 0.2
MOST_ROUNDS = 200
USUAL_ROUNDS = 50
PATIENCE = 10
FEWEST_HELD_OUT = 30
BOOSTING = {
    "learning_rate": 0.08,
    "max_leaf_nodes": 12,
    "min_samples_leaf": 8,
    "l2_regularization": 1.0,
}


def fit_trees(
    decisions: Decisions, feature_set: FeatureSet, *, origin: Origin, seed: int
) -> CloneModel:
    """Fit a model: kinds of action, then sizes given a raise in games that have them.

    The scores of its origin are those of a model of four fifths of the matches on the others: that
    model was calibrated on one half of these and scored on the other, both ways.
    """
    groups = groups_of(decisions)
    kinds, labels = np.unique(decisions.kind, return_inverse=True)
    actions, held_out = fit_classifier(decisions.features, labels, groups, seed=seed)
    origin = replace(origin, scores=held_out)
    sizes: tuple[SizeClass, ...] = ()
    raises = None
    rows = np.flatnonzero(decisions.kind == ActionKind.RAISE)
    if feature_set.definition.raises_are_sized and len(rows):
        chosen = decisions.take(rows)
        sizes, classes = classify_sizes(chips_of(chosen), chosen.raise_to)
        if len(sizes) > 1:
            raises, _ = fit_classifier(chosen.features, classes, groups[rows], seed=seed)
    return CloneModel(feature_set, tuple(kinds.tolist()), actions, sizes, raises, origin)


def chips_of(decisions: Decisions) -> RaiseChips:
    """What sizes of raises are made of."""
    return RaiseChips(
        decisions.pot,
        decisions.to_call,
        decisions.spent,
        decisions.min_raise_to,
        decisions.max_raise_to,
    )


def fit_classifier(
    features: npt.NDArray[np.float32], labels: Labels, groups: Groups, *, seed: int
) -> tuple[Classifier, dict[str, float]]:
    """Fit trees to labels 0 to K - 1, each of which occurs; return scores of held-out rows too.

    A fifth of the groups is held out first: it says how many rounds of boosting are best, and
    calibrates the scores. Then all rows are fitted with so many rounds.
    """
    count = int(labels.max()) + 1
    if count == 1:
        return Classifier(_no_trees(features.shape[1]), 1.0, np.zeros(1)), {}
    fitted, held = split_groups(groups, 1.0 - HELD_OUT, seed=seed)
    rounds, scale, shift, told = USUAL_ROUNDS, 1.0, np.zeros(count), dict[str, float]()
    if held.sum() >= FEWEST_HELD_OUT and len(np.unique(labels[fitted])) == count:
        judged = features[held], labels[held]
        trial = _boost(features[fitted], labels[fitted], MOST_ROUNDS, seed=seed, judged=judged)
        rounds, scores = _best_rounds(trial, features[held], count=count)
        scale, shift = calibrate(scores, labels[held])
        told = _score_halves(scores, labels[held], groups[held])
    model = _boost(features, labels, rounds, seed=seed)
    return Classifier(as_forest(model, features.shape[1], count), scale, shift), told


def _score_halves(
    scores: npt.NDArray[np.float64], labels: Labels, groups: Groups
) -> dict[str, float]:
    """Scores of held-out rows, each calibrated on the half of the groups that it is not in."""
    is_first = np.isin(groups, np.unique(groups)[::2])
    moved = np.zeros_like(scores)
    for rows in (is_first, ~is_first):
        scale, shift = calibrate(scores[~rows], labels[~rows])
        moved[rows] = scale * scores[rows] + shift
    probability = np.exp(moved - _log_sum(moved)[:, None])
    return score(probability, labels.astype(np.uint8)).as_told()


def _boost(
    features: npt.NDArray[np.float32],
    labels: Labels,
    rounds: int,
    *,
    seed: int,
    judged: tuple[npt.NDArray[np.float32], Labels] | None = None,
) -> Any:
    """Fit trees; with cases to judge by, stop when their log-loss has not fallen for a while."""
    form = import_scikit("ensemble").HistGradientBoostingClassifier
    stops = judged is not None
    model = form(
        max_iter=rounds,
        random_state=seed,
        early_stopping=stops,
        n_iter_no_change=PATIENCE,
        **BOOSTING,
    )
    with one_thread():
        if judged is None:
            return model.fit(features, labels)
        return model.fit(features, labels, X_val=judged[0], y_val=judged[1])


def _best_rounds(
    model: Any, features: npt.NDArray[np.float32], *, count: int
) -> tuple[int, npt.NDArray[np.float64]]:
    """The number of rounds with the lowest log-loss of the judged cases, and scores after them."""
    rounds = max(int(np.argmax(model.validation_score_)), 1)
    forest = as_forest(model, features.shape[1], count, rounds=rounds)
    return rounds, forest.sums(features)


def _log_sum(scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    highest = scores.max(axis=1)
    return np.asarray(highest + np.log(np.exp(scores - highest[:, None]).sum(axis=1)))


def calibrate(
    scores: npt.NDArray[np.float64], labels: Labels
) -> tuple[float, npt.NDArray[np.float64]]:
    """Return the scale and the shift of scores that make labels likeliest, with a weak prior.

    The prior holds the logarithm of the scale and the shifts near 0, as if by a few cases.
    """
    rows, count = np.arange(len(labels)), scores.shape[1]

    def cost(numbers: npt.NDArray[np.float64]) -> float:
        moved = np.exp(numbers[0]) * scores + np.append(numbers[1:], 0.0)
        loss = (_log_sum(moved) - moved[rows, labels]).sum()
        return float(loss + 5.0 * (numbers**2).sum())

    found = minimize(cost, np.zeros(count), method="L-BFGS-B").x
    return float(np.exp(found[0])), np.append(found[1:], 0.0)


def as_forest(
    model: Any, feature_count: int, class_count: int, *, rounds: int | None = None
) -> Forest:
    """Return the trees of scikit-learn's model, of the first so many rounds of boosting.

    Of two classes the first has none.
    """
    parts, roots, classes = [], [], []
    first, is_binary = 0, class_count == 2  # noqa: PLR2004
    for trees in model._predictors[:rounds]:
        for number, tree in enumerate(trees):
            nodes = np.zeros(len(tree.nodes), NODE)
            is_leaf = tree.nodes["is_leaf"].astype(bool)
            nodes["value"] = np.where(is_leaf, tree.nodes["value"], 0.0)
            nodes["feature"] = np.where(is_leaf, LEAF, tree.nodes["feature_idx"])
            nodes["threshold"] = np.where(is_leaf, 0.0, tree.nodes["num_threshold"])
            left, right = tree.nodes["left"] + first, tree.nodes["right"] + first
            nodes["left"], nodes["right"] = left, right
            nodes["missing"] = np.where(tree.nodes["missing_go_to_left"], left, right)
            parts.append(nodes)
            roots.append(first)
            classes.append(1 if is_binary else number)
            first += len(nodes)
    start = np.ravel(model._baseline_prediction).astype(np.float64)
    return Forest(
        np.concatenate(parts),
        np.array(roots, np.int32),
        np.array(classes, np.int32),
        np.append(0.0, start) if is_binary else start,
        feature_count,
    )


def _no_trees(feature_count: int) -> Forest:
    none = np.zeros(0, np.int32)
    return Forest(np.zeros(0, NODE), none, none, np.zeros(1), feature_count)
