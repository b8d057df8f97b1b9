"""What travels to machines that share nothing, and what must be the same there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_runs import MISFITS, PROGRAMS, kuhn_spec

from railbird.harness import AgentSpec, Plugins, SpecError, WorkerError, plan_chunk
from railbird.harness.plan.schedule import count_chunks, list_chunk_agents
from railbird.harness.players.resources import add_resources
from railbird.harness.tournament.preparation import prepare
from railbird.harness.workers.cluster.carried_files import read_carried, settle_files
from railbird.harness.workers.cluster.flight import Flight
from railbird.harness.workers.cluster.node_facts import (
    describe_differences,
    facts_here,
    facts_there,
)
from railbird.harness.workers.cluster.packages import hash_code
from railbird.harness.workers.cluster.shipping import lay_out_packages
from railbird.harness.workers.task_queue import Task

READER = """
from pathlib import Path

from railbird.plugins import CALL, AgentEntry, hookimpl


class Reader:
    def __init__(self, file="", others=()):
        self.text = Path(file).read_text()

    def act(self, observation):
        return CALL


@hookimpl
def railbird_agents():
    return [AgentEntry("reader", Reader, parts=lambda given: [Path(given["file"])])]
"""


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AgentSpec:
    """An agent that reads a file, which is named from the working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "there"))
    (tmp_path / "there").mkdir()
    (tmp_path / "reader.py").write_text(READER)
    (tmp_path / "notes.txt").write_text("be bold")
    return AgentSpec(agent="reader", parameters={"file": "./notes.txt", "others": ["x", 1]})


def test_files_of_agents_travel_and_their_paths_follow(reader: AgentSpec, tmp_path: Path) -> None:
    spec = kuhn_spec(reader, "call", "uniform", plugins=Plugins(paths=("reader.py",)))
    job = prepare(spec).job
    files = read_carried(job.files)
    assert files == {"notes.txt": b"be bold"}
    (tmp_path / "notes.txt").unlink()
    moved = settle_files(job, files)
    parameters = moved.entrants[0].spec.parameters
    assert Path(parameters["file"]).read_text() == "be bold"
    assert Path(parameters["file"]).is_relative_to(tmp_path / "there")
    assert parameters["others"] == ["x", 1]
    assert facts_there(moved) == facts_here(job)
    with pytest.raises(WorkerError, match=r"notes\.txt cannot be sent to the workers"):
        read_carried(job.files)


def test_files_are_not_put_where_others_could_change_them(
    reader: AgentSpec, tmp_path: Path
) -> None:
    spec = kuhn_spec(reader, "call", "uniform", plugins=Plugins(paths=("reader.py",)))
    job = prepare(spec).job
    folder = tmp_path / "there" / f"railbird-files-{os.getuid()}"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    with pytest.raises(WorkerError, match="does not belong only to this user"):
        settle_files(job, read_carried(job.files))


def test_a_machine_has_the_facts_of_itself() -> None:
    agents = (
        AgentSpec(agent="call"),
        AgentSpec(label="apart", agent="chump", isolation="process"),
        AgentSpec(label="alone", agent="killer", isolation="process", plugin=MISFITS),
        AgentSpec(label="bot", command=(sys.executable, str(PROGRAMS / "acpc_bot.py"))),
    )
    job = prepare(kuhn_spec(*agents)).job
    facts = facts_here(job)
    assert facts == facts_there(job)
    assert {f"agent '{agent.label}'" for agent in agents} < set(facts)


def test_what_differs_is_said_with_both_values() -> None:
    here = {"version of numpy": "2.4", "agent 'x'": "mine 1"}
    said = describe_differences(here, {"version of numpy": "2.3", "agent 'x'": "mine 1"})
    assert said == "version of numpy is 2.3 there and 2.4 here"
    assert describe_differences(here, {}).count("is none there") == 2
    assert describe_differences(here, here) == ""


def test_packages_laid_out_are_found_like_installed_ones(tmp_path: Path) -> None:
    """The editable installation is hidden by a search path with this folder before it."""
    names = {path.name for path in lay_out_packages(tmp_path)}
    assert "railbird" in names
    assert [name for name in names if name.startswith("railbird-")]
    code = (
        "import railbird; from importlib.metadata import distribution; "
        "from railbird.harness.workers.cluster.packages import hash_code; "
        "from railbird.plugins import load_registry; "
        "print(railbird.__file__, distribution('railbird').locate_file(''), "
        "hash_code('railbird'), len(load_registry().agent_offers) > 5)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd="/",
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert shown[0] == str(tmp_path / "railbird" / "__init__.py")
    assert Path(shown[1]) == tmp_path
    assert shown[2:] == [hash_code("railbird"), "True"]


@given(st.lists(st.tuples(st.integers(1, 64), st.integers(1, 5000)), max_size=60))
def test_no_more_flies_than_may(steps: list[tuple[int, int]]) -> None:
    """Once a shard of the largest size has come, the bytes under way keep to the limit."""
    limit = 20_000
    flight = Flight(prepare(kuhn_spec()).job.schedule, most_bytes=limit)
    flight.learn(5000)
    tasks: list[Task] = []
    for slots, size in steps:
        while room := flight.room(slots):
            tasks.append(Task(tuple(range(room))))
            flight.leave(tasks[-1])
        assert sum(len(task.chunks) for task in tasks) * 5000 <= limit
        flight.land(tasks.pop())
        flight.learn(size)


def test_one_task_flies_however_large_it_is() -> None:
    flight = Flight(prepare(kuhn_spec()).job.schedule, most_bytes=1)
    assert flight.room(4) == 1
    flight.leave(Task((0,)))
    assert flight.room(4) == 0


@pytest.mark.parametrize("hands_per_chunk", [20, 100, 1000, 10_000])
def test_the_agents_of_a_chunk_are_those_of_its_matches(hands_per_chunk: int) -> None:
    schedule = prepare(kuhn_spec(hands_per_chunk=hands_per_chunk)).job.schedule
    for index in range(count_chunks(schedule)):
        matches = plan_chunk(schedule, index).matches
        expected = sorted({label for match in matches for label in match.agents})
        assert list_chunk_agents(schedule, index) == tuple(expected)


def test_a_worker_needs_what_its_agents_need_together() -> None:
    assert add_resources([]) == {"CPU": 1}
    assert add_resources([{"GPU": 0.25}, {"GPU": 0.5, "CPU": 0.5}]) == {"GPU": 0.75, "CPU": 1}
    assert add_resources([{"GPU": 0.75}, {"GPU": 0.5}])["GPU"] == 2


@pytest.mark.parametrize(
    ("resources", "words"),
    [
        ({"GPU": 0}, "give an amount above 0"),
        ({"GPU": float("nan")}, "give an amount above 0"),
        ({"GPU": 1.5}, "amounts above 1 must be integers"),
        ({" ": 1}, "is not a name"),
    ],
)
def test_resources_that_nothing_can_have_are_refused(
    resources: dict[str, float], words: str
) -> None:
    with pytest.raises(SpecError, match=words):
        AgentSpec(agent="call", resources=resources)


def test_a_run_records_nothing_of_resources() -> None:
    plain, placed = (AgentSpec(agent="call", resources=needs) for needs in ({}, {"GPU": 0.25}))
    one, other = (prepare(kuhn_spec(agent, "uniform", "chump")) for agent in (plain, placed))
    assert one.manifest == other.manifest
