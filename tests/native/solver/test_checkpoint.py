"""Solving that was interrupted comes to the same, to the last bit."""

import numpy as np
import pyarrow as pa
import pytest
from arrow_files import write_arrow

from railbird.native import StrategyError
from railbird.native.solver import (
    VectorSolver,
    find_equilibria,
    make_solver,
    prune_dominated,
    resume_equilibria,
)

AIM = {"until_nash_conv": 1e-4, "most_iterations": 3_000}
KINDS = [("cfr+", 1, None), ("dcfr", 11, 5), ("mccfr", 1, 5)]


class KilledError(Exception):
    """Simulates the end of the process."""


def kill_at(count):
    def report(progress):
        if progress.iteration >= count:
            raise KilledError

    return report


@pytest.mark.parametrize(("algorithm", "starts", "seed"), KINDS)
def test_interrupted_or_not_it_is_the_same(tree_of, tmp_path, algorithm, starts, seed):
    tree, path = tree_of("kuhn-3p"), tmp_path / "state.arrow"

    def solver():
        return make_solver(tree, algorithm, start_count=starts, seed=seed)

    whole = find_equilibria(solver(), **AIM)
    for count in (25, 100, 300):
        with pytest.raises(KilledError):
            resume_equilibria(solver(), path, **AIM, report=kill_at(count))
    again = resume_equilibria(solver(), path, **AIM)
    np.testing.assert_array_equal(again.strategies, whole.strategies)
    np.testing.assert_array_equal(again.nash_conv, whole.nash_conv)
    np.testing.assert_array_equal(again.iterations, whole.iterations)


def test_a_checkpoint_of_something_else_is_refused(tree_of, tmp_path):
    path = tmp_path / "state.arrow"
    tree = tree_of("leduc")
    resume_equilibria(VectorSolver(tree), path, until_nash_conv=1.0, most_iterations=50)
    pruned = prune_dominated(tree, least_win=0.3, most_win=0.7).fallback
    for other, name in (
        (VectorSolver(tree_of("kuhn-2p")), "game"),
        (VectorSolver(tree, "dcfr"), "algorithm"),
        (VectorSolver(tree, seed=1), "seed"),
        (VectorSolver(tree, start_count=2, seed=None), "starts"),
        (VectorSolver(tree, fallback=pruned), "pruning"),
    ):
        with pytest.raises(StrategyError, match=f"{name} differs"):
            resume_equilibria(other, path, **AIM)
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(StrategyError, match="truncated"):
        resume_equilibria(VectorSolver(tree), path, **AIM)


def test_prunings_of_equally_many_actions_are_distinguished(tree_of, tmp_path):
    path, tree = tmp_path / "state.arrow", tree_of("kuhn-2p")
    one, other = tree.uniform.copy(), tree.uniform.copy()
    one[0], other[1] = 0.0, 0.0
    first = VectorSolver(tree, fallback=one)
    resume_equilibria(first, path, until_nash_conv=0.0, most_iterations=50)
    with pytest.raises(StrategyError, match="pruning differs"):
        resume_equilibria(VectorSolver(tree, fallback=other), path, **AIM)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("regret", lambda values: values[:-1]),
        ("regret", lambda values: [*values[:-1], np.nan]),
        ("average", lambda values: [np.inf, *values[1:]]),
        ("strategies", lambda values: []),
        ("iterations", lambda values: values + values),
    ],
)
def test_a_checkpoint_with_other_numbers_of_values_is_refused(tree_of, tmp_path, name, change):
    """Fewer would be taken again and again until there are enough."""
    path = tmp_path / "state.arrow"
    solver = make_solver(tree_of("kuhn-2p"), "cfr+")
    with pytest.raises(KilledError):
        resume_equilibria(solver, path, **AIM, report=kill_at(25))
    table = pa.ipc.open_file(pa.py_buffer(path.read_bytes())).read_all()
    column = table[name].to_pylist()
    values = change([value for value in column if value is not None])
    values += [None] * (table.num_rows - len(values))
    place = table.schema.get_field_index(name)
    field = table.schema.field(name)
    write_arrow(path, table.set_column(place, field, pa.array(values, field.type)))
    with pytest.raises(StrategyError, match=f"the {name} of .* is damaged"):
        resume_equilibria(solver, path, **AIM)


@pytest.mark.parametrize("said", [b"-1", b"1.5", b"9007199254740993", b'"x"', b"[", b"true"])
def test_a_checkpoint_of_no_iteration_is_refused(tree_of, tmp_path, said):
    path = tmp_path / "state.arrow"
    solver = make_solver(tree_of("kuhn-2p"), "cfr+")
    with pytest.raises(KilledError):
        resume_equilibria(solver, path, **AIM, report=kill_at(25))
    table = pa.ipc.open_file(pa.py_buffer(path.read_bytes())).read_all()
    write_arrow(path, table.replace_schema_metadata({**table.schema.metadata, b"iteration": said}))
    with pytest.raises(StrategyError, match="damaged"):
        resume_equilibria(solver, path, **AIM)
