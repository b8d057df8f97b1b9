"""Readers of every kind of file that strangers may send, for `mutants.fuzz`."""

import io
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from mutants import BYTES, Reader, put_text
from small_runs import kuhn_spec

from railbird.agents.dcubot.net.shape import NetShape, start_parameters
from railbird.agents.dcubot.net.weights import Training, Weights, read_weights, write_weights
from railbird.agents.dcubot.play.player import Dcubot
from railbird.agents.dcubot.training.checkpoint import read_checkpoint, write_checkpoint
from railbird.agents.dcubot.training.learner import Learner
from railbird.harness import play_here, run
from railbird.harness.analysis.training import training_tools
from railbird.harness.tournament.preparation import prepare
from railbird.native import RailbirdError
from railbird.plugins import load_registry
from railbird.results import open_run
from railbird.results.hands.hand_choice import first_hands
from railbird.results.hands.hand_report import report_hand
from railbird.results.histories.export import export_run
from railbird.results.report import gather
from railbird.results.store.files import digest_of
from railbird.results.store.manifest import MANIFEST
from railbird.results.store.shard_files import SHARDS
from railbird.results.store.store import TIMING_FOLDER

GAMES = load_registry().games
SMALL = kuhn_spec(hands_per_match=7, decks=2, hands_per_chunk=10_000)
NO_LIMIT = kuhn_spec(
    "call", "uniform", game="holdem-nolimit-2p", hands_per_match=5, decks=2, hands_per_chunk=10_000
)
TEXTS = (
    *("", "c" * 300, "f/f/f/f/f", "r99999999999999999999", "cc/r1c", "call", "é", "\x1b[2J", "/"),
    *("x" * 100_000, "cr", "crc", "crf", "rrrrrrrr", "\0", "uniform"),
)
VALUES = (
    *(None, True, -1, 0, 1, 2, 10**9, 2**32, 2**53, 2**63, 10**30, 0.5, "", "x", "../../../x", []),
    *("/tmp/x", "..", "\0", "\x1b[2J", "x" * 5_000, {}, [1], {"0": "../x"}, [[]] * 3, "GAMEDEF"),
    *({"match_names": {"0": "/x", "1": "b"}}, {"match_names": {"x": 1}}, {"game_file": "../../y"}),
)
OFTEN, SELDOM = 15, 300  # one mutant in so many is read by what is slow, or very slow


def weights(folder: Path) -> Reader:
    """Weights with and without a checksum; what is read is played with."""
    sound = []
    for game, keys in (("kuhn-2p", {}), ("leduc", {"player_types": 3, "has_tiles": True})):
        shape = NetShape(GAMES[game].definition, **keys)
        path = folder / f"{game}.arrow"
        write_weights(path, Weights(shape, start_parameters(shape, 1), Training("x", 8, 1, "0")))
        sound += [path.read_bytes(), _without_checksum(path)]
    shipped = Path(__file__).parents[2].rglob("holdem-limit-2p.arrow")
    sound += [_without_checksum(path) for path in shipped if "trained" in path.parts]
    games = {game.definition: game for game in GAMES.values()}

    def read(data: bytes, draw: np.random.Generator, origin: int) -> None:
        stored = read_weights(_fresh(folder / "mutant.arrow", data))
        game = games.get(stored.shape.definition)
        if game is not None:
            tools = training_tools(game, 7, lambda _: None)
            bot = Dcubot(weights=stored)
            tools.play([bot] * game.definition.player_count, 0, 1, 2)

    return Reader([s for s in sound for _ in "xx"] + sound[1:2], read, BYTES)


def checkpoints(folder: Path) -> Reader:
    """Checkpoints of dcubot's learner."""
    shape = NetShape(GAMES["kuhn-2p"].definition)
    path, settings = folder / "net.checkpoint", {"rate": 0.5, "game": "kuhn-2p", "rules": "x"}

    def learner() -> Learner:
        return Learner(shape, start_parameters(shape, 1))

    write_checkpoint(path, learner(), settings)

    def read(data: bytes, draw: np.random.Generator, origin: int) -> None:
        read_checkpoint(_fresh(folder / "mutant.checkpoint", data), learner(), settings)

    return Reader([path.read_bytes()], read, (*BYTES, *(change_array,) * 2 * len(BYTES)))


def shards(folder: Path) -> Reader:
    """Shards of two games, values changed and written again or bytes changed; digests are right."""
    folders = [_a_run(folder / "kuhn", SMALL), _a_run(folder / "no-limit", NO_LIMIT)]
    folders.append(_with_cards(folders[1], folder / "imported"))
    sound = [next((home / SHARDS).iterdir()).read_bytes() for home in folders]

    def read(data: bytes, draw: np.random.Generator, origin: int) -> None:
        strange = not draw.integers(10)  # a shard of another run
        _read_as(data, folders[(origin + strange) % len(folders)], draw)

    return Reader(sound, read, (*BYTES, *(change_value,) * len(BYTES)))


def _read_as(data: bytes, home: Path, draw: np.random.Generator) -> None:
    place = home / SHARDS
    for old in place.iterdir():
        old.unlink()
    (place / f"000000-{digest_of(0, data)}.arrow").write_bytes(data)
    results = open_run(home)
    for action in _uses(results, home, draw):
        try:
            action()
        except RailbirdError as error:
            assert str(error)
            assert "\n" not in str(error)


def _uses(results: Any, home: Path, draw: np.random.Generator) -> list[Callable[[], Any]]:
    """What is done with a run; each refuses it, or not."""
    uses: list[Callable[[], Any]] = [
        lambda: list(results.matches()),
        lambda: list(results.hands()),
        lambda: list(results.incidents()),
        results.cross_table,
        results.total_bankroll,
        results.run_off,
        results.indicators,
        results.positions,
        lambda: [report_hand(results.game, h) for h in _some_hands(results)],
    ]
    if not draw.integers(OFTEN):
        expected = replace(results.reading, luck="all-in")
        uses += [
            results.transfer,
            results.opponents,
            results.bankroll_curves,
            lambda: list(expected.matches()),
            lambda: _exported(results, home.parent / "out" / "deep"),
        ]
    if not draw.integers(SELDOM):
        uses.append(lambda: gather(results, unit="mbb/hand"))
    return uses


def _some_hands(results: Any) -> list[Any]:
    return first_hands(results.reading.holdings.shards, 5)


def _exported(results: Any, out: Path) -> None:
    """Export a run, and hold the export to its folder."""
    shutil.rmtree(out.parent, ignore_errors=True)
    out.parent.mkdir()
    for kind in ("acpc", "csv", "phh"):
        try:
            export_run(results, out / kind, kind)
        except RailbirdError as error:
            assert str(error)
    assert {path.name for path in out.parent.iterdir()} <= {"deep"}


def manifests(folder: Path) -> Reader:
    """Manifests beside whole shards: opened, ranked, exported, and continued."""
    home = _a_run(folder / "run", SMALL)
    sound = (home / MANIFEST).read_bytes()
    named = sound.replace(b'"detail": {', b'"detail": {"match_names": {"0": "a", "1": "b"},', 1)

    def read(data: bytes, draw: np.random.Generator, origin: int) -> None:
        _fresh(home / MANIFEST, data)
        results = open_run(home)
        results.total_bankroll()
        list(results.facts)
        if not draw.integers(3):
            _exported(results, folder / "out" / "deep")
        if not draw.integers(3):
            prepare(SMALL, home)

    return Reader([sound, named], read, (*BYTES, put_text, *(change_json,) * 2 * len(BYTES)))


def timings(folder: Path) -> Reader:
    """Timings of chunks beside a run."""
    home = _a_run(folder / "run", SMALL)
    path = next((home / TIMING_FOLDER).glob("*.arrow"))
    sound = path.read_bytes()

    def read(data: bytes, draw: np.random.Generator, origin: int) -> None:
        _fresh(path, data)
        open_run(home).decision_times()

    return Reader([sound], read, (*BYTES, *(change_value,) * len(BYTES)))


KINDS = {
    "weights": weights,
    "shards": shards,
    "manifests": manifests,
    "checkpoints": checkpoints,
    "timings": timings,
}


def change_value(draw: np.random.Generator, data: bytes) -> bytes:
    """Change one value of an Arrow table, wherever it is nested, and write the table again."""
    try:
        return _with_another_value(draw, data)
    except Exception:  # another mutation came first, or a value does not fit
        return data


def _with_another_value(draw: np.random.Generator, data: bytes) -> bytes:
    table = pa.ipc.open_file(pa.py_buffer(data)).read_all()
    table.validate(full=True)
    place = int(draw.integers(table.num_columns))
    changed = _changed(draw, table.column(place).combine_chunks())
    if changed is None:
        return data
    table = table.set_column(place, table.schema.field(place), changed)
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression=pa.Codec("zstd", 3))
    with pa.ipc.new_file(sink, table.schema, options=options) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def _changed(draw: np.random.Generator, array: pa.Array) -> pa.Array | None:
    """An array with one value changed, of whatever it is made."""
    kind = array.type
    if pa.types.is_struct(kind):
        number = int(draw.integers(kind.num_fields))
        part = _changed(draw, array.field(number))
        parts = [part if i == number else array.field(i) for i in range(kind.num_fields)]
        return None if part is None else pa.StructArray.from_arrays(parts, fields=list(kind))
    if pa.types.is_fixed_size_list(kind):
        part = _changed(draw, array.flatten())
        return None if part is None else pa.FixedSizeListArray.from_arrays(part, kind.list_size)
    if pa.types.is_list(kind):
        return _changed_list(draw, array)
    if pa.types.is_dictionary(kind):
        part = _changed(draw, array.dictionary)
        return None if part is None else pa.DictionaryArray.from_arrays(array.indices, part)
    values = array.to_pylist()
    if not values:
        return None
    values[int(draw.integers(len(values)))] = _another(draw, kind)
    return pa.array(values, kind)


def _changed_list(draw: np.random.Generator, array: pa.ListArray) -> pa.Array | None:
    offsets = array.offsets.to_numpy().copy()
    if draw.integers(3) or len(offsets) < 3:
        part = _changed(draw, array.flatten())
        return None if part is None else pa.ListArray.from_arrays(array.offsets, part)
    place = int(draw.integers(1, len(offsets) - 1))
    offsets[place] = draw.integers(offsets[place - 1], offsets[place + 1] + 1)
    return pa.ListArray.from_arrays(pa.array(offsets), array.flatten())


def _another(draw: np.random.Generator, kind: pa.DataType) -> Any:
    makers: list[tuple[Callable[[pa.DataType], bool], Callable[[], Any]]] = [
        (lambda _: not draw.integers(8), lambda: None),
        (pa.types.is_integer, lambda: _one_of(draw, _integers(kind))),
        (pa.types.is_floating, lambda: _one_of(draw, [np.nan, np.inf, -1.0, 0.0, 1e300])),
        (pa.types.is_boolean, lambda: bool(draw.integers(2))),
        (pa.types.is_fixed_size_binary, lambda: draw.bytes(kind.byte_width)),
        (pa.types.is_timestamp, lambda: _one_of(draw, [-(2**62), 2**62])),
        (lambda _: True, lambda: _one_of(draw, TEXTS)),
    ]
    return next(make for is_it, make in makers if is_it(kind))()


def _integers(kind: pa.DataType) -> list[int]:
    limits = np.iinfo(kind.to_pandas_dtype())
    return [int(limits.min), int(limits.max), 0, 1, 2, 3, 7, 200]


def _one_of(draw: np.random.Generator, values: Sequence[Any]) -> Any:
    return values[int(draw.integers(len(values)))]


def change_json(draw: np.random.Generator, data: bytes) -> bytes:
    """Change one value of a JSON file, wherever it is nested."""
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):  # another mutation came first
        return data
    part = said
    while isinstance(part, (dict, list)) and part:
        keys = sorted(part) if isinstance(part, dict) else list(range(len(part)))
        holder, key = part, _one_of(draw, keys)
        part = holder[key]
        if not draw.integers(4):
            break
    else:
        if part is said:
            return data
    holder[key] = _one_of(draw, VALUES)
    return json.dumps(said).encode()


def change_array(draw: np.random.Generator, data: bytes) -> bytes:
    """Change one of numpy's arrays in an archive, and pack it again."""
    try:
        with np.load(io.BytesIO(data)) as stored:
            arrays = dict(stored)
    except Exception:  # another mutation came first
        return data
    if not arrays:  # likewise
        return data
    name = _one_of(draw, sorted(arrays))
    array = arrays[name]
    if not array.size:
        return data
    choice = int(draw.integers(4))
    if choice == 0 and array.dtype.kind == "f":
        array.flat[int(draw.integers(array.size))] = _one_of(draw, [np.nan, np.inf, -1.0, 1e30])
    elif choice == 1:
        arrays[name] = array[: int(draw.integers(array.size))]
    elif choice == 2:
        arrays[name] = np.zeros(array.shape, _one_of(draw, [np.float64, np.uint8, "U3"]))
    else:
        arrays["about"] = np.frombuffer(put_text(draw, arrays["about"].tobytes()), np.uint8)
    out = io.BytesIO()
    _one_of(draw, [np.savez, np.savez, np.savez_compressed])(out, **arrays)
    return out.getvalue()


def _a_run(home: Path, spec: Any) -> Path:
    run(spec, folder=home, dispatch=play_here)
    return home


def _with_cards(home: Path, out: Path) -> Path:
    """A run as it is after an export and an import: with cards, stacks and blinds in its shards."""
    shutil.copytree(home, out)
    (path,) = (out / SHARDS).iterdir()
    table = pa.ipc.open_file(pa.py_buffer(path.read_bytes())).read_all()
    lists = table.column("hands").combine_chunks()
    rows = lists.flatten()
    count = len(rows)
    cards = np.arange(9, dtype=np.uint8).tobytes()
    chips = pa.FixedSizeListArray.from_arrays(pa.array([20_000] * 2 * count, pa.int64()), 2)
    posts = pa.FixedSizeListArray.from_arrays(pa.array([50] * 2 * count, pa.int64()), 2)
    parts = {field.name: rows.field(i) for i, field in enumerate(rows.type)}
    parts |= {"cards": pa.array([cards] * count, pa.binary(9)), "stacks": chips, "blinds": posts}
    nested = pa.StructArray.from_arrays(list(parts.values()), names=list(parts))
    place = table.schema.get_field_index("hands")
    table = table.set_column(place, "hands", pa.ListArray.from_arrays(lists.offsets, nested))
    path.unlink()
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    data = bytes(sink.getvalue())
    (out / SHARDS / f"000000-{digest_of(0, data)}.arrow").write_bytes(data)
    return out


def _without_checksum(path: Path) -> bytes:
    table = pa.ipc.open_file(pa.py_buffer(path.read_bytes())).read_all()
    said = {k: v for k, v in table.schema.metadata.items() if k != b"checksum"}
    sink = pa.BufferOutputStream()
    table = table.replace_schema_metadata(said)
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def _fresh(path: Path, data: bytes) -> Path:
    """Replace a file: mappings of the old one do not change."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    return path
