"""What is written depends on the spec alone: not on who plays it, nor on who dies meanwhile."""

import subprocess
import sys
from collections import Counter
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest
from small_runs import (
    DEADLY,
    SPEC,
    KillingWorkers,
    contents,
    kuhn_spec,
    worker_killing_spec,
    write_spec,
)

from railbird.harness import Processes, plan_chunk, play_here, run
from railbird.harness.errors import LostChunksError
from railbird.harness.tournament.preparation import prepare
from railbird.harness.workers.chunk_player import ChunkPlayer
from railbird.harness.workers.job import Job, LostChunk, Outcome
from railbird.harness.workers.quarantine import play_alone
from railbird.harness.workers.worker import tabulate
from railbird.results import open_run


@pytest.mark.parametrize("worker_count", [1, 4])
def test_processes_write_the_same_bytes_as_this_process(
    worker_count: int, played_here: dict[str, bytes], tmp_path: Path
) -> None:
    finished = run(SPEC, folder=tmp_path / "run", dispatch=Processes(worker_count))
    assert finished.match_count == 4 * 4 * 6
    assert contents(tmp_path / "run") == played_here


def test_the_size_of_chunks_changes_no_hand(tmp_path: Path) -> None:
    run(SPEC, folder=tmp_path / "small", dispatch=play_here)
    run(kuhn_spec(hands_per_chunk=2**18), folder=tmp_path / "large", dispatch=play_here)
    small, large = (
        [row for batch in open_run(tmp_path / name).hands() for row in batch.to_pylist()]
        for name in ("small", "large")
    )
    assert small == large


def incidents_of(folder: Path) -> list[dict[str, object]]:
    return [row for batch in open_run(folder).incidents() for row in batch.to_pylist()]


def test_agents_that_kill_their_process_forfeit_there(deadly: Path) -> None:
    """Six seatings: each killer has its fatal seat in two of them, some together in one match."""
    found = Counter(
        (incident["agents"][incident["seat"]], incident["seat"], incident["hand"])
        for incident in incidents_of(deadly)
    )
    assert found == {("exit", 0, 1): 2, ("segfault", 1, 2): 2, ("kill", 2, 3): 2}
    assert {incident["kind"] for incident in incidents_of(deadly)} == {"death"}
    assert len({incident["seating_index"] for incident in incidents_of(deadly)}) < 6
    assert open_run(deadly).manifest.is_complete


def test_deaths_change_no_byte_with_the_number_of_workers(deadly: Path, tmp_path: Path) -> None:
    run(DEADLY, folder=tmp_path, dispatch=Processes(3))
    assert contents(tmp_path) == contents(deadly)


def test_matches_played_alone_are_the_matches_played_together() -> None:
    job = prepare(SPEC).job
    chunk = plan_chunk(job.schedule, 0)
    together = tabulate(chunk, ChunkPlayer(job).play(chunk))
    assert tabulate(chunk, play_alone(job, chunk)).equals(together)


def test_workers_killed_from_outside_are_replaced(tmp_path: Path) -> None:
    """With one match per chunk a task has many chunks: those not started are played too."""
    spec = kuhn_spec(hands_per_chunk=1)
    run(spec, folder=tmp_path / "here", dispatch=play_here)
    run(spec, folder=tmp_path / "killed", dispatch=KillingWorkers(Processes(2), kills=4))
    assert contents(tmp_path / "killed") == contents(tmp_path / "here")


def test_a_chunk_that_kills_its_workers_is_named_and_the_others_are_played(tmp_path: Path) -> None:
    """It is lost with two workers, and with a third that has it played in another process."""
    deadly = tmp_path / "agent.deadly"
    deadly.touch()
    spec = worker_killing_spec(deadly)
    with pytest.raises(LostChunksError, match=r"chunk 1 \(agents call, uniform, worker-killer: "):
        run(spec, folder=tmp_path / "run", dispatch=Processes(1), keep_going=True)
    assert [path.name[:6] for path in (tmp_path / "run" / "shards").iterdir()] == ["000000"]
    deadly.unlink()
    run(spec, folder=tmp_path / "run", dispatch=Processes(1))
    assert open_run(tmp_path / "run").manifest.is_complete


def test_a_lost_chunk_ends_the_run_unless_it_is_to_keep_going(tmp_path: Path) -> None:
    def lose_all(job: Job, chunks: Sequence[int], /) -> Generator[Outcome]:
        yield LostChunk(chunks[0], "it rained")
        yield from play_here(job, chunks[1:])

    with pytest.raises(LostChunksError, match=r"chunk 0 .*: it rained"):
        run(SPEC, folder=tmp_path, dispatch=lose_all)
    assert not list((tmp_path / "shards").iterdir())


def test_a_local_run_never_imports_ray(tmp_path: Path) -> None:
    spec = write_spec(tmp_path / "spec.toml", decks=1)
    code = (
        "import sys; from railbird.harness.cli.application import run_command; "
        f"code = run_command(['run', {str(spec)!r}, '--out', {str(tmp_path / 'run')!r}]); "
        "sys.exit(code or 'ray' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
