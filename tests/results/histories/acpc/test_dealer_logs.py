"""Logs of the ACPC's dealer come out of a run as they went in."""

import shutil
from pathlib import Path

from tests.results.histories.conftest import LOGS, end_log, read, write


def test_the_dealer_s_own_logs_come_out_byte_for_byte(tmp_path: Path) -> None:
    logs = sorted(LOGS.glob("*.seed*.log"))
    assert len(logs) == 7
    for log in logs:
        shutil.copy(log, tmp_path / log.name)
        whole = end_log(tmp_path / log.name)
        read([tmp_path / log.name], tmp_path / log.stem)
        written = write(tmp_path / log.stem, tmp_path / f"{log.stem}-out", "acpc")
        assert written[log.name].decode() == whole
