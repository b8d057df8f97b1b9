"""Many files, in folders and archives, are read by any number of workers; bad ones do no harm."""

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from small_runs import contents

from railbird.results import LogError
from railbird.results.histories.checking import history_files
from tests.results.histories.conftest import read, write

GAMES = ("holdem-nolimit-3p", "holdem-limit-2p", "holdem-nolimit-6p")


@pytest.fixture(scope="module")
def folder(play: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games in all kinds of histories, one file of them wrong."""
    out = tmp_path_factory.mktemp("many") / "files"
    for game in GAMES:
        for history_format in ("acpc", "phh", "pokerstars"):
            write(play(game, "acpc"), out / game / history_format, history_format)
    wrong = next((out / GAMES[0] / "pokerstars").glob("*.txt"))
    wrong.write_text(wrong.read_text(encoding="utf-8").replace("Total pot 3", "Total pot 4"))
    return out


def test_any_number_of_workers_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    reports = [
        read(
            [folder],
            tmp_path / f"run{workers}",
            keep_going=True,
            workers=workers,
            show_progress=lambda done, total: seen.append((done, total)),
        )
        for workers in (1, 3)
    ]
    one, three = (contents(tmp_path / f"run{workers}") for workers in (1, 3))
    assert one == three
    assert reports[0].left_out > 0
    assert reports[0].refusals == reports[1].refusals
    files = reports[0].files
    assert seen == 2 * [(done, files) for done in range(1, files + 1)]


def test_the_first_fault_is_the_same_for_any_workers(folder: Path, tmp_path: Path) -> None:
    told = []
    for workers in (1, 2):
        with pytest.raises(LogError) as caught:
            read([folder], tmp_path / "run", workers=workers)
        told.append(str(caught.value))
        assert not (tmp_path / "run").exists()
    assert told[0] == told[1]


def pack(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def test_an_archive_is_read_as_its_folder(folder: Path, tmp_path: Path) -> None:
    source = folder / GAMES[0] / "phh"
    files = {
        f"a/{path.name}": path.read_bytes() for path in source.iterdir() if path.suffix == ".phhs"
    }
    packed = pack(tmp_path / "hands.zip", {**files, "a/readme.md": b"no hands"})
    (tmp_path / "a").mkdir()  # without the file of the game, which is not looked for in archives
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    plain = read([tmp_path / "a"], tmp_path / "plain")
    from_zip = read([packed], tmp_path / "zipped")
    assert (plain.hands, plain.files) == (from_zip.hands, from_zip.files)
    of_both = [contents(tmp_path / name) for name in ("plain", "zipped")]
    assert of_both[0] == of_both[1]


HAND = b"PokerStars Hand #1:  Hold'em No Limit (50/100)\n"
BAD_MEMBERS = {
    "../../outside.txt": (HAND, "leads out of the archive"),
    "/etc/outside.txt": (HAND, "leads out of the archive"),
    "..\\outside.txt": (HAND, "leads out of the archive"),
    "inner.zip": (b"PK", "an archive in an archive"),
    "bomb.txt": (b"\0" * 2**24, "unpacks to more than 200 times its size"),
}


@pytest.mark.parametrize("name", BAD_MEMBERS)
def test_members_that_are_refused(name: str, folder: Path, tmp_path: Path) -> None:
    data, words = BAD_MEMBERS[name]
    good = next((folder / GAMES[1] / "pokerstars").glob("*.txt")).read_bytes()
    packed = pack(tmp_path / "hands.zip", {name: data, "good.txt": good})
    before = set(tmp_path.parent.rglob("outside*"))
    report = read([packed], tmp_path / "run", keep_going=True)
    assert report.hands == good.count(b"PokerStars Hand")
    (refusal,) = report.refusals
    assert words in refusal.text
    assert set(tmp_path.parent.rglob("outside*")) == before


def test_an_archive_that_lies_about_its_sizes(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = pack(tmp_path / "hands.zip", {"bomb.txt": b"\0" * 2**24})
    data = bytearray(packed.read_bytes())
    for sign in (b"PK\x01\x02", b"PK\x03\x04"):
        at = data.index(sign) + (24 if sign == b"PK\x01\x02" else 22)
        data[at : at + 4] = (1000).to_bytes(4, "little")
    packed.write_bytes(data)
    with pytest.raises(LogError, match=r"cannot be read|unpacks to more|NUL"):
        read([packed], tmp_path / "run")


@pytest.mark.parametrize("cut", [0, 10, 100, -10])
def test_a_damaged_archive_is_a_fault(cut: int, folder: Path, tmp_path: Path) -> None:
    good = next((folder / GAMES[1] / "pokerstars").glob("*.txt"))
    packed = pack(tmp_path / "hands.zip", {"good.txt": good.read_bytes()})
    packed.write_bytes(packed.read_bytes()[:cut])
    report = read([packed, good], tmp_path / "run", keep_going=True)
    assert (report.left_out, report.hands > 0) == (1, True)
    assert "zip archive" in report.refusals[0].text


def test_pipes_and_devices_do_not_hang(folder: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    with pytest.raises(LogError, match="not a regular file"):
        read([pipe], tmp_path / "run")
    with pytest.raises(LogError, match="not a regular file"):
        read([Path("/dev/zero")], tmp_path / "run", history_format="phh")


def test_files_above_the_limit_are_refused(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_files, "MOST_BYTES", 1000)
    good = next((folder / GAMES[1] / "pokerstars").glob("*.txt"))
    with pytest.raises(LogError, match="more than 1,000 bytes"):
        read([good], tmp_path / "run")
