"""Solving that can be interrupted at any time, with its state in a file."""

import json
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native.errors import StrategyError
from railbird.native.game.definition_text import format_game
from railbird.native.solver.regret.equilibria import Equilibria, Progress, find_equilibria
from railbird.native.solver.regret.minimiser import Minimiser, SolverState
from railbird.native.solver.strategies.strategy_rows import read_table, said_in_json, write_table

FORMAT = "railbird-checkpoint/1"
MOST_ITERATIONS = 2**53
ARRAYS = ("regret", "average", "strategies", "nash_conv", "iterations")
SCHEMA = pa.schema(
    [(name, pa.int64() if name == "iterations" else pa.float64()) for name in ARRAYS]
)


def resume_equilibria(
    solver: Minimiser,
    path: Path,
    *,
    until_nash_conv: float,
    most_iterations: int,
    report: Callable[[Progress], None] | None = None,
) -> Equilibria:
    """``find_equilibria``, going on from the file if there is one, and writing it at each look.

    The result is the same, to the last bit, however often it was interrupted. Raises StrategyError
    where the file is of another game, algorithm, seed, number of starts or pruning.
    """
    begun = read_checkpoint(solver, path) if path.exists() else None
    return find_equilibria(
        solver,
        until_nash_conv=until_nash_conv,
        most_iterations=most_iterations,
        report=report,
        begun=begun,
        keep=lambda best: write_checkpoint(solver, best, path),
    )


def write_checkpoint(solver: Minimiser, best: Equilibria, path: Path) -> None:
    """Write the state of solving: a column per array, padded with nulls."""
    arrays = [
        solver.state.regret,
        solver.state.average,
        best.strategies,
        best.nash_conv,
        best.iterations,
    ]
    height = max(array.size for array in arrays)
    columns = [
        pa.concat_arrays([pa.array(array.ravel()), pa.nulls(height - array.size, field.type)])
        for array, field in zip(arrays, SCHEMA, strict=True)
    ]
    metadata = {
        "format": FORMAT,
        "solver": json.dumps(_describe(solver)),
        "iteration": str(solver.state.iteration),
    }
    write_table(path, pa.table(columns, schema=SCHEMA), metadata)


def read_checkpoint(solver: Minimiser, path: Path) -> Equilibria:
    """Bring a solver to the state in a file; returns the best strategies seen until then."""
    table = read_table(path, {FORMAT: SCHEMA}, nullable=ARRAYS)
    kept, wanted = said_in_json(table, "solver", path), _describe(solver)
    for name, value in wanted.items():
        if not isinstance(kept, dict) or kept.get(name) != value:
            raise StrategyError(
                f"{path} is the checkpoint of another solution ({name} differs); choose another "
                "file, or remove it"
            )
    count = solver.start_count
    shapes: list[int | tuple[int, ...]] = [
        *(solver.state.regret.shape,) * 2,
        (count, solver.tree.entry_count),
        count,
        count,
    ]
    regret, average, strategies, nash_conv, iterations = (
        _array(table, name, shape, path=path) for name, shape in zip(ARRAYS, shapes, strict=True)
    )
    iteration = said_in_json(table, "iteration", path)
    if type(iteration) is not int or not 0 <= iteration <= MOST_ITERATIONS:
        raise StrategyError(f"the iteration of {path} is damaged; remove the file and solve again")
    solver.restore(SolverState(regret, average, iteration))
    return Equilibria(strategies, nash_conv, iterations)


def _array(
    table: pa.Table, name: str, shape: int | tuple[int, ...], *, path: Path
) -> npt.NDArray[Any]:
    """An array of a solver; its column has nulls behind it where others are longer."""
    values: npt.NDArray[Any] = table[name].drop_null().to_numpy()
    if values.size != np.prod(shape) or not np.isfinite(values).all():
        raise StrategyError(f"the {name} of {path} is damaged; remove the file and solve again")
    return values.reshape(shape).copy()


def _describe(solver: Minimiser) -> dict[str, object]:
    return {
        "game": format_game(solver.tree.definition),
        "raises": None if solver.tree.raise_menu is None else list(solver.tree.raise_menu),
        "algorithm": solver.algorithm,
        "starts": solver.start_count,
        "seed": solver.seed,
        "pruning": blake2b(solver.fallback.tobytes(), digest_size=16).hexdigest(),
    }
