"""Strategies as Arrow files with their game and how they were computed."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native.errors import StrategyError
from railbird.native.game.definition import GameDefinition
from railbird.native.game.definition_text import format_game
from railbird.native.solver.strategies.strategy_rows import (
    NAMES,
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
from railbird.native.solver.workspace import Strategy, as_strategy

FORMAT = "railbird-strategy/1"
SCHEMA = pa.schema([*NAMES, ("probabilities", pa.list_(pa.float64()))])


@dataclass(frozen=True, slots=True)
class StrategySource:
    """How a strategy was found: NashConv in chips a hand, and the version that found it."""

    algorithm: str
    iterations: int
    nash_conv: float
    seed: int | None
    version: str


@dataclass(frozen=True, slots=True)
class StoredStrategy:
    """A strategy of a file with the tree it is for, ``float64[entries]``."""

    tree: GameTree
    probability: Strategy
    source: StrategySource


def write_strategy(path: Path, stored: StoredStrategy) -> None:
    """Write a strategy, a row per information set: betting, a member of the card class, actions.

    Actions are ``f``, ``c``, ``r`` or ``r`` and a raise-to, apart by blanks.
    """
    tree = stored.tree
    rows = row_names(tree)
    probability = as_strategy(tree, stored.probability)
    table = pa.table([*rows, pa.array(_rows_of(tree, probability))], schema=SCHEMA)
    metadata = {
        "format": FORMAT,
        "game": format_game(tree.definition),
        "raise_menu": json.dumps(tree.raise_menu),
        "source": json.dumps(asdict(stored.source)),
    }
    write_table(path, table, metadata)


def read_strategy(path: Path, *, definition: GameDefinition | None = None) -> StoredStrategy:
    """Read and check a strategy; ``definition`` is the game it must be for, if given.

    Raises StrategyError for a file that is not a strategy or is truncated, for another game, rows
    that are not the game's information sets, and probabilities that do not sum to one.
    """
    table = read_table(path, {FORMAT: SCHEMA})
    game = game_of(table, path)
    if definition is not None and game != definition:
        raise StrategyError(f"{path} contains a strategy for another game; solve this game instead")
    source = said_in_json(table, "source", path)
    require_fields(StrategySource, source, path)
    tree = tree_of(table, path)
    require_rows(table, tree, path)
    column = table["probabilities"].combine_chunks()
    if len(column.flatten()) > tree.entry_count:
        raise StrategyError(f"{path} has more probabilities than its game; write it again")
    probability = _entries_of(tree, column.to_pylist(), path)
    try:
        as_strategy(tree, probability)
    except StrategyError as error:
        raise StrategyError(f"{path} is not valid: {error}") from error
    return StoredStrategy(tree, probability, StrategySource(**source))


def read_strategy_game(path: Path) -> GameDefinition:
    """The game a strategy file is for, without building it; raises as ``read_strategy``."""
    return game_of(read_table(path, {FORMAT: SCHEMA}), path)


def read_strategy_raises(path: Path) -> tuple[int, ...] | None:
    """The raise-to totals a strategy was cut down to, None for all; raises as ``read_strategy``."""
    return raises_of(read_table(path, {FORMAT: SCHEMA}), path)


def _rows_of(tree: GameTree, probability: Strategy) -> list[list[float]]:
    rows: list[list[float]] = []
    for node in range(tree.betting.node_count):
        rows += tree.table(probability, node).T.tolist()
    return rows


def _entries_of(tree: GameTree, rows: list[list[float]], path: Path) -> npt.NDArray[np.float64]:
    probability = np.zeros(tree.entry_count)
    first = 0
    for node in range(tree.betting.node_count):
        table = tree.table(probability, node)
        part = rows[first : first + table.shape[1]]
        if any(len(row) != len(table) for row in part):
            raise StrategyError(
                f"{path} lacks a probability after the betting "
                f"{tree.betting.node_betting[node]!r}; write it again"
            )
        table[:] = np.array(part).T
        first += table.shape[1]
    return probability
