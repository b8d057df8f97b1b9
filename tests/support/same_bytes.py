"""Runs that must have the same shards however they are played, and whatever stops them."""

import signal
from pathlib import Path

from small_runs import HERALD, start_railbird, wait_for_matches

from railbird.harness import Processes, Spec, play_here, run
from railbird.harness.cli.application import run_command
from railbird.harness.plan.schedule import plan_chunk
from railbird.harness.tournament.preparation import prepare
from railbird.harness.workers.chunk_player import ChunkPlayer
from railbird.harness.workers.quarantine import play_alone
from railbird.harness.workers.worker import tabulate
from railbird.results import open_run


def shards(folder: Path) -> dict[str, bytes]:
    """Return the bytes of a run's shards by their names."""
    return {path.name: path.read_bytes() for path in (folder / "shards").glob("*.arrow")}


def matches(folder: Path) -> dict[tuple[object, ...], dict[str, object]]:
    """Return the stored matches by deck seed and labels."""
    rows = [row for batch in open_run(folder).matches() for row in batch.to_pylist()]
    return {(row["deck_seed"], *row["agents"]): row for row in rows}


def check_workers_and_missing_shards(spec: Spec, folder: Path) -> None:
    """Play here and in two workers, and again what was deleted."""
    run(spec, folder=folder / "here", dispatch=play_here)
    run(spec, folder=folder / "two", dispatch=Processes(2))
    whole = shards(folder / "here")
    assert len(whole) > 2
    assert shards(folder / "two") == whole
    for path in sorted((folder / "two" / "shards").iterdir())[1:]:
        path.unlink()
    run(spec, folder=folder / "two", dispatch=play_here)
    assert shards(folder / "two") == whole


def check_a_kill(text: str, folder: Path) -> None:
    """Kill a command on its way, and continue: the text is a spec."""
    spec, killed, whole = folder / "spec.toml", folder / "killed", folder / "whole"
    spec.write_text(text, encoding="utf-8")
    assert run_command(["run", str(spec), "--workers", "0", "--out", str(whole)]) == 0
    process = start_railbird("run", spec, "--out", killed, "--workers", 0, "--plugin", HERALD)
    wait_for_matches(process, 1)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert 0 < len(shards(killed)) < len(shards(whole))
    assert run_command(["run", str(spec), "--workers", "0", "--out", str(killed)]) == 0
    assert shards(killed) == shards(whole)


def check_more_decks(few: Spec, more: Spec, folder: Path) -> None:
    """Play a run, and the same with more decks: what was played stays."""
    run(few, folder=folder / "run", dispatch=play_here)
    before = matches(folder / "run")
    run(more, folder=folder / "run", dispatch=play_here)
    after = matches(folder / "run")
    assert len(after) == len(before) * more.decks // few.decks
    assert {key: after[key] for key in before} == before


def check_processes_of_their_own(spec: Spec) -> None:
    """Play the first chunk with a process for each match, and here."""
    tournament = prepare(spec)
    chunk = plan_chunk(tournament.schedule, 0)
    alone = tabulate(chunk, play_alone(tournament.job, chunk))
    assert alone.equals(tabulate(chunk, ChunkPlayer(tournament.job).play(chunk)))
