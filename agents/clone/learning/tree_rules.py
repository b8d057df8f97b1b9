"""One small decision tree of a player, which people can read: rules in PokerLang."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.decisions.card_features import BY_CLASS, class_features
from railbird.agents.clone.decisions.features import FeatureSet
from railbird.agents.clone.decisions.replay import Decisions
from railbird.agents.clone.learning.boosting import chips_of
from railbird.agents.clone.learning.rule_text import HandLists, head, mix_text, size_text
from railbird.agents.clone.learning.scikit import import_scikit
from railbird.agents.clone.learning.scores import score
from railbird.agents.clone.learning.splitting import groups_of, split_groups
from railbird.agents.clone.model.clone_model import Classifier, CloneModel, Origin
from railbird.agents.clone.model.forest import LEAF, NODE, Forest, Nodes
from railbird.agents.clone.model.raise_sizes import SizeClass, classify_sizes
from railbird.native import CATEGORY_NAMES, is_holdem
from railbird.plugins import BETTING_KINDS, ActionKind, AgentError

MOST_LEAVES = 64
SHARES_BEFORE_FLOP = (0.25, 0.4, 0.55, 0.7)
"""Of the leaves, how many are tried for the tree before the flop."""
LEAST_IN_LEAF = 6
SMOOTHING = 0.5
FOLD_TEXT, CALL_TEXT = "fold", "call"
NUMBERS = ("strength", "potential", "ehs", "pot-odds", "to-call", "pot", "M")
COUNTS = ("raises", "callers", "players")
PUBLIC = ("pot-odds", "to-call", "pot", "M", *COUNTS, "last-raiser", "in-position")
BEFORE_FLOP = (*BY_CLASS, "strength", *PUBLIC)
AFTER_FLOP = ("strength", "potential", "ehs", "made", "round", *PUBLIC)
"""The features that PokerLang has a test for."""


@dataclass(frozen=True, slots=True, eq=False)
class _Branch:
    """The tree of one part of the game: scikit-learn's arrays, features by name."""

    names: tuple[str, ...]
    tree: Any
    counts: npt.NDArray[np.float64]
    """Cases by node and move: fold, call, and each size of a raise."""


@dataclass(frozen=True, slots=True, eq=False)
class PlayerTree:
    """A model whose trees are one tree, and its rules."""

    model: CloneModel
    rules: str


def fit_tree(
    decisions: Decisions,
    feature_set: FeatureSet,
    *,
    origin: Origin,
    seed: int,
    most_leaves: int = MOST_LEAVES,
) -> PlayerTree:
    """Fit a tree of at most so many leaves, a part before the flop and one after it.

    Only features that PokerLang can test are used. How the leaves are divided is chosen on a
    quarter of the matches, and the scores of the origin are those of a tree of the others there.
    Raises AgentError for games other than hold'em.
    """
    if not is_holdem(feature_set.definition):
        raise AgentError("a tree is written as rules of hold'em; use --method trees in this game")
    sizes, moves = _moves(decisions, feature_set)
    first, held = split_groups(groups_of(decisions), 0.75, seed=seed)
    best, told = (np.inf, SHARES_BEFORE_FLOP[1]), dict[str, float]()
    judged = decisions.take(held)
    for share in SHARES_BEFORE_FLOP if len(judged) else ():
        counts = _leaves(most_leaves, share)
        branches = _branches(decisions, feature_set, moves, rows=first, leaves=counts, seed=seed)
        trial = _model(branches, feature_set, sizes, origin=origin)
        found = score(trial.kind_probabilities(judged.features, judged.legal), judged.kind)
        if found.log_loss < best[0]:
            best, told = (found.log_loss, share), found.as_told()
    origin = replace(origin, scores=told)
    everything = np.ones(len(decisions), np.bool_)
    counts = _leaves(most_leaves, best[1])
    branches = _branches(decisions, feature_set, moves, rows=everything, leaves=counts, seed=seed)
    model = _model(branches, feature_set, sizes, origin=origin)
    return PlayerTree(model, _rules(branches, sizes, model))


def _leaves(most: int, share: float) -> tuple[int, int]:
    before = max(round(most * share), 2)
    return before, max(most - before, 2)


def _moves(
    decisions: Decisions, feature_set: FeatureSet
) -> tuple[tuple[SizeClass, ...], npt.NDArray[np.int64]]:
    """The sizes of raises, and the move of each decision: fold, call, or 2 and its size."""
    moves = decisions.kind.astype(np.int64)
    rows = np.flatnonzero(decisions.kind == ActionKind.RAISE)
    if not len(rows) or not feature_set.definition.raises_are_sized:
        return (), moves
    chosen = decisions.take(rows)
    sizes, classes = classify_sizes(chips_of(chosen), chosen.raise_to)
    moves[rows] += classes
    return sizes, moves


def _branches(  # noqa: PLR0913 - what both trees are fitted to
    decisions: Decisions,
    feature_set: FeatureSet,
    moves: npt.NDArray[np.int64],
    *,
    rows: npt.NDArray[np.bool_],
    leaves: tuple[int, int],
    seed: int,
) -> tuple[_Branch, _Branch]:
    before = decisions.features[:, feature_set.names.index("round")] == 0
    parts = zip((before, ~before), (BEFORE_FLOP, AFTER_FLOP), leaves, strict=True)
    count = int(moves.max(initial=0)) + 1
    found = [
        _fit(
            decisions.features[is_part & rows],
            np.minimum(moves[is_part & rows], count - 1),
            tuple(name for name in names if name in feature_set.names),
            all_names=feature_set.names,
            shape=(number, max(count, len(BETTING_KINDS))),
            seed=seed,
        )
        for is_part, names, number in parts
    ]
    return found[0], found[1]


def _fit(  # noqa: PLR0913 - what a tree is fitted to
    features: npt.NDArray[np.float32],
    moves: npt.NDArray[np.int64],
    names: tuple[str, ...],
    *,
    all_names: tuple[str, ...],
    shape: tuple[int, int],
    seed: int,
) -> _Branch:
    leaves, move_count = shape
    if not len(moves):
        return _Branch(names, None, np.ones((1, move_count)))
    columns = features[:, [all_names.index(name) for name in names]]
    kinds = np.minimum(moves, int(ActionKind.RAISE))
    form = import_scikit("tree").DecisionTreeClassifier
    fitted = form(
        criterion="log_loss",
        max_leaf_nodes=leaves,
        min_samples_leaf=LEAST_IN_LEAF,
        random_state=seed,
    ).fit(columns, kinds)
    counts = np.zeros((fitted.tree_.node_count, move_count))
    paths = fitted.decision_path(columns)
    for move in range(move_count):
        counts[:, move] = np.asarray(paths[moves == move].sum(axis=0)).ravel()
    return _Branch(names, fitted.tree_, counts)


def _model(
    branches: tuple[_Branch, _Branch],
    feature_set: FeatureSet,
    sizes: tuple[SizeClass, ...],
    *,
    origin: Origin,
) -> CloneModel:
    kinds = tuple(kind.value for kind in BETTING_KINDS)
    raised = int(ActionKind.RAISE)
    by_kind = [
        np.column_stack([b.counts[:, :raised], b.counts[:, raised:].sum(1)]) for b in branches
    ]
    actions = _classifier(branches, by_kind, feature_set)
    raises = None
    if len(sizes) > 1:
        raises = _classifier(branches, [b.counts[:, raised:] for b in branches], feature_set)
    return CloneModel(feature_set, kinds, actions, sizes, raises, origin)


def _classifier(
    branches: tuple[_Branch, _Branch],
    counts: Sequence[npt.NDArray[np.float64]],
    feature_set: FeatureSet,
) -> Classifier:
    """The tree once for each class, whose leaves have the logarithms of shares."""
    parts: list[Nodes] = []
    roots: list[int] = []
    class_count = counts[0].shape[1]
    for number in range(class_count):
        roots.append(sum(map(len, parts)))
        parts.append(_nodes(branches, counts, feature_set, number=number))
        for name in ("left", "right", "missing"):
            parts[-1][name] += roots[-1]
    classes = np.arange(class_count, dtype=np.int32)
    forest = Forest(
        np.concatenate(parts),
        np.array(roots, np.int32),
        classes,
        np.zeros(class_count),
        len(feature_set.names),
    )
    return Classifier(forest, 1.0, np.zeros(class_count))


def _nodes(
    branches: tuple[_Branch, _Branch],
    counts: Sequence[npt.NDArray[np.float64]],
    feature_set: FeatureSet,
    *,
    number: int,
) -> Nodes:
    names = feature_set.names
    root = np.zeros(1, NODE)
    root["feature"], root["threshold"] = names.index("round"), 0.5
    parts = [root]
    firsts = []
    for branch, seen in zip(branches, counts, strict=True):
        firsts.append(sum(len(part) for part in parts))
        shares = (seen + SMOOTHING / seen.shape[1]) / (seen.sum(1, keepdims=True) + SMOOTHING)
        nodes = np.zeros(len(seen), NODE)
        nodes["value"] = np.log(shares[:, number])
        nodes["feature"] = LEAF
        if branch.tree is not None:
            is_inner = branch.tree.children_left >= 0
            of_all = np.array([names.index(name) for name in branch.names])
            feature = of_all[np.maximum(branch.tree.feature, 0)]
            nodes["feature"] = np.where(is_inner, feature, LEAF)
            nodes["threshold"] = np.where(is_inner, branch.tree.threshold, 0.0)
            nodes["value"][is_inner] = 0.0
            for name, child in (
                ("left", branch.tree.children_left),
                ("right", branch.tree.children_right),
            ):
                nodes[name] = np.where(is_inner, child + firsts[-1], 0)
            nodes["missing"] = nodes["left"]
        parts.append(nodes)
    root["left"], root["right"] = firsts
    root["missing"] = root["left"]
    return np.concatenate(parts)


@dataclass(frozen=True, slots=True)
class _Bounds:
    """What a path says of one feature: above ``low``, and at most ``high``."""

    low: float = -np.inf
    high: float = np.inf


def _rules(
    branches: tuple[_Branch, _Branch], sizes: tuple[SizeClass, ...], model: CloneModel
) -> str:
    lists = HandLists()
    moves = [FOLD_TEXT, CALL_TEXT, *(map(size_text, sizes) if sizes else ["raise min"])]
    body: list[str] = []
    titles = ("before-the-flop", "round is preflop"), ("after-the-flop", "not round is preflop")
    for (name, when), branch in zip(titles, branches, strict=True):
        body += ["", f"tactic {name} when {when}"]
        leaves = sorted(_paths(branch), key=lambda leaf: -branch.counts[leaf[0]].sum())
        for node, path in leaves:
            seen = branch.counts[node]
            counts: dict[str, float] = {}
            for move, count in zip(moves, seen.tolist(), strict=False):
                counts[move] = counts.get(move, 0.0) + count
            conditions = _conditions(path, lists)
            is_last = node == leaves[-1][0]
            when_text = "" if is_last or not conditions else f" when {' and '.join(conditions)}"
            body.append(f"  rule{when_text}: {mix_text(counts)}  # {round(seen.sum())} cases")
    return "\n".join(
        [*head(f"{model.origin.player} as a tree", _told(model)), *lists.lines(), *body, ""]
    )


def _told(model: CloneModel) -> list[str]:
    origin = model.origin
    lines = [
        f"Learned from {origin.case_count} decisions of {origin.player} by railbird learn --method "
        f"{origin.method}, seed {origin.seed}.",
        *origin.warnings,
    ]
    if origin.scores:
        scores = ", ".join(f"{name} {value:.3g}" for name, value in origin.scores.items())
        lines.append(f"On other matches: {scores}.")
    return lines


def _paths(branch: _Branch) -> Iterator[tuple[int, dict[str, _Bounds]]]:
    """Every leaf, and what the way to it says of each feature; leaves that agree are joined."""
    waiting: list[tuple[int, dict[str, _Bounds]]] = [(0, {})]
    while waiting:
        node, path = waiting.pop()
        if branch.tree is None or branch.tree.children_left[node] < 0 or _is_settled(branch, node):
            yield node, path
            continue
        name = branch.names[branch.tree.feature[node]]
        threshold = float(branch.tree.threshold[node])
        bounds = path.get(name, _Bounds())
        lower = replace(bounds, high=min(bounds.high, threshold))
        upper = replace(bounds, low=max(bounds.low, threshold))
        waiting.append((int(branch.tree.children_left[node]), {**path, name: lower}))
        waiting.append((int(branch.tree.children_right[node]), {**path, name: upper}))


def _is_settled(branch: _Branch, node: int) -> bool:
    """Whether all cases of a node are of one move, so that its children say the same."""
    return int((branch.counts[node] > 0).sum()) <= 1


def _conditions(path: dict[str, _Bounds], lists: HandLists) -> list[str]:
    by_class = {name: bounds for name, bounds in path.items() if name in BY_CLASS}
    found = []
    if by_class:
        found.append(_hand_condition(by_class, lists))
    for name, bounds in path.items():
        if name not in BY_CLASS:
            found.append(_condition(name, bounds))
    return [text for text in found if text]


def _hand_condition(path: dict[str, _Bounds], lists: HandLists) -> str:
    values = _class_values()
    is_in = np.ones(len(values[BY_CLASS[0]]), np.bool_)
    for name, bounds in path.items():
        is_in &= (values[name] > bounds.low) & (values[name] <= bounds.high)
    chosen = np.flatnonzero(is_in).tolist()
    others = np.flatnonzero(~is_in).tolist()
    if not others:
        return ""
    if len(chosen) <= len(others):
        return f"hand in {lists.name_of(chosen)}"
    return f"not hand in {lists.name_of(others)}"


def _class_values() -> dict[str, npt.NDArray[np.float32]]:
    """The features of each of the 169 classes that depend on the class alone."""
    return dict(zip(BY_CLASS, class_features().T, strict=True))


def _condition(name: str, bounds: _Bounds) -> str:
    if name == "in-position":
        return name if bounds.low > 0 else f"not {name}"
    if name == "round":
        rounds = [
            text
            for number, text in enumerate(("flop", "turn", "river"), start=1)
            if bounds.low < number <= bounds.high
        ]
        return f"round in {', '.join(rounds)}"
    if name == "last-raiser":
        whos = [
            who
            for number, who in enumerate(("nobody", "me", "opponent"))
            if bounds.low < number <= bounds.high
        ]
        return f"last-raiser in {', '.join(whos)}"
    if name == "made":
        return _category_condition(bounds)
    whole = name in COUNTS
    if whole:
        low, high = np.floor(bounds.low), np.floor(bounds.high)
        is_one = high == (0 if np.isinf(low) else low + 1)
        return f"{name} = {high:g}" if is_one else _compared(name, low, high)
    return _compared(name, bounds.low, bounds.high)


def _compared(name: str, low: float, high: float) -> str:
    texts = [_number(bound) for bound in (low, high)]
    if np.isinf(low):
        return f"{name} <= {texts[1]}"
    return f"{name} > {texts[0]}" if np.isinf(high) else f"{texts[0]} < {name} <= {texts[1]}"


def _number(value: float) -> str:
    return "" if np.isinf(value) else np.format_float_positional(value, precision=4, trim="-")


def _category_condition(bounds: _Bounds) -> str:
    names = [name.replace(" ", "-") for name in CATEGORY_NAMES]
    parts = []
    if np.isfinite(bounds.low):
        parts.append(f"made > {names[int(np.floor(bounds.low))]}")
    if np.isfinite(bounds.high):
        parts.append(f"made <= {names[int(np.floor(bounds.high))]}")
    return " and ".join(parts)
