"""`run --until-decided` asks models only for line-ups of agents that are not decided yet."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from chat_server import FIELDS, PROMPT, Says, serve

from railbird.harness.cli.application import run_command
from railbird.results import open_run
from railbird.results.reading.service_calls import list_records
from railbird.results.reading.service_costs import keys_of_sets

FIRST, MOST = 10, 20


def behave(number: int, asked: dict[str, Any]) -> Says:
    """Two models bet and call, one of the others folds to every bet, one to half of them."""
    said = dict(FIELDS.findall(asked["messages"][1]["content"]))
    model, pays = asked["model"], said["to_call"] != "0"
    folds = model == "folds" or (model == "wavers" and float(said["draw"]) < 0.5)
    if model in ("bets", "bets-too") and said["raise"] == "True":
        return Says(text="Final answer: bet")
    action = "check" if not pays else "fold" if folds else "call"
    return Says(text=f"Final answer: {action}")


def test_decided_pairs_are_not_bought_any_more_and_the_others_have_a_price(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    models = ["bets", "bets-too", "folds", "wavers"]
    (tmp_path / "machine.jinja").write_text(PROMPT)
    prices = [f'"{model}" = {{ asked = 10.0, answered = 100.0 }}' for model in models]
    (tmp_path / "prices.toml").write_text("\n".join(prices))
    with serve("call", behave) as server:
        agents = [
            f"""
            [[agents]]
            agent = "language-model"
            label = "{model}"
            [agents.parameters]
            model = "{model}"
            url = "{server.url}"
            key = ""
            prompt = "{tmp_path / "machine.jinja"}"
            """
            for model in models
        ]
        file = tmp_path / "models.toml"
        file.write_text(
            f"""
            name = "models"
            game = "kuhn-2p"
            hands_per_match = 10
            decks = {FIRST}
            services = {{ prices = "{tmp_path / "prices.toml"}" }}
            {"".join(agents)}
            """
        )
        arguments = ["run", str(file), "--out", str(tmp_path / "run"), "--workers", "1"]
        arguments += ["--until-decided", "--most-decks", str(MOST), "--format", "json"]
        assert run_command(arguments) == 0
        assert max(Counter(server.questions).values()) == 1
        count = len(server.asked)
        told = json.loads(capsys.readouterr().out)
        assert run_command(arguments) == 0
        assert len(server.asked) == count
    decks = Counter(
        tuple(sorted(row["agents"]))
        for batch in open_run(tmp_path / "run").matches()
        for row in batch.to_pylist()
        if row["seating_index"] == 0
    )
    assert decks.pop(("folds", "wavers")) == FIRST
    assert set(decks.values()) == {MOST}
    undecided = [row for row in told["decisions"] if row["decision"] is None]
    assert [{row["agent"], row["other"]} for row in undecided] == [{"bets", "bets-too"}]
    costs = {frozenset((row["agent"], row["other"])): row for row in told["costs_to_decide"]}
    (row,) = [row for pair, row in costs.items() if pair == {"bets", "bets-too"}]
    each = row["dollars"] / row["more_deck_seeds"]
    asked_for = count - _questions(tmp_path / "run", ("folds", "wavers"))
    assert each == pytest.approx(asked_for * (100 * 10 + 10 * 100) / 1e6 / MOST)


def _questions(folder: Path, line_up: tuple[str, ...]) -> int:
    """How many answers there are for matches of a line-up."""
    reading = open_run(folder).reading
    places = keys_of_sets(reading)
    return sum(
        record.kind == "call" and places[record.match_key][1] == line_up
        for record in list_records(reading.folder)
    )
