"""``railbird luck`` asks the agents, and ``run --luck`` chooses before the data."""

import csv
import itertools
import json
from pathlib import Path

import pytest
from command_line import printed

from railbird.harness.cli.application import run_command
from railbird.results import open_run

SPEC = """
name = "luck"
game = "leduc"
hands_per_match = 2
decks = 10
seed = 3
[[agents]]
agent = "uniform"
[[agents]]
agent = "raise"
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "luck.toml"
    path.write_text(SPEC)
    return path


def test_agents_are_asked_and_their_corrections_kept(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    printed(capsys, "run", spec, "--out", out, "--workers", "0")
    rows = json.loads(printed(capsys, "luck", out, "--format", "json"))["luck"]
    assert {row["luck"] for row in rows} == {"raw", "all-in", "chance", "aivat"}
    aivat = [row for row in rows if row["luck"] == "aivat"]
    assert all(row["hands_saved"] > 1 for row in aivat)
    assert "chosen after play" in printed(capsys, "rank", out, "--luck", "aivat")
    text = printed(capsys, "luck", out, "--agent", "raise")
    assert "times fewer hands" in text
    assert "│ uniform │" not in text


PLAIN = """
from railbird.plugins import CALL, AgentEntry, hookimpl


class Plain:
    def act(self, observation):
        return CALL


@hookimpl
def railbird_agents():
    return [AgentEntry("plain", Plain)]
"""


@pytest.mark.parametrize("agents", [("plain", "plain-2"), ("plain", "plain-2", "uniform")])
def test_declared_decisions_are_a_choice_where_somebody_declares(
    agents: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For agents that declare nothing they would be the cards alone, as chance is."""
    (tmp_path / "plain.py").write_text(PLAIN)
    spec, out = tmp_path / "spec.toml", tmp_path / "run"
    entries = "".join(
        f'[[agents]]\nagent = "{agent.partition("-")[0]}"\nlabel = "{agent}"\n' for agent in agents
    )
    spec.write_text(SPEC.partition("[[")[0] + entries)
    plugin = ("--plugin", tmp_path / "plain.py")
    printed(capsys, "run", spec, "--out", out, "--workers", "0", *plugin)
    rows = json.loads(printed(capsys, "luck", out, "--format", "json", *plugin))["luck"]
    found = {(*row["line_up"], row["luck"]) for row in rows}
    for line_up in itertools.combinations(agents, 2):
        lucks = {"raw", "all-in", "chance"} | ({"aivat"} if "uniform" in line_up else set())
        assert {one[-1] for one in found if one[:-1] == line_up} == lucks


def test_a_run_is_decided_by_the_luck_that_is_asked_for(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    differences = {}
    for luck in ("raw", "aivat"):
        out = tmp_path / luck
        command = ("run", spec, "--out", out, "--workers", "0", "--luck", luck)
        printed(capsys, *command, "--until-decided", "--most-decks", "160")
        run = open_run(out)
        assert run.reading.luck == luck
        assert not [note for note in run.notes if "chosen after play" in note]
        (decided,) = csv.DictReader((out / "tables" / "decisions.csv").read_text().splitlines())
        best, worst = run.total_bankroll()["mbb_per_hand"].to_pylist()
        assert float(decided["mbb_per_hand"]) == pytest.approx(best - worst)
        differences[luck] = best - worst
    assert differences["raw"] != differences["aivat"]


def test_another_choice_of_luck_is_another_run(
    spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["run", str(spec), "--out", str(tmp_path / "run"), "--workers", "0"]
    assert run_command([*command, "--luck", "chance"]) == 0
    capsys.readouterr()
    assert run_command([*command, "--luck", "aivat"]) == 2
    assert "luck was 'chance' and is now 'aivat'" in capsys.readouterr().err


def test_values_fitted_on_one_run_stand_in_the_spec_of_the_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tmp_path / "holdem.toml"
    text = SPEC.replace("leduc", "holdem-limit-2p")
    spec.write_text(text)
    source, values = tmp_path / "source", tmp_path / "values.arrow"
    printed(capsys, "run", spec, "--out", source, "--workers", "0")
    assert "weights by round" in printed(
        capsys, "fit-values", "--from-run", source, "-o", values, "--ridge", "100"
    )
    chosen = (
        f'luck = "chance"\nluck_values = "values.arrow"\n{text.replace("seed = 3", "seed = 4")}'
    )
    spec.write_text(chosen)
    out = tmp_path / "run"
    printed(capsys, "run", spec, "--out", out, "--workers", "0")
    values.unlink()
    run = open_run(out)
    assert run.reading.values is not None
    assert run.facts[0].endswith("(luck = 'chance' in the spec)")
    after = ["table", str(source), "--luck", "chance", "--luck-values"]
    kept = str(out / "luck" / "values.arrow")
    assert run_command([*after, kept]) == 2
    assert "fitted on hands of this run" in capsys.readouterr().err
    (out / "luck" / "values.arrow").unlink()
    assert run_command(["table", str(out)]) == 2
    assert "the fitted values of the spec belong there" in capsys.readouterr().err


def test_freeze_outs_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What wins them are prizes, which the cards of a hand do not pay."""
    spec = tmp_path / "freeze-out.toml"
    tournament = (
        'mode = "freeze-out"\n[tournament]\nstack = 100\nprizes = "winner"\n'
        "levels = [{ blinds = [1, 2], hands = 10 }, { blinds = [10, 20], hands = 100 }]\n"
    )
    head, agents = SPEC.replace("leduc", "holdem-nolimit-2p").split("[[agents]]", 1)
    head = head.replace("hands_per_match = 20\n", "").replace("hands_per_match = 2\n", "")
    spec.write_text(f"{head}{tournament}[[agents]]{agents}")
    fresh = ["run", str(spec), "--out", str(tmp_path / "other"), "--workers", "0"]
    assert run_command([*fresh, "--luck", "chance"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "is for cash games: it corrects chips of a hand" in said
    assert "what wins a tournament are prizes" in said
