"""Tournaments from Python: in memory and in a folder, followed by listeners and progress."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from small_runs import MISFITS, kuhn_spec

from railbird.harness import (
    AgentSpec,
    Dispatch,
    Plugins,
    Processes,
    TrialError,
    WorkerError,
    play,
    play_here,
    run,
)
from railbird.harness.tournament.preparation import prepare
from railbird.harness.tournament.progress import describe_seconds, show_on
from railbird.harness.workers.job import make_factories
from railbird.plugins import Run
from railbird.results import open_run

LISTENER = """
import json
from dataclasses import replace
from railbird.plugins import hookimpl

def note(*what):
    with open(FILE, "a", encoding="utf-8") as file:
        file.write(json.dumps(what) + "\\n")

@hookimpl
def railbird_tournament_started(run):
    note("started", run.name, run.match_count)

@hookimpl
def railbird_match_finished(run, match):
    note("match", match.deck_index, match.seating_index, match.agents, match.payoffs)

@hookimpl
def railbird_tournament_finished(run):
    note("finished", run.hand_count)
"""


def test_play_returns_what_run_stores(tmp_path: Path) -> None:
    played = play(kuhn_spec())
    run(kuhn_spec(), folder=tmp_path, dispatch=play_here)
    matches = [row for batch in open_run(tmp_path).matches() for row in batch.to_pylist()]
    keys = list(matches[0])
    assert played.select(keys).to_pylist() == matches


def test_play_shows_the_author_his_error() -> None:
    sick = AgentSpec(agent="broken", parameters={"how": "raise"})
    with pytest.raises(KeyError, match="act"):
        play(kuhn_spec("call", "fold", sick))
    with pytest.raises(TrialError, match="'broken' failed its trial hand"):
        play(kuhn_spec("call", "fold", sick), raise_agent_errors=False)


@pytest.mark.parametrize("dispatch", [play_here, Processes(1)])
def test_an_error_in_a_later_hand_reaches_the_author_from_any_process(
    dispatch: Dispatch, tmp_path: Path
) -> None:
    late = AgentSpec(agent="killer", parameters={"how": "error"})
    with pytest.raises(RuntimeError, match="out of sorts"):
        run(
            kuhn_spec("call", "fold", late),
            folder=tmp_path,
            dispatch=dispatch,
            raise_agent_errors=True,
        )


def test_what_strict_forbids_fails_the_trial_hand_there_alone() -> None:
    stubborn = AgentSpec(agent="broken", parameters={"how": "always raise"})
    table = play(kuhn_spec("raise", "fold", stubborn))
    kinds = {row["kind"] for rows in table.column("incidents").to_pylist() for row in rows}
    assert kinds == {"illegal-kind"}
    with pytest.raises(TrialError, match="illegal-kind"):
        play(kuhn_spec("raise", "fold", stubborn, misbehaviour="strict"))


def test_listeners_are_called_in_the_dispatching_process(tmp_path: Path) -> None:
    plugin, notes = tmp_path / "listener.py", tmp_path / "notes"
    plugin.write_text(f"FILE = {str(notes)!r}\n{LISTENER}")
    spec = kuhn_spec(decks=1, plugins=Plugins(paths=(MISFITS, str(plugin))))
    finished = run(spec, folder=tmp_path / "run", dispatch=play_here)
    assert isinstance(finished, Run)
    assert finished.folder == tmp_path / "run"
    told = [json.loads(line) for line in notes.read_text().splitlines()]
    assert told[0] == ["started", "small", 24]
    assert told[-1] == ["finished", 24 * 20]
    matches = [row for batch in open_run(tmp_path / "run").matches() for row in batch.to_pylist()]
    assert told[1:-1] == [
        ["match", row["deck_index"], row["seating_index"], row["agents"], row["payoffs"]]
        for row in matches
    ]


def test_a_worker_with_other_code_than_was_entered_refuses_to_play() -> None:
    job = prepare(kuhn_spec()).job
    other = replace(job.entrants[0].origin, version="0.0")
    entrants = (replace(job.entrants[0], origin=other), *job.entrants[1:])
    with pytest.raises(WorkerError, match="agent 'call' has another version here"):
        make_factories(replace(job, entrants=entrants))


def test_parameters_are_not_a_memory_between_instances() -> None:
    spec = kuhn_spec("call", "fold", AgentSpec(agent="hoarder", parameters={"seen": [1]}))
    make = make_factories(prepare(spec).job)["hoarder"]
    make().seen.append(2)
    assert make().seen == [1]


@pytest.mark.parametrize("is_terminal", [True, False])
def test_progress_says_how_far_it_is(is_terminal: bool, tmp_path: Path) -> None:
    text = StringIO()
    console = Console(file=text, force_terminal=is_terminal, width=200)
    run(kuhn_spec(), folder=tmp_path, dispatch=play_here, progress=show_on(console))
    assert "96/96 matches, 1,920 hands, " in text.getvalue()
    assert "0 incidents" in text.getvalue()
    assert ("\x1b[" in text.getvalue()) == is_terminal
    again = StringIO()
    progress = show_on(Console(file=again, width=200))
    run(kuhn_spec(decks=5), folder=tmp_path, dispatch=play_here, progress=progress)
    assert "small: 96 matches played before" in again.getvalue()
    assert "120/120 matches, 480 hands" in again.getvalue()


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (59, "59 s"), (200, "3 min 20 s"), (7500, "2 h 5 min")]
)
def test_durations_are_said_in_words(seconds: float, words: str) -> None:
    assert describe_seconds(seconds) == words
