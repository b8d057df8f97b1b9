"""What is not a history is refused with its path and what is wrong."""

from pathlib import Path

import pytest

from railbird.results import LogError
from tests.results.histories.conftest import read


def test_what_is_not_a_history(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="contains no histories; they end in"):
        read([tmp_path], tmp_path / "run")
    empty = tmp_path / "empty.log"
    empty.write_text("")
    with pytest.raises(LogError, match="no header with the game"):
        read([empty], tmp_path / "run")
    other = tmp_path / "other.doc"
    other.write_text("x")
    with pytest.raises(LogError, match=r"'.doc' is not that of a known format"):
        read([other], tmp_path / "run")
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LogError, match=r"binary.txt: it cannot be read"):
        read([binary], tmp_path / "run")
    with pytest.raises(LogError, match=r"missing.log: it cannot be read"):
        read([tmp_path / "missing.log"], tmp_path / "run")
