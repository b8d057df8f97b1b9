"""Many strategies of one game in one file, such as equilibria from random starts."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native.errors import StrategyError
from railbird.native.game.definition import GameDefinition
from railbird.native.game.definition_text import format_game
from railbird.native.solver.responses.best_response import measure_exploitability
from railbird.native.solver.strategies.strategy_file import FORMAT as ONE
from railbird.native.solver.strategies.strategy_file import SCHEMA as ONE_SCHEMA
from railbird.native.solver.strategies.strategy_rows import (
    NAMES,
    format_of,
    game_of,
    raises_of,
    read_table,
    require_fields,
    require_rows,
    row_names,
    said_in_json,
    tree_of,
    write_table,
)
from railbird.native.solver.trees.game_tree import GameTree
from railbird.native.solver.workspace import as_strategy, normalised

FORMAT = "railbird-strategies/1"
SCHEMA = pa.schema([*NAMES, ("probabilities", pa.list_(pa.list_(pa.float32())))])


@dataclass(frozen=True, slots=True)
class SetSource:
    """How strategies were found; ``iterations`` and ``nash_conv`` (chips a hand) are by member."""

    algorithm: str
    seed: int | None
    version: str
    iterations: tuple[int, ...]
    nash_conv: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class StrategySet:
    """S strategies of one tree, ``float64[S, entries]``."""

    tree: GameTree
    probability: npt.NDArray[np.float64]
    source: SetSource

    def __len__(self) -> int:
        """The number of strategies."""
        return len(self.probability)

    def values(self) -> npt.NDArray[np.float64]:
        """Chips a hand that each position wins where all play one member, float64[S, N]."""
        return np.array([measure_exploitability(self.tree, p).values for p in self.probability])


def write_strategy_set(path: Path, strategies: StrategySet) -> None:
    """Write strategies, a row per information set with ``[action][member]`` probabilities.

    They are kept in 32 bits, and the NashConv in the file is that of what is kept.
    """
    tree = strategies.tree
    short = strategies.probability.astype(np.float32)
    kept = _sum_to_one(tree, short)
    distances = tuple(measure_exploitability(tree, p).nash_conv for p in kept)
    rows = [tree.table(short.T, node).transpose(1, 0, 2) for node in range(tree.betting.node_count)]
    flat = np.concatenate([part.reshape(-1, len(kept)) for part in rows])
    ends = np.cumsum([0, *(part.shape[1] for part in rows for _ in range(part.shape[0]))])
    members = pa.ListArray.from_arrays(
        np.arange(0, flat.size + 1, flat.shape[1], dtype=np.int32), pa.array(flat.ravel())
    )
    column = pa.ListArray.from_arrays(ends.astype(np.int32), members)
    source = SetSource(
        strategies.source.algorithm,
        strategies.source.seed,
        strategies.source.version,
        strategies.source.iterations,
        distances,
    )
    metadata = {
        "format": FORMAT,
        "game": format_game(tree.definition),
        "raise_menu": json.dumps(tree.raise_menu),
        "source": json.dumps(asdict(source)),
    }
    table = pa.table([*row_names(tree), column], schema=SCHEMA)
    write_table(path, table, metadata, compression="zstd")


def read_strategy_set(path: Path, *, definition: GameDefinition | None = None) -> StrategySet:
    """Read and check strategies; ``definition`` is the game they must be for, if given.

    Raises StrategyError as ``read_strategy`` does.
    """
    table = read_table(path, {FORMAT: SCHEMA})
    game = game_of(table, path)
    if definition is not None and game != definition:
        raise StrategyError(f"{path} contains strategies for another game; solve this game instead")
    source = said_in_json(table, "source", path)
    require_fields(SetSource, source, path)
    tree = tree_of(table, path)
    require_rows(table, tree, path)
    source |= {name: tuple(source[name]) for name in ("iterations", "nash_conv")}
    probability = _members_of(tree, table["probabilities"].combine_chunks(), path)
    if {len(source["iterations"]), len(source["nash_conv"])} != {len(probability)}:
        raise StrategyError(
            f"the source of {path} does not match its strategies; solve the game again"
        )
    for member, strategy in enumerate(probability):
        try:
            as_strategy(tree, strategy)
        except StrategyError as error:
            raise StrategyError(f"strategy {member} of {path} is not valid: {error}") from error
    return StrategySet(tree, _sum_to_one(tree, probability), SetSource(**source))


def holds_strategy_set(path: Path) -> bool:
    """Return whether a file contains many strategies, or one; raises StrategyError if neither."""
    return format_of(read_table(path, {FORMAT: SCHEMA, ONE: ONE_SCHEMA}).schema) == FORMAT


def read_strategy_set_game(path: Path) -> GameDefinition:
    """The game strategies of a file are for, without building it; raises as they are read."""
    return game_of(read_table(path, {FORMAT: SCHEMA}), path)


def read_strategy_set_raises(path: Path) -> tuple[int, ...] | None:
    """The raise-to totals strategies were cut down to, None for all; raises as they are read."""
    return raises_of(read_table(path, {FORMAT: SCHEMA}), path)


def _sum_to_one(tree: GameTree, rows: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Strategies kept in 32 bits, [S, entries], summing to one again."""
    return np.array([normalised(tree, row, otherwise=tree.uniform) for row in rows])


def _members_of(tree: GameTree, column: pa.ListArray, path: Path) -> npt.NDArray[np.float64]:
    lists = column.flatten()
    counts = [tree.action_count(node) for node in range(tree.betting.node_count)]
    widths = [tree.class_count(node) for node in range(tree.betting.node_count)]
    sizes = set(lists.value_lengths().to_pylist())
    if (
        column.value_lengths().to_pylist() != np.repeat(counts, widths).tolist()
        or len(sizes) != 1
        or 0 in sizes
    ):
        raise StrategyError(f"{path} lacks probabilities of its strategies; write it again")
    rows = lists.flatten().to_numpy(zero_copy_only=False).astype(np.float64)
    rows = rows.reshape(len(lists), -1)
    probability = np.empty((tree.entry_count, rows.shape[1]))
    first = 0
    for node, (count, width) in enumerate(zip(counts, widths, strict=True)):
        part = rows[first : first + count * width].reshape(width, count, -1)
        tree.table(probability, node)[:] = part.transpose(1, 0, 2)
        first += count * width
    return np.ascontiguousarray(probability.T)
