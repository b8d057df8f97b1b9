"""A file appears whole or not at all, and only where a file can be."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from railbird.native import (
    PlaceError,
    atomic_folder,
    atomic_write,
    check_writable,
    is_unwritten,
    remove_left_over,
)

WRITE = """
import sys
from pathlib import Path
from railbird.native import atomic_folder, atomic_write
writer, path = sys.argv[1:]
with (atomic_folder if writer == "folder" else atomic_write)(Path(path)) as beside:
    file = beside / "a" if writer == "folder" else beside
    file.write_text("half")
    print(beside.name, flush=True)
    sys.stdin.read()
    file.write_text("whole")
"""


def test_a_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old", encoding="utf-8")
    with atomic_write(path) as beside:
        beside.write_text("new", encoding="utf-8")
        assert path.read_text(encoding="utf-8") == "old"
    assert path.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_what_went_wrong_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(PlaceError, match="x: No space left"), atomic_write(path) as beside:
        beside.write_text("half", encoding="utf-8")
        raise OSError(28, "No space left on device")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_for_no_file_is_refused(tmp_path: Path) -> None:
    """Anything but a file, such as a device, would be replaced when a file takes its name."""
    os.mkfifo(tmp_path / "pipe")
    for path, why in [
        (tmp_path / "pipe", "not a file"),
        (tmp_path, "is a folder"),
        (Path(), "is a folder"),
        (tmp_path / "no" / "x", "no folder"),
    ]:
        with pytest.raises(PlaceError, match=why):
            check_writable(path)
        with pytest.raises(PlaceError, match=why), atomic_write(path):
            raise AssertionError("written")
    assert (tmp_path / "pipe").is_fifo()


@contextmanager
def writing(path: Path, writer: str = "file") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Write from another process, which waits in the middle; give it and the name it writes to."""
    command = [sys.executable, "-c", WRITE, writer, str(path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as process:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
        process.kill()


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL


def test_the_next_writer_takes_over_what_a_killed_one_left(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old", encoding="utf-8")
    with writing(path) as (process, name):
        kill(process)
    assert {entry.name for entry in tmp_path.iterdir()} == {"x", name}
    assert path.read_text(encoding="utf-8") == "old"
    with atomic_write(path) as beside:
        assert (beside.name, beside.read_bytes()) == (name, b"")
        beside.write_text("new", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_writers_of_one_place_do_not_disturb_each_other(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with writing(path) as (process, name):
        with atomic_write(path) as beside:
            assert beside.name != name
            beside.write_text("ours", encoding="utf-8")
        remove_left_over(tmp_path, "x.")
        assert path.read_text(encoding="utf-8") == "ours"
        assert (tmp_path / name).read_text(encoding="utf-8") == "half", "it is alive"
        process.communicate("go on")
    assert process.returncode == 0
    assert path.read_text(encoding="utf-8") == "whole"
    assert list(tmp_path.iterdir()) == [path]


def test_left_over_is_removed_where_its_writer_is_dead_and_nothing_else(tmp_path: Path) -> None:
    with writing(tmp_path / "x") as (process, name):
        kill(process)
    others = {"y.0.tmp", "x", "x.0.tmpfile"}
    for other in others:
        (tmp_path / other).touch()
    assert (tmp_path / name).exists()
    remove_left_over(tmp_path, "x.")
    assert {entry.name for entry in tmp_path.iterdir()} == others


def test_what_is_not_a_file_of_ours_is_left_alone(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine", encoding="utf-8")
    (tmp_path / "x.0.tmp").symlink_to(precious)
    (tmp_path / "x.1.tmp").hardlink_to(precious)
    (tmp_path / "x.2.tmp").mkdir()
    os.mkfifo(tmp_path / "x.3.tmp")
    with atomic_write(tmp_path / "x") as beside:
        assert beside.name == "x.4.tmp"
    assert precious.read_text(encoding="utf-8") == "mine"
    assert len(list(tmp_path.iterdir())) == 6


@pytest.mark.parametrize("is_there", [False, True])
def test_a_folder_appears_when_it_is_whole(is_there: bool, tmp_path: Path) -> None:
    path = tmp_path / "x"
    if is_there:
        path.mkdir()
    with writing(path, "folder") as (process, name):
        kill(process)
    assert path.exists() == is_there
    assert not is_there or is_unwritten(path)
    with pytest.raises(PlaceError, match="x: No space left"), atomic_folder(path) as beside:
        (beside / "b").mkdir()
        raise OSError(28, "No space left on device")
    with atomic_folder(path) as beside:
        assert (beside.name, list(beside.iterdir())) == (name, [])
        (beside / "sub").mkdir()
        (beside / "sub" / "c").write_text("whole", encoding="utf-8")
        assert not path.exists() or is_unwritten(path)
    assert [entry.relative_to(tmp_path).as_posix() for entry in sorted(tmp_path.rglob("*"))] == [
        "x",
        "x/sub",
        "x/sub/c",
    ]
    assert not is_unwritten(path)
