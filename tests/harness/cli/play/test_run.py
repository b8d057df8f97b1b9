"""The commands that play: run, match, agents, games."""

import json
import os
import signal
from importlib.resources import files
from pathlib import Path

import pytest
from small_runs import (
    HERALD,
    MISFITS,
    contents,
    start_railbird,
    wait_for_matches,
    write_spec,
)

from railbird.harness import find_spec
from railbird.harness.cli.application import run_command
from railbird.harness.plan.match_spec import match_spec, read_agents
from railbird.harness.plan.spec_file import shipped_specs
from railbird.harness.tournament.preparation import prepare
from railbird.results import open_run, read_manifest


def output(capsys: pytest.CaptureFixture[str], *command: object) -> str:
    capsys.readouterr()
    assert run_command([str(word) for word in command]) == 0
    return capsys.readouterr().out


def test_run_prints_the_rankings_and_says_where_the_tables_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, out = write_spec(tmp_path / "spec.toml"), tmp_path / "out"
    shown = output(capsys, "run", spec, "--workers", 0, "--out", out)
    assert "total bankroll" in shown
    assert f"All tables are in {out / 'tables'}, as Arrow and CSV files." in shown
    assert (out / "tables" / "total-bankroll.csv").is_file()


def test_run_prints_json_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = write_spec(tmp_path / "spec.toml")
    command = ("run", spec, "--workers", 0, "--out", tmp_path / "out", "--format", "json")
    record = json.loads(output(capsys, *command))
    assert record["matches"] == 4 * 4 * 6
    assert len(record["total_bankroll"]) == 4


def test_a_dry_run_says_what_it_costs_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, out = write_spec(tmp_path / "spec.toml"), tmp_path / "out"
    shown = output(capsys, "run", spec, "--workers", 0, "--out", out, "--dry-run")
    assert "4 line-ups of 4 agents x 4 deck seeds x 6 seatings" in shown
    assert "to play: 1,920 hands" in shown
    assert not out.exists()
    output(capsys, "run", spec, "--workers", 0, "--out", out)
    before = contents(out)
    command = ("run", spec, "--out", out, "--dry-run", "--more-decks", 1, "--format", "json")
    cost = json.loads(output(capsys, *command))
    assert (cost["match_count"], cost["missing_match_count"]) == (4 * 5 * 6, 4 * 6)
    assert contents(out) == before


def test_a_match_needs_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the README has it: 30,000 hands are 50 duplicate sets of six seatings of 100 hands."""
    command = ("match", "call", "uniform", "bluffer", "--game", "kuhn-3p", "--hands", 30_000)
    shown = output(capsys, *command, "--workers", 0, "--out", tmp_path)
    assert "bluffer" in shown
    manifest = read_manifest(tmp_path)
    assert (manifest.match_count, len(manifest.deck_seeds)) == (300, 50)
    assert manifest.spec["hands_per_match"] == 100


def test_a_match_rounds_hands_up_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["match", "call", "fold", "--game", "kuhn-2p", "--hands", "105", "--workers", "0"]
    assert run_command(command) == 0
    assert "105 hands are rounded up to 120: 10 deck seeds x 2 seatings x 6 hands" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize("player_count", [2, 3, 6])
@pytest.mark.parametrize("hands", [1, 7, 100, 3000, 30_000, 1_000_000])
def test_a_match_has_at_least_the_hands_asked_for(player_count: int, hands: int) -> None:
    spec = match_spec(read_agents(["call"]), "x", player_count=player_count, hands=hands)
    seatings = {2: 2, 3: 6, 6: 6}[player_count]
    assert spec.decks is not None
    played = spec.decks * seatings * spec.hands_per_match
    assert hands <= played < hands + seatings * spec.decks
    assert spec.decks <= 50


def test_agents_are_written_in_one_word() -> None:
    entered = read_agents(["fold", "fold", "fold", "me=chump:bet=0.5,how=true,name=x=y"])
    assert [agent.label for agent in entered] == ["fold", "fold-2", "fold-3", "me"]
    assert entered[3].agent == "chump"
    assert entered[3].parameters == {"bet": 0.5, "how": True, "name": "x=y"}


def test_lists_of_agents_and_games(capsys: pytest.CaptureFixture[str]) -> None:
    agents = json.loads(output(capsys, "agents", "--format", "json", "--plugin", MISFITS))
    by_name = {row["agent"]: row for row in agents}
    assert by_name["killer"]["from"] == "misfits.py"
    assert by_name["bluffer"]["games"] == "kuhn-13-cards, kuhn-2p, kuhn-3p, kuhn-4-cards"
    assert "uniform" in output(capsys, "agents")
    games = json.loads(output(capsys, "games", "--format", "json"))
    assert {"game": "leduc", "players": "2"}.items() <= {row["game"]: row for row in games}[
        "leduc"
    ].items()
    assert "leduc" in output(capsys, "games")


PLUGIN = """
from railbird.plugins import Command, hookimpl

def greet(name: str) -> None:
    print(f"hello {name}")

@hookimpl
def railbird_commands():
    return [Command(NAME, greet)]
"""


def run_with_installed_plugin(folder: Path, code: str, *command: str) -> tuple[int, str, str]:
    """Run the real command where a distribution with an entry point is on the path."""
    (folder / "greeter.py").write_text(code)
    about = folder / "greeter-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: greeter\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[railbird]\ngreeter = greeter\n")
    process = start_railbird(*command, env={**os.environ, "PYTHONPATH": str(folder)})
    shown, said = process.communicate()
    return process.returncode, shown, said


def test_installed_plugins_bring_commands(tmp_path: Path) -> None:
    code = PLUGIN.replace("NAME", "'greet'")
    assert run_with_installed_plugin(tmp_path, code, "greet", "bird") == (0, "hello bird\n", "")


def test_a_plugin_cannot_take_the_name_of_our_command(tmp_path: Path) -> None:
    code = PLUGIN.replace("NAME", "'run'")
    told = run_with_installed_plugin(tmp_path, code, "games")
    assert told == (
        2,
        "",
        "railbird: a plugin offers the command 'run', which railbird already has; rename it\n",
    )


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "--version").startswith("railbird 0.")


def test_every_acpc_game_has_a_shipped_spec_and_each_can_be_prepared() -> None:
    files_of_games = {entry.name for entry in files("railbird.tournaments.games").iterdir()}
    games = {name.removesuffix(".game") for name in files_of_games if name.endswith(".game")}
    assert games <= set(shipped_specs())
    for name in shipped_specs():
        spec = find_spec(name)
        assert spec.name == name
        if spec.mode == "evolution":
            continue
        tournament = prepare(spec)
        assert spec.game in games
        if name in games:
            assert spec.game == name
            assert 30_000 <= tournament.schedule.hand_count <= 2_000_000


def test_the_kuhn_event_of_2014_is_scheduled_as_it_was_played() -> None:
    schedule = prepare(find_spec("acpc-2014-kuhn-3p")).schedule
    assert len(schedule.line_ups) == 10
    assert schedule.seating_count * schedule.hands_per_match == 3000
    assert all(sum(label.startswith("bluffer") for label in x) < 2 for x in schedule.line_ups)


@pytest.mark.parametrize("workers", [0, 2])
def test_ctrl_c_stops_cleanly_and_the_same_command_continues(workers: int, tmp_path: Path) -> None:
    """The signal reaches the whole foreground group, as from a terminal."""
    spec = write_spec(tmp_path / "spec.toml", decks=400, hands_per_match=50, hands_per_chunk=1500)
    out = tmp_path / "out"
    command = ("run", spec, "--workers", workers, "--out", out, "--plugin", HERALD)
    process = start_railbird(*command, process_group=0)
    wait_for_matches(process, 1)
    os.killpg(process.pid, signal.SIGINT)
    shown, said = process.communicate()
    assert (process.returncode, shown) == (130, "")
    assert said.endswith("stopped; stored results are complete, and the same command continues\n")
    assert "Traceback" not in said
    assert not [path for path in out.rglob("*") if path.suffix == ".tmp"]
    stored = contents(out / "shards")
    results = open_run(out)
    assert not results.reading.holdings.damaged
    assert not results.manifest.is_complete
    short = [str(word) for word in ("run", spec, "--workers", 0, "--out", out, "--dry-run")]
    assert run_command(short) == 0
    assert contents(out / "shards") == stored
