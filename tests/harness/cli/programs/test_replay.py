"""``railbird replay`` says what was checked, and names file, line and fault."""

import json
from pathlib import Path

import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

from railbird.harness.cli.programs.replay import replay
from railbird.plugins import UnknownNameError

LOG = Path(__file__).parents[2] / "acpc" / "logs" / "kuhn-3p.seed7.log"
APP = typer.Typer()
APP.command()(replay)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(APP, list(arguments), catch_exceptions=False)


def test_a_sound_log_is_summed_up_in_a_line() -> None:
    result = run(str(LOG), "--game", "kuhn-3p")
    assert result.exit_code == 0
    assert result.stdout == (
        f"{LOG}: everything agrees; replayed 30 hands, 90 payoffs, 90 cards of kuhn-3p"
        " (deck seed 7)\n"
    )


def test_a_fault_is_named_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "wrong.log"
    path.write_text(LOG.read_text(encoding="utf-8").replace(":4|-2|-2", ":5|-3|-2", 1))
    result = run(str(path), "--game", "kuhn-3p")
    assert result.exit_code == 1
    assert f"{path}:5: payoffs 5|-3|-2 should be 4|-2|-2\n" in result.stdout


def test_the_faults_shown_are_few(tmp_path: Path) -> None:
    path = tmp_path / "other.log"
    path.write_text(LOG.read_text(encoding="utf-8").replace(" 300 7", " 300 8", 1))
    lines = run(str(path), "--game", "kuhn-3p").stdout.splitlines()
    assert len(lines) == 22
    assert lines[20].startswith("and ")


def test_json_holds_the_whole_report() -> None:
    result = run(str(LOG), "--game", "kuhn-3p", "--format", "json")
    report = json.loads(result.stdout)
    assert report == {
        "log": str(LOG),
        "game": "kuhn-3p",
        "deck_seed": 7,
        "hands": 30,
        "payoffs": 90,
        "messages": 0,
        "cards": 90,
        "has_score": False,
        "faults": [],
    }


def test_a_game_may_be_a_file(tmp_path: Path) -> None:
    library = Path(__file__).parents[4] / "tournaments" / "games"
    result = run(str(LOG), "--game", str(library / "kuhn-3p.game"))
    assert result.exit_code == 0
    assert run(str(LOG), "--game", str(library / "leduc.game")).exit_code == 1


def test_a_value_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="there is no game 'xml'"):
        run(str(LOG), "--game", "xml")
    assert run(str(LOG), "--game", "leduc", "--format", "xml").exit_code == 2
