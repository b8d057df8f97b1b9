"""``export``, ``import`` and ``report`` from the command line, and what they refuse in one line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from small_runs import contents, kuhn_spec

from railbird.harness import run
from railbird.harness.cli.application import run_command
from railbird.harness.workers.dispatch import play_here


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli") / "small"
    run(kuhn_spec(), folder=folder, dispatch=play_here)
    return folder


def command(*arguments: object) -> int:
    return run_command([str(argument) for argument in arguments])


def test_out_and_in_again(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs, again = tmp_path / "logs", tmp_path / "again"
    assert command("export", folder, "--format", "acpc", "--out", logs) == 0
    assert "1,920 hands of 96 matches in 97 files" in capsys.readouterr().out
    assert command("import", logs, "--out", again, "--format", "json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["hands"], report["left_out"], report["has_deck_seeds"]) == (1920, 0, True)
    assert command("rank", folder, "--format", "json") == 0
    ranked = capsys.readouterr().out
    assert command("rank", again, "--format", "json") == 0
    assert capsys.readouterr().out == ranked
    assert command("export", again, "--format", "acpc", "--out", tmp_path / "second") == 0
    assert contents(tmp_path / "second") == contents(logs)


@pytest.mark.parametrize("export_format", ["parquet", "csv"])
def test_tables_are_written_by_a_process_that_does_nothing_else(
    folder: Path, tmp_path: Path, export_format: str
) -> None:
    program = "from railbird.harness.cli.application import main; main()"
    options = ["export", str(folder), "--format", export_format, "--out", str(tmp_path / "out")]
    subprocess.run([sys.executable, "-c", program, *options], check=True)
    assert (tmp_path / "out" / f"hands.{export_format}").stat().st_size > 1000


def test_the_game_may_be_named_and_what_is_wrong_counted(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("export", folder, "--format", "acpc", "--out", tmp_path / "logs") == 0
    (tmp_path / "logs" / "kuhn-3p.game").unlink()
    log = tmp_path / "logs" / "match000003.log"
    log.write_text(log.read_text("utf-8").replace("STATE:7:", "STATE 7:"), "utf-8")
    capsys.readouterr()
    assert command("import", tmp_path / "logs", "--out", tmp_path / "run") == 2
    assert "match000003.log:13: 'STATE 7:" in capsys.readouterr().err
    asked = ("import", tmp_path / "logs", "--out", tmp_path / "run", "--game", "kuhn-3p")
    assert command(*asked, "--keep-going") == 0
    assert "; left out: " in capsys.readouterr().out
    assert command("table", tmp_path / "run") == 0


def test_what_is_refused(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused = {
        (
            "export",
            folder,
            "--format",
            "phh",
            "--out",
            tmp_path / "a",
        ): "PHH has no variant for this game",
        ("export", folder, "--format", "csv", "--out", folder): "is not empty",
        ("export", tmp_path, "--format", "csv"): "is not a run folder",
        ("report", tmp_path): "is not a run folder",
        ("report", folder, "-o", tmp_path / "no" / "file.html"): "cannot write",
        ("import", tmp_path / "none.log", "--out", tmp_path / "b"): "none.log: it cannot be read",
    }
    for arguments, words in refused.items():
        assert command(*arguments) == 2
        errors = capsys.readouterr().err
        assert words in errors
        assert errors.count("\n") == 1
    assert not (tmp_path / "a").exists()
