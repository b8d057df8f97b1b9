"""``indicators``, ``opponents`` and ``--luck`` print what the run's tables hold."""

import csv
import json
from io import StringIO
from pathlib import Path

import pyarrow as pa
import pytest
from command_line import printed

from railbird.harness import run
from railbird.harness.cli.application import run_command
from railbird.harness.plan.spec import AgentSpec, Spec
from railbird.harness.workers.dispatch import play_here
from railbird.results import open_run
from railbird.results.luck.choice import Luck

MARKUP = "[red]*a*_b_<b>&$%"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small tournament of no-limit hold'em for two with many all-ins, played."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    spec = Spec(
        name="small",
        game="holdem-nolimit-2p",
        agents=(
            AgentSpec(agent="call"),
            AgentSpec(agent="raise-pot"),
            AgentSpec(agent="uniform", label=MARKUP),
        ),
        hands_per_match=30,
        decks=3,
        seed=5,
    )
    run(spec, folder=folder, dispatch=play_here)
    return folder


def test_indicators_are_printed_for_the_eye(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "indicators", folder)
    for words in ("indicators, pre-flop", "from the flop on", "classes of players", MARKUP):
        assert words in text
    call = next(line for line in text.splitlines() if "│ call" in line)
    assert call.split("│")[4].strip() == "0.0%"  # it never raises


def test_indicators_go_by_position_and_window(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "indicators", folder, "--by-position", "--window", "10")
    assert "small blind" in text
    rows = printed(
        capsys, "indicators", folder, "--window", "10", "--only", "styles", "--format", "csv"
    )
    starts = {row["first_hand"] for row in csv.DictReader(StringIO(rows))}
    assert starts == {"0", "10", "20"}


def test_other_programs_get_what_the_tables_hold(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    opened = open_run(folder)
    assert run_command(["indicators", str(folder), "--format", "json"]) == 0
    parts = json.loads(capsysbinary.readouterr().out)
    endless = [{**row, "value": None} for row in opened.indicators().to_pylist()]
    assert [{**row, "value": None} for row in parts["indicators"]] == endless
    quarters = {row["agent"]: row["quarter"] for row in parts["styles"]}
    assert quarters["call"] == "loose passive"
    assert run_command(["opponents", str(folder), "--format", "arrow"]) == 0
    table = pa.ipc.open_file(capsysbinary.readouterr().out).read_all()
    assert table.equals(opened.opponents().arrow)


def test_opponents_come_in_the_unit_asked_for_and_of_one_agent(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = open_run(folder).opponents().to_pylist()
    text = printed(
        capsys, "opponents", folder, "--agent", "call", "--unit", "bb/100", "--format", "csv"
    )
    told = list(csv.DictReader(StringIO(text)))
    own = [row for row in rows if row["agent"] == "call"]
    assert [row["opponent"] for row in told] == [row["opponent"] for row in own]
    assert [float(row["bb_per_100_hands"]) for row in told] == pytest.approx(
        [row["mbb_per_hand"] / 10 for row in own]
    )
    for kind in ("markdown", "latex", "text"):
        assert "call" in printed(capsys, "opponents", folder, "--format", kind)


def test_an_agent_that_is_not_there_is_named_with_the_nearest(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["opponents", str(folder), "--agent", "cal"]) == 2
    assert "did you mean 'call'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("luck", "note"),
    [
        ("all-in", "payoffs of hands without decisions before the last card"),
        ("chance", "the luck of the cards is taken out of payoffs"),
    ],
)
def test_the_luck_that_is_taken_out_is_chosen_by_an_option(
    luck: Luck, note: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = open_run(folder, luck=luck)
    for command, key, table in (
        ("table", "agent_matrix", expected.agent_matrix()),
        ("rank", "total_bankroll", expected.total_bankroll()),
        ("opponents", "opponents", expected.opponents()),
    ):
        text = printed(capsys, command, folder, "--luck", luck, "--format", "json")
        parts = json.loads(text)
        assert parts[key] == table.to_pylist()
        assert parts["notes"][0].startswith(note)
        assert json.loads(printed(capsys, command, folder, "--format", "json"))[key] != parts[key]


def test_tables_of_both_payoffs_are_kept(folder: Path) -> None:
    played = Path(open_run(folder).write_tables())
    expected = Path(open_run(folder, luck="all-in").write_tables())
    names = {path.name for path in played.glob("*.arrow")}
    assert names == {path.name for path in expected.glob("*.arrow")}
    name = "agent-matrix.arrow"
    assert (played / name).read_bytes() != (expected / name).read_bytes()


def test_bankrolls_are_printed_with_the_risk_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "bankrolls", folder, "--stake", "200", "--for-hands", "50")
    for words in ("bankroll after a match", "luck alone", "risk of ruin", "200", MARKUP):
        assert words in text
    parts = json.loads(printed(capsys, "bankrolls", folder, "--agent", "call", "--format", "json"))
    run = open_run(folder)
    own = [row for row in run.bankroll_curves().to_pylist() if row["agent"] == "call"]
    assert parts["bankroll_curves"] == own
    ruin = [row for row in run.risk_of_ruin(100).to_pylist() if row["agent"] == "call"]
    assert parts["ruin"] == ruin


def test_commands_look_at_a_part_of_the_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command, key in (
        ("indicators", "styles"),
        ("opponents", "opponents"),
        ("bankrolls", "ruin"),
    ):
        whole = json.loads(printed(capsys, command, folder, "--format", "json"))[key]
        part = json.loads(
            printed(capsys, command, folder, "--where", "without=raise-pot", "--format", "json")
        )[key]
        assert {row["agent"] for row in part} == {"call", MARKUP}
        hands = {row["agent"]: row["hands"] for row in whole}
        assert all(row["hands"] < hands[row["agent"]] for row in part if key != "opponents")


def test_all_in_equity_is_worked_out_where_it_is_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "average all-in equity" not in printed(capsys, "indicators", folder)
    text = printed(capsys, "indicators", folder, "--all-in-equity", "--by-position")
    assert "average all-in equity" in text
    rows = json.loads(printed(capsys, "indicators", folder, "--all-in-equity", "--format", "json"))
    assert rows["all_in_equity"] == open_run(folder).all_in_equity().to_pylist()
