"""Asynchronous agents on Ray: the answers are at the dispatching side before they are played."""

import json
import os
import random
import shutil
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from chat_server import HONEST, PROMPT, Says, serve
from ray.cluster_utils import Cluster
from small_runs import PROGRAMS, start_railbird

from railbird.harness import AgentSpec, Plugins, Spec, play_here, read_spec, run
from railbird.harness.errors import JournalError
from railbird.harness.services.service_settings import ServiceSettings
from railbird.harness.workers.cluster.ray_dispatch import RayCluster
from railbird.harness.workers.processes import Processes
from railbird.plugins import PausedError
from railbird.results import open_run

QUICK_TO_NOTICE = {"health_check_period_ms": 500, "health_check_failure_threshold": 2}
KEY, KEY_VARIABLE = "sk-secret-0123456789abcdef", "RAILBIRD_TEST_KEY"
SLOW = str(PROGRAMS / "slow_agents.py")
CALL = AgentSpec(agent="call", label="call")
OPEN_MATCHES = 12


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A head that plays nothing, and a node with two processors; neither has a key."""
    args = {"num_cpus": 0, "include_dashboard": False, "_system_config": QUICK_TO_NOTICE}
    made = Cluster(initialize_head=True, head_node_args=args)
    made.add_node(num_cpus=2, object_store_memory=80 * 2**20)
    yield made
    made.shutdown()


@pytest.fixture(autouse=True)
def key(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)


@pytest.fixture
def prompt(tmp_path: Path) -> str:
    file = tmp_path / "machine.jinja"
    file.write_text(PROMPT)
    return str(file)


def model(url: str, prompt: str, **parameters: Any) -> AgentSpec:
    basic = {"model": "test/model", "url": url, "key": KEY_VARIABLE, "prompt": prompt}
    return AgentSpec(agent="language-model", label="m", parameters={**basic, **parameters})


def slow(**parameters: Any) -> AgentSpec:
    return AgentSpec(agent="slow-uniform", label="a", parameters=parameters)


def spec(*agents: AgentSpec, services: dict[str, Any] | None = None, **keys: Any) -> Spec:
    settings = {"backoff_seconds": 0.01, "open_matches": OPEN_MATCHES, **(services or {})}
    basic = {"game": "holdem-nolimit-2p", "hands_per_match": 3, "decks": 8}
    return Spec(
        name="models",
        agents=agents,
        plugins=Plugins(paths=(SLOW,)),
        services=ServiceSettings(**settings),
        **{**basic, **keys},
    )


def shards(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "shards").iterdir())}


def files_with(secret: bytes, folder: Path) -> list[Path]:
    found = []
    for path in folder.rglob("*"):
        with suppress(OSError):
            if path.is_file() and secret in path.read_bytes():
                found.append(path)
    return found


def test_they_play_what_one_worker_here_plays_with_keys_that_only_the_driver_has(
    cluster: Cluster, tmp_path: Path, prompt: str
) -> None:
    with serve("uniform", lambda number, asked: Says(seconds=0.01)) as server:
        agents = (model(server.url, prompt, votes=2, history=1), slow())
        limited = spec(*agents, services={"concurrency": 3, "requests_per_minute": 30_000.0})
        run(limited, folder=tmp_path / "here", dispatch=Processes(1))
        count, server.most_at_once = len(server.asked), 0
        run(limited, folder=tmp_path / "ray", dispatch=RayCluster(cluster.address))
        assert len(server.asked) == 2 * count
        assert 1 < server.most_at_once <= 3
        run(
            limited,
            folder=tmp_path / "again",
            dispatch=RayCluster(cluster.address),
            replay=tmp_path / "ray",
        )
        assert len(server.asked) == 2 * count
        assert server.keys == {f"Bearer {KEY}"}
    assert shards(tmp_path / "here") == shards(tmp_path / "ray") == shards(tmp_path / "again")
    assert not files_with(KEY.encode(), tmp_path)
    assert not files_with(KEY.encode(), Path(cluster.head_node.get_session_dir_path()))


def processes_of_ray(*titles: str) -> list[int]:
    """The processes below this one that call themselves so."""
    found = []
    for place in Path("/proc").iterdir():
        with suppress(OSError):
            if place.name.isdigit() and (place / "cmdline").read_text().startswith(titles):
                found.append(int(place.name))
    return [one for one in found if is_below(one, os.getpid())]


def is_below(process: int, ancestor: int) -> bool:
    while process > 1:
        if process == ancestor:
            return True
        try:
            stat = Path(f"/proc/{process}/stat").read_text()
        except OSError:
            return False
        process = int(stat.rpartition(")")[2].split()[1])
    return False


class Killer:
    """Does things when so many questions were asked; kills at the end of each wait."""

    def __init__(self, happenings: dict[int, Callable[[], object]]) -> None:
        self.happenings = happenings
        self.lock = threading.Lock()

    def __call__(self, number: int, asked: dict[str, Any]) -> Says:
        with self.lock:
            happening = self.happenings.pop(number, None)
        if happening is not None:
            happening()
        return Says(seconds=0.02)


def kill_one(title: str, draws: random.Random, killed: list[str]) -> None:
    there = processes_of_ray(title)
    if there:
        os.kill(draws.choice(there), signal.SIGKILL)
        killed.append(title)


def test_workers_and_machines_that_die_cost_no_question_of_a_service(
    cluster: Cluster, tmp_path: Path, prompt: str
) -> None:
    """An answer that was under way is kept, and played by the next worker."""
    asked, draws = tmp_path / "asked", random.Random(3)
    node = cluster.add_node(num_cpus=1)
    raylet = node.all_processes["raylet"][0].process.pid
    killed: list[str] = []
    instants = sorted(draws.sample(range(5, 90), 4))
    happenings: dict[int, Callable[[], object]] = {
        instants[0]: lambda: kill_one("ray::play_session", draws, killed),
        instants[1]: lambda: kill_one("ray::Mailbox", draws, killed),
        instants[2]: lambda: os.kill(raylet, signal.SIGKILL),
        instants[3]: lambda: kill_one("ray::play_session", draws, killed),
    }
    with serve("uniform", Killer(happenings)) as server:
        agents = (model(server.url, prompt), slow(asked=str(asked), seconds=0.01))
        played = spec(*agents, decks=12)
        run(played, folder=tmp_path / "ray", dispatch=RayCluster(cluster.address))
        assert not happenings and len(killed) == 3
        questions = Counter(server.questions)
        assert set(questions.values()) == {1}
    noted = Counter(asked.read_text().splitlines())
    assert sum(noted.values()) - len(noted) <= 4 * OPEN_MATCHES
    with serve("uniform") as server:
        same = (model(server.url, prompt), slow())
        run(spec(*same, decks=12), folder=tmp_path / "here", dispatch=play_here)
        assert len(server.asked) == len(questions)
    assert shards(tmp_path / "ray") == shards(tmp_path / "here")


def test_a_driver_that_is_killed_has_lost_what_was_in_flight(
    cluster: Cluster, tmp_path: Path, prompt: str
) -> None:
    """In flight is a question whose answer is not on the disk yet: one a match that is open."""
    kills = 2
    with serve("uniform", lambda number, asked: Says(seconds=0.05)) as server:
        file = tmp_path / "models.toml"
        file.write_text(
            f"""
            name = "models"
            game = "holdem-nolimit-2p"
            hands_per_match = 3
            decks = 8
            services = {{ concurrency = 4, open_matches = {OPEN_MATCHES}, backoff_seconds = 0.01 }}
            [[agents]]
            agent = "call"
            [[agents]]
            agent = "language-model"
            label = "m"
            [agents.parameters]
            model = "x"
            url = "{server.url}"
            key = "{KEY_VARIABLE}"
            prompt = "{prompt}"
            """
        )
        command = ("run", file, "--ray-address", cluster.address, "--out", tmp_path / "run")
        draws = random.Random(4)
        for _ in range(kills):
            process = start_railbird(*command)
            enough = len(server.asked) + draws.randrange(5, 40)
            while len(server.asked) < enough:
                assert process.poll() is None
                time.sleep(0.002)
            process.kill()
            process.communicate()
        again = start_railbird(*command)
        told = again.communicate()[1]
        assert again.returncode == 0, told
        counts = Counter(server.questions)
        assert sum(counts.values()) - len(counts) <= kills * OPEN_MATCHES
        run(read_spec(file), folder=tmp_path / "here", dispatch=play_here)
    assert shards(tmp_path / "run") == shards(tmp_path / "here")


def test_a_budget_holds_over_all_workers_and_an_outage_pauses_them(
    cluster: Cluster, tmp_path: Path, prompt: str
) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('"model" = { asked = 1000.0, answered = 1000.0 }\n')
    is_down = False

    def behave(number: int, asked: dict[str, Any]) -> Says:
        return Says(status=500, body=b"down") if is_down else HONEST

    with serve("uniform", behave) as server:
        agent = model(server.url, prompt, max_tokens=100)

        def play(budget: float) -> None:
            settings = {"prices": str(prices), "concurrency": 4, "open_matches": 4}
            limited = {**settings, "budget_usd": budget, "patience_seconds": 0.1}
            played = spec(agent, CALL, services=limited, decks=12)
            run(played, folder=tmp_path / "run", dispatch=RayCluster(cluster.address))

        with pytest.raises(PausedError, match="the run pauses at its budget"):
            play(5.0)
        assert 2.0 < 0.11 * len(server.asked) <= 5.0
        sets = Counter(
            row["deck_index"]
            for batch in open_run(tmp_path / "run").matches()
            for row in batch.to_pylist()
        )
        assert sets and set(sets.values()) == {2}
        is_down = True
        with pytest.raises(PausedError, match=r"has failed for .* status 500 down"):
            play(100.0)
        is_down = False
        answered = len(set(server.questions))
        play(100.0)
        counts = Counter(server.questions)
        assert len(counts) > answered
    run(
        spec(AgentSpec(agent="uniform", label="m"), CALL, decks=12, hands_per_chunk=6),
        folder=tmp_path / "plain",
        dispatch=play_here,
    )
    assert shards(tmp_path / "run") == shards(tmp_path / "plain")


def test_an_agent_that_kills_its_process_forfeits_as_on_one_machine(
    cluster: Cluster, tmp_path: Path
) -> None:
    asked = tmp_path / "asked"
    parameters = {"asked": str(asked)}
    agents = (AgentSpec(agent="deadly-slow", label="d", parameters=parameters), CALL)
    deadly = spec(*agents, decks=2, hands_per_match=6, game="holdem-limit-2p")
    run(deadly, folder=tmp_path / "ray", dispatch=RayCluster(cluster.address))
    run(deadly, folder=tmp_path / "here", dispatch=Processes(1))
    assert shards(tmp_path / "ray") == shards(tmp_path / "here")
    counts = open_run(tmp_path / "ray").incident_counts().to_pylist()
    assert {(row["kind"], row["agent"]) for row in counts} == {("death", "d")}
    assert max(Counter(asked.read_text().splitlines()).values()) <= 6
    assert json.loads((tmp_path / "ray" / "manifest.json").read_text())


def test_another_question_than_in_the_journal_is_refused_by_name(
    cluster: Cluster, tmp_path: Path
) -> None:
    """The worker finds it, in the answers that it was given with its chunk."""
    small = {"decks": 2, "hands_per_match": 2}
    run(spec(slow(), CALL, **small), folder=tmp_path / "run", dispatch=play_here)
    other = spec(slow(), AgentSpec(agent="raise", label="call"), **small)
    with pytest.raises(RuntimeError, match="not played"):
        run(other, folder=tmp_path / "other", dispatch=fail_at_once)
    shutil.copytree(tmp_path / "run" / "journal", tmp_path / "other" / "journal")
    with pytest.raises(JournalError, match=r"agent 'a' .*asks something else than the journal"):
        run(other, folder=tmp_path / "other", dispatch=RayCluster(cluster.address))
    more = spec(slow(), CALL, decks=3, hands_per_match=2)
    with pytest.raises(JournalError, match="the journal has no answer for agent 'a'"):
        run(
            more,
            folder=tmp_path / "again",
            dispatch=RayCluster(cluster.address),
            replay=tmp_path / "run",
        )


def fail_at_once(job: Any, chunks: Any) -> Any:
    raise RuntimeError("not played")
    yield
