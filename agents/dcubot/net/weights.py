"""Weights as Arrow files with their game, their features and how they were trained."""

import json
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from railbird.agents.dcubot.net.answers import Followers
from railbird.agents.dcubot.net.shape import NetShape, Parameters
from railbird.agents.kept_files import read_once
from railbird.native import (
    FileError,
    GameDefinition,
    GameDefinitionError,
    MissingFileError,
    RailbirdError,
    atomic_write,
    format_game,
    parse_game,
    read_arrow,
    stamped,
)
from railbird.native.errors import quoted
from railbird.plugins import AgentError

FORMAT = "railbird-dcubot/1"
FEATURES = "dcubot-features/2"
OBSERVER = "observer."
LARGEST_WEIGHT = 1e6
"""Larger than any trained weight (about 10); sums of products of these are finite."""
SCHEMA = pa.schema(
    [("stage", pa.uint8()), ("block", pa.string()), ("values", pa.list_(pa.float32()))]
)


class WeightsError(RailbirdError):
    """A file of weights that cannot be used."""


@dataclass(frozen=True, slots=True)
class Training:
    """The training of weights: method, number of hands, seed and version."""

    method: str
    hand_count: int
    seed: int
    version: str


KNOWN = (
    *("format", "features", "game", "is_self_aware", "player_types", "has_tiles", "has_observer"),
    *("training", "checksum"),
)
"""The names in a file's metadata that are not notes."""
KINDS = (str, int, int, str)
"""The kinds of the fields of Training."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """A net: its shape and its parameters, float32[count].

    ``followers`` are the caches of all players with these weights: the observer model's beliefs are
    public, so they are computed once for all. ``observer`` are the parameters of the net whose
    beliefs are its inputs, if that is another: an exploiter's model. ``notes`` are what the file
    says besides, by name: whose play a clone's net has.
    """

    shape: NetShape
    parameters: Parameters
    training: Training
    observer: Parameters | None = None
    followers: Followers = field(default_factory=Followers, repr=False)
    notes: Mapping[str, str] = field(default_factory=dict, repr=False)


def write_weights(path: Path, weights: Weights) -> None:
    """Write weights atomically, a row per block."""
    parts = [("", weights.parameters)]
    if weights.observer is not None:
        parts.append((OBSERVER, weights.observer))
    rows = [
        (block.stage, prefix + block.name, block.of(parameters).ravel())
        for prefix, parameters in parts
        for block in weights.shape.blocks
    ]
    table = pa.table([list(column) for column in zip(*rows, strict=True)], schema=SCHEMA)
    metadata = {
        **weights.notes,
        "format": FORMAT,
        "features": FEATURES,
        "game": format_game(weights.shape.definition),
        "is_self_aware": json.dumps(weights.shape.is_self_aware),
        "player_types": json.dumps(weights.shape.player_types),
        "has_tiles": json.dumps(weights.shape.has_tiles),
        "has_observer": json.dumps(weights.observer is not None),
        "training": json.dumps(asdict(weights.training)),
    }
    table = stamped(table, metadata)
    with (
        atomic_write(path) as beside,
        pa.OSFile(str(beside), "wb") as sink,
        pa.ipc.new_file(sink, table.schema) as writer,
    ):
        writer.write_table(table)


def read_weights(path: Path, *, definition: GameDefinition | None = None) -> Weights:
    """Read and check weights; ``definition`` is the game they must be for, if given.

    Raises WeightsError for a file that is invalid or truncated, of another version or game, and for
    numbers that are not finite.
    """
    table, metadata = _read_table(path)
    if metadata.get("features") != FEATURES:
        raise WeightsError(
            f"{path} was trained with other features ({metadata.get('features')}) than those of "
            f"this version ({FEATURES}); train again"
        )
    game = _read_game(path, metadata)
    if definition is not None and game != definition:
        raise WeightsError(f"{path} contains weights for another game; train for this one")
    shape = _read_shape(path, game, metadata)
    training, has_observer = _read_learning(path, metadata)
    _check_blocks(path, table, shape, prefixes=("", OBSERVER) if has_observer else ("",))
    numbers = table["values"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
    if not np.isfinite(numbers).all():
        raise WeightsError(f"{path} contains numbers that are not finite; train again")
    if np.abs(numbers).max(initial=0.0) > LARGEST_WEIGHT:
        raise WeightsError(f"{path} contains weights above {LARGEST_WEIGHT:,.0f}; train again")
    parameters = numbers.astype(np.float32).reshape(-1, shape.parameter_count)
    return Weights(
        shape,
        parameters[0],
        training,
        parameters[1] if has_observer else None,
        notes={name: said for name, said in metadata.items() if name not in KNOWN},
    )


def _read_shape(path: Path, game: GameDefinition, metadata: dict[str, str]) -> NetShape:
    kinds = (("is_self_aware", False), ("player_types", 0), ("has_tiles", False))
    try:
        return NetShape(game, *(_said(metadata, name, usual) for name, usual in kinds))
    except (AgentError, ValueError, RecursionError) as error:
        raise WeightsError(f"{path} contains no net of this version: {error}") from error


def _said(metadata: dict[str, str], name: str, usual: Any) -> Any:
    """Return the value of a name in a file, which must have the type of ``usual``."""
    said = json.loads(metadata[name]) if name in metadata else usual
    if type(said) is not type(usual):
        raise ValueError(f"{name} is {quoted(str(said))}")
    return said


load_weights = read_once(read_weights, most=8)
"""Read weights once for all players, until the file changes; see ``read_weights``."""


def read_weights_game(path: Path) -> GameDefinition:
    """The game of a file of weights; raises as ``read_weights``."""
    _, metadata = _read_table(path)
    return _read_game(path, metadata)


def _read_game(path: Path, metadata: dict[str, str]) -> GameDefinition:
    if "game" not in metadata:
        raise WeightsError(f"{path} does not say what game its weights are for; train again")
    try:
        return parse_game(metadata["game"], source=str(path))
    except GameDefinitionError as error:
        raise WeightsError(str(error)) from error


def _read_learning(path: Path, metadata: dict[str, str]) -> tuple[Training, bool]:
    """The training of the weights, and whether another net's beliefs are stored with them."""
    try:
        training = Training(**json.loads(metadata["training"]))
        if not all(type(said) is kind for said, kind in zip(astuple(training), KINDS, strict=True)):
            raise TypeError("a field of another kind")
        return training, bool(_said(metadata, "has_observer", False))
    except (KeyError, ValueError, TypeError, RecursionError) as error:
        raise WeightsError(
            f"{path} does not say how its weights were trained; train again"
        ) from error


def _check_blocks(
    path: Path, table: pa.Table, shape: NetShape, *, prefixes: tuple[str, ...]
) -> None:
    wanted = [(b, prefix + b.name) for prefix in prefixes for b in shape.blocks]
    holds = table.num_rows == len(wanted)
    if holds:
        rows = list(zip(table["stage"].to_pylist(), table["block"].to_pylist(), strict=True))
        lengths = table["values"].combine_chunks().value_lengths().to_pylist()
        holds = rows == [(b.stage, name) for b, name in wanted]
        holds = holds and lengths == [b.rows * b.width for b, _ in wanted]
    if not holds:
        raise WeightsError(
            f"{path} does not contain this net's blocks; train again with this version"
        )


def _read_table(path: Path) -> tuple[pa.Table, dict[str, str]]:
    try:
        table = read_arrow(path, _require_schema)
    except MissingFileError as error:
        raise WeightsError(f"there is no file of weights {path}; give the path of one") from error
    except FileError as error:
        raise WeightsError(f"{error}; give a file of weights, or train again") from error
    return table, {k.decode(): v.decode() for k, v in table.schema.metadata.items()}


def _require_schema(schema: pa.Schema) -> None:
    if (schema.metadata or {}).get(b"format") != FORMAT.encode() or not schema.equals(SCHEMA):
        raise FileError("it is not a file of dcubot's weights of this version")
