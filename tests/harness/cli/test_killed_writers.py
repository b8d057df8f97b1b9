"""A command that is killed while it writes, or finds the disk full, leaves nothing half-written."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from railbird.harness import AgentSpec, Spec, play_here, run
from railbird.harness.cli.application import run_command

KILL = """
calls, flush = iter(range({})), os.fsync
os.fsync = lambda file: os.kill(os.getpid(), signal.SIGKILL) if next(calls, -1) < 0 else flush(file)
"""
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))"
MAIN = "from railbird.harness.cli.application import main; main()"
SOLVE = ("solve", "kuhn-2p", "--until-nash-conv", "0.05", "--out")
COMMANDS = {
    "solve": (*SOLVE, "strategy.arrow"),
    "checkpoint": (*SOLVE, "strategy.arrow", "--checkpoint", "state"),
    "export-csv": ("export", "run", "--format", "csv", "--out", "hands"),
    "export-acpc": ("export", "run", "--format", "acpc", "--out", "hands"),
    "plots": ("report", "run", "--out", "report.html", "--plots", "pictures"),
    "new-agent": ("new-agent", "late-comer"),
}
MADE = {
    "solve": "strategy.arrow",
    "checkpoint": "strategy.arrow",
    "export-csv": "hands/hands.csv",
    "export-acpc": "hands/match000000.log",
    "plots": "pictures/cross-table.svg",
    "new-agent": "late-comer/late_comer.py",
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a small run in it."""
    folder = tmp_path_factory.mktemp("desk")
    agents = tuple(AgentSpec(agent=name) for name in ("uniform", "call"))
    spec = Spec(name="small", game="kuhn-2p", agents=agents, hands_per_match=100, decks=2)
    run(spec, folder=folder / "run", dispatch=play_here)
    return folder


def command(name: str, folder: Path, before: str = "") -> subprocess.CompletedProcess[str]:
    code = f"import os, signal; {before}\n{MAIN}"
    return subprocess.run(
        [sys.executable, "-c", code, *COMMANDS[name]],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def files_in(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "run" not in path.relative_to(folder).parts
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_in_the_middle(
    name: str, desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run").symlink_to(desk / "run")
    # The page of a report, with its folder, is whole before its pictures are written.
    killed = command(name, tmp_path, KILL.format(2 if name == "plots" else 0))
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    left = files_in(tmp_path) - {"report.html"}
    assert left, "it was in the middle"
    assert all(".tmp" in file for file in left), "nothing that looks whole is half"
    monkeypatch.chdir(tmp_path)
    assert run_command(COMMANDS[name]) == 0
    made = files_in(tmp_path)
    assert MADE[name] in made
    assert not [file for file in made if ".tmp" in file]


@pytest.mark.parametrize("name", ["solve", "export-csv", "export-acpc", "plots", "new-agent"])
def test_a_full_disk_is_one_sentence(name: str, desk: Path, tmp_path: Path) -> None:
    (tmp_path / "run").symlink_to(desk / "run")
    done = command(name, tmp_path, FULL)
    assert done.returncode == 2, done.stderr
    assert "cannot write" in done.stderr
    assert "free some disk space" in done.stderr
    assert "Traceback" not in done.stderr
    assert files_in(tmp_path) == set()
    assert not os.path.exists(tmp_path / "hands")
