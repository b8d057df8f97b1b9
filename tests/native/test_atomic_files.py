"""A file appears whole or not at all, and only where a file can be."""

import os
from pathlib import Path

import pytest

from railbird.native import PlaceError, atomic_write, check_writable


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
    """What is no file, such as a device, would be lost for all when a file takes its name."""
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
