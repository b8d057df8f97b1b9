"""Strategies as Arrow files that carry their game and how they were found."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from railbird.native.definition import GameDefinition
from railbird.native.definition_text import format_game, parse_game
from railbird.native.errors import StrategyError
from railbird.native.solver.game_tree import GameTree, build_tree
from railbird.native.solver.workspace import Strategy, as_strategy

FORMAT = "railbird-strategy/1"
SCHEMA = pa.schema(
    [
        ("position", pa.uint8()),
        ("betting", pa.dictionary(pa.int32(), pa.string())),
        ("cards", pa.dictionary(pa.int32(), pa.string())),
        ("actions", pa.dictionary(pa.int32(), pa.string())),
        ("probabilities", pa.list_(pa.float64())),
    ]
)


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
    rows = _row_names(tree)
    probability = as_strategy(tree, stored.probability)
    table = pa.table([*rows, pa.array(_rows_of(tree, probability))], schema=SCHEMA)
    metadata = {
        "format": FORMAT,
        "game": format_game(tree.definition),
        "raise_menu": json.dumps(tree.raise_menu),
        "source": json.dumps(asdict(stored.source)),
    }
    partial = path.with_name(path.name + ".part")
    with (
        pa.OSFile(str(partial), "wb") as sink,
        pa.ipc.new_file(sink, table.schema.with_metadata(metadata)) as writer,
    ):
        writer.write_table(table)
    partial.replace(path)


def read_strategy(path: Path, *, definition: GameDefinition | None = None) -> StoredStrategy:
    """Read and check a strategy; ``definition`` is the game it must be for, if given.

    Raises StrategyError for a file that is no strategy or cut short, for another game, rows that
    are not the game's information sets, and probabilities that do not sum to one.
    """
    table = _read_table(path)
    metadata = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    game = parse_game(metadata["game"], source=str(path))
    if definition is not None and game != definition:
        raise StrategyError(f"{path} holds a strategy for another game; solve this game instead")
    menu = json.loads(metadata["raise_menu"])
    tree = build_tree(game, raise_menu=menu)
    for name, expected in zip(SCHEMA.names, _row_names(tree), strict=False):
        if table[name].to_pylist() != expected.to_pylist():
            raise StrategyError(
                f"the column {name!r} of {path} does not list this game's information sets; "
                "solve the game again with this version"
            )
    probability = _entries_of(tree, table["probabilities"].to_pylist(), path)
    try:
        as_strategy(tree, probability)
    except StrategyError as error:
        raise StrategyError(f"{path} is not sound: {error}") from error
    return StoredStrategy(tree, probability, StrategySource(**json.loads(metadata["source"])))


def read_strategy_game(path: Path) -> GameDefinition:
    """The game a strategy file is for, without building it; raises as ``read_strategy``."""
    metadata = _read_table(path).schema.metadata
    return parse_game(metadata[b"game"].decode(), source=str(path))


def _read_table(path: Path) -> pa.Table:
    try:
        with pa.memory_map(str(path)) as source:
            table = pa.ipc.open_file(source).read_all()
    except FileNotFoundError as error:
        raise StrategyError(f"there is no strategy file {path}; give the path of one") from error
    except (pa.ArrowInvalid, OSError) as error:
        raise StrategyError(
            f"{path} is no strategy file, or it was cut short; write it again"
        ) from error
    metadata = table.schema.metadata or {}
    if metadata.get(b"format") != FORMAT.encode() or not table.schema.equals(SCHEMA):
        raise StrategyError(f"{path} is no strategy file of this version; solve the game again")
    return table


def _row_names(tree: GameTree) -> list[pa.Array]:
    betting, cards = (
        tree.betting,
        [tree.classes.describe(r) for r in range(len(tree.classes.counts))],
    )
    positions: list[int] = []
    columns: tuple[list[str], list[str], list[str]] = ([], [], [])
    for node in range(betting.node_count):
        width = tree.class_count(node)
        positions += [int(betting.node_player[node])] * width
        columns[0].extend([betting.node_betting[node]] * width)
        columns[1].extend(cards[int(betting.node_round[node])])
        columns[2].extend([" ".join(action_texts(tree, node))] * width)
    return [
        pa.array(positions, pa.uint8()),
        *(pa.array(column, pa.string()).dictionary_encode() for column in columns),
    ]


def action_texts(tree: GameTree, node: int) -> list[str]:
    """The actions of a node as the ACPC writes them."""
    span = tree.betting.actions(node)
    return [
        "fcr"[kind] + (str(amount) if amount and not tree.definition.is_limit else "")
        for kind, amount in zip(
            tree.betting.edge_kind[span].tolist(),
            tree.betting.edge_amount[span].tolist(),
            strict=True,
        )
    ]


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
        if any(row is None or len(row) != len(table) or None in row for row in part):
            raise StrategyError(
                f"{path} lacks a probability after the betting "
                f"{tree.betting.node_betting[node]!r}; write it again"
            )
        table[:] = np.array(part).T
        first += table.shape[1]
    return probability
