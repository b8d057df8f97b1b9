"""Trees as arrays of nodes, and the sums of their values for many rows."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.model._clone import ffi, lib
from railbird.plugins import AgentError

NODE = np.dtype(
    [
        ("threshold", np.float64),
        ("value", np.float64),
        ("feature", np.int32),
        ("left", np.int32),
        ("right", np.int32),
        ("missing", np.int32),
    ]
)
LEAF = -1
LARGEST_VALUE = 1e6
Nodes = npt.NDArray[Any]
Sums = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """Trees whose values are added up by class: scores of gradient boosting.

    ``nodes`` [nodes] of NODE, tree by tree, a node's children after it; ``roots`` int32[trees]
    are the first nodes, ``classes`` int32[trees] the class that a tree adds to; ``start`` float64
    [classes] is what the sums start from. Where ``feature`` is LEAF, ``value`` is the tree's.
    Raises AgentError where an index points outside its tree, or a number is not finite.
    """

    nodes: Nodes
    roots: npt.NDArray[np.int32]
    classes: npt.NDArray[np.int32]
    start: Sums
    feature_count: int

    def __post_init__(self) -> None:
        """Check every index: C does not."""
        problem = find_problem(self)
        if problem:
            raise AgentError(f"the trees are damaged: {problem}")

    def sums(self, features: npt.NDArray[np.float32]) -> Sums:
        """Return the sums of rows, features float32[n, F], as float64[n, classes]."""
        if features.shape[1] != self.feature_count:
            raise ValueError(f"features must have {self.feature_count} columns")
        rows = np.ascontiguousarray(features, np.float32)
        found = np.tile(self.start, (len(rows), 1))
        forest = ffi.new("clone_forest *")
        forest.nodes = ffi.from_buffer("clone_node[]", self.nodes)
        forest.roots = ffi.from_buffer("int32_t[]", self.roots)
        forest.classes = ffi.from_buffer("int32_t[]", self.classes)
        forest.tree_count, forest.class_count = len(self.roots), len(self.start)
        out = ffi.from_buffer("double[]", found, require_writable=True)
        source = ffi.from_buffer("float[]", rows)
        lib.clone_walk(forest, source, len(rows), self.feature_count, out)
        return found


def find_problem(forest: Forest) -> str:
    """Say what is wrong with trees, nothing where all is well."""
    nodes, roots = forest.nodes, forest.roots
    if not np.isfinite(forest.start).all() or not np.isfinite(nodes["value"]).all():
        return "a value is not finite"
    if np.abs(nodes["value"]).max(initial=0.0) > LARGEST_VALUE or np.isnan(nodes["threshold"]).any():
        return "a value is out of range"
    if len(roots) != len(forest.classes) or (len(roots) == 0) != (len(nodes) == 0):
        return "a tree has no class"
    if len(roots) and (roots[0] != 0 or (np.diff(roots) <= 0).any() or roots[-1] >= len(nodes)):
        return "a tree has no root"
    if ((forest.classes < 0) | (forest.classes >= len(forest.start))).any():
        return "a tree has an unknown class"
    if ((nodes["feature"] < LEAF) | (nodes["feature"] >= forest.feature_count)).any():
        return "a node asks for an unknown feature"
    ends = np.append(roots[1:], len(nodes)) if len(roots) else roots
    end_of = np.repeat(ends, np.diff(np.append(roots, len(nodes)))) if len(roots) else roots
    inner = np.flatnonzero(nodes["feature"] != LEAF)
    for name in ("left", "right", "missing"):
        child = nodes[name][inner]
        if ((child <= inner) | (child >= end_of[inner])).any():
            return "a node points outside its tree"
    return ""
