"""A run's folder: started, continued, refused, finished; shards are complete or missing."""

import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railbird.results import (
    AgentRecord,
    OtherRunError,
    StageRecord,
    Store,
    StoreError,
    find_shards,
    read_manifest,
    write_shard,
)
from railbird.results.store.files import digest_of
from railbird.results.store.schema import TIMINGS
from tests.results.conftest import Chunk, make_chunk, make_manifest

Start = Callable[..., Store]

WRITE_ONE = """
import os, pickle, resource, signal, sys
from pathlib import Path
from railbird.results import write_shard
folder, table = Path(sys.argv[1]), pickle.load(sys.stdin.buffer)
{before}
try:
    write_shard(folder, 0, table)
except Exception as error:
    sys.exit(f"{{type(error).__name__}}: {{error}}")
"""


def write_in_a_process(folder: Path, chunk: Chunk, *, before: str) -> subprocess.CompletedProcess:
    script = WRITE_ONE.format(before=before)
    return subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        input=pickle.dumps(chunk.table),
        capture_output=True,
        check=False,
    )


def files_in(folder: Path) -> dict[str, bytes]:
    """Return all that is compared between runs: every file but those under timings."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in paths
        if "timings" not in path.parts
    }


def test_a_run_is_begun_filled_and_finished(start: Start) -> None:
    with start(chunks=3) as store:
        assert store.missing() == (0, 1, 2)
        path = Path(str(store.write_shard(1, make_chunk(1).table)))
        assert path.name == f"000001-{digest_of(1, path.read_bytes())}.arrow"
        assert store.missing() == (0, 2)
        assert store.missing(2) == (0,)
        with pytest.raises(StoreError, match="2 chunks are missing, the first is 0"):
            store.finish()
        write_shard(store.folder, 0, make_chunk(0).table)
        write_shard(store.folder, 2, make_chunk(2).table)
        store.finish()
    manifest = read_manifest(store.folder)
    assert manifest.is_complete
    assert list(manifest.shards) == sorted(
        p.name for p in (store.folder.local / "shards").iterdir()
    )


def test_continued_is_the_same_bytes_as_never_interrupted(tmp_path: Path) -> None:
    manifest, tables = make_manifest(chunks=4), [make_chunk(n).table for n in range(4)]
    with Store.create(tmp_path / "straight", manifest) as store:
        for index in range(4):
            store.write_shard(index, tables[index])
        store.finish()
    for index in (2, 0, 3, 1):
        with Store.create(tmp_path / "broken", manifest) as store:
            assert index in store.missing()
            store.write_shard(index, tables[index])
    store.finish()
    assert files_in(tmp_path / "straight") == files_in(tmp_path / "broken")
    before = files_in(tmp_path / "broken")
    Store.create(tmp_path / "broken", manifest).close()
    assert files_in(tmp_path / "broken") == before, "a finished run is left as it is"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(data=st.data())
def test_damage_anywhere_is_found_thrown_away_and_missing(
    tmp_path: Path, data: st.DataObject
) -> None:
    folder = tmp_path / "run"
    with Store.create(folder, make_manifest(chunks=2)) as store:
        store.write_shard(0, make_chunk(0).table)
        path = Path(str(store.write_shard(1, make_chunk(1).table)))
        store.finish()
    whole = path.read_bytes()
    if data.draw(st.booleans(), label="truncate"):
        damaged = whole[: data.draw(st.integers(0, len(whole) - 1))]
    else:
        place = data.draw(st.integers(0, len(whole) - 1))
        flipped = whole[place] ^ (1 << data.draw(st.integers(0, 7)))
        damaged = whole[:place] + bytes([flipped]) + whole[place + 1 :]
    path.write_bytes(damaged)
    assert [str(shard) for shard in find_shards(folder).damaged] == [
        f"shard {path.name} is damaged"
    ]
    with Store.create(folder, make_manifest(chunks=2)) as store:
        assert [shard.chunk_index for shard in store.damaged] == [1]
        assert store.missing() == (1,)
        assert not read_manifest(folder).is_complete
        assert str(store.write_shard(1, make_chunk(1).table)) == str(path)
        store.finish()
    assert path.read_bytes() == whole


@pytest.mark.parametrize("moment", ["fsync", "replace"])
def test_killed_in_the_middle_of_a_write_leaves_nothing_to_be_seen(
    start: Start, chunk: Chunk, moment: str
) -> None:
    with start() as store:
        folder = store.folder.local
    kill = f"os.{moment} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)"
    done = write_in_a_process(folder, chunk, before=kill)
    assert done.returncode == -signal.SIGKILL
    left = list((folder / "shards").iterdir())
    assert [path.suffix for path in left] == [".tmp"], "it was in the middle"
    assert find_shards(folder).shards == find_shards(folder).damaged == ()
    with start() as store:
        assert store.missing() == (0,)
        assert not list((folder / "shards").iterdir()), "what is left over is cleared away"


def test_a_full_disk_is_one_sentence_and_leaves_nothing(start: Start) -> None:
    with start() as store:
        limit = "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))"
        big = make_chunk(matches=60, hands=100)
        done = write_in_a_process(store.folder, big, before=limit)
        assert done.returncode == 1
        assert done.stderr.decode().startswith("StoreError: cannot write")
        assert b"free some disk space" in done.stderr
        assert not list((store.folder.local / "shards").iterdir())


def test_a_store_that_closes_takes_away_what_stopped_workers_left(start: Start) -> None:
    with start() as store:
        left_over = store.folder.local / "shards" / "000000-0.arrow.1.tmp"
        left_over.write_bytes(b"half a shard")
    assert not left_over.exists()


def test_only_one_process_opens_a_folder_for_writing(start: Start) -> None:
    script = (
        "import sys; from pathlib import Path; from railbird.results import Store, read_manifest\n"
        "folder = Path(sys.argv[1])\n"
        "try: Store.create(folder, read_manifest(folder))\n"
        "except Exception as error: sys.exit(str(error))"
    )
    with start() as store:
        command = [sys.executable, "-c", script, str(store.folder)]
        refused = subprocess.run(command, capture_output=True, check=False)
        assert b"another process is writing to" in refused.stderr
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (
            {"spec": {"hands_per_match": 6, "decks": 1}},
            "the spec's hands_per_match was 5 and is now 6",
        ),
        ({"game": "another"}, "the definition of the game has changed"),
        ({"generator": "another"}, "and is now 'another'"),
        ({"deck_seeds": (7,)}, "the first deck seeds (1 of them) have changed"),
        ({"stages": (StageRecord(2, 12),)}, "the first stages (1 of them) have changed"),
        ({"labels": "ab"}, "agent 'c' is missing now"),
        (
            {"agents": tuple(AgentRecord(x, "uniform", version="2") for x in "abc")},
            "agent 'a' was from 1 and is now from 2",
        ),
    ],
)
def test_another_run_is_refused_by_name_and_its_folder_left_alone(
    start: Start, change: dict, named: str
) -> None:
    with start() as store:
        store.write_shard(0, make_chunk().table)
    before = files_in(store.folder.local)
    with pytest.raises(OtherRunError, match="belongs to another run") as refused:
        start(**change)
    assert named in str(refused.value)
    assert files_in(store.folder.local) == before


def test_stages_decks_and_agents_may_be_added(start: Start) -> None:
    with start() as store:
        store.write_shard(0, make_chunk().table)
        store.finish()
    grown = make_manifest(
        "abcd",
        spec={"hands_per_match": 5, "decks": 2},
        deck_seeds=(1000, 1001),
        stages=(StageRecord(1, 6), StageRecord(3, 18)),
    )
    with pytest.raises(OtherRunError, match="decks"):
        Store.create(store.folder, grown)
    with Store.create(store.folder, grown, growing={"decks"}) as store:
        assert store.missing() == (1, 2, 3)
    manifest = read_manifest(store.folder)
    assert not manifest.is_complete
    assert (manifest.chunk_count, manifest.match_count) == (4, 24)


@pytest.mark.parametrize("name", ["thesis.txt", "shards/000000-0123456789abcdef.arrow"])
def test_a_folder_with_strange_files_is_refused_and_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(b"mine")
    with pytest.raises(OtherRunError, match="choose an empty folder"):
        Store.create(tmp_path, make_manifest())
    assert files_in(tmp_path) == {name: b"mine"}


def test_a_run_killed_before_its_manifest_was_written_starts_over(tmp_path: Path) -> None:
    for name in ("shards", "tables", "timings"):
        (tmp_path / name).mkdir()
    (tmp_path / "agents.arrow").write_bytes(b"")
    (tmp_path / "manifest.json.0123.tmp").write_bytes(b"{")
    with Store.create(tmp_path, make_manifest()):
        names = {path.name for path in tmp_path.iterdir()}
        assert names == {"shards", "tables", "timings", "agents.arrow", "manifest.json"}


def test_where_no_folder_can_be_made_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="is a file; choose a folder"):
        Store.create(tmp_path / "file", make_manifest())
    with pytest.raises(StoreError, match="cannot write"):
        Store.create(tmp_path / "file" / "run", make_manifest())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"{", "is damaged"),
        (b'{"schema_version": 1}', "is damaged"),
        (b'{"schema_version": 999}', "has schema version 999; this version of railbird reads 1"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_named(tmp_path: Path, text: bytes, said: str) -> None:
    (tmp_path / "manifest.json").write_bytes(text)
    with pytest.raises(StoreError, match=said):
        read_manifest(tmp_path)
    with pytest.raises(StoreError, match=said):
        Store.create(tmp_path, make_manifest())


def test_a_folder_without_manifest_is_not_a_run(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"is not a run folder: manifest\.json is missing"):
        read_manifest(tmp_path)


def test_a_second_result_of_a_chunk_is_thrown_away_and_said(start: Start) -> None:
    with start() as store:
        files = [store.write_shard(0, make_chunk(seed).table) for seed in (1, 2)]
    with start() as store:
        assert [str(shard) for shard in store.damaged] == [
            f"shard {max(files).name} is a second, different result of its chunk"
        ]
        assert store.missing() == ()
        assert find_shards(store.folder).damaged == ()


def test_timings_stay_out_of_what_is_compared(start: Start) -> None:
    with start() as store:
        before = files_in(store.folder.local)
        for _ in range(2):
            store.write_timings(pa.Table.from_pylist([{"chunk_index": 0}], schema=TIMINGS))
        assert files_in(store.folder.local) == before
    written = sorted(path.name for path in (store.folder.local / "timings").glob("*.arrow"))
    assert written == ["000000.arrow", "000001.arrow"]


def test_the_manifest_comes_back_and_its_keys_are_sorted(start: Start) -> None:
    with start() as store:
        text = (store.folder.local / "manifest.json").read_bytes()
    assert read_manifest(store.folder) == store.manifest
    keys = list(msgspec.json.decode(text))
    assert keys == sorted(keys)


def test_a_shard_under_another_name_is_thrown_away(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with Store.create(folder, make_manifest(chunks=2)) as store:
        first = Path(str(store.write_shard(0, make_chunk(0).table)))
        store.write_shard(1, make_chunk(1).table)
        store.finish()
    data, digest = first.read_bytes(), first.stem.rpartition("-")[2]
    (first.parent / f"000001-{digest}.arrow").write_bytes(data)
    (first.parent / f"000099-{digest}.arrow").write_bytes(data)
    (folder / "agents.arrow").write_bytes(b"junk")
    with Store.create(folder, make_manifest(chunks=2)) as store:
        assert sorted(str(shard) for shard in store.damaged) == [
            f"shard 000001-{digest}.arrow is damaged",
            f"shard 000099-{digest}.arrow does not belong to a chunk of this run",
        ]
        assert store.missing() == ()
        assert (folder / "agents.arrow").read_bytes() != b"junk"
