"""Files of strangers, a few hundred mutants of each kind; `benchmarks/fuzz_files.py` reads more.

Each is read in a forked child, so that a crash, a hang or too much memory is seen.
"""

from pathlib import Path

import pytest
from file_readers import KINDS
from mutants import Outcome, Reader, fuzz

from railbird.native import RailbirdError

COUNTS = {"weights": 300, "shards": 150, "manifests": 300, "checkpoints": 300, "timings": 300}


@pytest.mark.parametrize("kind", KINDS)
def test_no_mutant_crashes_hangs_or_takes_much_memory(kind: str, tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "keep").mkdir()
    reader = KINDS[kind](tmp_path / "files")
    outcome = fuzz(reader, range(COUNTS[kind]), seed=2, keep=tmp_path / "keep")
    assert outcome.failures == []
    assert outcome.tried == COUNTS[kind]
    assert 0 < outcome.read <= outcome.tried


def test_what_is_looked_for_is_found(tmp_path: Path) -> None:
    """A crash, another error than ours, one of two lines and much memory are all reported."""

    def read(data: bytes, draw: object, origin: int) -> None:
        number = int.from_bytes(data, "little") % 6
        if number == 1:
            bytes_at(0)
        if number == 2:
            raise ValueError("not ours")
        if number == 3:
            raise RailbirdError("two\nlines")
        if number == 4:
            assert len(b"x" * (600 * 2**20)) > 0
        if number == 5:
            raise RailbirdError("ours")

    from ctypes import string_at as bytes_at  # noqa: PLC0415

    reader = Reader([b"\0"], read, (lambda draw, data: draw.bytes(1),))
    outcome = fuzz(reader, range(60), seed=1, keep=tmp_path)
    found = " ".join(outcome.failures)
    for what in ("ended the process with -11", "ValueError: not ours", "is not one line", "takes"):
        assert what in found
    assert outcome.tried == 60
    assert 0 < outcome.read < 60
    assert outcome != Outcome()
