"""`railbird costs` and `railbird calls` say what a naive recount of the server's side says."""

import json
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest
from chat_server import HONEST, PROMPT, Says, serve
from command_line import printed
from scipy.stats import t as student_t

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.cli.application import run_command
from railbird.harness.services.service_settings import ServiceSettings
from railbird.harness.workers.dispatch import play_here
from railbird.results import open_run
from railbird.results.folders.addresses import open_folder
from railbird.results.report import gather, render_report
from railbird.results.store.journal import read_journal
from railbird.results.store.match_keys import match_key

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


def test_a_hand_costs_what_its_answers_cost_with_the_interval_of_means_by_deck(
    played: tuple[Path, list[Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, _ = played
    text = printed(capsys, "costs", folder, "--only", "costs-of-hands", "--format", "json")
    (row,) = json.loads(text)["costs_of_hands"]
    rows = json.loads(printed(capsys, "calls", folder, "--format", "json"))["calls"]
    stored = open_run(folder)
    seed, deals = stored.manifest.spec.get("seed", 0), stored.reading.holdings.shards[0].deals
    assert deals is not None
    secret = deals.secret or b""
    decks = {
        f"{match_key(seed, row['deck_seed'], row['agents'], secret=secret):016x}": row["deck_index"]
        for batch in stored.matches()
        for row in batch.to_pylist()
    }
    assert len(decks) == 24
    by_deck = [0.0] * 12
    for call in rows:
        by_deck[decks[call["match_key"]]] += call["dollars"] / 6  # two seatings of three hands
    assert row["dollars_per_hand"] == pytest.approx(mean(by_deck))
    width = student_t.ppf(0.975, 11) * stdev(by_deck) / 12**0.5
    assert row["dollars_half_width"] == pytest.approx(width)


def test_times_are_quantiles_of_the_decisions(
    played: tuple[Path, list[Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, _ = played
    text = printed(capsys, "costs", folder, "--only", "answer-times", "--format", "json")
    (row,) = json.loads(text)["answer_times"]
    records = list(read_journal(open_folder(folder)))
    seconds = sorted(one.seconds for one in records if one.kind == "decision")
    assert row["decisions"] == len(seconds)
    assert row["longest"] == seconds[-1]
    assert row["median"] == seconds[(len(seconds) - 1) // 2]
    assert sum(one > row["nine_of_ten"] for one in seconds) <= len(seconds) / 10


def test_the_report_has_costs_and_the_models_words_without_markup(
    played: tuple[Path, list[Any]],
) -> None:
    folder, _ = played
    page = render_report(gather(open_run(folder)))
    assert 'id="costs"' in page and "costs of hands" in page and "costs to decide" in page
    lost = gather(open_run(folder)).lost_hands
    assert len(lost) == 3 and all(one.calls and one.agent == "m" for one in lost)
    assert "Final answer: " in page and "who knows ?[2J" in page
    assert "\x1b" not in page
