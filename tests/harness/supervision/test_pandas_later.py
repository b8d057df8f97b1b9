"""Processes of railbird's own import no pandas, and have it where it is asked for."""

import subprocess
import sys
from pathlib import Path

from small_runs import write_spec

SPY = """
import sys
from railbird.plugins import CALL, AgentEntry, hookimpl

class Spy:
    def act(self, observation):
        assert "pandas" not in sys.modules
        return CALL

@hookimpl
def railbird_agents():
    return [AgentEntry("spy", Spy)]
"""
COMMANDS = """
import sys
from railbird.harness.cli.application import run_command
from railbird.results import open_run
assert run_command(["run", sys.argv[1], "--workers", "1", "--out", "run"]) == 0
assert not open_run("run").reading.incident_tally.incidents, "it was imported by the worker"
assert "pandas" not in sys.modules
import pandas, pyarrow
assert pyarrow.table({"a": [1, 2]}).to_pandas()["a"].sum() == 3
assert pyarrow.array(pandas.Series([1.0, float("nan")])).null_count == 1
"""


def test_pandas_is_imported_for_data_frames_alone(tmp_path: Path) -> None:
    (tmp_path / "spy.py").write_text(SPY)
    spec = write_spec(
        tmp_path / "spec.toml",
        agents=("spy", "call", "fold"),
        hands_per_chunk=120,  # several: the first shard is what would import pandas
        plugins={"paths": ["spy.py"]},
    )
    command = [sys.executable, "-c", COMMANDS, spec]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
