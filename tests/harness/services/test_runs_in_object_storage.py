"""Services asked by a run in object storage: nothing is paid twice but what was in flight."""

import random
import signal
from collections import Counter
from pathlib import Path

import pytest
from chat_server import HONEST, PROMPT, ChatServer, Says, serve
from object_server import ObjectServer, Request, kill_at, stored_objects
from small_runs import start_railbird

from railbird.harness import read_spec, run
from railbird.harness.cli.application import run_command
from railbird.harness.workers.dispatch import play_here
from railbird.results.folders.addresses import open_folder
from railbird.results.store.journal import read_journal

KEY = "sk-secret-0123456789abcdef"
KILLS, OPEN_MATCHES = 5, 6


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_TEST_KEY", KEY)


def write_spec(folder: Path, server: ChatServer) -> Path:
    prompt = folder / "machine.jinja"
    prompt.write_text(PROMPT)
    file = folder / "models.toml"
    file.write_text(
        f"""
        name = "models"
        game = "holdem-nolimit-2p"
        hands_per_match = 4
        decks = 6
        services = {{ open_matches = {OPEN_MATCHES}, backoff_seconds = 0.01 }}
        [[agents]]
        agent = "call"
        [[agents]]
        agent = "language-model"
        label = "m"
        [agents.parameters]
        model = "x"
        url = "{server.url}"
        key = "RAILBIRD_TEST_KEY"
        prompt = "{prompt}"
        """
    )
    return file


def shards(stored: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in stored.items() if name.startswith("shards/")}


def play_whole(spec: Path, folder: Path) -> dict[str, bytes]:
    run(read_spec(spec), folder=folder, dispatch=play_here)
    return {f"shards/{path.name}": path.read_bytes() for path in (folder / "shards").iterdir()}


def is_journal(request: Request) -> bool:
    return request.method == "PUT" and "/journal/" in request.path


def test_killed_at_random_requests_and_continued_pays_for_nothing_twice(
    bucket: str, object_server: ObjectServer, tmp_path: Path
) -> None:
    """The put at which the command is killed arrives or is lost, alternately."""
    draws = random.Random(5)
    with serve("uniform", lambda number, asked: Says(seconds=0.005)) as server:
        spec = write_spec(tmp_path, server)
        command = ("run", spec, "--out", f"{bucket}/run", "--workers", 0)
        for kill in range(KILLS):
            process = start_railbird(*command)
            object_server.fault = kill_at(
                process, draws.randint(1, 8), is_counted=is_journal, is_lost=bool(kill % 2)
            )
            process.communicate()
            assert process.returncode == -signal.SIGKILL
        object_server.fault = lambda _: ""
        assert run_command([*map(str, command)]) == 0
        counts = Counter(server.questions)
        assert sum(counts.values()) - len(counts) <= KILLS * OPEN_MATCHES
        kept = [one for one in read_journal(open_folder(f"{bucket}/run")) if one.kind == "call"]
        assert {one.key for one in kept} and len({one.key for one in kept}) == len(counts)
        asked = len(server.asked)
        again = ["run", str(spec), "--replay", f"{bucket}/run", "--out", str(tmp_path / "again")]
        assert run_command([*again, "--workers", "0"]) == 0
        assert len(server.asked) == asked
        assert run_command(["costs", f"{bucket}/run"]) == 0
        whole = play_whole(spec, tmp_path / "whole")
    stored = stored_objects(f"{bucket}/run")
    assert shards(stored) == whole == play_whole(spec, tmp_path / "again")
    assert not any(KEY.encode() in data for data in stored.values())


def test_a_put_has_the_answers_that_came_since_the_last_one(
    bucket: str, object_server: ObjectServer, tmp_path: Path
) -> None:
    object_server.fault = lambda request: "slow" if is_journal(request) else ""
    with serve("call", lambda number, asked: HONEST) as server:
        spec = write_spec(tmp_path, server)
        run(read_spec(spec), folder=f"{bucket}/run", dispatch=play_here)
        puts = sum(map(is_journal, object_server.requests))
        assert 0 < 2 * puts < len(server.asked)
