"""Trees as arrays of nodes, and the sums of their values for many rows."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.agents.clone.model._clone import ffi, lib
from railbird.native.struct_dtype import struct_dtype
from railbird.plugins import AgentError

NODE = struct_dtype("clone_node", ffi)
TEST = struct_dtype("clone_test", ffi)
LEAF = -1
MOST_LEAVES = 32
LANES = 16
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
    _c: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check every index: C does not."""
        problem = find_problem(self)
        if problem:
            raise AgentError(f"the trees are damaged: {problem}")
        object.__setattr__(self, "_c", _in_c(self))

    def sums(self, features: npt.NDArray[np.float32]) -> Sums:
        """Return the sums of rows, features float32[n, F], as float64[n, classes]."""
        if features.shape[1] != self.feature_count:
            raise ValueError(f"features must have {self.feature_count} columns")
        rows = np.ascontiguousarray(features, np.float32)
        found = np.tile(self.start, (len(rows), 1))
        block = np.empty((self.feature_count, LANES), np.float32)
        lib.clone_walk(
            self._c[0],
            ffi.from_buffer("float[]", rows),
            len(rows),
            self.feature_count,
            ffi.from_buffer("float[]", block),
            ffi.from_buffer("double[]", found, require_writable=True),
        )
        return found


def _in_c(forest: Forest) -> tuple[Any, ...]:
    """The struct of C, and the arrays that it points at."""
    made = ffi.new("clone_forest *")
    tests, ends, leaves = _tests_of(forest)
    arrays = {
        "nodes": ffi.from_buffer("clone_node[]", forest.nodes),
        "roots": ffi.from_buffer("int32_t[]", forest.roots),
        "classes": ffi.from_buffer("int32_t[]", forest.classes),
        "tests": ffi.NULL if tests is None else ffi.from_buffer("clone_test[]", tests),
        "test_ends": ffi.from_buffer("int32_t[]", ends),
        "leaves": ffi.from_buffer("double[]", leaves),
    }
    for name, array in arrays.items():
        setattr(made, name, array)
    made.tree_count, made.class_count = len(forest.roots), len(forest.start)
    return made, forest, arrays


def _tests_of(
    forest: Forest,
) -> tuple[Nodes | None, npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    """Tests tree by tree, their ends by tree, and values of leaves from left to right.

    No tests where a tree has more than 32 leaves. A threshold becomes the largest float32 that is
    not above it, which divides float32 alike.
    """
    leaves = np.zeros((len(forest.roots), MOST_LEAVES))
    tests: list[tuple[float, int, int]] = []
    ends = np.zeros(len(forest.roots), np.int32)
    for tree, root in enumerate(forest.roots.tolist()):
        found = _leaves_of(forest.nodes, root, tests)
        if len(found) > MOST_LEAVES:
            return None, ends, leaves
        leaves[tree, : len(found)] = found
        ends[tree] = len(tests)
    made = np.zeros(len(tests), TEST)
    if tests:
        made["threshold"] = _rounded_down(np.array([test[0] for test in tests]))
        made["feature"] = [test[1] for test in tests]
        made["kept"] = [test[2] for test in tests]
    return made, ends, leaves


def _leaves_of(nodes: Nodes, root: int, tests: list[tuple[float, int, int]]) -> list[float]:
    """The values of a tree's leaves from left to right; its tests are added to the list."""
    values: list[float] = []
    everything = (1 << MOST_LEAVES) - 1

    def visit(at: int) -> None:
        node = nodes[at]
        if node["feature"] == LEAF:
            values.append(float(node["value"]))
            return
        first = len(values)
        visit(int(node["left"]))
        out = ((1 << len(values)) - 1) & ~((1 << first) - 1)
        tests.append((float(node["threshold"]), int(node["feature"]), everything & ~out))
        visit(int(node["right"]))

    visit(root)
    return values


def _rounded_down(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """The largest float32 that is not above each value."""
    found = values.astype(np.float32)
    return np.where(found > values, np.nextafter(found, np.float32(-np.inf)), found)


def find_problem(forest: Forest) -> str:
    """Say what is wrong with trees, nothing where all is well."""
    return _find_bad_number(forest) or _find_bad_root(forest) or _find_bad_child(forest)


def _find_bad_number(forest: Forest) -> str:
    nodes = forest.nodes
    if not np.isfinite(forest.start).all() or not np.isfinite(nodes["value"]).all():
        return "a value is not finite"
    if (
        np.abs(nodes["value"]).max(initial=0.0) > LARGEST_VALUE
        or np.isnan(nodes["threshold"]).any()
    ):
        return "a value is out of range"
    if ((nodes["feature"] < LEAF) | (nodes["feature"] >= forest.feature_count)).any():
        return "a node asks for an unknown feature"
    return ""


def _find_bad_root(forest: Forest) -> str:
    nodes, roots = forest.nodes, forest.roots
    if len(roots) != len(forest.classes) or (len(roots) == 0) != (len(nodes) == 0):
        return "a tree has no class"
    if len(roots) and (roots[0] != 0 or (np.diff(roots) <= 0).any() or roots[-1] >= len(nodes)):
        return "a tree has no root"
    if ((forest.classes < 0) | (forest.classes >= len(forest.start))).any():
        return "a tree has an unknown class"
    return ""


def _find_bad_child(forest: Forest) -> str:
    nodes, roots = forest.nodes, forest.roots
    ends = np.append(roots[1:], len(nodes)) if len(roots) else roots
    end_of = np.repeat(ends, np.diff(np.append(roots, len(nodes)))) if len(roots) else roots
    inner = np.flatnonzero(nodes["feature"] != LEAF)
    for name in ("left", "right", "missing"):
        child = nodes[name][inner]
        if ((child <= inner) | (child >= end_of[inner])).any():
            return "a node points outside its tree"
    return ""
