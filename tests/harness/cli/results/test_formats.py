"""What commands print for other programs, whole or in part: names, JSON without bounds, CSV."""

import csv
import json
import re
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

import pytest
from command_line import printed

from railbird.harness import run
from railbird.harness.cli.application import run_command
from railbird.harness.plan.spec import AgentSpec, Spec
from railbird.harness.workers.dispatch import play_here
from railbird.results import WhereError, open_run

FORMULA = "=1+1"
COMMANDS = ("table", "rank", "indicators", "bankrolls")
WITHOUT = f"without={FORMULA}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small tournament of hold'em for two: one never calls, one has a formula for a name."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    spec = Spec(
        name="small",
        game="holdem-limit-2p",
        agents=(
            AgentSpec(agent="raise", label="'quoted"),
            AgentSpec(agent="fold", label="@fold"),
            AgentSpec(agent="uniform", label=FORMULA),
        ),
        hands_per_match=30,
        decks=4,
        seed=5,
    )
    run(spec, folder=folder, dispatch=play_here)
    return folder


def as_json(text: str) -> dict[str, Any]:
    """Read JSON as other programs do: without numbers that it has not."""

    def refuse(constant: str) -> NoReturn:
        raise AssertionError(f"{constant} is not JSON")

    read: dict[str, Any] = json.loads(text, parse_constant=refuse)
    return read


def test_json_has_nothing_that_other_programs_cannot_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (*COMMANDS, "opponents", "hands"):
        as_json(printed(capsys, command, folder, "--format", "json"))
    name = "aggression_factor_all_rounds"
    stored = {
        row["agent"]: row[name] for row in open_run(folder).where(WITHOUT).styles().to_pylist()
    }
    assert stored["'quoted"] == float("inf"), "against folds alone there is nothing to call"
    text = printed(capsys, "indicators", folder, "--where", WITHOUT, "--format", "json")
    told = as_json(text)
    assert {row["agent"]: row[name] for row in told["styles"]}["'quoted"] is None
    (counted,) = (
        row for row in told["indicators"] if (row["agent"], row["indicator"]) == ("'quoted", name)
    )
    assert counted["opportunities"] == 0 < counted["occurrences"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_table_can_be_printed_alone(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([command, str(folder), "--only", "zzz"]) == 2
    match = re.search(r"there is no table 'zzz'; use one of (.*)", capsys.readouterr().err)
    assert match is not None
    names = re.findall("'(.*?)'", match[1])
    for name in names:
        key = name.replace("-", "_")
        for told in (name, key):
            parts = as_json(printed(capsys, command, folder, "--format", "json", "--only", told))
            assert parts.keys() == {key, "notes"}
    usual = as_json(printed(capsys, command, folder, "--format", "json")).keys() - {"notes"}
    assert usual <= {name.replace("-", "_") for name in names}, "no table goes by two names"


def test_no_text_in_a_csv_is_a_formula(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["export", str(folder), "--format", "csv", "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    texts = {path.name: path.read_text() for path in (folder / "tables").glob("*.csv")}
    texts["hands.csv"] = (tmp_path / "hands.csv").read_text()
    for command in (*COMMANDS, "opponents"):
        texts[command] = printed(capsys, command, folder, "--format", "csv")
    seen = set()
    for name, text in texts.items():
        for row in csv.DictReader(StringIO(text)):
            for column, value in row.items():
                if column in ("agent", "other", "opponent", "agents", "line_up", "next"):
                    assert value[:1] not in ("=", "+", "-", "@"), name
                    seen.add(value.removeprefix("'").split("|")[0])
    assert seen == {FORMULA, "@fold", "'quoted"}, "taking one apostrophe away gives the label"
    row = next(csv.DictReader(StringIO(texts["hands.csv"])))
    assert re.fullmatch(r"-?\d+\|-?\d+", row["payoffs"]), "numbers stay as they are"


def test_every_command_honours_the_part_that_is_asked_for(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part = open_run(folder).where(WITHOUT)
    for more in ((), ("--live",)):
        told = printed(capsys, "table", folder, *more, "--where", WITHOUT, "--format", "json")
        assert as_json(told)["agent_matrix"] == part.agent_matrix().to_pylist()
    told = printed(capsys, "rank", folder, "--live", "--luck", "all-in", "--format", "json")
    expected = open_run(folder, luck="all-in")
    assert as_json(told)["total_bankroll"] == expected.total_bankroll().to_pylist()
    page = tmp_path / "part.html"
    printed(capsys, "report", folder, "-o", page, "--where", WITHOUT)
    text = page.read_text()
    assert f"A part of the run: without {FORMULA}" in text
    assert f"{part.total_bankroll()['mbb_per_hand'][0].as_py():+,.1f}" in text
    assert run_command(["report", str(folder), "--where", "with=nobody"]) == 2


def test_tables_of_whole_runs_are_refused_for_parts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "decision_times" in printed(capsys, "indicators", folder, "--format", "json")
    told = printed(capsys, "indicators", folder, "--where", WITHOUT, "--format", "json")
    assert "decision_times" not in told
    part = open_run(folder).where(WITHOUT)
    with pytest.raises(WhereError, match="recorded only for the whole run"):
        part.decision_times()
    before = (folder / "tables" / "total-bankroll.csv").read_bytes()
    with pytest.raises(WhereError, match="tables of the whole run"):
        part.write_tables()
    assert (folder / "tables" / "total-bankroll.csv").read_bytes() == before
