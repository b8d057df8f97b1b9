"""`railbird costs` and `railbird calls` say what a naive recount of the server's side says."""

import json
from pathlib import Path
from typing import Any

import pytest
from chat_server import HONEST, PROMPT, Says, serve
from command_line import printed

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.cli.application import run_command
from railbird.harness.services.service_settings import ServiceSettings
from railbird.harness.workers.dispatch import play_here
from railbird.results import open_run

ODD = "who knows \x1b[2J"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any]]:
    folder = tmp_path_factory.mktemp("costs")
    (folder / "machine.jinja").write_text(PROMPT)
    (folder / "prices.toml").write_text('"m" = { asked = 10.0, answered = 100.0 }\n')

    def behave(number: int, asked: dict[str, Any]) -> Says:
        if number % 11 == 5:
            return Says(status=503)
        return Says(text=ODD) if number % 5 == 1 else HONEST

    with serve("uniform", behave) as server:
        parameters = {
            "model": "m",
            "url": server.url,
            "key": "",
            "prompt": str(folder / "machine.jinja"),
            "rethinks": 1,
        }
        spec = Spec(
            name="costs",
            game="holdem-nolimit-2p",
            hands_per_match=3,
            decks=12,
            agents=(
                AgentSpec(agent="language-model", label="m", parameters=parameters),
                AgentSpec(agent="call", label="caller"),
            ),
            services=ServiceSettings(
                backoff_seconds=0.001, prices=str(folder / "prices.toml"), concurrency=1
            ),
        )
        run(spec, folder=folder / "run", dispatch=play_here)
        return folder / "run", server.asked


def test_costs_are_those_of_what_was_asked(
    played: tuple[Path, list[Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, asked = played
    text = printed(capsys, "costs", folder, "--only", "costs", "--format", "json")
    (row,) = json.loads(text)["costs"]
    failed = sum(number % 11 == 5 for number in range(len(asked)))
    assert (row["agent"], row["model"]) == ("m", "m")
    assert row["requests"] == len(asked)
    assert row["calls"] == len(asked) - failed
    assert row["tokens_asked"] == 100 * row["calls"]
    assert row["dollars"] == pytest.approx(row["calls"] * (100 * 10 + 10 * 100) / 1e6)
    counts = open_run(folder).incident_counts().to_pylist()
    assert row["unreadable"] == sum(one["incidents"] for one in counts)
    found = printed(capsys, "costs", folder)
    assert "costs to decide" in found


def test_calls_are_listed_with_their_texts(
    played: tuple[Path, list[Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, asked = played
    text = printed(capsys, "calls", folder, "--format", "json")
    rows = json.loads(text)["calls"]
    prompts = {json.dumps(one, sort_keys=True) for one in asked}
    assert {json.dumps(json.loads(row["prompt"]), sort_keys=True) for row in rows} == prompts


def test_the_worst_hands_are_those_of_the_stored_payoffs(
    played: tuple[Path, list[Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, _ = played
    text = printed(capsys, "calls", folder, "--agent", "m", "--worst", "3")
    found = [line for line in text.splitlines() if line.startswith("m: ")]
    told = [float(line.split()[1]) for line in found]
    payoffs = [
        row["payoffs"][row["agents"].index("m")] / 2520
        for batch in open_run(folder).hands()
        for row in batch.to_pylist()
    ]
    assert told == sorted(payoffs)[:3]
    assert "played" in text and "answered" in text
    assert "\x1b" not in text


def test_a_run_without_services_has_no_costs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = Spec(
        name="plain",
        game="kuhn-2p",
        hands_per_match=2,
        decks=2,
        agents=(AgentSpec(agent="call"), AgentSpec(agent="uniform")),
    )
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    for command in ("costs", "calls"):
        assert run_command([command, str(tmp_path / "run")]) == 2
        assert "it has no journal" in capsys.readouterr().err
