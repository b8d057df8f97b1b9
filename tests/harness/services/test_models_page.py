"""The tournament of four models on the page docs/models.md runs as it is written there."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from chat_server import Says, serve

from railbird.harness.cli.application import run_command
from railbird.results import open_run
from railbird.results.reading.service_calls import sum_costs

PAGE = Path(__file__).parents[3] / "docs" / "models.md"
BLOCK = re.compile(r"`([a-z]+\.toml)`[^\n]*:\n\n```toml\n(.*?)```", re.DOTALL)


def test_four_models_meet_from_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENROUTER_API_KEY", "sk-of-nobody")
    files = dict(BLOCK.findall(PAGE.read_text()))
    assert files.keys() == {"models.toml", "prices.toml"}
    with serve(behave=lambda number, asked: Says(text="Final answer: call")) as server:
        shorter = {
            "https://openrouter.ai/api/v1": server.url,
            "hands_per_match = 25": "hands_per_match = 1",
            "decks = 20": "decks = 2",
            "requests_per_minute = 500": "",
        }
        for name, text in files.items():
            for written, instead in shorter.items():
                assert written in text or name == "prices.toml"
                text = text.replace(written, instead)  # noqa: PLW2901
            Path(name).write_text(text)
        assert run_command(["run", "models.toml", "--workers", "1"]) == 0
    run = open_run(tmp_path / "runs" / "models")
    models = [f"model-{letter}" for letter in "abcd"]
    met = {tuple(sorted(row["agents"])) for batch in run.matches() for row in batch.to_pylist()}
    assert met == set(combinations(models, 2))
    costs = {one.agent: one for one in sum_costs(run.reading.folder)}
    assert sorted(costs) == models and all(one.dollars > 0 for one in costs.values())
