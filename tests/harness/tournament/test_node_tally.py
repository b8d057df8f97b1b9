"""Progress by machine: hands a second and memory of each, where several play."""

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.console import Console
from small_runs import SPEC

from railbird.harness.tournament.node_tally import MEGABYTE, MOST_NODES_SHOWN, NodeTally
from railbird.harness.tournament.preparation import prepare
from railbird.harness.tournament.progress import Start, show_on
from railbird.harness.workers.job import ChunkReport


def report(host: str, worker: str = "1", *, hands: int = 100, megabytes: int = 10) -> ChunkReport:
    return ChunkReport(
        chunk_index=0,
        shard=Path("shard"),
        match_count=48,
        hand_count=hands,
        incident_count=0,
        started=datetime.now(UTC),
        seconds=1.0,
        host=host,
        worker=worker,
        memory_bytes=megabytes * MEGABYTE,
    )


def test_one_machine_needs_no_line_of_its_own() -> None:
    tally = NodeTally()
    tally.add(report("here"))
    assert list(tally.describe()) == []


def test_memory_is_summed_over_the_latest_reports_of_a_machines_workers() -> None:
    tally = NodeTally()
    for one in (
        report("a", "1", megabytes=50),
        report("a", "1", megabytes=30),
        report("a", "2", megabytes=12),
        report("b", "1", hands=1, megabytes=7),
    ):
        tally.add(one)
    first, second = tally.describe()
    assert first.startswith("a: ")
    assert first.endswith("hands/s, 42 MB")
    assert second.startswith("b: ")
    assert second.endswith("hands/s, 7 MB")


def test_many_machines_are_summed_up() -> None:
    tally = NodeTally()
    for number in range(MOST_NODES_SHOWN + 3):
        tally.add(report(f"node-{number}", hands=1000 - number))
    *_, last = tally.describe()
    assert last.startswith("3 more: ")


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_run_shows_its_machines(is_terminal: bool) -> None:
    console = Console(file=io.StringIO(), force_terminal=is_terminal, width=150)
    with show_on(console)(prepare(SPEC).run, Start()) as advance:
        for host in ("left", "right"):
            advance(report(host, hands=50))
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert "left: " in shown
    assert "right: " in shown
    assert "10 MB" in shown
