"""Exported hands have what models said behind their actions, and are imported as the same hands."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from chat_server import HONEST, PROMPT, Says, by_rule, serve

from railbird.harness import AgentSpec, Spec, run
from railbird.harness.cli.application import run_command
from railbird.harness.services.service_settings import ServiceSettings
from railbird.harness.workers.dispatch import play_here
from railbird.results import open_run
from railbird.results.errors import LogError
from railbird.results.histories import export_run
from railbird.results.reading.service_calls import list_records

ODD = "I'd \"raise\" \\ it\x1b # p1 f\n\t' ] [2]\nhand = 7 \u2028 ♠"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("comments")
    (folder / "machine.jinja").write_text(PROMPT)

    def behave(number: int, asked: dict[str, Any]) -> Says:
        text = by_rule("uniform", asked["messages"][1]["content"])
        if number % 9 == 4:
            return Says(text=f"nothing to play {ODD}")
        message = {"role": "assistant", "content": f"{ODD}\n{text}", "reasoning": "pot odds"}
        return Says(message=message) if number % 3 else HONEST

    with serve("uniform", behave) as server:
        parameters = {
            "model": "m",
            "url": server.url,
            "key": "",
            "prompt": str(folder / "machine.jinja"),
            "rethinks": 0,
        }
        spec = Spec(
            name="comments",
            game="holdem-nolimit-2p",
            hands_per_match=4,
            decks=6,
            agents=(
                AgentSpec(agent="language-model", label="m", parameters=parameters),
                AgentSpec(agent="call", label="caller"),
            ),
            services=ServiceSettings(concurrency=1),
        )
        run(spec, folder=folder / "run", dispatch=play_here)
    return folder


def test_every_decision_of_the_model_has_its_comment_and_nothing_else_changes(
    played: Path,
) -> None:
    stored = open_run(played / "run")
    export_run(stored, played / "plain", "phh")
    export_run(stored, played / "commented", "phh-comments")
    files = sorted((played / "plain").glob("*.phhs"))
    assert len(files) == 12
    count = 0
    for file in files:
        plain = tomllib.loads(file.read_text())
        commented = tomllib.loads((played / "commented" / file.name).read_text())
        for number, hand in commented.items():
            actions = [one.partition(" # ") for one in hand["actions"]]
            assert {**hand, "actions": [one[0] for one in actions]} == plain[number]
            own = f"p{hand['players'].index('m') + 1}"
            for action, _, comment in actions:
                acts = action.startswith(own) and " sm" not in action
                assert bool(comment) == acts
                count += acts
                assert "\n" not in comment and "\x1b" not in comment
    records = list(list_records(stored.reading.folder))
    assert count == sum(one.kind == "decision" for one in records)
    text = "".join(file.read_text() for file in (played / "commented").glob("*.phhs"))
    assert "pot odds => I'd" in text and "(unreadable: no line begins" in text


def test_commented_hands_are_imported_as_the_same_hands(played: Path) -> None:
    export_run(open_run(played / "run"), played / "again", "phh-comments")
    assert run_command(["import", str(played / "again"), "--out", str(played / "back")]) == 0
    columns = ["betting", "payoffs", "showdown"]
    ours, back = (
        [row for batch in open_run(played / name).hands() for row in batch.to_pylist()]
        for name in ("run", "back")
    )
    told = [[{name: row[name] for name in columns} for row in rows] for rows in (ours, back)]
    assert len(ours) == 48
    assert sorted(map(str, told[0])) == sorted(map(str, told[1]))


def test_a_run_without_a_journal_has_no_comments(tmp_path: Path) -> None:
    agents = (AgentSpec(agent="call"), AgentSpec(agent="uniform"))
    spec = Spec(name="p", game="holdem-limit-2p", hands_per_match=1, decks=1, agents=agents)
    run(spec, folder=tmp_path / "run", dispatch=play_here)
    with pytest.raises(LogError, match="no agent of this run asks services"):
        export_run(open_run(tmp_path / "run"), tmp_path / "out", "phh-comments")
