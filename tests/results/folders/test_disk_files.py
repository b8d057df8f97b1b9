"""A file of results never replaces anything but a file."""

import errno
import os
from pathlib import Path

import pytest

from railbird.results import StoreError
from railbird.results.folders.disk_files import make_folder, unwritable, write_whole

CAUSES = {
    errno.ENOSPC: "No space left on device; free some disk space, or choose another place",
    errno.EDQUOT: "Disk quota exceeded; free some disk space, or choose another place",
    errno.EACCES: "it is not writable (Permission denied); choose another place",
    errno.EROFS: "it is not writable (Read-only file system); choose another place",
    errno.ENOENT: "nothing can be created in /proc; choose another place",
    errno.EIO: "Input/output error; choose another place",
}


@pytest.mark.parametrize("cause", CAUSES)
def test_the_true_cause_is_named_where_nothing_can_be_written(cause: int) -> None:
    error = unwritable(Path("/proc/x"), OSError(cause, os.strerror(cause)))
    assert str(error) == f"cannot write /proc/x: {CAUSES[cause]}"


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no such file system here")
def test_a_folder_where_none_can_be_made_is_no_full_disk() -> None:
    with pytest.raises(StoreError, match="nothing can be created in /proc; choose another place"):
        make_folder(Path("/proc/railbird"))


def test_a_device_keeps_its_name(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path()):
        with pytest.raises(StoreError, match=r"not a file but|is a folder"):
            write_whole(path, b"x")
    assert pipe.is_fifo()
