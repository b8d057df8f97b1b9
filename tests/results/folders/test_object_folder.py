"""Runs in object storage: objects are there whole or not, one of several writers wins, once."""

import pickle
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from object_server import ObjectServer, Request, some_faults

from railbird.native import FileError, MissingFileError, RailbirdError
from railbird.results import OtherRunError, Store, StoreError, find_shards, open_run, read_manifest
from railbird.results.folders import object_client
from railbird.results.folders.addresses import open_folder
from railbird.results.folders.object_folder import ObjectFolder
from railbird.results.store.manifest import manifest_bytes
from railbird.results.store.store import set_aside
from tests.results.conftest import make_chunk, make_manifest

WRITERS = 8


@pytest.fixture
def folder(bucket: str) -> ObjectFolder:
    found = open_folder(f"{bucket}/some/run")
    assert isinstance(found, ObjectFolder)
    return found


def at_once(count: int, act: object) -> list[object]:
    """Call `act(number)` in as many threads, all started before one acts; return the results."""
    barrier, results = threading.Barrier(count), [None] * count

    def call(number: int) -> None:
        barrier.wait()
        try:
            results[number] = act(number)
        except RailbirdError as error:
            results[number] = error

    threads = [threading.Thread(target=call, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_what_is_written_is_listed_and_read(folder: ObjectFolder) -> None:
    assert folder.names() == folder.names("shards") == []
    folder.write("manifest.json", b"{}")
    folder.write("shards/1.arrow", b"one")
    assert sorted(folder.names()) == ["manifest.json", "shards"]
    assert folder.names("shards") == ["1.arrow"]
    assert folder.read("manifest.json", most_bytes=2) == b"{}"
    assert bytes(folder.map("shards/1.arrow")) == b"one"
    assert folder.exists("shards/1.arrow")
    folder.remove("shards/1.arrow")
    folder.remove("shards/1.arrow")
    assert not folder.exists("shards/1.arrow")
    with pytest.raises(MissingFileError):
        folder.map("shards/2.arrow")
    with pytest.raises(FileError, match="more than 1 bytes"):
        folder.read("manifest.json", most_bytes=1)


def test_a_file_that_was_listed_is_fetched_once_until_it_changes(
    folder: ObjectFolder, object_server: ObjectServer
) -> None:
    for number in range(20):
        folder.write(f"shards/{number:02d}", bytes([number]))
    folder.names("shards")
    object_server.requests.clear()
    for _ in range(3):
        for number in range(20):
            assert bytes(folder.map(f"shards/{number:02d}")) == bytes([number])
    assert len(object_server.requests) == 20
    folder.write("shards/07", b"another")
    folder.names("shards")
    assert bytes(folder.map("shards/07")) == b"another"
    assert bytes(folder.map("shards/08")) == b"\x08"
    assert len(object_server.requests) == 20 + 3


def test_of_several_who_create_a_file_one_succeeds(folder: ObjectFolder) -> None:
    for name in "abcde":
        made = at_once(WRITERS, lambda number, name=name: folder.create(name, b"%d" % number))
        assert made.count(True) == 1
        assert folder.read(name, most_bytes=9) == b"%d" % made.index(True)


@pytest.mark.parametrize("fault", ["reset before", "reset after", "503", "cut"])
def test_a_file_is_created_though_the_answer_is_lost(
    folder: ObjectFolder, object_server: ObjectServer, fault: str
) -> None:
    """After a reset nobody knows whether the file was made; the second try finds our own."""
    fail_first(object_server, "PUT", fault)
    assert folder.create("manifest.json", b"ours")
    fail_first(object_server, "PUT", fault)
    assert not folder.create("manifest.json", b"theirs")
    assert folder.read("manifest.json", most_bytes=9) == b"ours"


def fail_first(server: ObjectServer, method: str, fault: str) -> None:
    left = [fault]

    def choose(request: Request) -> str:
        return left.pop() if left and request.method == method else ""

    server.fault = choose


@pytest.mark.parametrize("seed", range(3))
def test_a_run_filled_through_faults_has_the_same_bytes(
    tmp_path: Path, folder: ObjectFolder, object_server: ObjectServer, seed: int
) -> None:
    object_server.fault = some_faults(seed, 0.3)
    places = (tmp_path / "run", folder)
    for place in places:
        with Store.create(place, make_manifest(chunks=3)) as store:
            for index in range(3):
                store.write_shard(index, make_chunk(index).table)
            store.finish()
        open_run(place)
    local, stored = (find_shards(place).shards for place in places)
    assert [shard.file.name for shard in local] == [shard.file.name for shard in stored]
    assert [bytes(shard.file.map()) for shard in local] == [bytes(s.file.map()) for s in stored]
    assert read_manifest(places[0]) == read_manifest(places[1])


def test_a_server_that_never_recovers_is_one_sentence_and_bounded(
    folder: ObjectFolder, object_server: ObjectServer, quick: None
) -> None:
    for fault in ("503", "reset before"):
        object_server.requests.clear()
        object_server.fault = lambda _, fault=fault: fault
        for ask in (folder.names, lambda: folder.write("x", b"1"), folder_map(folder)):
            with pytest.raises(StoreError, match=r"after 4 attempts: .*run the same command again"):
                ask()
        lost = 2 if fault == "reset before" else 1  # aiohttp asks once more when it is hung up on
        assert 3 * 4 <= len(object_server.requests) <= lost * 3 * 4


def folder_map(folder: ObjectFolder) -> object:
    return lambda: folder.map("x")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the client give up soon."""
    monkeypatch.setattr(object_client, "WAITS", (0.01, 0.01, 0.01))
    yield


def test_of_several_who_begin_a_run_one_owns_it(folder: ObjectFolder) -> None:
    for name in "abcde":
        place = folder.beside(name)

        def begin(number: int, place: ObjectFolder = place) -> Store:
            there = pickle.loads(pickle.dumps(place))
            return Store.create(there, make_manifest(spec={"number": number % 2}))

        stores = [one for one in at_once(WRITERS, begin) if isinstance(one, Store)]
        owners = [store for store in stores if is_owner(store)]
        assert len(owners) == 1
        assert read_manifest(place).spec == owners[0].manifest.spec


def is_owner(store: Store) -> bool:
    store.write_shard(0, make_chunk().table)
    try:
        store.finish()
    except StoreError as error:
        assert "another process has taken over" in str(error)
        return False
    return True


def test_a_run_goes_to_who_continues_it_and_the_one_before_writes_no_more(
    folder: ObjectFolder,
) -> None:
    first = Store.create(folder, make_manifest(chunks=1))
    first.write_shard(0, make_chunk().table)
    grown = make_manifest(chunks=1, deck_seeds=(1000, 1001), spec={"hands_per_match": 5})
    with Store.create(folder, grown, growing={"decks"}) as second:
        with pytest.raises(StoreError, match="another process has taken over"):
            first.finish()
        first.close()
        second.finish()
    with pytest.raises(StoreError, match="another process has taken over"):
        first.finish()
    assert read_manifest(folder).deck_seeds == (1000, 1001)


def test_a_run_in_storage_is_not_set_aside(folder: ObjectFolder) -> None:
    assert set_aside(folder) is None
    with Store.create(folder, make_manifest(chunks=1)) as store:
        store.write_shard(0, make_chunk().table)
        store.finish()
    with pytest.raises(
        StoreError, match=r"object storage cannot rename; play the new run at another address"
    ):
        set_aside(folder)
    assert read_manifest(folder).is_complete


def test_a_run_that_is_refused_leaves_the_claim_to_its_owner(folder: ObjectFolder) -> None:
    with Store.create(folder, make_manifest(chunks=1)) as store:
        with pytest.raises(OtherRunError, match=f"^{folder} belongs to another run: the defin"):
            Store.create(folder, make_manifest(game="another"))
        store.write_shard(0, make_chunk().table)
        store.finish()


def test_who_comes_second_with_another_run_is_refused_and_leaves_no_trace(
    folder: ObjectFolder, object_server: ObjectServer
) -> None:
    """The other manifest arrives between our look and our own."""
    theirs = manifest_bytes(make_manifest(game="another"))

    def come_first(request: Request) -> str:
        if request.method == "PUT" and request.path.endswith("manifest.json"):
            object_server.ask("PUT", request.path, theirs)
        return ""

    object_server.fault = come_first
    with pytest.raises(OtherRunError, match="another process has just started another run"):
        Store.create(folder, make_manifest())
    assert folder.read("manifest.json", most_bytes=10_000) == theirs
    assert folder.names() == ["manifest.json"]


def test_another_folder_is_refused_and_left_alone(folder: ObjectFolder) -> None:
    folder.write("thesis/chapter", b"mine")
    refusal = "contains 'thesis' and no manifest.json; choose an empty folder"
    with pytest.raises(OtherRunError, match=refusal):
        Store.create(folder, make_manifest())
    assert folder.names() == ["thesis"]


def test_a_damaged_shard_is_thrown_away(folder: ObjectFolder) -> None:
    with Store.create(folder, make_manifest(chunks=1)) as store:
        shard = store.write_shard(0, make_chunk().table)
        whole = bytes(shard.map())
        shard.write(whole[:-1] + b"x")
    with Store.create(folder, make_manifest(chunks=1)) as store:
        assert [str(one) for one in store.damaged] == [f"shard {shard.name} is damaged"]
        assert store.missing() == (0,)
        assert store.write_shard(0, make_chunk().table) == shard
        store.finish()
    assert [bytes(one.file.map()) for one in find_shards(folder).shards] == [whole]


def test_many_files_are_put_at_the_end_or_not_at_all(folder: ObjectFolder) -> None:
    with folder.filled() as path:
        (path / "a").write_bytes(b"a")
        (path / "in").mkdir()
        (path / "in" / "b").write_bytes(b"b")
        assert folder.names() == []
    assert (folder.read("a", most_bytes=1), folder.read("in/b", most_bytes=1)) == (b"a", b"b")
    with pytest.raises(ZeroDivisionError), folder.beside("other").filled() as path:
        (path / "a").write_bytes(b"a")
        raise ZeroDivisionError
    assert folder.beside("other").names() == []


@pytest.mark.parametrize("name", ["none", "denied", "403"])
def test_a_bucket_that_cannot_be_used_is_named(
    bucket: str, object_server: ObjectServer, name: str
) -> None:
    if name != "none":
        object_server.deny(bucket.removeprefix("s3://"))
        object_server.fault = lambda _: name.removeprefix("denied")
        said = "access is denied"
    else:
        bucket += "-none"
        said = f"there is no bucket {bucket}; create it"
    for ask in (read_manifest, open_run, lambda folder: Store.create(folder, make_manifest())):
        with pytest.raises(StoreError, match=said):
            ask(f"{bucket}/run")
