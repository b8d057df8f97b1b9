"""What a command prints is bounded, however many agents there are; --all prints every row."""

from pathlib import Path

import pytest

from railbird.harness import AgentSpec, Spec, play_here, run
from railbird.harness.cli.application import run_command
from railbird.results import open_run
from railbird.results.show.summing_up import MOST_AGENTS

AGENT_COUNT = MOST_AGENTS + 2
COMMANDS = ("table", "rank", "transfer", "indicators", "opponents", "bankrolls")
SUMMED_UP = {
    "table": {"agent-matrix", "exact-values"},
    "rank": {"comparisons"},
    "transfer": {"transfer"},
    "indicators": set(),
    "opponents": {"opponents"},
    "bankrolls": {"bankroll-curves"},
}
MOST_LINES = 8 * AGENT_COUNT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("many") / "run"
    agents = tuple(AgentSpec(agent="uniform", label=f"a{n:02}") for n in range(AGENT_COUNT))
    spec = Spec(name="many", game="kuhn-2p", agents=agents, hands_per_match=2, decks=2)
    run(spec, folder=place, dispatch=play_here)
    return place


def lines(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[str]:
    assert run_command([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_printed_is_bounded_and_names_the_option_for_all(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = lines(capsys, command, folder)
    assert len(short) <= MOST_LINES
    text = " ".join(line.strip() for line in short)
    assert text.count(f"railbird {command} DIR --all") == len(SUMMED_UP[command])


@pytest.mark.parametrize(
    ("command", "name"),
    [(command, name) for command in COMMANDS for name in sorted(SUMMED_UP[command])],
)
def test_all_prints_every_row(
    command: str, name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = lines(capsys, command, folder, "--all", "--only", name)
    grids = open_run(folder).table(name).grids()
    row_count = sum(len(grid.rows) for grid in grids)
    assert sum(line.startswith("│") for line in whole) == row_count


def test_one_agent_s_opponents_are_listed_whole(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = lines(capsys, "opponents", folder, "--agent", "a00")
    assert sum(line.startswith("│ a00") for line in shown) == AGENT_COUNT - 1
