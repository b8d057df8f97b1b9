"""Untrusted runs: whatever their files contain, nothing is read out of bounds."""

import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from arrow_files import write_arrow
from small_runs import SPEC, contents, kuhn_spec

from railbird.harness import play_here, run
from railbird.harness.cli.application import run_command
from railbird.native import BettingError, RailbirdError
from railbird.plugins import load_registry
from railbird.results import StoreError, open_run
from railbird.results.hands.hand_choice import StoredHand
from railbird.results.hands.hand_report import report_hand
from railbird.results.histories.export import export_run
from railbird.results.store.files import digest_of
from railbird.results.store.manifest import MANIFEST
from railbird.results.store.shard_files import SHARDS, named_shards
from railbird.results.store.store import AGENT_FILE, TIMING_FOLDER

ONE_CHUNK = kuhn_spec(decks=2, hands_per_chunk=10_000)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of one chunk."""
    folder = tmp_path_factory.mktemp("strange") / "run"
    run(ONE_CHUNK, folder=folder, dispatch=play_here)
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(played, tmp_path / "run"))


def refusal(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Run a command that refuses, in one sentence, and return it."""
    capsys.readouterr()
    assert run_command([str(argument) for argument in arguments]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("railbird: ")
    assert shown.err.count("\n") == 1
    return shown.err


def change_shard(folder: Path, change: Callable[[pa.Table], pa.Table]) -> None:
    """Change the run's shard, and name it by what it holds now."""
    (path,) = (folder / SHARDS).iterdir()
    table = change(pa.ipc.open_file(pa.py_buffer(path.read_bytes())).read_all())
    path.unlink()
    write_arrow(folder / "new", table)
    data = (folder / "new").read_bytes()
    (folder / "new").unlink()
    (folder / SHARDS / f"000000-{digest_of(0, data)}.arrow").write_bytes(data)


def with_column(name: str, make: Callable[[pa.Array], pa.Array]) -> Callable[[pa.Table], pa.Table]:
    def change(table: pa.Table) -> pa.Table:
        place = table.schema.get_field_index(name)
        column = make(table.column(name).combine_chunks())
        return table.set_column(place, table.schema.field(name), column)

    return change


def with_hands(name: str, make: Callable[[pa.Array], pa.Array]) -> Callable[[pa.Table], pa.Table]:
    def change(lists: pa.ListArray) -> pa.ListArray:
        rows = lists.flatten()
        parts = {field.name: rows.field(i) for i, field in enumerate(rows.type)}
        parts[name] = make(parts[name])
        rows = pa.StructArray.from_arrays(list(parts.values()), fields=list(rows.type))
        return pa.ListArray.from_arrays(lists.offsets, rows)

    return with_column("hands", change)


def betting(word: str) -> Callable[[pa.Array], pa.Array]:
    return lambda column: pa.array([word] * len(column)).dictionary_encode()


def constant(value: int, kind: pa.DataType) -> Callable[[pa.Array], pa.Array]:
    return lambda column: pa.array([value] * len(column), kind)


def by_seat(value: int) -> Callable[[pa.Array], pa.Array]:
    return lambda column: pa.FixedSizeListArray.from_arrays(
        pa.array([value] * 3 * len(column), pa.int64()), 3
    )


def labels(*texts: str) -> Callable[[pa.Array], pa.Array]:
    return lambda column: pa.array([list(texts)] * len(column))


def lengths(column: pa.ListArray) -> pa.ListArray:
    """The first match without hands, the second with those of two."""
    offsets = np.r_[0, 0, column.offsets.to_numpy()[2:]]
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), column.flatten())


CHANGES: list[tuple[Callable[[pa.Table], pa.Table], str]] = [
    (with_hands("betting", betting("cc<script>")), "not in the letters of the ACPC"),
    (with_hands("betting", betting("c" * 5_000)), "longer than any in the game"),
    (with_hands("payoffs", by_seat(2**62)), "payoffs are out of range"),
    (with_column("hands", lengths), "hand counts are wrong"),
    (with_column("payoffs", by_seat(-(2**63))), "payoffs are out of range"),
    (with_column("hand_count", constant(0, pa.uint32())), "a match has no hands"),
    (with_column("hand_count", constant(2**32 - 1, pa.uint32())), "a match has no hands, or too"),
    (with_column("hand_count", constant(19, pa.uint32())), "hand counts are wrong"),
    (with_column("deck_index", constant(7, pa.uint32())), "a deck that is not in the run"),
    (with_column("deck_index", constant(2**32 - 1, pa.uint32())), "a deck that is not in the run"),
    (with_column("deck_seed", constant(7, pa.uint32())), "deck seeds are not the run's"),
    (with_column("agents", labels("call", "uniform")), "do not have one value per seat"),
    (with_column("agents", labels("call", "call", "uniform")), "has two seats at a table"),
    (with_column("agents", labels("call", "x", "uniform")), "an agent 'x' that is not in the run"),
    (with_column("agents", labels("call", "\x1b[2J", "uniform")), "no labels"),
    (lambda table: table.slice(0, 0), "no matches"),
]


@pytest.mark.parametrize(("change", "why"), CHANGES, ids=[why for _, why in CHANGES])
def test_values_that_the_run_cannot_have_are_named_by_every_reader(
    folder: Path, change: Callable[[pa.Table], pa.Table], why: str
) -> None:
    """The digest is right, so that the shard is not damaged: it was created this way."""
    change_shard(folder, change)
    results = open_run(folder)
    assert not results.reading.holdings.damaged
    with pytest.raises(StoreError, match=why):
        list(results.hands())
        list(results.played_hands())


def test_incidents_of_no_hand_and_no_seat_are_named(folder: Path) -> None:
    row = {"hand": 0, "decision": 1, "seat": 0, "kind": "late", "text": ""}
    for wrong in ({"hand": 10**9}, {"seat": 3}):
        change_shard(
            folder,
            with_column("incidents", lambda c, w=wrong: pa.array([[row | w]] * len(c), c.type)),
        )
        with pytest.raises(StoreError, match="an incident does not belong to a"):
            list(open_run(folder).incidents())


def test_a_shard_of_another_game_is_refused(folder: Path, tmp_path: Path) -> None:
    other = kuhn_spec("call", "uniform", game="kuhn-2p", decks=2, hands_per_chunk=10_000)
    run(other, folder=tmp_path / "other", dispatch=play_here)
    (shard,) = (tmp_path / "other" / SHARDS).iterdir()
    shutil.rmtree(folder / SHARDS)
    shutil.copytree(shard.parent, folder / SHARDS)
    with pytest.raises(StoreError, match="it has 2 seats and the game 3"):
        list(open_run(folder).matches())


def test_bettings_against_the_rules_end_an_export_and_leave_nothing(folder: Path) -> None:
    change_shard(folder, with_hands("betting", betting("c/")))
    for kind in ("acpc", "csv"):
        with pytest.raises(StoreError, match="place 1"):
            export_run(open_run(folder), folder.parent / "out", kind)
        assert not (folder.parent / "out").exists()


@pytest.mark.parametrize("size", ["r99999999999999999999", "r2147483648", "r0"])
def test_a_raise_to_more_than_any_stack_is_refused_where_hands_are_observed(
    size: str,
) -> None:
    game = load_registry().games["holdem-nolimit-2p"].definition
    hand = StoredHand(0, 7, 0, 0, ("a", "b"), (0, 0), size, False)
    with pytest.raises(BettingError, match="is not legal at that point"):
        report_hand(game, hand)


def change_manifest(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    said = json.loads((folder / MANIFEST).read_text())
    change(said)
    (folder / MANIFEST).write_text(json.dumps(said))


@pytest.mark.parametrize("name", ["../../../x", "/tmp/x", "a/b", "..", ".", "", "a\0b", "a\\b", 3])
@pytest.mark.parametrize("kind", ["acpc", "csv"])
def test_names_of_matches_that_lead_elsewhere_are_not_written(
    folder: Path, capsys: pytest.CaptureFixture[str], name: object, kind: str
) -> None:
    change_manifest(
        folder, lambda said: said["stages"][0]["detail"].update(match_names={"0": name})
    )
    out = folder.parent / "a" / "b" / "out"
    before = contents(folder.parent)
    said = refusal(capsys, "export", folder, "--format", kind, "--out", out)
    assert "is not a valid file name" in said
    assert contents(folder.parent) == before


def test_names_that_two_matches_have_are_not_written(folder: Path) -> None:
    for names in ({"0": "a", "1": "A"}, {"0": "match000001"}, {"x": "a"}, ["a"]):
        change_manifest(
            folder, lambda said, n=names: said["stages"][0]["detail"].update(match_names=n)
        )
        with pytest.raises(StoreError, match="import again"):
            export_run(open_run(folder), folder.parent / "out", "acpc")
        assert not (folder.parent / "out").exists()


@pytest.mark.parametrize("key", ["game_file", "game_name"])
def test_a_name_of_the_game_that_leads_elsewhere_is_not_written(folder: Path, key: str) -> None:
    def change(said: dict[str, Any]) -> None:
        place = said if key == "game_name" else said["stages"][0]["detail"]
        place[key] = "../.."

    change_manifest(folder, change)
    out = folder.parent / "deep" / "out"
    with suppress(StoreError):
        export_run(open_run(folder), out, "acpc")
    outside = {path.name for path in folder.parent.iterdir()}
    assert outside <= {"run", "deep"}


MANIFESTS: list[tuple[bytes | Callable[[dict[str, Any]], Any], str]] = [
    (b"\xff\xfe{}", "damaged"),
    (b"[" * 100_000, "damaged"),
    (b'{"spec": ' + b'{"a": ' * 100_000, "damaged"),
    (b"", "damaged"),
    (lambda said: said.update({"a\nb\x1b[2J": 1}), r"unknown field `a b\x1b[2J`"),
    (lambda said: said.update(deck_seeds=[2**32]), "damaged"),
    (lambda said: said.update(deck_seeds=[-1]), "damaged"),
    (lambda said: said.update(seating_count=10**9), "damaged"),
    (lambda said: said["stages"][0].update(chunk_count=-1), "damaged"),
    (lambda said: said["stages"][0].update(chunk_count=10**9), "1000000000 chunks and"),
    (lambda said: said["agents"][0].update(label="a\x1b[2J"), "is not a valid label"),
    (lambda said: said["agents"][0].update(label="uniform"), "is used twice"),
    (lambda said: said.update(game="GAMEDEF\nlimit\nEND GAMEDEF"), "missing"),
]


@pytest.mark.parametrize(("change", "why"), MANIFESTS)
def test_manifests_that_no_run_has_are_refused_in_a_sentence(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    change: bytes | Callable[[dict[str, Any]], Any],
    why: str,
) -> None:
    if isinstance(change, bytes):
        (folder / MANIFEST).write_bytes(change)
    else:
        change_manifest(folder, change)
    for command in ("rank", "table", "report"):
        assert why in refusal(capsys, command, folder)


def test_a_manifest_that_is_a_pipe_is_not_waited_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / MANIFEST).unlink()
    os.mkfifo(folder / MANIFEST)
    assert "not a regular file" in refusal(capsys, "rank", folder)


def test_a_billion_chunks_take_neither_time_nor_memory(folder: Path) -> None:
    def change(said: dict[str, Any]) -> None:
        said["stages"][0].update(chunk_count=10**15, match_count=10**15)

    change_manifest(folder, change)
    (fact, *_) = open_run(folder).facts
    assert fact.startswith(
        "the run is not complete: 999,999,999,999,999 of 1,000,000,000,000,000 chunks"
    )


def test_a_run_without_its_manifest_is_read_and_ranked_and_not_continued(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = open_run(folder)
    wanted = [table.arrow for table in whole.tables()]
    hands = list(whole.hands())
    (folder / MANIFEST).unlink()
    before = contents(folder)
    results = open_run(folder)
    assert [table.arrow for table in results.tables()] == wanted
    assert list(results.hands()) == hands
    assert results.facts[0].startswith("manifest.json is missing: these results are computed from")
    for command in ("rank", "table", "indicators", "hands"):
        assert run_command([command, str(folder)]) == 0
    export_run(results, folder.parent / "out", "acpc")
    with pytest.raises(RailbirdError, match="has shards of a run and no manifest"):
        run(ONE_CHUNK, folder=folder, dispatch=play_here)
    assert contents(folder) == before


def test_without_manifest_and_game_a_sentence_says_what_is_needed(folder: Path) -> None:
    """As runs of before were: their table of agents does not name the game."""
    (folder / MANIFEST).unlink()
    table = pa.ipc.open_file(pa.py_buffer((folder / AGENT_FILE).read_bytes())).read_all()
    write_arrow(folder / AGENT_FILE, table.replace_schema_metadata(None))
    with pytest.raises(
        StoreError, match=r"older versions of railbird did not write; restore manifest\.json"
    ):
        open_run(folder)
    (folder / AGENT_FILE).unlink()
    with pytest.raises(StoreError, match="there is no file"):
        open_run(folder)
    shutil.rmtree(folder / SHARDS)
    with pytest.raises(StoreError, match=r"is not a run folder: manifest\.json is missing"):
        open_run(folder)


@pytest.mark.parametrize("kind", ["folder", "full folder", "dangling", "loop", "pipe"])
def test_a_shard_that_is_not_a_file_is_played_again(tmp_path: Path, kind: str) -> None:
    whole, folder = tmp_path / "whole", tmp_path / "run"
    run(SPEC, folder=whole, dispatch=play_here)
    shutil.copytree(whole, folder)
    shard = Path(str(named_shards(folder)[1].file))
    shard.unlink()
    if kind == "pipe":
        os.mkfifo(shard)
    elif kind in ("dangling", "loop"):
        shard.symlink_to("nowhere" if kind == "dangling" else shard)
    else:
        shard.mkdir()
    if kind == "full folder":
        (shard / "a").write_text("kept")
    found = open_run(folder)
    assert found.facts[0].startswith(f"shard {shard.name} is not a regular file and is ignored")
    run(SPEC, folder=folder, dispatch=play_here)
    aside = [path for path in (folder / SHARDS).iterdir() if path.name.endswith(".aside")]
    assert [(path / "a").read_text() for path in aside] == ["kept"] * (kind == "full folder")
    for path in aside:
        shutil.rmtree(path)
    assert contents(folder) == contents(whole)


def test_invalid_timings_are_named(folder: Path) -> None:
    (path,) = (folder / TIMING_FOLDER).glob("*.arrow")
    table = pa.ipc.open_file(pa.py_buffer(path.read_bytes())).read_all()
    times = table.column("agents").to_pylist()
    for change in (
        {"label": "\x1b[2J"},
        {"label": None},
        {"decisions": 2**63},
        {"deciding_seconds": float("nan")},
        {"listening_seconds": float("inf")},
        {"deciding_seconds": -1.0},
    ):
        column = pa.array([[row | change for row in rows] for rows in times], table.schema[6].type)
        write_arrow(path, table.set_column(6, table.schema.field(6), column))
        with pytest.raises(StoreError, match="remove the file, which nothing else needs"):
            open_run(folder).decision_times()
    path.write_bytes(b"ARROW1")
    with pytest.raises(StoreError, match="remove the file, which nothing else needs"):
        open_run(folder).decision_times()
