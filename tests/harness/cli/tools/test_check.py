"""``railbird check`` says what an agent keeps and what it breaks."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from railbird.harness.cli.tools.check import check
from railbird.harness.cli.tools.lists import agents
from railbird.harness.conformance.report import CLAIMS
from railbird.plugins import AgentError, UnknownNameError

APP = typer.Typer()
APP.command()(check)

PLUGIN = """\
from railbird.plugins import FOLD, AgentEntry, hookimpl


class Folder:
    def act(self, observation):
        return FOLD


@hookimpl
def railbird_agents():
    return [AgentEntry("folder", Folder)]
"""


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(APP, list(arguments), catch_exceptions=False)
    return result.exit_code, result.stdout


def test_a_report_of_an_agent_that_passes_lists_the_checks() -> None:
    code, text = run("chump:bet=0.25", "--game", "kuhn-2p")
    assert code == 0
    assert text.splitlines()[-1] == "agent 'chump' passes in 1 game"
    assert [line.split()[1] for line in text.splitlines()[:-1]] == [
        name for name in CLAIMS if name != "same-as"
    ]


def test_a_breach_ends_with_one_and_is_named(tmp_path: Path) -> None:
    path = tmp_path / "folder_plugin.py"
    path.write_text(PLUGIN, encoding="utf-8")
    arguments = ("folder", "--game", "leduc", "--plugin", str(path), "--same-as", "call")
    code, text = run(*arguments)
    assert code == 1
    assert "FAIL  legal       leduc: match 0, hand 0, seat 0" in text
    assert "FAIL  same-as     leduc: match 0, hand 0: the betting is" in text
    assert text.splitlines()[-1] == "agent 'folder' does not pass: 2 faults"
    code, text = run(*arguments, "--format", "json")
    report = json.loads(text)
    assert code == 1
    assert (report["agent"], report["parameters"], report["has_passed"]) == ("folder", {}, False)
    assert {"check": "survives", "game": "leduc", "fault": None} in report["results"]


def test_a_game_the_agent_does_not_claim_is_a_fault() -> None:
    code, text = run("chump", "--game", "leduc")
    assert code == 1
    assert "it plays none of leduc" in text


def test_an_agent_that_needs_a_parameter_is_not_checked_without_it() -> None:
    needs = "agent 'dcubot-model' needs the parameter 'file'; give it a value"
    with pytest.raises(AgentError, match=needs):
        run("dcubot-model")


def test_the_list_says_on_what_the_games_of_an_agent_depend(capsys: pytest.CaptureFixture) -> None:
    agents(output_format="json")
    rows = {row["agent"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["dcubot-model"]["parameters"] == "file, player_type=-1"
    assert rows["dcubot-model"]["games"] == "depends on file"
    assert rows["chump"]["games"] == "kuhn-13-cards, kuhn-2p, kuhn-3p, kuhn-4-cards"
    assert rows["call"]["games"] == "all"


def test_unknown_names_are_refused() -> None:
    for arguments in (["nobody"], ["chump:bat=1"], ["chump", "--game", "none"]):
        with pytest.raises(UnknownNameError):
            run(*arguments)
