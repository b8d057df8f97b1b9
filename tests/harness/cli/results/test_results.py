"""``table``, ``rank`` and ``hands`` print what the store holds."""

import json
from pathlib import Path

import pyarrow as pa
import pytest
from command_line import printed
from pyarrow import csv

from railbird.harness import run
from railbird.harness.cli.application import run_command
from railbird.harness.plan.spec import AgentSpec, Spec
from railbird.harness.workers.dispatch import play_here
from railbird.results import open_run

LONG_LABEL = "uniform-under-a-name-as-long-as-a-label-may-be-and-not-shortened"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small tournament of Kuhn for three, played."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    spec = Spec(
        name="small",
        game="kuhn-3p",
        agents=(
            *(AgentSpec(agent=name) for name in ("bluffer", "call", "raise")),
            AgentSpec(agent="uniform", label=LONG_LABEL),
        ),
        hands_per_match=20,
        decks=3,
        seed=5,
    )
    run(spec, folder=folder, dispatch=play_here)
    return folder


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert run_command([str(argument) for argument in arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_the_table_as_json_is_the_run_s(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(printed(capsys, "table", folder, "--format", "json"))
    results = open_run(folder)
    assert record["cross_table"] == results.cross_table().to_pylist()
    assert record["agent_matrix"] == results.agent_matrix().to_pylist()
    assert record["notes"] == []


def test_the_rankings_as_json_are_the_run_s(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(printed(capsys, "rank", folder, "--format", "json"))
    results = open_run(folder)
    assert record["total_bankroll"] == results.total_bankroll().to_pylist()
    assert record["run_off"] == results.run_off().ranking.to_pylist()
    assert record["run_off_rounds"] == results.run_off().rounds.to_pylist()


def test_the_tables_as_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = open_run(folder)
    text = printed(capsys, "table", folder)
    for row in results.agent_matrix().to_pylist():
        assert f"{row['mbb_per_hand']:+.1f} ± {row['half_width']:.1f}" in text
    assert "by line-up" not in text
    assert LONG_LABEL in text, "what goes into a pipe is not folded"
    text = printed(capsys, "table", folder, "--line-ups")
    assert "bluffer, call, raise" in text
    text = printed(capsys, "rank", folder)
    for row in results.total_bankroll().to_pylist():
        assert f"{row['mbb_per_hand']:+.1f} ± {row['half_width']:.1f}" in text
    assert text.count("final table") == 3


def test_tables_in_every_format(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """CSV and Arrow are one table, the first or the one named; the others are text."""
    wanted = open_run(folder).total_bankroll().in_unit("bb/100")
    command = ["rank", str(folder), "--unit", "bb/100", "--format"]
    out = {}
    for name in ("csv", "arrow", "markdown", "latex", "json"):
        assert run_command([*command, name]) == 0
        out[name] = capfdbinary.readouterr().out
    assert pa.ipc.open_file(out["arrow"]).read_all().equals(wanted.arrow)
    assert (
        csv.read_csv(pa.py_buffer(out["csv"]))["agent"].to_pylist() == wanted["agent"].to_pylist()
    )
    assert json.loads(out["json"])["total_bankroll"] == wanted.to_pylist()
    assert out["markdown"].decode().startswith("**total bankroll**")
    assert out["latex"].count(b"\\begin{tabular}") == out["latex"].count(b"\\end{tabular}") > 3
    assert run_command([*command, "csv", "--only", "comparisons"]) == 0
    header = capfdbinary.readouterr().out.splitlines()[0]
    assert header.startswith(b'"agent","other","bb_per_100_hands"')


def test_more_tables_where_they_are_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "table", folder, "--positions", "--teams", "--where", "decks=0-1")
    for title in ("column against each pair", "by position", "by line-up of teams"):
        assert title in text
    assert "Note: a part of the run: decks 0 to 1." in text
    assert text.count("* significant at 5%") == 1
    assert "bankroll by team" in printed(capsys, "rank", folder, "--teams")
    rows = json.loads(printed(capsys, "transfer", folder, "--format", "json"))["transfer"]
    assert rows == open_run(folder).transfer().to_pylist()


def test_ratings_of_three_players(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = printed(capsys, "rank", folder)
    assert "ratings by order" in plain
    assert "ratings over line-ups" not in plain
    assert "ratings over line-ups" in printed(capsys, "rank", folder, "--line-up-ratings")
    orders = printed(capsys, "rank", folder, "--only", "order-ratings", "--format", "json")
    rows = open_run(folder).order_ratings().to_pylist()
    assert json.loads(orders) == {"order_ratings": rows, "notes": []}
    only = ("--only", "line-up-ratings", "--format", "json", "--alpha")
    for alpha in (0.0, 0.01):
        rows = json.loads(printed(capsys, "rank", folder, *only, str(alpha)))["line_up_ratings"]
        assert rows == open_run(folder).line_up_ratings(alpha=alpha).to_pylist()
        is_even = {round(row["alpha_rank"], 9) for row in rows} == {0.25}
        assert is_even == (alpha == 0)
    assert "--alpha" in refused(capsys, "rank", folder, "--alpha", "-1")


def test_what_the_game_has_not_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "games of two players" in refused(capsys, "rank", folder, "--ratings")
    assert "no small blind" in refused(capsys, "table", folder, "--unit", "small-blinds/hand")
    assert "there is no unit 'euro'" in refused(capsys, "table", folder, "--unit", "euro")
    assert "'hand=3' is not a valid condition" in refused(
        capsys, "table", folder, "--where", "hand=3"
    )
    assert "--only: there is no table 'x'; use one of 'agent-matrix'" in refused(
        capsys, "table", folder, "--only", "x"
    )


def test_the_first_hands(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "hands", folder, "--first", "2")
    seed = open_run(folder).manifest.deck_seeds[0]
    assert f"hand 0 on deck 0 (seed {seed}), seating 0" in text
    assert f"hand 1 on deck 0 (seed {seed}), seating 0" in text
    assert "hand 2" not in text
    assert text.count("all post 1") == 2


def test_the_worst_hands_of_an_agent(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ("hands", folder, "--agent", "call", "--worst", "3", "--format", "json")
    hands = json.loads(printed(capsys, *command))["hands"]
    assert len(hands) == 3
    for hand in hands:
        (player,) = [player for player in hand["players"] if player["agent"] == "call"]
        assert player["payoff"] == "-2", "the most that three-player Kuhn takes"
        assert player["seat"] == (player["position"] + hand["hand_index"]) % 3


def test_what_cannot_be_printed_is_one_sentence(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "did you mean 'call'?" in refused(capsys, "hands", folder, "--agent", "cal")
    assert "add --agent LABEL" in refused(capsys, "hands", folder, "--worst", "3")
    for command in ("table", "rank", "hands"):
        assert "is not a run folder" in refused(capsys, command, tmp_path)
