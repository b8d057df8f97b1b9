"""What all files of strategies share: a row per information set, and how such a table is kept."""

import json
from collections.abc import Collection, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args, get_origin

import pyarrow as pa

from railbird.native.arrow_file import read_arrow, stamped
from railbird.native.atomic_files import atomic_write
from railbird.native.errors import (
    FileError,
    GameDefinitionError,
    LimitError,
    MissingFileError,
    StrategyError,
    quoted,
)
from railbird.native.game.actions import action_text
from railbird.native.game.definition import GameDefinition
from railbird.native.game.definition_text import parse_game
from railbird.native.near_paths import did_you_mean
from railbird.native.solver.trees.game_tree import GameTree, build_tree

NAMES = [
    ("position", pa.uint8()),
    ("betting", pa.dictionary(pa.int32(), pa.string())),
    ("cards", pa.dictionary(pa.int32(), pa.string())),
    ("actions", pa.dictionary(pa.int32(), pa.string())),
]


def row_names(tree: GameTree) -> list[pa.Array]:
    """The columns that name the information sets, node by node, class by class."""
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
    span, is_sized = tree.betting.actions(node), tree.definition.raises_are_sized
    return [
        action_text(kind, amount if is_sized else None)
        for kind, amount in zip(
            tree.betting.edge_kind[span].tolist(),
            tree.betting.edge_amount[span].tolist(),
            strict=True,
        )
    ]


def require_rows(table: pa.Table, tree: GameTree, path: Path) -> None:
    """Refuse a table whose rows are not the information sets of the game."""
    if table.num_rows != tree.information_set_count:
        raise StrategyError(
            f"{path} has {table.num_rows:,} rows and this game {tree.information_set_count:,} "
            "information sets; solve the game again with this version"
        )
    for (name, _), expected in zip(NAMES, row_names(tree), strict=True):
        if table[name].to_pylist() != expected.to_pylist():
            raise StrategyError(
                f"the column {name!r} of {path} does not list this game's information sets; "
                "solve the game again with this version"
            )


def write_table(
    path: Path, table: pa.Table, metadata: Mapping[str, str], *, compression: str | None = None
) -> None:
    """Write a table with its checksum, atomically.

    Raises PlaceError where it cannot be written.
    """
    options = pa.ipc.IpcWriteOptions(compression=compression)
    table = stamped(table, metadata)
    with (
        atomic_write(path) as beside,
        pa.OSFile(str(beside), "wb") as sink,
        pa.ipc.new_file(sink, table.schema, options=options) as writer,
    ):
        writer.write_table(table)


def read_table(
    path: Path, schemas: Mapping[str, pa.Schema], *, nullable: Collection[str] = ()
) -> pa.Table:
    """Read a table in one of some formats, by name; raises StrategyError for any other file.

    Only ``nullable`` columns may hold nulls.
    """

    def require_known(schema: pa.Schema) -> None:
        name = format_of(schema)
        if name not in schemas or not schema.equals(schemas[name]):
            raise StrategyError(
                f"{path} is not a file of this version with {' or '.join(map(words_for, schemas))}"
                f"{f' (it is one with {words_for(name)})' if name else ''}; solve the game again"
            )

    try:
        return read_arrow(path, require_known, nullable=nullable)
    except MissingFileError as error:
        near = did_you_mean(path) or "; give the path of one"
        raise StrategyError(f"there is no strategy file {path}{near}") from error
    except FileError as error:
        raise StrategyError(f"{error}; give a strategy file, or write it again") from error


def words_for(name: str) -> str:
    """A format in words: ``railbird-strategy/1`` is a strategy."""
    kind = name.removeprefix("railbird-").partition("/")[0].replace("-", " ")
    return kind if kind.endswith("s") else f"a {kind}"


def format_of(schema: pa.Schema) -> str:
    """The name of the format that a table's schema says, empty where it says none."""
    return bytes((schema.metadata or {}).get(b"format", b"")).decode("utf-8", "replace")


def game_of(table: pa.Table, path: Path) -> GameDefinition:
    """The game a table is for."""
    try:
        return parse_game(_said(table, "game", path), source=str(path))
    except GameDefinitionError as error:
        raise StrategyError(str(error)) from error


def tree_of(table: pa.Table, path: Path) -> GameTree:
    """The tree a table is for, with the raises it was solved with.

    A tree with more entries than the table has probabilities is not built.
    """
    game, menu = game_of(table, path), raises_of(table, path)
    most = len(table["probabilities"].combine_chunks().flatten())
    try:
        return build_tree(game, raise_menu=menu, most_entries=most)
    except LimitError as error:
        raise StrategyError(
            f"{path} does not contain a complete strategy for its game: {error}; solve the game "
            "again"
        ) from error


def raises_of(table: pa.Table, path: Path) -> tuple[int, ...] | None:
    """The raise-to totals a table's tree was cut down to, None for all."""
    menu = said_in_json(table, "raise_menu", path)
    if menu is None:
        return None
    if not isinstance(menu, list) or not all(type(size) is int for size in menu):
        raise StrategyError(f"the raise_menu of {path} is {menu!r}; solve the game again")
    return tuple(menu)


def said_in_json(table: pa.Table, name: str, path: Path) -> Any:
    """Return a table's metadata under a name, read as JSON."""
    said = _said(table, name, path)
    try:
        return json.loads(said)
    except (ValueError, RecursionError) as error:
        raise StrategyError(f"the {name} of {path} is damaged; solve the game again") from error


def require_fields(kind: type, said: Any, path: Path) -> None:
    """Refuse a record that does not have the fields of a dataclass."""
    names = [field.name for field in fields(kind)]
    if not isinstance(said, dict) or sorted(said) != sorted(names):
        raise StrategyError(
            f"the source of {path} does not contain {', '.join(names)}; solve the game again"
        )
    for field in fields(kind):
        if not _is_of(field.type, said[field.name]):
            raise StrategyError(
                f"the {field.name} in the source of {path} is {quoted(str(said[field.name]))}; "
                "solve the game again"
            )


def _is_of(kind: Any, value: Any) -> bool:
    """Whether a value of JSON is what a field of a dataclass takes; tuples are lists there."""
    if get_origin(kind) is tuple:
        return isinstance(value, list) and all(_is_of(get_args(kind)[0], part) for part in value)
    if isinstance(value, bool):
        return False
    return isinstance(value, (int, float) if kind is float else kind)


def _said(table: pa.Table, name: str, path: Path) -> str:
    said = (table.schema.metadata or {}).get(name.encode())
    if said is None:
        raise StrategyError(f"{path} does not contain its {name}; solve the game again")
    return bytes(said).decode(errors="replace")
