"""``table``, ``rank`` and ``hands`` print what the store holds."""

import json
from pathlib import Path

import pytest

from railbird.harness import run
from railbird.harness.cli import run_command
from railbird.harness.dispatch import play_here
from railbird.harness.spec import AgentSpec, Spec
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


def printed(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert run_command([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert run_command([str(argument) for argument in arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_the_table_as_json_is_the_run_s(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(printed(capsys, "table", folder, "--format", "json"))
    results = open_run(folder)
    assert record["line_ups"] == results.cross_table().to_pylist()
    assert record["agents"] == results.agent_matrix().to_pylist()
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
        assert "is no run" in refused(capsys, command, tmp_path)
