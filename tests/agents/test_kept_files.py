"""Files are read once, and again when they change."""

import os
from pathlib import Path

import pytest

from railbird.agents.kept_files import read_once


def test_a_file_is_read_again_only_when_it_changes(tmp_path: Path) -> None:
    read: list[str] = []

    def note(path: Path) -> str:
        read.append(path.read_text())
        return read[-1]

    load, file = read_once(note, most=2), tmp_path / "one"
    file.write_text("first")
    os.utime(file, ns=(1, 1))
    assert [load(file), load(file)] == ["first", "first"]
    file.write_text("other")
    os.utime(file, ns=(2, 2))
    assert load(file) == "other", "as long, and of another time"
    file.write_text("longer")
    os.utime(file, ns=(2, 2))
    assert load(file) == "longer", "of the same time, and longer"
    assert read == ["first", "other", "longer"]
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nowhere")
