"""A file of results never replaces anything but a file."""

import os
from pathlib import Path

import pytest

from railbird.results import StoreError
from railbird.results.folders.disk_files import write_whole


def test_a_device_keeps_its_name(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path()):
        with pytest.raises(StoreError, match=r"not a file but|is a folder"):
            write_whole(path, b"x")
    assert pipe.is_fifo()
