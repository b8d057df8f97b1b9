"""Agents behind an address: the observation as JSON, by a published schema, over a real socket."""

import json
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from railbird.harness import AgentSpec, Spec, play, run
from railbird.harness.cli.application import run_command
from railbird.harness.errors import SpecError
from railbird.harness.plan.freeze_out_spec import FreezeOutSpec, LevelSpec
from railbird.harness.services.service_settings import ServiceSettings
from railbird.harness.workers.dispatch import play_here
from railbird.plugins import (
    CALL,
    FOLD,
    ActionKind,
    ActionRange,
    PausedError,
    sample_alternatives,
)
from railbird.results import open_run

SETTINGS = ServiceSettings(backoff_seconds=0.01, patience_seconds=5.0)
GAME = {"game": "holdem-nolimit-2p", "hands_per_match": 4, "decks": 2, "deals": "acpc"}
NAMES = {ActionKind.FOLD: "fold", ActionKind.CALL: "call", ActionKind.RAISE: "raise"}


@contextmanager
def handler(answer: Callable[[dict[str, Any]], bytes]) -> Iterator[str]:
    """A web handler that answers observations."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/act"
    finally:
        server.shutdown()
        server.server_close()


def uniform(asked: dict[str, Any]) -> bytes:
    """What the agent `uniform` plays, from JSON alone."""
    seen = asked["observation"]
    choices: dict[str, Any] = {
        "fold": FOLD,
        "call": CALL,
        "raise": ActionRange(ActionKind.RAISE, seen["min_raise_to"], seen["max_raise_to"]),
    }
    chosen = [choices[kind] for kind in seen["legal"]]
    action = sample_alternatives([(1 / len(chosen), one) for one in chosen], seen["draws"][0])
    return json.dumps({"kind": NAMES[action.kind], "amount": action.amount}).encode()


def spec(*agents: AgentSpec, **keys: Any) -> Spec:
    return Spec(name="services", agents=agents, services=SETTINGS, **{**GAME, **keys})


def shards(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted((folder / "shards").iterdir())]


CALLER = AgentSpec(agent="call", label="b")


def test_a_service_plays_what_the_agent_plays_that_it_imitates(tmp_path: Path) -> None:
    with handler(uniform) as url:
        service = AgentSpec(service=url, label="a")
        run(spec(service, CALLER), folder=tmp_path / "served", dispatch=play_here)
    plain = spec(AgentSpec(agent="uniform", label="a"), CALLER, hands_per_chunk=8)
    run(plain, folder=tmp_path / "plain", dispatch=play_here)
    assert shards(tmp_path / "served") == shards(tmp_path / "plain")
    again = spec(AgentSpec(service=url, label="a"), CALLER)
    run(again, folder=tmp_path / "again", dispatch=play_here, replay=tmp_path / "served")
    assert shards(tmp_path / "again") == shards(tmp_path / "plain")


@pytest.mark.parametrize(
    "answer", [b"fold", b"{}", b'{"kind": "dance"}', b'{"kind": "raise", "amount": "all"}', b"\xff"]
)
def test_an_answer_that_cannot_be_read_is_an_incident(tmp_path: Path, answer: bytes) -> None:
    with handler(lambda asked: answer) as url:
        run(
            spec(AgentSpec(service=url, label="a"), CALLER, decks=1, hands_per_match=2),
            folder=tmp_path / "run",
            dispatch=play_here,
        )
    counts = open_run(tmp_path / "run").incident_counts().to_pylist()
    assert {(row["kind"], row["agent"]) for row in counts} == {("unreadable", "a")}


def test_an_empty_body_is_never_played(tmp_path: Path) -> None:
    short = ServiceSettings(backoff_seconds=0.01, patience_seconds=0.1)
    with handler(lambda asked: b"") as url, pytest.raises(PausedError, match="an empty body"):
        agents = AgentSpec(service=url, label="a"), CALLER
        run(
            Spec(name="services", agents=agents, services=short, **GAME),
            folder=tmp_path / "run",
            dispatch=play_here,
        )


def test_deals_are_secret_from_services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with handler(uniform) as url:
        keyed = spec(AgentSpec(service=url, label="a"), CALLER, decks=1, deals="keyed")
        run(keyed, folder=tmp_path / "run", dispatch=play_here)
        run(keyed, folder=tmp_path / "other", dispatch=play_here)
        run(keyed, folder=tmp_path / "again", dispatch=play_here, replay=tmp_path / "run")
    assert shards(tmp_path / "run") != shards(tmp_path / "other")
    assert shards(tmp_path / "run") == shards(tmp_path / "again")


def test_wrong_entries_are_refused() -> None:
    with pytest.raises(SpecError, match="is not an address"):
        AgentSpec(service="localhost:80", label="a")
    with pytest.raises(SpecError, match="a service has one parameter, key"):
        AgentSpec(service="http://localhost:80", label="a", parameters={"model": "x"})
    with pytest.raises(SpecError, match="label"):
        AgentSpec(service="http://localhost:80")


def test_the_schema_is_that_of_what_is_sent(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["schema", "observation"]) == 0
    schema = json.loads(capsys.readouterr().out)
    seen: list[dict[str, Any]] = []

    def answer(asked: dict[str, Any]) -> bytes:
        seen.append(asked)
        return uniform(asked)

    with handler(answer) as url:
        play(spec(AgentSpec(service=url, label="a"), CALLER, decks=1))
    question = schema["$defs"]["ServiceQuestion"]["properties"]
    observation = schema["$defs"]["ObservationJson"]
    assert set(seen[0]) == set(question)
    assert set(seen[0]["observation"]) == set(observation["required"])
    rules = FreezeOutSpec(stack=200, levels=(LevelSpec(blinds=(10, 20), hands=3),))
    with handler(answer) as url:
        short = {"mode": "freeze-out", "tournament": rules, "decks": 1}
        play(spec(AgentSpec(service=url, label="a"), CALLER, hands_per_match=UNSET, **short))
    assert set(seen[-1]["observation"]) == set(observation["properties"])
    assert run_command(["schema", "action"]) == 0
    assert "ServiceAnswer" in capsys.readouterr().out


EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


@pytest.mark.parametrize(
    ("program", "file"), [("python3", "service_agent.py"), ("node", "service_agent.mjs")]
)
def test_the_examples_play(tmp_path: Path, program: str, file: str) -> None:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    text = (EXAMPLES / file).read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= 20
    process = subprocess.Popen(
        [found, str(EXAMPLES / file), "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        run(
            spec(AgentSpec(service=url, label="a"), CALLER),
            folder=tmp_path / "run",
            dispatch=play_here,
        )
    finally:
        process.kill()
        process.communicate()
    assert not open_run(tmp_path / "run").incident_counts().to_pylist()
