"""What `run` and `match` say at their end of agents that misbehaved."""

import json
from pathlib import Path

import pytest
from command_line import printed
from small_runs import RUDE, write_spec

from railbird.harness import AgentSpec, LineUps, Plugins, Spec, play_here, run
from railbird.harness.cli.play.incident_lines import incident_lines
from railbird.results import open_run

GAME = ("--game", "kuhn-3p", "--hands", "3000", "--plugin", RUDE, "--workers", "0")


def test_a_run_ends_with_a_line_for_each_kind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agents = ("grumbler", "presser", "quitter", "uniform")
    spec = write_spec(tmp_path / "spec.toml", agents=agents)
    command = ("run", spec, "--workers", "0", "--plugin", RUDE, "--out", tmp_path / "out")
    text = printed(capsys, *command)
    counts = {row["kind"]: row for row in open_run(tmp_path / "out").incident_counts().to_pylist()}
    assert counts.keys() == {"complaint", "illegal-kind", "exception"}
    total = sum(row["incidents"] for row in counts.values())
    heading = f"{total:,} incidents; `railbird incidents {tmp_path / 'out'}` lists them:"
    lines = text.partition(heading)[2].splitlines()[1 : 1 + len(counts)]
    assert len(lines) == len(counts)
    for kind, outcome in (
        ("complaint", ""),
        ("illegal-kind", " (the answer is replaced)"),
        ("exception", " (the match is forfeited)"),
    ):
        row = counts[kind]
        assert (
            f"  {kind}{outcome}: {row['agent']} {row['incidents']:,} in {row['matches']} matches; "
            f"first: {row['first_text']}"
        ) in lines
    again = printed(capsys, *command)
    assert again == text, "also where nothing was left to play"


def test_json_has_the_counts_in_place_of_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ("match", "quitter", "uniform", "call", *GAME, "--out", tmp_path / "out")
    record = json.loads(printed(capsys, *command, "--format", "json"))
    results = open_run(tmp_path / "out")
    assert record["incident_counts"] == results.incident_counts().to_pylist() != []
    assert record["notes"] == list(results.notes)


def test_a_match_that_is_not_kept_says_how_to_keep_it(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "match", "presser", "uniform", "call", *GAME)
    assert "; keep the run with --out DIR, and `railbird incidents DIR` lists them:\n" in text
    assert "incidents" not in printed(capsys, "match", "chump", "uniform", "call", *GAME)


def test_thirty_agents_are_summed_up(tmp_path: Path) -> None:
    agents = tuple(AgentSpec(agent="presser", label=f"p{number:02}") for number in range(30))
    line_ups = tuple(tuple(one.label for one in agents[i : i + 3]) for i in range(0, 30, 3))
    spec = Spec(
        name="thirty",
        game="kuhn-3p",
        agents=agents,
        hands_per_match=6,
        decks=2,
        line_ups=LineUps(listed=line_ups),
        plugins=Plugins(paths=(RUDE,)),
    )
    run(spec, folder=tmp_path / "out", dispatch=play_here)
    results = open_run(tmp_path / "out")
    assert results.incident_counts().num_rows == 30
    (_, _, line) = incident_lines(results)
    assert " and 27 others; first: " in line
    assert len(line) < 300
    assert len([fact for fact in results.facts if "illegal-kind" in fact]) == 1
