"""Trees are walked as scikit-learn walks them, and damaged ones are refused."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier

from railbird.agents.clone.learning.boosting import as_forest
from railbird.agents.clone.model.forest import MOST_LEAVES, NODE, Forest
from railbird.plugins import AgentError


def fitted(
    leaves: int, classes: int, *, with_gaps: bool
) -> tuple[HistGradientBoostingClassifier, np.ndarray]:
    random = np.random.default_rng(leaves)
    features = random.random((600, 7)).astype(np.float32)
    if with_gaps:
        features[random.random(features.shape) < 0.2] = np.nan
    filled = np.nan_to_num(features, nan=0.4)
    labels = (filled[:, 0] * classes + filled[:, 1] * filled[:, 2]).astype(int) % classes
    model = HistGradientBoostingClassifier(max_iter=12, max_leaf_nodes=leaves, min_samples_leaf=3)
    return model.fit(features, labels), features


@pytest.mark.parametrize("with_gaps", [False, True])
@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("leaves", [3, 12, MOST_LEAVES, MOST_LEAVES + 20])
def test_sums_are_those_of_scikit_learn(leaves: int, classes: int, with_gaps: bool) -> None:
    model, features = fitted(leaves, classes, with_gaps=with_gaps)
    forest = as_forest(model, 7, classes)
    random = np.random.default_rng(0)
    asked = random.random((101, 7)).astype(np.float32)
    if with_gaps:
        asked[random.random(asked.shape) < 0.2] = np.nan
    asked = np.concatenate([features, asked])
    expected = model.decision_function(asked)
    found = forest.sums(asked)
    by_class = found[:, 1] - found[:, 0] if classes == 2 else found
    np.testing.assert_allclose(by_class, expected, rtol=0, atol=1e-12)


def test_rows_do_not_depend_on_which_others_are_asked() -> None:
    model, features = fitted(12, 3, with_gaps=False)
    forest = as_forest(model, 7, 3)
    whole = forest.sums(features)
    for count in (1, 15, 16, 17, 40):
        assert (forest.sums(features[:count]) == whole[:count]).all()


def test_a_threshold_between_two_floats_divides_them() -> None:
    low = np.float32(0.1)
    high = np.nextafter(low, np.float32(1))
    nodes = np.zeros(3, NODE)
    nodes["feature"] = (0, -1, -1)
    nodes["left"], nodes["right"], nodes["missing"] = (1, 0, 0), (2, 0, 0), (1, 0, 0)
    nodes["value"] = (0, 1, 2)
    rows = np.tile(np.array([[low], [high]], np.float32), (8, 1))
    for threshold in ((float(low) + float(high)) / 2, float(low), float(high) - 1e-15):
        nodes["threshold"][0] = threshold
        forest = Forest(nodes.copy(), np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(1), 1)
        assert forest.sums(rows).ravel().tolist() == [1.0, 2.0] * 8


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("left", 0, "points outside its tree"),
        ("right", 10**6, "points outside its tree"),
        ("missing", -5, "points outside its tree"),
        ("feature", 7, "unknown feature"),
        ("feature", -2, "unknown feature"),
        ("value", np.inf, "not finite"),
        ("value", 1e9, "out of range"),
        ("threshold", np.nan, "out of range"),
    ],
)
def test_damaged_nodes_are_refused(field: str, value: float, message: str) -> None:
    model, _ = fitted(12, 3, with_gaps=False)
    forest = as_forest(model, 7, 3)
    nodes = forest.nodes.copy()
    nodes[field][0] = value
    with pytest.raises(AgentError, match=message):
        replace(forest, nodes=nodes)


@pytest.mark.parametrize(
    ("field", "change", "message"),
    [
        ("roots", 1, "no root"),
        ("classes", 3, "unknown class"),
        ("classes", -1, "unknown class"),
    ],
)
def test_damaged_trees_are_refused(field: str, change: int, message: str) -> None:
    model, _ = fitted(12, 3, with_gaps=False)
    forest = as_forest(model, 7, 3)
    changed = getattr(forest, field).copy()
    changed[0] = change
    with pytest.raises(AgentError, match=message):
        replace(forest, **{field: changed})


def test_a_node_may_not_point_into_the_next_tree() -> None:
    model, _ = fitted(12, 3, with_gaps=False)
    forest = as_forest(model, 7, 3)
    nodes = forest.nodes.copy()
    nodes["right"][0] = forest.roots[1]
    with pytest.raises(AgentError, match="points outside its tree"):
        replace(forest, nodes=nodes)
