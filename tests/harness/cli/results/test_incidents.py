"""``incidents``, the marks of ``hands``, and the notes on tables of a run with rude agents."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from command_line import printed
from pyarrow import csv
from rich.console import Console
from small_runs import RUDE, kuhn_spec

from railbird.harness import AgentSpec, Plugins, play_here, run
from railbird.harness.cli.application import run_command
from railbird.harness.cli.results.live import draw_tables
from railbird.results import RunResults, open_run
from railbird.results.reading.incident_notes import count_in_words

AGENTS = ("grumbler", "presser", "quitter", "uniform")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three rude agents and one that behaves, in several shards."""
    folder = tmp_path_factory.mktemp("runs") / "rude"
    run(kuhn_spec(*AGENTS, plugins=Plugins(paths=(RUDE,))), folder=folder, dispatch=play_here)
    return folder


@pytest.fixture(scope="module")
def results(folder: Path) -> RunResults:
    return open_run(folder)


def rows_of(results: RunResults, name: str = "incidents") -> list[dict[str, Any]]:
    return [row for batch in getattr(results, name)() for row in batch.to_pylist()]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert run_command([str(argument) for argument in arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_the_command_says_who_what_and_how_often(
    folder: Path, results: RunResults, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "incidents", folder)
    counts = results.incident_counts().to_pylist()
    assert {row["agent"] for row in counts} == {"grumbler", "presser", "quitter"}
    for row in counts:
        (line,) = [line for line in text.splitlines() if f" {row['kind']} " in line]
        for cell in (row["agent"], row["outcome"], f"{row['incidents']:,}", row["first_text"]):
            assert cell in line
        assert f"{row['matches']} of {row['matches_played']}" in line
    told = tuple(count_in_words(results.reading.incident_tally))
    assert [fact for fact in results.facts if not fact.startswith(told)]
    for fact in results.facts:
        assert (f"Note: {fact}." in text) == (not fact.startswith(told))
    assert "Note: forfeit: the agent checks or else folds to the end of the match." in text
    assert "incidents\n" not in text, "single ones are not listed unasked"


def test_the_counts_in_every_format(
    folder: Path, results: RunResults, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    out = {}
    for form in ("csv", "arrow", "json", "markdown", "latex"):
        assert run_command(["incidents", str(folder), "--format", form]) == 0
        out[form] = capfdbinary.readouterr().out
    wanted = results.incident_counts()
    assert pa.ipc.open_file(out["arrow"]).read_all().equals(wanted.arrow)
    table = csv.read_csv(pa.py_buffer(out["csv"]))
    assert table["kind"].to_pylist() == wanted["kind"].to_pylist()
    said = json.loads(out["json"])
    assert said == {"incident_counts": wanted.to_pylist(), "notes": list(results.facts)}
    assert out["markdown"].decode().startswith("**incidents by agent and kind**")
    assert out["latex"].count(b"\\begin{tabular}") == 1


def test_all_lists_every_one(
    folder: Path, results: RunResults, capsys: pytest.CaptureFixture[str]
) -> None:
    every = rows_of(results)
    shown = json.loads(printed(capsys, "incidents", folder, "--all", "--format", "json"))
    assert len(every) < 1000
    assert len(shown["incident_list"]) == len(every)
    assert shown["incident_counts"]
    for row, stored in zip(shown["incident_list"], every, strict=True):
        assert row.items() >= stored.items()
        assert row["agent"] == stored["agents"][stored["seat"]]
    first = printed(capsys, "incidents", folder, "--all", "--format", "csv")
    assert first.count("\n") == len(every) + 1, "one table, the list"


def test_a_long_list_ends_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agents = ("uniform", "call", AgentSpec(agent="presser", parameters={"polite_hands": 0}))
    spec = kuhn_spec(*agents, hands_per_match=100, decks=10, plugins=Plugins(paths=(RUDE,)))
    run(spec, folder=tmp_path / "many", dispatch=play_here)
    total = open_run(tmp_path / "many").reading.incident_tally.incidents
    assert total > 1000
    text = printed(capsys, "incidents", tmp_path / "many", "--all")
    assert text.count(" illegal-kind ") == 1000 + 1
    note = f"the list ends after 1,000 of {total:,} incidents"
    assert note in text
    part = ("--where", "decks=0-1")
    text = printed(capsys, "incidents", tmp_path / "many", "--all", *part)
    assert note not in text, "two of ten decks have fewer"


def test_an_agent_s_alone_and_a_part_s(
    folder: Path, results: RunResults, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ("incidents", folder, "--all", "--agent", "quitter", "--format", "json")
    shown = json.loads(printed(capsys, *command))
    own = [row for row in rows_of(results) if row["agents"][row["seat"]] == "quitter"]
    assert len(shown["incident_list"]) == len(own)
    assert [row["agent"] for row in shown["incident_counts"]] == ["quitter"]
    command = ("incidents", folder, "--where", "forfeits=out", "--format", "json")
    kinds = [row["kind"] for row in json.loads(printed(capsys, *command))["incident_counts"]]
    assert kinds == ["complaint", "illegal-kind"]
    text = printed(capsys, "incidents", folder, "--agent", "uniform")
    assert text.splitlines()[-1] == "Note: no incidents."


def test_no_note_repeats_what_the_table_has(
    folder: Path, results: RunResults, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "incidents", folder)
    assert any("forfeited by quitter (" in fact for fact in results.facts)
    assert "forfeited by quitter (" not in text
    assert "lists them" not in text
    notes = [line for line in text.splitlines() if line.startswith("Note: ")]
    assert len(notes) == len(set(notes)) > 1


def test_what_is_wrong_is_one_sentence(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "did you mean 'quitter'?" in refused(capsys, "incidents", folder, "--agent", "quiter")
    assert "is not a run folder" in refused(capsys, "incidents", tmp_path)
    assert "use one of 'incident-counts', 'incident-list'" in refused(
        capsys, "incidents", folder, "--only", "x"
    )
    told = refused(capsys, "rank", folder, "--where", "forfeits=in")
    assert "decks=FIRST-LAST or forfeits=out" in told
    told = refused(capsys, "hands", folder, "--incidents", "--worst", "2", "--agent", "quitter")
    assert "leave out one of them" in told


@pytest.mark.parametrize("command", ["table", "rank", "transfer", "indicators", "opponents"])
def test_every_ranking_and_table_says_who_forfeited(
    command: str, folder: Path, results: RunResults, capsys: pytest.CaptureFixture[str]
) -> None:
    (note,) = [fact for fact in results.facts if "forfeited by quitter (" in fact]
    assert f"Note: {note}." in printed(capsys, command, folder)
    assert note in json.loads(printed(capsys, command, folder, "--format", "json"))["notes"]


def test_notebooks_and_live_tables_say_it_too(
    results: RunResults,
) -> None:
    assert "forfeited by quitter (" in results.total_bankroll()._repr_html_()
    console = Console(file=io.StringIO(), width=10_000)
    console.print(*draw_tables([results.total_bankroll()], columns=9))
    drawn = console.file.getvalue()  # type: ignore[attr-defined]
    for note in results.notes:
        assert f"Note: {note}." in drawn


def test_hands_are_marked(
    folder: Path, results: RunResults, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every hand of the run, held against the raw incidents."""
    every = sum(batch.num_rows for batch in results.hands(["hand_index"]))
    command = ("hands", folder, "--first", str(every), "--format", "json")
    hands = json.loads(printed(capsys, *command))["hands"]
    assert len(hands) == every
    found: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    out: dict[tuple[Any, ...], dict[str, int]] = {}
    for row in rows_of(results):
        match = (row["deck_index"], *row["agents"])
        label = row["agents"][row["seat"]]
        found.setdefault((*match, row["hand"]), []).append(row | {"agent": label})
        if row["kind"] == "exception":
            out.setdefault(match, {})[label] = row["hand"]
    marked = 0
    for hand in hands:
        seats = {player["seat"]: player["agent"] for player in hand["players"]}
        match = (hand["deck_index"], *(seats[seat] for seat in sorted(seats)))
        expected = found.get((*match, hand["hand_index"]), [])
        keys = ("agent", "decision", "kind", "text")
        assert [[one[key] for key in keys] for one in hand["incidents"]] == [
            [one[key] for key in keys] for one in expected
        ]
        gone = [label for label, when in out.get(match, {}).items() if when < hand["hand_index"]]
        assert hand["forfeited"] == gone
        marked += len(expected)
    assert marked == len(rows_of(results))
    assert any(hand["forfeited"] for hand in hands)
    chosen = json.loads(
        printed(capsys, "hands", folder, "--incidents", "--first", str(every), "--format", "json")
    )["hands"]
    assert chosen == [hand for hand in hands if hand["incidents"]]
    own = json.loads(
        printed(
            capsys,
            *("hands", folder, "--incidents", "--agent", "quitter"),
            *("--first", "3", "--format", "json"),
        )
    )["hands"]
    blamed = [h for h in hands if "quitter" in [one["agent"] for one in h["incidents"]]]
    assert own == blamed[:3]


def test_marks_in_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "hands", folder, "--incidents", "--agent", "quitter", "--first", "1")
    assert re.search(
        r"^  incident after \d actions?: quitter, exception \(forfeit\): KeyError: 'oops'",
        text,
        re.M,
    )
    every = printed(capsys, "hands", folder, "--agent", "quitter", "--first", "60")
    assert "  forfeited before: quitter, which checks or else folds\n" in every
