"""Models as Arrow files: of trees a row per node, everything else in the schema's metadata."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa

from railbird.agents.clone.decisions.features import VERSION, FeatureSet
from railbird.agents.clone.model.clone_model import KIND_COUNT, Classifier, CloneModel, Origin
from railbird.agents.clone.model.forest import NODE, Forest
from railbird.agents.clone.model.net_model import NetModel, read_net, write_net
from railbird.agents.clone.model.raise_sizes import ALL_IN, SizeClass
from railbird.agents.dcubot.net.weights import FORMAT as NET_FORMAT
from railbird.agents.dcubot.net.weights import SCHEMA as NET_SCHEMA
from railbird.agents.kept_files import read_once
from railbird.native import (
    FileError,
    GameDefinition,
    GameDefinitionError,
    MissingFileError,
    atomic_write,
    format_game,
    parse_game,
    read_arrow,
    stamped,
)
from railbird.plugins import AgentError

FORMAT = "railbird-clone/1"
MOST_CLASSES = 64
SCHEMA = pa.schema(
    [
        ("part", pa.uint8()),
        ("tree", pa.int32()),
        ("class", pa.int32()),
        *((name, pa.from_numpy_dtype(NODE[name])) for name in NODE.names or ()),
    ]
)
"""``part`` 0 has the trees of kinds of action, 1 those of sizes; children count from the tree's
first node."""


class _Described(msgspec.Struct, forbid_unknown_fields=True):
    """A classifier without its trees."""

    start: list[float]
    scale: float
    shift: list[float]


class _Told(msgspec.Struct, forbid_unknown_fields=True):
    """What the metadata says."""

    version: int
    features: list[str]
    has_cards: bool
    has_opponents: bool
    kinds: list[int]
    sizes: list[tuple[int, float, float]]
    parts: list[_Described]
    player: str
    method: str
    case_count: int
    known_count: int
    seed: int
    scores: dict[str, float]
    warnings: list[str]


def write_model(path: Path, model: CloneModel | NetModel) -> None:
    """Write a model atomically."""
    if isinstance(model, NetModel):
        write_net(path, model)
    else:
        _write_trees(path, model)


def _write_trees(path: Path, model: CloneModel) -> None:
    parts = [model.actions, *([model.raises] if model.raises is not None else [])]
    columns = [_columns(number, part.forest) for number, part in enumerate(parts)]
    merged = {name: np.concatenate([one[name] for one in columns]) for name in columns[0]}
    table = pa.table([pa.array(merged[name]) for name in SCHEMA.names], schema=SCHEMA)
    told = {
        "version": VERSION,
        "features": list(model.feature_set.names),
        "has_cards": model.feature_set.has_cards,
        "has_opponents": model.feature_set.has_opponents,
        "kinds": list(model.kinds),
        "sizes": [(size.kind, size.least, size.most) for size in model.sizes],
        "parts": [
            {"start": p.forest.start.tolist(), "scale": p.scale, "shift": p.shift.tolist()}
            for p in parts
        ],
        **asdict(model.origin),
    }
    metadata = {
        "format": FORMAT,
        "game": format_game(model.feature_set.definition),
        "model": json.dumps(told),
    }
    table = stamped(table, metadata)
    with (
        atomic_write(path) as beside,
        pa.OSFile(str(beside), "wb") as sink,
        pa.ipc.new_file(sink, table.schema) as writer,
    ):
        writer.write_table(table)


def _columns(part: int, forest: Forest) -> dict[str, Any]:
    counts = np.diff(np.append(forest.roots, len(forest.nodes)))
    tree = np.repeat(np.arange(len(forest.roots), dtype=np.int32), counts)
    first = np.repeat(forest.roots, counts).astype(np.int32)
    nodes = forest.nodes
    is_leaf = nodes["feature"] < 0
    found: dict[str, Any] = {
        "part": np.full(len(nodes), part, np.uint8),
        "tree": tree,
        "class": np.repeat(forest.classes, counts).astype(np.int32),
        **{name: np.ascontiguousarray(nodes[name]) for name in NODE.names or ()},
    }
    for name in ("left", "right", "missing"):
        found[name] = np.where(is_leaf, 0, found[name] - first).astype(np.int32)
    return found


def read_model(path: Path) -> CloneModel | NetModel:
    """Read and check a model; raises AgentError for a damaged file or one of another version."""
    table, metadata = _read_table(path)
    return (
        read_net(path) if metadata["format"] == NET_FORMAT else _read_trees(path, table, metadata)
    )


def _read_trees(path: Path, table: pa.Table, metadata: dict[str, str]) -> CloneModel:
    definition = _game_of(path, metadata)
    try:
        told = msgspec.json.decode(metadata["model"], type=_Told)
    except (KeyError, msgspec.MsgspecError) as error:
        raise AgentError(f"{path} does not say what it contains; learn again") from error
    feature_set = FeatureSet(definition, told.has_cards, told.has_opponents)
    if told.version != VERSION or tuple(told.features) != feature_set.names:
        raise AgentError(
            f"{path} was learned with other features than those of this version; learn again"
        )
    problem = _find_contradiction(told)
    if problem:
        raise AgentError(f"{path} cannot be used: {problem}; learn again")
    try:
        parts = [_classifier(table, n, part, feature_set) for n, part in enumerate(told.parts)]
    except AgentError as error:
        raise AgentError(f"{path} cannot be used: {error}; learn again") from error
    return CloneModel(
        feature_set,
        tuple(told.kinds),
        parts[0],
        tuple(SizeClass(*size) for size in told.sizes),
        parts[1] if len(parts) > 1 else None,
        Origin(
            told.player,
            told.method,
            told.case_count,
            told.known_count,
            told.seed,
            told.scores,
            tuple(told.warnings),
        ),
    )


def _find_contradiction(told: _Told) -> str:
    if not told.kinds or sorted(set(told.kinds)) != told.kinds or told.kinds[-1] >= KIND_COUNT:
        return "its kinds of action are not valid"
    if told.kinds[0] < 0 or len(told.sizes) > MOST_CLASSES:
        return "its classes are not valid"
    counts = [len(told.kinds), *([len(told.sizes)] if len(told.parts) > 1 else [])]
    if len(told.parts) != len(counts) or (len(told.parts) == 1 and len(told.sizes) > 1):
        return "its parts do not fit its classes"
    for part, count in zip(told.parts, counts, strict=True):
        numbers = [part.scale, *part.shift, *part.start]
        if len(part.start) != count or len(part.shift) != count or not np.isfinite(numbers).all():
            return "its numbers do not fit its classes"
    for kind, least, most in told.sizes:
        if not 0 <= kind <= ALL_IN or not 0 <= least <= most < 1e6:  # noqa: PLR2004
            return "a size of a raise is not valid"
    return ""


def _classifier(
    table: pa.Table, number: int, told: _Described, feature_set: FeatureSet
) -> Classifier:
    part = table.filter(pa.compute.equal(table["part"], number))
    columns = {name: part[name].to_numpy() for name in SCHEMA.names}
    tree = columns["tree"]
    steps = np.diff(tree, prepend=-1)
    if len(tree) and (((steps != 0) & (steps != 1)).any() or tree[0] != 0):
        raise AgentError("the trees are not in order")
    roots = np.flatnonzero(steps == 1).astype(np.int32)
    counts = np.diff(np.append(roots, len(tree)))
    first = np.repeat(roots.astype(np.int64), counts)
    nodes = np.zeros(len(tree), NODE)
    for name in NODE.names or ():
        nodes[name] = columns[name]
    for name in ("left", "right", "missing"):
        child = columns[name].astype(np.int64)
        if ((child < 0) | (child >= len(tree))).any():
            raise AgentError("a node points outside its tree")
        nodes[name] = child + first
    classes = columns["class"][roots].astype(np.int32)
    start = np.array(told.start, np.float64)
    forest = Forest(nodes, roots, classes, start, len(feature_set.names))
    return Classifier(forest, told.scale, np.array(told.shift, np.float64))


load_model = read_once(read_model, most=32)
"""Read a model once for all players, until the file changes; see ``read_model``."""


def read_model_game(path: Path) -> GameDefinition:
    """The game of a model's file; raises as ``read_model``."""
    _, metadata = _read_table(path)
    return _game_of(path, metadata)


def _game_of(path: Path, metadata: dict[str, str]) -> GameDefinition:
    if "game" not in metadata:
        raise AgentError(f"{path} does not say what game it is of; learn again")
    try:
        return parse_game(metadata["game"], source=str(path))
    except GameDefinitionError as error:
        raise AgentError(str(error)) from error


def _read_table(path: Path) -> tuple[pa.Table, dict[str, str]]:
    try:
        table = read_arrow(path, _require_schema)
    except MissingFileError as error:
        raise AgentError(
            f"there is no file {path}; give one that `railbird learn` wrote"
        ) from error
    except FileError as error:
        raise AgentError(f"{error}; give a file that `railbird learn` wrote") from error
    return table, {k.decode(): v.decode() for k, v in table.schema.metadata.items()}


def _require_schema(schema: pa.Schema) -> None:
    known = {FORMAT.encode(): SCHEMA, NET_FORMAT.encode(): NET_SCHEMA}
    wanted = known.get((schema.metadata or {}).get(b"format", b""))
    if wanted is None or not schema.equals(wanted):
        raise FileError("it is not a model of a player of this version")
